"""The candidates of a claim that are evaluated: all within its scope, by the table whose rows they are about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from factcheck.candidates.space import Aggregate, Candidate, QuerySpace, Scope
from factcheck.catalogue.schema import Table
from factcheck.queries.fragments import Function
from factcheck.queries.query import CandidateQuery

Integers = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class AnchorCandidates:
    """Candidates of one claim over the rows of one anchor, as parallel arrays with one element a candidate.

    Each row of ``predicate_sets`` holds places in the space's predicates, ascending and filled up with -1; the first is
    the empty set.  Candidate i applies the aggregate at place ``aggregate[i]`` of the space, ascending, to row
    ``predicate_set[i]``.  For a conditional probability, row ``condition[i]`` has the predicates that define the
    group, else it is 0.
    """

    space: QuerySpace
    anchor: Table
    predicate_sets: Integers
    aggregate: Integers
    predicate_set: Integers
    condition: Integers

    def query(self, place: int) -> CandidateQuery:
        """The candidate at a place as a query."""
        members, condition = (
            tuple(int(member) for member in self.predicate_sets[rows[place]] if member >= 0)
            for rows in (self.predicate_set, self.condition)
        )
        return self.space.query(Candidate(int(self.aggregate[place]), members, condition))

    def at(self, places: Sequence[int]) -> AnchorCandidates:
        """The candidates at some places, which ascend, with the predicate sets that they have."""
        chosen = np.asarray(places, dtype=np.int64)
        used, rows = np.unique(
            np.concatenate([[0], self.predicate_set[chosen], self.condition[chosen]]), return_inverse=True
        )
        own = rows.reshape(-1)[1:]
        return AnchorCandidates(
            self.space,
            self.anchor,
            self.predicate_sets[used],
            self.aggregate[chosen],
            own[: len(chosen)],
            own[len(chosen) :],
        )

    @classmethod
    def of(cls, space: QuerySpace, anchor: Table, candidates: Sequence[Candidate]) -> AnchorCandidates:
        """Some candidates over one anchor, which ascend."""
        members = sorted({part for each in candidates for part in (each.predicates, each.condition)} | {()}, key=len)
        row_of = {own: row for row, own in enumerate(members)}
        sets = np.full((len(members), space.max_predicates), -1, dtype=np.int64)
        for own, row in row_of.items():
            sets[row, : len(own)] = own
        return cls(
            space,
            anchor,
            sets,
            np.array([each.aggregate for each in candidates], dtype=np.int64),
            np.array([row_of[each.predicates] for each in candidates], dtype=np.int64),
            np.array([row_of[each.condition] for each in candidates], dtype=np.int64),
        )


def enumerate_candidates(space: QuerySpace, scope: Scope) -> tuple[AnchorCandidates, ...]:
    """The candidates of a claim within its scope, for each anchor that has any, in the order of the tables."""
    sets = predicate_sets(space, np.flatnonzero(scope.predicates))
    rows = _RowsByAnchor(space, sets)
    parts: dict[int, list[tuple[int, Integers]]] = {}
    for place in np.flatnonzero(scope.aggregates).tolist():
        for anchor, own in rows.of(space.aggregates[place]).items():
            if anchor in scope.anchors:
                parts.setdefault(anchor, []).append((place, own))
    found = []
    for table in space.relations.tables:
        if table.table_id in parts:
            places, every = zip(*parts[table.table_id], strict=True)
            aggregates = np.repeat(np.array(places, dtype=np.int64), [len(own) for own in every])
            joined = np.concatenate(every)
            found.append(AnchorCandidates(space, table, sets, aggregates, joined[:, 0], joined[:, 1]))
    return tuple(found)


class _RowsByAnchor:
    """Predicate sets and conditions that go with an aggregate, by the anchor of the tables they join.

    They are the same for all aggregates of one table that need as many predicates, but for those whose own column
    is restricted.
    """

    def __init__(self, space: QuerySpace, sets: Integers) -> None:
        self._space = space
        self._sets = sets
        self._combined, self._tables = _tables_of_sets(space, sets)
        self._restricted = {predicate.column.column_id for predicate in space.predicates}
        self._known: dict[tuple[int, bool, Function | None, int | None], dict[int, Integers]] = {}
        self._simple = _simple(sets)
        self._kinds = {Function.PERCENTAGE: _shares(sets), Function.CONDITIONAL_PROBABILITY: _conditions(sets)}

    def of(self, aggregate: Aggregate) -> dict[int, Integers]:
        """Pairs of row of the set and row of the condition, by ``table_id`` of the anchor."""
        column = None if aggregate.column is None else aggregate.column.column_id
        kind = aggregate.function if aggregate.function in self._kinds else None
        fixed = column if column in self._restricted else None
        key = (aggregate.table.table_id, column is None, kind, fixed)
        if key not in self._known:
            self._known[key] = self._find(aggregate, self._simple if kind is None else self._kinds[kind], fixed)
        return self._known[key]

    def _find(self, aggregate: Aggregate, rows: Integers, fixed: int | None) -> dict[int, Integers]:
        of_tables = np.array([_anchor(self._space, aggregate, tables) for tables in self._tables], dtype=np.int64)
        if fixed is not None:
            rows = rows[~_fixes(self._space, self._sets, fixed)[rows[:, 0]]]
        anchors = of_tables[self._combined][rows[:, 0]]
        found = {anchor: rows[anchors == anchor] for anchor in sorted(set(of_tables.tolist()) - {-1})}
        return {anchor: own for anchor, own in found.items() if len(own)}


def predicate_sets(space: QuerySpace, places: Integers) -> Integers:
    """All sets of some of the predicates on different columns, the smaller first, as rows filled up with -1."""
    columns = np.array([predicate.column.column_id for predicate in space.predicates], dtype=np.int64)
    width = space.max_predicates
    sets = np.full((1, width), -1, dtype=np.int64)
    found = [sets]
    for size in range(width):
        last = sets[:, size - 1] if size else np.full(len(sets), -1)
        row, added = np.nonzero(places[None, :] > last[:, None])
        is_new = np.ones(len(row), dtype=bool)
        for member in range(size):
            is_new &= columns[sets[row, member]] != columns[places[added]]
        longer = sets[row[is_new]].copy()
        longer[:, size] = places[added[is_new]]
        found.append(longer)
        sets = longer
    every = np.concatenate(found)
    return every[~_repeat(space, every)]


def _repeat(space: QuerySpace, sets: Integers) -> Booleans:
    """Which sets restrict two columns that a join makes equal."""
    found = np.zeros(len(sets), dtype=bool)
    for pair in space.relations.equal_columns:
        found |= _fixes(space, sets, min(pair)) & _fixes(space, sets, max(pair))
    return found


def _tables_of_sets(space: QuerySpace, sets: Integers) -> tuple[Integers, list[frozenset[int]]]:
    """The different combinations of tables whose columns sets restrict, and for each set the place of its own."""
    order = {table.table_id: place for place, table in enumerate(space.relations.tables)}
    own = np.array([*(order[predicate.column.table_id] for predicate in space.predicates), len(order)], dtype=np.int64)
    combinations = np.sort(own[sets], axis=1)
    codes = _encoded(combinations, len(order) + 2)
    _, firsts, places = np.unique(codes, return_index=True, return_inverse=True)
    ids = [*(table.table_id for table in space.relations.tables), 0]
    tables = [frozenset(ids[place] for place in row if place < len(order)) for row in combinations[firsts].tolist()]
    return places.reshape(-1), tables


def _anchor(space: QuerySpace, aggregate: Aggregate, tables: frozenset[int]) -> int:
    """The anchor of an aggregate with predicates on columns of some tables; -1 where they cannot be joined."""
    own = aggregate.table.table_id
    relations = space.relations.of(tables | {own}, own if aggregate.column is None else None)
    return -1 if relations is None else relations.anchor.table_id


def _fixes(space: QuerySpace, sets: Integers, column_id: int) -> Booleans:
    """Which sets restrict a column: nobody averages what is given."""
    is_on = np.array([*(predicate.column.column_id == column_id for predicate in space.predicates), False])
    return np.asarray(is_on[sets].any(axis=1))


def _simple(sets: Integers) -> Integers:
    every = np.arange(len(sets), dtype=np.int64)
    return np.stack([every, np.zeros_like(every)], axis=1)


def _shares(sets: Integers) -> Integers:
    """A percentage needs a predicate: all rows would be a hundred percent."""
    return _simple(sets)[1:]


def _conditions(sets: Integers) -> Integers:
    """Each set of two or more predicates with each proper part of it as the condition, by rows."""
    sizes = (sets >= 0).sum(axis=1)
    base = int(sets.max(initial=0)) + 2
    codes = _encoded(sets, base)
    order = np.argsort(codes)
    rows = [np.empty((0, 2), dtype=np.int64)]
    for size in range(2, sets.shape[1] + 1):
        own = np.flatnonzero(sizes == size)
        for part in range(1, 2**size - 1):
            members = [member for member in range(size) if part >> member & 1]
            parts = np.full((len(own), sets.shape[1]), -1, dtype=np.int64)
            parts[:, : len(members)] = sets[own][:, members]
            found = order[np.searchsorted(codes[order], _encoded(parts, base))]
            rows.append(np.stack([own, found], axis=1))
    joined = np.concatenate(rows)
    return joined[np.lexsort((joined[:, 1], joined[:, 0]))]


def _encoded(sets: Integers, base: int) -> Integers:
    codes = np.zeros(len(sets), dtype=np.int64)
    for member in range(sets.shape[1]):
        codes = codes * base + sets[:, member] + 1
    return codes
