"""Claims that agree with a share of all rows where their words tell of which of them it is one.

"28 % of the leaks were in Oban" is not told by leaks in Oban being 28 % of all boats.
"""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.inference.explained_words import ReadClaim
from factcheck.inference.share_features import takes_the_whole_for_a_part


def claims_of_more_than_told(read: Sequence[ReadClaim]) -> frozenset[int]:
    """Return the indexes of claims that agree with a share of more rows than their words make the whole."""
    return frozenset(index for index, claim in enumerate(read) if claim.agrees and takes_the_whole_for_a_part(claim))
