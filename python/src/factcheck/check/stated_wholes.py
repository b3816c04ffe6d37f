"""Percentages that a text works out itself, of a whole that it states: "Of 424 sorted cases: price - 73 (17%)"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from factcheck.claims.claim import NumericClaim
from factcheck.inference.explained_words import ReadClaim
from factcheck.numbers.rounding import place_of

_FEWEST, _FEWEST_OTHERWISE = 3, 2
"""Counts with their percentages of the stated whole, and those of them that are read as something else, at least."""

_FARTHEST = 24
"""Claims behind the whole that may have percentages of it."""

_ALL = 100


def claims_of_stated_wholes(claims: Sequence[NumericClaim], read: Sequence[ReadClaim]) -> frozenset[int]:
    """Return the indexes of percentages that are of a number which the text states, where they are read otherwise.

    What they are of is a part that the text has chosen, so that shares of all rows neither support nor contradict them.
    """
    pairs = [at for at in range(1, len(claims)) if _is_count_with_share(claims[at - 1], claims[at])]
    found: set[int] = set()
    for whole, claim in enumerate(claims):
        behind = [at for at in pairs if whole < at - 1 <= whole + _FARTHEST]
        if claim.number.unit != "plain" or not claim.number.is_integer or len(behind) < _FEWEST:
            continue
        of_whole = [at for at in behind if _is_share(claims[at - 1], claims[at], claim.number.value)]
        otherwise = [at for at in of_whole if not read[at].agrees]
        if len(of_whole) >= _FEWEST and len(otherwise) >= _FEWEST_OTHERWISE:
            found.update(_between(behind, of_whole))
    return frozenset(found)


def _is_count_with_share(count: NumericClaim, share: NumericClaim) -> bool:
    is_beside = (count.paragraph, count.sentence) == (share.paragraph, share.sentence)
    return is_beside and count.number.unit == "plain" and count.number.is_integer and share.number.unit == "percent"


def _is_share(count: NumericClaim, share: NumericClaim, whole: Decimal) -> bool:
    """Tell whether a percentage is what a count comes to of a whole, at the place of its last digit."""
    stated = share.number.value
    is_part = 0 < count.number.value < whole
    return is_part and abs(_ALL * count.number.value / whole - stated) <= place_of(stated) / 2


def _between(behind: Sequence[int], of_whole: Sequence[int]) -> Iterator[int]:
    """Yield the percentages from the first to the last one that is of the whole."""
    return (at for at in behind if of_whole[0] <= at <= of_whole[-1])
