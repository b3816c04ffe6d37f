"""Claims whose likeliest reading joins tables by one of two ways of which the text tells neither: it refutes nothing.

Where flights have an origin and a destination, "Oslo has 12 flights" may be about either.  What agrees is what is
meant; what does not may be the wrong one of both.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from factcheck.inference.explained_words import ReadClaim
from factcheck.inference.feature_registry import parts_of
from factcheck.joins.graph import Join


def claims_joined_by_chance(read: Sequence[ReadClaim], in_doubt: Set[Join]) -> frozenset[int]:
    """Return the indexes of claims that do not agree and are read by a join that is ``in_doubt``."""
    if not in_doubt:
        return frozenset()
    return frozenset(
        index
        for index, claim in enumerate(read)
        if claim.posterior.best and not claim.agrees
        if any(
            not in_doubt.isdisjoint(part.selection.relations.joins) for part in parts_of(claim.posterior.best[0].query)
        )
    )
