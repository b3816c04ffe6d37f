"""What has to be computed over an anchor: all that the candidates of a document restrict and aggregate there."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from factcheck.candidates.enumerate import AnchorCandidates
from factcheck.catalogue.schema import Column, Table
from factcheck.evaluation.cells import Codes
from factcheck.evaluation.cube import CubeRequest, Dimension
from factcheck.evaluation.measures import SHARES
from factcheck.joins.relation_sets import Relations
from factcheck.queries.fragments import Function

_OF_THEIR_OWN = (Function.COUNT_DISTINCT, Function.MEDIAN)
"""Functions whose columns are not measured with the others."""


class RequestBuilder:
    """Gathers what the candidates of claims over one anchor need."""

    def __init__(self, anchor: Table) -> None:
        self._anchor = anchor
        self._literals: dict[int, set[str]] = {}
        self._targets: dict[Function, set[int]] = {each: set() for each in (*_OF_THEIR_OWN, Function.SUM)}
        self._tables = {anchor.table_id}
        self._has_shares = False

    def add(self, claim: AnchorCandidates) -> None:
        """Take in the candidates of a claim."""
        is_used = np.zeros(len(claim.predicate_sets), dtype=bool)
        is_used[claim.predicate_set] = True
        for place in _used(claim.predicate_sets[is_used]):
            predicate = claim.space.predicates[place]
            self._literals.setdefault(predicate.column.column_id, set()).add(predicate.literal)
            self._tables.add(predicate.column.table_id)
        for place in _used(claim.aggregate):
            aggregate = claim.space.aggregates[place]
            self._has_shares |= aggregate.function in SHARES
            self._tables.add(aggregate.table.table_id)
            if aggregate.column is not None:
                own = aggregate.function if aggregate.function in _OF_THEIR_OWN else Function.SUM
                self._targets[own].add(aggregate.column.column_id)

    def request(self, relations: Relations) -> CubeRequest:
        """The smallest request that covers the candidates, in the order of tables' columns."""
        joined = relations.of(frozenset(self._tables), self._anchor.table_id)
        if joined is None:
            raise ValueError("candidates over an anchor can be joined from it")
        in_order = [column for table in joined.tables for column in table.columns]

        def chosen(numbers: Collection[int]) -> tuple[Column, ...]:
            return tuple(column for column in in_order if column.column_id in numbers)

        dimensions = tuple(
            Dimension(column, tuple(sorted(self._literals[column.column_id]))) for column in chosen(self._literals)
        )
        restricted = {dimension.column.table_id for dimension in dimensions} if self._has_shares else set()
        partners = tuple(table for table in joined.tables[1:] if table.table_id in restricted)
        measured, *others = (chosen(self._targets[each]) for each in (Function.SUM, *_OF_THEIR_OWN))
        return CubeRequest(joined, dimensions, partners, measured, *others)


def _used(places: Codes) -> list[int]:
    """The different places, but for filling."""
    return np.flatnonzero(np.bincount(places.ravel() + 1)[1:]).tolist()
