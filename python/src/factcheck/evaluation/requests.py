"""What has to be computed over an anchor: all that the candidates of a document restrict and aggregate there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from factcheck.candidates.enumerate import AnchorCandidates
from factcheck.candidates.space import ProductPart
from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.schema import Column, Table
from factcheck.catalogue.text_numbers import all_columns
from factcheck.evaluation.cube_request import CubeRequest, layers
from factcheck.joins.relation_sets import Relations, RelationSet
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.measures import BaseMeasure, MeasureKind
from factcheck.queries.predicates.predicate import Predicate, SortKey
from factcheck.queries.query import Aggregate

Booleans = npt.NDArray[np.bool_]
Integers = npt.NDArray[np.int64]


class RequestBuilder:
    """Gathers what the candidates of claims over one anchor need."""

    def __init__(self, anchor: Table) -> None:
        self._anchor = anchor
        self._predicates: dict[int, dict[SortKey, Predicate]] = {}
        self._measures: set[tuple[MeasureKind, int]] = set()
        self._derived: dict[int, DerivedColumn] = {}
        self._tables = {anchor.table_id}
        self._partners: set[int] = set()
        self._has_shares = False

    def add(self, space: ProductPart, aggregates: Booleans, predicates: Booleans) -> None:
        """Take in product candidates of a claim that have these aggregates and predicates."""
        for index in np.flatnonzero(predicates).tolist():
            self._restrict(space.predicates[index])
        for index in np.flatnonzero(aggregates).tolist():
            aggregate = space.aggregates[index]
            self._has_shares |= aggregate.function.shape.is_share
            self._tables |= aggregate.table_ids
            self._aggregate(aggregate.function, aggregate.column)

    def add_candidates(self, candidates: AnchorCandidates) -> None:
        """Take in what some product candidates have."""
        space, sets = candidates.space, candidates.predicate_sets[np.unique(candidates.predicate_set)]
        aggregates = np.zeros(len(space.aggregates), dtype=bool)
        aggregates[candidates.aggregate] = True
        predicates = np.zeros(len(space.predicates) + 1, dtype=bool)
        predicates[sets] = True  # the last stands for what sets are filled up with
        self.add(space, aggregates, predicates[:-1])

    def add_operand(self, operand: Aggregate) -> None:
        """Take in an operand of a listed candidate."""
        for predicate in operand.predicates:
            self._restrict(predicate)
        self._tables |= {table.table_id for table in operand.selection.relations.tables}
        self._partners |= partners_lacking(operand)
        self._aggregate(operand.function, operand.column)

    def _restrict(self, predicate: Predicate) -> None:
        self._predicates.setdefault(predicate.column.column_id, {})[predicate.sort_key] = predicate
        self._tables.add(predicate.column.table_id)

    def _aggregate(self, function: AggregationFunction, column: Column | None) -> None:
        if column is not None and function.kind is not None:
            self._measures.add((function.kind, column.column_id))
            if isinstance(column, DerivedColumn):
                self._derived[column.column_id] = column

    def request(self, relations: Relations) -> CubeRequest:
        """Return the smallest request that covers the candidates; derived columns come after those of the tables."""
        joined = relations.of(frozenset(self._tables), self._anchor.table_id)
        if joined is None:
            raise ValueError("candidates over an anchor can be joined from it")
        columns = [column for table in joined.tables for column in all_columns(table)]
        dimensions = tuple(
            dimension
            for column in columns
            if column.column_id in self._predicates
            for dimension in layers(column, self._predicates[column.column_id].values())
        )
        restricted = {dimension.column.table_id for dimension in dimensions} if self._has_shares else set()
        partners = tuple(table for table in joined.tables[1:] if table.table_id in restricted | self._partners)
        measures = tuple(
            BaseMeasure(kind, column)
            for kind in MeasureKind
            for column in (*columns, *(self._derived[number] for number in sorted(self._derived)))
            if (kind, column.column_id) in self._measures
        )
        return CubeRequest(joined, dimensions, partners, measures)


def request_of_operands(operands: Sequence[Aggregate], relations: Relations) -> CubeRequest:
    """Return the smallest request that covers some aggregates over one anchor."""
    builder = RequestBuilder(operands[0].selection.anchor)
    for operand in operands:
        builder.add_operand(operand)
    return builder.request(relations)


def held_by(request: CubeRequest, candidates: AnchorCandidates) -> Booleans:
    """Tell which candidates over a request's anchor its results answer.

    Of a share it must tell which rows have partners in the tables that are restricted.
    """
    known, measures, space = request.codes.keys(), set(request.measures), candidates.space
    is_known = [(each.column.column_id, each.sort_key) in known for each in space.predicates]
    is_measured = [
        each.column is None or each.function.kind is None or BaseMeasure(each.function.kind, each.column) in measures
        for each in space.aggregates
    ]
    held: Booleans = np.array(is_measured, dtype=bool)[candidates.aggregate]
    held &= _are_all(is_known, candidates.predicate_sets)[candidates.predicate_set]
    partners = {request.relations.anchor.table_id, *(table.table_id for table in request.partners)}
    is_told = [each.column.table_id in partners for each in space.predicates]
    if not all(is_told):
        is_share = np.array([each.function.shape.is_share for each in space.aggregates], dtype=bool)
        are_told = _are_all(is_told, candidates.predicate_sets)
        held &= ~is_share[candidates.aggregate] | are_told[candidates.predicate_set]
    return held


def _are_all(are_so: Sequence[bool], sets: Integers) -> Booleans:
    """Tell of which predicate sets, filled up with -1, all predicates are so."""
    flags = np.array([*are_so, True], dtype=bool)
    are_all = np.ones(len(sets), dtype=bool)
    for members in sets.T:  # NumPy goes along the few of a row far slower
        are_all &= flags[members]
    return are_all


def answers_operand(request: CubeRequest, operand: Aggregate) -> bool:
    """Tell whether a request's results answer an operand of a listed candidate over its anchor.

    Its rows may have to have partners in other tables.
    """
    known, relations = request.codes.keys(), operand.selection.relations
    kind, column = operand.function.kind, operand.column
    is_joined = set(relations.joins) <= set(request.relations.joins)
    has_partners = partners_lacking(operand) <= {table.table_id for table in request.partners}
    is_measured = column is None or kind is None or BaseMeasure(kind, column) in request.measures
    is_restricted = all((each.column.column_id, each.sort_key) in known for each in operand.predicates)
    return is_joined and has_partners and is_measured and is_restricted


def partners_lacking(operand: Aggregate) -> set[int]:
    """Return the tables of which an operand's rows have a partner, though no predicate or column of it says so."""
    relations = operand.selection.relations
    named = {predicate.column.table_id for predicate in operand.predicates}
    return {table.table_id for table in relations.tables[1:]} - _reached(relations, named)


def _reached(relations: RelationSet, tables: set[int]) -> set[int]:
    """Return tables with those on the way to them: who has a partner in one has a partner in all of these."""
    reached = set(tables)
    for join in reversed(relations.joins):
        if join.to_table in reached:
            reached.add(join.from_table)
    return reached
