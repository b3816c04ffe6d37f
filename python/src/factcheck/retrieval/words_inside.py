"""Nouns of a text that values of several words have: "bronze" of "Painted bronze on a plinth"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from factcheck.retrieval.literal_sources import LiteralSources
from factcheck.retrieval.predicate_cue import ClaimWords

_NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS"})
_WORDS_OF_TEXTS, _SHORTEST_INSIDE, _MOST_INSIDE = 2.0, 4, 0.9
"""Words that the values of a column have on average from which a noun may be a part of them, its letters at least, and
the share of the values that have it at most."""


def words_inside_texts(
    words: Sequence[ClaimWords], stems: Mapping[str, Sequence[str]], sources: LiteralSources
) -> dict[str, frozenset[int]]:
    """Return, for nouns of the claims' sentences, the columns of several words many of whose values have each.

    "Bronze" is in "Painted bronze on a plinth" and in others, however many of them a claim is found to name.
    """
    long = {
        number: len(source.terms.counts)
        for number, source in sources.columns.items()
        if source.column.is_text and len(source.terms.counts) and source.terms.counts.mean() >= _WORDS_OF_TEXTS
    }
    nouns = {
        token.lemma.lower()
        for each in words
        for passage in each.passages
        if passage.is_own and long
        for token in passage.tokens
        if token.tag in _NOUNS and token.text.isalpha() and len(token.text) >= _SHORTEST_INSIDE
    }
    inside: dict[str, frozenset[int]] = {}
    for noun in sorted(nouns):
        counts = sources.literals_with(stems[noun][0]) if len(stems.get(noun, ())) == 1 else {}
        columns = {n for n, count in counts.items() if n in long and 1 < count <= _MOST_INSIDE * long[n]}
        if columns:
            inside[noun] = frozenset(columns)
    return inside
