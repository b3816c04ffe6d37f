"""Readings that give several claims one result, though their numbers differ: "Oslo: 12, Bergen: 31", both 50 rows."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from factcheck.inference.explained_words import ReadClaim
from factcheck.numbers.closeness import Closeness
from factcheck.queries.query import Query

_FEWEST = 2
"""Claims with different numbers from which a result that none of them states tells nothing."""


def claims_with_constant_results(read: Sequence[ReadClaim]) -> frozenset[int]:
    """Return the indexes of claims whose likeliest reading gives what those of other claims give.

    They measure the same of rows with other values of the same columns, as a table does that has as many rows for each
    town.  Where the numbers differ, and not one agrees, something else is meant: it contradicts none of them.
    """
    groups: dict[Hashable, list[int]] = {}
    for index, claim in enumerate(read):
        if claim.posterior.best and claim.values and claim.values[0] is not None:
            query = claim.posterior.best[0].query
            if query.predicates:
                groups.setdefault((*_kind(query), claim.values[0]), []).append(index)
    return frozenset(index for members in groups.values() if _tell_nothing(read, members) for index in members)


def _kind(query: Query) -> tuple[Hashable, ...]:
    """Return what queries have in common that measure the same of rows with other values of the same columns."""
    columns = tuple(sorted(column.column_id for predicate in query.predicates for column in predicate.columns))
    return type(query), query.measure, query.selection.anchor.table_id, columns


def _tell_nothing(read: Sequence[ReadClaim], members: Sequence[int]) -> bool:
    rows = {read[index].posterior.best[0].query.predicates for index in members}
    numbers = {read[index].number.value for index in members}
    agrees = any(read[index].posterior.best[0].closeness is Closeness.AGREES for index in members)
    return min(len(rows), len(numbers)) >= _FEWEST and not agrees
