"""Related words of the language: what a claim says where a literal has another word for it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from factcheck.port import Database
from factcheck.sqltext import integer_array, text_array
from factcheck.text_index.arrays import floats, integers
from factcheck.words.stems import term_list_sql

_RELATED_PER_WORD = 8
_LEAST_SHARE = 0.1
"""How often a rarer sense of a word must be met at least to count, relative to the most frequent one."""


def related_terms(database: Database, words: Mapping[str, Collection[str]]) -> dict[str, list[str]]:
    """Return the terms of synonyms and broader words, such as "male" for "man" and "tx" for "texas".

    ``words`` maps terms to the words they are stems of; of related words only single ones count.
    """
    terms = sorted(term for term, forms in words.items() if forms)
    pairs = [(index, word) for index, term in enumerate(terms) for word in sorted(words[term])]
    if not pairs:
        return {}
    frequent = _frequent(_related(database, pairs))
    # The words related to one term are stemmed at once: they have no blank within, so none runs into another.
    rows = database.query(
        f"SELECT w.index, {term_list_sql('w.words')} AS related"
        f" FROM unnest({integer_array(frequent)}, {text_array(' '.join(words) for words in frequent.values())})"
        " AS w (index, words)"
    )
    stemmed = ((terms[row["index"]], row["related"]) for row in rows)
    return {term: [other for other in related if other != term] for term, related in stemmed}


def _related(database: Database, pairs: Sequence[tuple[int, str]]) -> dict[int, dict[str, float]]:
    """Return the words related to each of some numbered words, with their frequencies.

    One number may have several words.
    """
    # The aggregates take the rows in one and the same order, and one row is read in a fraction of the time of many.
    [row] = database.query(
        "SELECT string_agg(int4send(w.index), ''::bytea) AS indexes, string_agg(l.related, ' ') AS related,"
        " string_agg(float4send(l.frequency), ''::bytea) AS frequencies"
        f" FROM unnest({integer_array(index for index, _ in pairs)}, {text_array(word for _, word in pairs)})"
        ' AS w (index, word) JOIN factcheck.lexicon l ON l.lemma = w.word COLLATE "C"'
        " WHERE l.relation IN ('synonym', 'hypernym') AND strpos(l.related, ' ') = 0 AND strpos(l.related, '-') = 0"
    )
    related: dict[int, dict[str, float]] = {}
    if row["indexes"] is None:
        return related
    parts = (integers(row["indexes"]).tolist(), row["related"].split(" "), floats(row["frequencies"]).tolist())
    for index, word, frequency in zip(*parts, strict=True):
        frequencies = related.setdefault(index, {})
        frequencies[word] = max(frequencies.get(word, 0.0), frequency)
    return related


def _frequent(related: Mapping[int, Mapping[str, float]]) -> dict[int, list[str]]:
    """Return the most frequent words of each number, equally frequent ones in alphabetical order."""
    chosen = {}
    for index, frequencies in sorted(related.items()):
        ranked = sorted(frequencies.items(), key=lambda entry: (-entry[1], entry[0]))[:_RELATED_PER_WORD]
        chosen[index] = [word for word, frequency in ranked if frequency >= _LEAST_SHARE * ranked[0][1]]
    return chosen
