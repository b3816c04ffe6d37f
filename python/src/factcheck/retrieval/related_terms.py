"""Related words of the language: what a claim says where a literal has another word for it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from factcheck.port import Database
from factcheck.sqltext import integer_array, text_array
from factcheck.text_index.arrays import floats, integers
from factcheck.words.stems import term_list_sql

_RELATED_PER_WORD = 8
_LEAST_SHARE = 0.1
"""Rarer senses of a word count only where they are met at least so often, relative to the most frequent one."""


def related_terms(database: Database, words: Mapping[str, Collection[str]]) -> dict[str, list[str]]:
    """Terms of synonyms and broader words, such as "male" for "man" and "tx" for "texas".

    ``words`` maps terms to the words they are stems of; of related words only single ones count.
    """
    terms = sorted(term for term, forms in words.items() if forms)
    pairs = [(place, word) for place, term in enumerate(terms) for word in sorted(words[term])]
    if not pairs:
        return {}
    found = _frequent(_related(database, pairs))
    # The words related to one term are stemmed at once: they have no blank within, so none runs into another.
    rows = database.query(
        f"SELECT w.place, {term_list_sql('w.words')} AS related"
        f" FROM unnest({integer_array(found)}, {text_array(' '.join(words) for words in found.values())})"
        " AS w (place, words)"
    )
    own = ((terms[row["place"]], row["related"]) for row in rows)
    return {term: [other for other in related if other != term] for term, related in own}


def _related(database: Database, pairs: Sequence[tuple[int, str]]) -> dict[int, dict[str, float]]:
    """The words related to each of some numbered words, with their frequencies; one number may have several words."""
    # The aggregates take the rows in one and the same order, and one row is read in a fraction of the time of many.
    [row] = database.query(
        "SELECT string_agg(int4send(w.place), ''::bytea) AS places, string_agg(l.related, ' ') AS related,"
        " string_agg(float4send(l.frequency), ''::bytea) AS frequencies"
        f" FROM unnest({integer_array(place for place, _ in pairs)}, {text_array(word for _, word in pairs)})"
        ' AS w (place, word) JOIN factcheck.lexicon l ON l.lemma = w.word COLLATE "C"'
        " WHERE l.relation IN ('synonym', 'hypernym') AND strpos(l.related, ' ') = 0 AND strpos(l.related, '-') = 0"
    )
    found: dict[int, dict[str, float]] = {}
    if row["places"] is None:
        return found
    parts = (integers(row["places"]).tolist(), row["related"].split(" "), floats(row["frequencies"]).tolist())
    for place, word, frequency in zip(*parts, strict=True):
        own = found.setdefault(place, {})
        own[word] = max(own.get(word, 0.0), frequency)
    return found


def _frequent(found: Mapping[int, Mapping[str, float]]) -> dict[int, list[str]]:
    """The most frequent words of each number, equally frequent ones in alphabetical order."""
    chosen = {}
    for place, own in sorted(found.items()):
        ranked = sorted(own, key=lambda word: (-own[word], word))[:_RELATED_PER_WORD]
        chosen[place] = [word for word in ranked if own[word] >= _LEAST_SHARE * own[ranked[0]]]
    return chosen
