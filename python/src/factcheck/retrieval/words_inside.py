"""Nouns of a text that values of several words have: "bronze" of "Painted bronze on a plinth", and pairs of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise

from factcheck.claims.passage import Passage
from factcheck.nlp.parser import Token
from factcheck.retrieval.literal_sources import LiteralSources
from factcheck.retrieval.predicate_cue import ClaimWords

_NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS"})
_WORDS_OF_TEXTS, _SHORTEST_INSIDE, _MOST_INSIDE = 2.0, 4, 0.9
"""Words that the values of a column have on average from which a noun may be a part of them, its letters at least, and
the share of the values that have it at most."""
_SEVERAL, _MOSTLY_TOGETHER = 2, 0.5
"""Values that have two nouns, at least, and which share of those that have the rarer one."""


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


def phrases_inside_texts(
    words: Sequence[ClaimWords],
    stems: Mapping[str, Sequence[str]],
    inside: Mapping[str, Collection[int]],
    sources: LiteralSources,
    samples: Mapping[int, Sequence[str]],
) -> dict[str, dict[int, bool]]:
    """Return, for pairs of nouns of the claims' sentences, the columns many of whose values have both.

    Each column comes with whether values begin so, as some of them, ``samples``, do: "harbour office" names all of
    "Harbour Office (031)" and "Harbour Office (107)".
    """
    pairs = {
        pair for each in words for passage in each.passages if passage.is_own and inside for pair in _pairs(passage)
    }
    phrases: dict[str, dict[int, bool]] = {}
    for phrase, nouns in sorted(pairs):
        columns = set.intersection(*(set(inside.get(noun, ())) for noun in nouns))
        one, other = (stems[noun][0] for noun in nouns) if columns else ("", "")
        counts = sources.literals_with_both(one, other) if columns else {}
        for number in sorted(columns & counts.keys()):
            alone = min(sources.literals_with(term)[number] for term in (one, other))
            if counts[number] >= max(_SEVERAL, _MOSTLY_TOGETHER * alone):
                having = [value.lower() for value in samples.get(number, ()) if phrase in value.lower()]
                begins = bool(having) and all(value.startswith(phrase) for value in having)
                phrases.setdefault(phrase, {})[number] = begins
    return phrases


def _pairs(passage: Passage) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield two nouns side by side as values may write them, with their base forms."""
    for one, other in pairwise(passage.tokens):
        if one.tag in _NOUNS and other.tag in _NOUNS:
            lemmas = one.lemma.lower(), other.lemma.lower()
            yield phrase_of(one, other), lemmas


def phrase_of(one: Token, other: Token) -> str:
    """Return how values write two nouns side by side: in lower case, and the second one in the singular."""
    return f"{one.text.lower()} {other.lemma.lower()}"
