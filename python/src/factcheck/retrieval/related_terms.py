"""Related words of the language: what a claim says where a literal has another word for it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from factcheck.port import Database
from factcheck.sqltext import integer_array, text_array
from factcheck.text_index.arrays import floats, integers
from factcheck.words.stems import term_list_sql

_MOST = 8
"""How many synonyms and broader words together are taken for a term."""

_MOST_RARER, _MOST_DERIVED = 4, 3
_LEAST_SHARE = 0.1
"""How often a rarer sense of a word must be met at least to count, relative to the most frequent one."""


@dataclass(frozen=True, slots=True)
class RelatedTerms:
    """The terms of words related to terms.

    ``similar`` are those of synonyms and broader words that are met most often, such as "male" for "man"; ``rarer``
    those of further synonyms; ``derived`` those of words made from the same one: "burglary" for "burgle".
    """

    similar: Mapping[str, Collection[str]] = field(default_factory=dict)
    rarer: Mapping[str, Collection[str]] = field(default_factory=dict)
    derived: Mapping[str, Collection[str]] = field(default_factory=dict)

    @property
    def all_terms(self) -> set[str]:
        """Return all related terms."""
        kinds = (self.similar, self.rarer, self.derived)
        return {term for kind in kinds for terms in kind.values() for term in terms}


def related_terms(database: Database, words: Mapping[str, Collection[str]]) -> RelatedTerms:
    """Return the terms of words that the lexicon relates to others, such as "male" to "man" and "tx" to "texas".

    ``words`` maps terms to the words they are stems of; of related words only single ones count.
    """
    terms = sorted(term for term, forms in words.items() if forms)
    pairs = [(index, word) for index, term in enumerate(terms) for word in sorted(words[term])]
    if not pairs:
        return RelatedTerms()
    kinds: tuple[dict[str, list[str]], ...] = ({}, {}, {})
    listed = [
        (len(kinds) * index + kind, " ".join(related))
        for index, by_relation in sorted(_related(database, pairs).items())
        for kind, related in enumerate(_chosen(by_relation))
        if related
    ]
    # All are stemmed at once: words have no blank within, so none runs into another.
    numbers, texts = integer_array(number for number, _ in listed), text_array(text for _, text in listed)
    rows = database.query(
        f"SELECT w.number, {term_list_sql('w.words')} AS related FROM unnest({numbers}, {texts}) AS w (number, words)"
    )
    for row in rows:
        index, kind = divmod(row["number"], len(kinds))
        kinds[kind][terms[index]] = [other for other in row["related"] if other != terms[index]]
    return RelatedTerms(*kinds)


def _chosen(by_relation: Mapping[str, Mapping[str, float]]) -> tuple[list[str], list[str], list[str]]:
    """Return the similar words, the rarer synonyms and the derived words of a term."""
    synonyms, broader = by_relation.get("synonym", {}), by_relation.get("hypernym", {})
    both = {word: max(synonyms.get(word, 0.0), broader.get(word, 0.0)) for word in (*synonyms, *broader)}
    similar = _frequent(both, _MOST)
    rarer = [word for word in _frequent(synonyms, _MOST) if word not in similar][:_MOST_RARER]
    return similar, rarer, _frequent(by_relation.get("derivation", {}), _MOST_DERIVED)


def _related(database: Database, pairs: Sequence[tuple[int, str]]) -> dict[int, dict[str, dict[str, float]]]:
    """Return the words related to each of some numbered words, by relation, with their frequencies.

    One number may have several words.
    """
    # The aggregates take the rows in one and the same order, and one row is read in a fraction of the time of many.
    [row] = database.query(
        "SELECT string_agg(int4send(w.index), ''::bytea) AS indexes, string_agg(l.related, ' ') AS related,"
        " string_agg(l.relation, ' ') AS relations, string_agg(float4send(l.frequency), ''::bytea) AS frequencies"
        f" FROM unnest({integer_array(index for index, _ in pairs)}, {text_array(word for _, word in pairs)})"
        ' AS w (index, word) JOIN factcheck.lexicon l ON l.lemma = w.word COLLATE "C"'
        " WHERE l.relation IN ('synonym', 'hypernym', 'derivation')"
        " AND strpos(l.related, ' ') = 0 AND strpos(l.related, '-') = 0"
    )
    related: dict[int, dict[str, dict[str, float]]] = {}
    if row["indexes"] is None:
        return related
    indexes, frequencies = integers(row["indexes"]).tolist(), floats(row["frequencies"]).tolist()
    parts = (indexes, row["relations"].split(" "), row["related"].split(" "), frequencies)
    for index, relation, word, frequency in zip(*parts, strict=True):
        of_relation = related.setdefault(index, {}).setdefault(relation, {})
        of_relation[word] = max(of_relation.get(word, 0.0), frequency)
    return related


def _frequent(frequencies: Mapping[str, float], most: int) -> list[str]:
    """Return the most frequent words, equally frequent ones in alphabetical order."""
    ranked = sorted(frequencies.items(), key=lambda entry: (-entry[1], entry[0]))[:most]
    return [word for word, frequency in ranked if frequency >= _LEAST_SHARE * ranked[0][1]]


def is_of_place(term: str, other: str) -> bool:
    """Tell whether a word says that something is of a place or a person: "african" of "africa"."""
    return term.startswith(other) and term[len(other) :] in {"n", "an", "ian"}
