"""Words by which a sentence compares: superlatives and their rank, more and less, rise and fall."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from factcheck.candidates.cue import ClaimWords

_SMALLEST = frozenset(
    "lowest least fewest smallest worst slowest cheapest shortest youngest lightest rarest minimum bottom weakest "
    "poorest coldest quietest earliest thinnest narrowest".split()
)
_GREATEST = frozenset("top peak record maximum leading busiest".split())
_ORDINALS = {
    word: rank
    for rank, words in enumerate(("second 2nd", "third 3rd", "fourth 4th", "fifth 5th", "sixth 6th"), 2)
    for word in words.split()
}

INCREASE = frozenset(
    "more higher greater larger bigger rise increase grow growth gain jump climb up above over".split()
)
DECREASE = frozenset(
    "less fewer lower smaller fall decrease drop decline shrink lose loss down below under reduction reduce".split()
)
THAN = frozenset("than from versus vs compare against over since".split())
"""Words before what something is compared with."""


@dataclass(frozen=True, slots=True)
class Superlative:
    """A superlative of a sentence: the index of its token, its direction, the rank before it, its weight as a word."""

    index: int
    is_greatest: bool
    rank: int
    weight: float


def superlatives(words: ClaimWords) -> Iterator[Superlative]:
    """Yield the superlatives of a claim's sentence; not "at least" and "at most"."""
    for index, token in enumerate(words.tokens):
        word = token.text.lower()
        is_superlative = token.tag in {"JJS", "RBS"} or word in _SMALLEST | _GREATEST
        if not is_superlative or (index and words.tokens[index - 1].text.lower() == "at"):
            continue
        before = [each.text.lower() for each in words.tokens[max(0, index - 2) : index]]
        rank = next((_ORDINALS[each] for each in reversed(before) if each in _ORDINALS), 1)
        yield Superlative(index, word not in _SMALLEST, rank, words.weight({word}))
