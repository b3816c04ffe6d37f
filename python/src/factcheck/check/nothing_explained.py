"""Claims about money that agree with a reading of which none of their words speaks, while one names something else.

"25 % of the diamonds fall below $950" is not told by minutes of eruptions that add up to 949.
"""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.inference.explained_words import ReadClaim

_LEAST_WEIGHT = 0.2
"""Weight from which a word is about the number: that of another one may be far from it."""


def claims_explaining_nothing(read: Sequence[ReadClaim]) -> frozenset[int]:
    """Return the indexes of claims that agree with a reading which explains none of their words."""
    return frozenset(index for index, claim in enumerate(read) if claim.agrees and _explains_nothing(claim))


def _explains_nothing(claim: ReadClaim) -> bool:
    if claim.number.unit != "currency" or any(word.explained > 0 for word in claim.said):
        return False
    return any(word.is_noun and word.is_known and word.weight >= _LEAST_WEIGHT for word in claim.said)
