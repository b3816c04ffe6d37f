"""Claims that stand in a list as others do, which are read as these are: "Wind (227), Solar (250), Hydro (199)".

The entries of a list say the same of other things.  Where several agree with readings that measure the same of rows
restricted by the same columns, the one that does not agree is most likely wrong, rather than about something else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

from factcheck.check.entries import entries_alike, is_settled
from factcheck.check.prepare import PreparedCheck
from factcheck.inference.read_document import shape_of
from factcheck.inference.reranking import RerankedClaim, with_first
from factcheck.queries.query import Query

_FEWEST = 2
"""Entries that agree in one way from which another one is read so, too."""

_MOSTLY = 0.6
"""Share of the entries that agree which have to do so in that way."""


def read_as_entries(check: PreparedCheck, claims: Sequence[RerankedClaim]) -> list[RerankedClaim]:
    """Return the claims, those of entries that do not agree read as most entries of their list that do.

    What is said of them goes first where it is among the likely readings, with as much of their probability as the
    entries that agree have against one.
    """
    anew = list(claims)
    for members in entries_alike(check):
        agreeing = [index for index in members if claims[index].claim.posterior.best and claims[index].claim.agrees]
        shapes = Counter(shape_of(_first(claims[index])) for index in agreeing)
        shape, count = shapes.most_common(1)[0] if shapes else (None, 0)
        if count < _FEWEST or count < _MOSTLY * len(agreeing):
            continue
        taken = {_first(claims[index]) for index in agreeing}
        for index in members:
            if (at := _entry(claims[index], shape, taken)) is not None:
                anew[index] = with_first(claims[index], at, count / (count + 1))
    return anew


def _first(claim: RerankedClaim) -> Query:
    return claim.claim.posterior.best[0].query


def _entry(claim: RerankedClaim, shape: Hashable, taken: set[Query]) -> int | None:
    """Return which of a claim's likely readings is that of an entry; None where it is the first, or stays as it is."""
    best = claim.claim.posterior.best
    if not best or shape_of(best[0].query) == shape or is_settled(claim.claim.posterior):
        return None
    entries = (at for at, each in enumerate(best) if shape_of(each.query) == shape and each.query not in taken)
    return next(entries, None)
