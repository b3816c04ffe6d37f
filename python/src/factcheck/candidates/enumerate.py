"""The product candidates of a claim that are evaluated: all within its scope, by the table they are about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from factcheck.candidates.space import AggregateFragment, Candidate, ProductPart, Scope
from factcheck.catalogue.schema import Table
from factcheck.queries.query import Query
from factcheck.queries.shapes import Shape

Integers = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class AnchorCandidates:
    """Candidates of one claim over the rows of one anchor, as parallel arrays with one element a candidate.

    Each row of ``predicate_sets`` holds indexes of the space's predicates, ascending and filled up with -1; the first
    is the empty set.  Candidate i applies the aggregate with the index ``aggregate[i]`` of the space, ascending, to row
    ``predicate_set[i]``.  Where the function's shape has a condition, row ``condition[i]`` has its predicates, else it
    is 0.
    """

    space: ProductPart
    anchor: Table
    predicate_sets: Integers
    aggregate: Integers
    predicate_set: Integers
    condition: Integers

    def candidate(self, index: int) -> Candidate:
        """Return the candidate with an index."""
        predicates, condition = (
            tuple(int(member) for member in self.predicate_sets[rows[index]] if member >= 0)
            for rows in (self.predicate_set, self.condition)
        )
        return Candidate(int(self.aggregate[index]), predicates, condition)

    def aggregate_of(self, index: int) -> AggregateFragment:
        """Return the aggregate of the candidate with an index."""
        return self.space.aggregates[int(self.aggregate[index])]

    def query(self, index: int) -> Query:
        """Return the candidate with an index as a query."""
        return self.space.query(self.candidate(index))

    def at(self, indexes: Sequence[int] | Integers) -> AnchorCandidates:
        """Return the candidates with some indexes, which ascend, and the predicate sets that they have."""
        chosen = np.asarray(indexes, dtype=np.int64)
        sets, conditions = self.predicate_set[chosen], self.condition[chosen]
        is_used = np.zeros(len(self.predicate_sets), dtype=bool)
        is_used[0] = is_used[sets] = is_used[conditions] = True
        row_of = np.cumsum(is_used) - 1
        return AnchorCandidates(
            self.space,
            self.anchor,
            self.predicate_sets[is_used],
            self.aggregate[chosen],
            row_of[sets],
            row_of[conditions],
        )

    @classmethod
    def of(cls, space: ProductPart, anchor: Table, candidates: Sequence[Candidate]) -> AnchorCandidates:
        """Make arrays of some candidates over one anchor, which ascend."""
        sets = sorted({part for each in candidates for part in (each.predicates, each.condition)} | {()}, key=len)
        row_of = {predicates: row for row, predicates in enumerate(sets)}
        return cls(
            space,
            anchor,
            filled(sets, space.max_predicates),
            np.array([each.aggregate for each in candidates], dtype=np.int64),
            np.array([row_of[each.predicates] for each in candidates], dtype=np.int64),
            np.array([row_of[each.condition] for each in candidates], dtype=np.int64),
        )


def filled(sets: Sequence[tuple[int, ...]], width: int) -> Integers:
    """Return sets of indexes as rows filled up with -1."""
    rows = np.full((len(sets), width), -1, dtype=np.int64)
    for row, indexes in enumerate(sets):
        rows[row, : len(indexes)] = indexes
    return rows


def enumerate_candidates(space: ProductPart, scope: Scope, known: Scope | None = None) -> tuple[AnchorCandidates, ...]:
    """Write out the candidates of a claim within its scope, for each anchor that has any, in the order of the tables.

    Which of them exist, and over which anchor, the families of the space's aggregates say.  Those within the scope
    ``known``, if one is given, are left out.
    """
    if known is not None and space.is_within(scope, known):
        return ()
    sets = predicate_sets(space, np.flatnonzero(scope.predicates))
    rows = _RowsByAnchor(space, sets, scope, known)
    parts: dict[int, list[tuple[int, Integers]]] = {}
    for index in np.flatnonzero(scope.aggregates).tolist():
        for anchor, pairs in rows.of(index).items():
            parts.setdefault(anchor, []).append((index, pairs))
    listed = []
    for table in space.relations.tables:
        if table.table_id in parts:
            indexes = [index for index, _ in parts[table.table_id]]
            rows_of = [pairs for _, pairs in parts[table.table_id]]
            aggregates = np.repeat(np.array(indexes, dtype=np.int64), [pairs.shape[1] for pairs in rows_of])
            of_sets, of_conditions = np.concatenate(rows_of, axis=1)
            listed.append(AnchorCandidates(space, table, sets, aggregates, of_sets, of_conditions))
    return tuple(listed)


class _RowsByAnchor:
    """Predicate sets and conditions that go with an aggregate, by the anchor of the tables they join.

    They are the same for all aggregates of a family that are in the scope ``known``, and for all others.
    """

    def __init__(self, space: ProductPart, sets: Integers, scope: Scope, known: Scope | None) -> None:
        self._space = space
        self._sets = sets
        columns = np.append(space.column_sets.column_of, -1)[sets]
        self._column_sets = space.column_sets.indexes_of(columns)
        self._exists = space.families.inside(scope)
        self._known = known
        if known is not None:
            self._is_new = self._exists & ~space.families.inside(known)
            self._has_new: Booleans = np.asarray(~np.append(known.predicates, True)[sets].all(axis=1))
        self._pairs_of: dict[tuple[int, bool], dict[int, Integers]] = {}
        self._splits: dict[str, tuple[Integers, Integers]] = {}

    def of(self, aggregate: int) -> dict[int, Integers]:
        """Return rows of sets and rows of conditions, in pairs, by ``table_id`` of the anchor."""
        family = int(self._space.families.of[aggregate])
        is_known = self._known is not None and bool(self._known.aggregates[aggregate])
        if (family, is_known) not in self._pairs_of:
            shape = self._space.aggregates[aggregate].function.shape
            self._pairs_of[family, is_known] = self._find(family, shape, is_known)
        return self._pairs_of[family, is_known]

    def _find(self, family: int, shape: Shape, is_known: bool) -> dict[int, Integers]:
        pairs, column_sets = self._pairs(shape)
        exists = self._exists[family].take(column_sets)
        if is_known:
            exists &= self._has_new.take(pairs[0]) | self._is_new[family].take(column_sets)
        there = np.flatnonzero(exists)
        if not len(there):
            return {}
        of_sets = self._space.families.anchors[family]
        possible = np.unique(of_sets[self._exists[family]])  # of few sets: there are far more pairs
        if len(possible) == 1:
            return {int(possible[0]): pairs.take(there, axis=1)}
        anchors = of_sets.take(column_sets.take(there))
        return {int(anchor): pairs.take(there[anchors == anchor], axis=1) for anchor in possible if anchor in anchors}

    def _pairs(self, shape: Shape) -> tuple[Integers, Integers]:
        """Return each set with each condition that a shape allows, by rows, also of sets that make no candidate.

        With them come the indexes of the column sets.
        """
        if shape.name not in self._splits:
            if shape.has_condition:
                pairs = _with_conditions(self._sets)
            else:
                rows = np.arange(len(self._sets), dtype=np.int64)
                pairs = np.stack([rows, np.zeros_like(rows)])
            self._splits[shape.name] = pairs, self._column_sets.take(pairs[0])
        return self._splits[shape.name]


def predicate_sets(space: ProductPart, indexes: Integers) -> Integers:
    """Return all sets of some of the predicates on different columns, the smaller first, as rows filled up with -1."""
    columns = space.column_sets.column_of
    width = space.max_predicates
    sets = np.full((1, width), -1, dtype=np.int64)
    sizes = [sets]
    for size in range(width):
        last = sets[:, size - 1] if size else np.full(len(sets), -1)
        row, added = np.nonzero(indexes[None, :] > last[:, None])
        is_new = np.ones(len(row), dtype=bool)
        for member in range(size):
            is_new &= columns[sets[row, member]] != columns[indexes[added]]
        longer = sets[row[is_new]].copy()
        longer[:, size] = indexes[added[is_new]]
        sizes.append(longer)
        sets = longer
    return np.concatenate(sizes)


def _with_conditions(sets: Integers) -> Integers:
    """Return rows of sets of two or more predicates and, in pairs with these, of each proper part as the condition."""
    sizes = (sets >= 0).sum(axis=1)
    width, base = sets.shape[1], int(sets.max(initial=0)) + 2
    codes = _encoded(sets, base)
    order = np.argsort(codes)
    ascending = codes[order]
    pairs = [np.empty(0, dtype=np.int64)]
    for size in range(2, width + 1):
        wholes = np.flatnonzero(sizes == size)
        digits = [(sets[wholes, member] + 1) for member in range(size)]
        for part in (part for few in range(1, size) for part in combinations(range(size), few)):
            parts = sum(digits[member] * base ** (width - 1 - place) for place, member in enumerate(part))
            pairs.append(wholes * len(sets) + order[np.searchsorted(ascending, parts)])
    joined = np.sort(np.concatenate(pairs))
    return np.stack(np.divmod(joined, max(len(sets), 1)))


def _encoded(sets: Integers, base: int) -> Integers:
    codes = np.zeros(len(sets), dtype=np.int64)
    for member in range(sets.shape[1]):
        codes = codes * base + sets[:, member] + 1
    return codes
