"""Which categories a sentence names, and whether a column's values are of them: "12 countries", "the film Chicago"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from factcheck.candidates.claim_words import ClaimWords
from factcheck.retrieval.relevance import Relevance

_WORD = re.compile(r"\w+")
_ARTICLES = frozenset({"a", "an", "the"})
_NOUNS = ("NN", "NNS")


def counted_share(words: ClaimWords, relevance: Relevance, column_id: int) -> float | None:
    """Return the share of a column's values that are what the claim's number counts; None where that is not known."""
    counted = {key.lemma.lower() for key in words.keywords if key.is_counted and key.is_said}
    return _largest(relevance.kinds.get(column_id, {}), counted)


def said_share(words: ClaimWords, relevance: Relevance, column_id: int) -> float:
    """Return the largest share of a column's values that are of a category which the claim's sentence names; or 0."""
    said = {key.lemma.lower() for key in words.keywords if key.is_said}
    return _largest(relevance.kinds.get(column_id, {}), said) or 0.0


def share_beside(words: ClaimWords, relevance: Relevance, column_id: int, literal: str) -> float | None:
    """Return the share of a column's values that are what the sentence calls one of them; None where it is not known.

    A sentence calls a value so in "the film Chicago" and "Chicago, a film".  "The state of Georgia" and "Chicago
    hotels" are left out, since "the population of Georgia" and "hotels in Chicago" look alike.
    """
    kinds = relevance.kinds.get(column_id)
    if not kinds:
        return None
    return _largest(kinds, set(_categories_beside(words, _WORD.findall(literal.lower()))))


def _largest(kinds: Mapping[str, float], categories: Iterable[str]) -> float | None:
    return max((kinds[category] for category in categories if category in kinds), default=None)


def _categories_beside(words: ClaimWords, value: Sequence[str]) -> Iterator[str]:
    tokens = [token.text.lower() for token in words.tokens]
    for first in range(len(tokens) - len(value) + 1) if value else ():
        last = first + len(value) - 1
        if tokens[first : last + 1] != list(value):
            continue
        if first > 1 and words.tokens[first - 1].tag == "NN" and words.tokens[first].tag.startswith("NNP"):
            begins = next((at for at in range(first - 2, max(-1, first - 4), -1) if tokens[at] in _ARTICLES), None)
            if begins is not None:
                yield words.tokens[first - 1].lemma.lower()
        if last + 2 < len(tokens) and tokens[last + 1] == "," and tokens[last + 2] in {"a", "an"}:
            noun = words.noun_after(last + 2)
            if noun is not None and words.tokens[noun].tag in _NOUNS:
                yield words.tokens[noun].lemma.lower()
