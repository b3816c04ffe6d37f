"""The candidates of a claim that are evaluated: all within its scope, by the table whose rows they are about."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from factcheck.catalogue.fragments import Function
from factcheck.catalogue.schema import Table
from factcheck.model.query_space import Candidate, CandidateQuery, QuerySpace, Scope

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

    def find(self, candidate: Candidate) -> int | None:
        """Where a candidate is among these; None where it is not."""
        start, end = np.searchsorted(self.aggregate, [candidate.aggregate, candidate.aggregate + 1])
        own = slice(int(start), int(end))
        is_it = (self.predicate_sets[self.predicate_set[own]] == self._filled(candidate.predicates)).all(axis=1)
        is_it &= (self.predicate_sets[self.condition[own]] == self._filled(candidate.condition)).all(axis=1)
        places = np.flatnonzero(is_it)
        return int(start + places[0]) if len(places) else None

    def _filled(self, places: tuple[int, ...]) -> Integers:
        return np.array([*places, *(-1 for _ in range(self.predicate_sets.shape[1] - len(places)))], dtype=np.int64)


def enumerate_candidates(space: QuerySpace, scope: Scope) -> tuple[AnchorCandidates, ...]:
    """The candidates of a claim within its scope, for each anchor that has any, in the order of the tables."""
    sets = predicate_sets(space, np.flatnonzero(scope.predicates))
    combined, tables = _tables_of_sets(space, sets)
    combinations = {
        Function.PERCENTAGE: _shares(sets),
        Function.CONDITIONAL_PROBABILITY: _conditions(sets),
    }
    simple = _simple(sets)
    parts: dict[int, list[Integers]] = {}
    for place in np.flatnonzero(scope.aggregates).tolist():
        aggregate = space.aggregates[place]
        rows = combinations.get(aggregate.function, simple)
        anchors = np.array([_anchor(space, place, members) for members in tables], dtype=np.int64)[combined][rows[:, 0]]
        if aggregate.column is not None:
            anchors[_fixes(space, sets, aggregate.column.column_id)[rows[:, 0]]] = -1
        for anchor in np.unique(anchors):
            if int(anchor) in scope.anchors:
                own = rows[anchors == anchor]
                parts.setdefault(int(anchor), []).append(np.insert(own, 0, place, axis=1))
    found = []
    for table in space.relations.tables:
        if table.table_id in parts:
            joined = np.concatenate(parts[table.table_id])
            found.append(AnchorCandidates(space, table, sets, joined[:, 0], joined[:, 1], joined[:, 2]))
    return tuple(found)


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
    combinations, places = np.unique(np.sort(own[sets], axis=1), axis=0, return_inverse=True)
    ids = [*(table.table_id for table in space.relations.tables), 0]
    tables = [frozenset(ids[int(place)] for place in row if place < len(order)) for row in combinations]
    return places.reshape(-1), tables


def _anchor(space: QuerySpace, place: int, tables: frozenset[int]) -> int:
    """The anchor of an aggregate with predicates on columns of some tables; -1 where they cannot be joined."""
    aggregate = space.aggregates[place]
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
