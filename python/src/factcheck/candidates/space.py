"""The candidate queries of a claim: every function, aggregation column and set of predicates, none of them written out.

A claim with twenty predicates has millions of candidates.  What inference asks of them - how many there are, the sum
of their weights, the best ones - follows from their parts, since the weight of a candidate is a product (Equations 2
to 5).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from factcheck.candidates.column_sets import ColumnSets
from factcheck.candidates.integer_logs import NEVER, whole_logs
from factcheck.catalogue.schema import Column, Table
from factcheck.joins.relation_sets import Relations, RelationSet
from factcheck.queries.fragments import Function, Predicate
from factcheck.queries.query import CandidateQuery

Integers = npt.NDArray[np.int64]
SmallIntegers = npt.NDArray[np.integer]
Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]

_NO_ANCHOR = np.iinfo(np.int32).min
_SHARE_LOGS = -whole_logs(np.maximum(np.arange(np.iinfo(np.int8).max), 1).astype(np.float64))
"""Logarithms of one over a number of choices."""


@dataclass(frozen=True, slots=True)
class Aggregate:
    """A function over a column of a table, or over its ``*`` where the column is None.

    ``score`` is S(f)·S(a), of which ``function_score`` is S(f), positive.
    """

    function: Function
    table: Table
    column: Column | None
    score: float
    function_score: float = 1.0

    @property
    def column_score(self) -> float:
        """S(a) of the column or of ``*``."""
        return self.score / self.function_score


class Candidate(NamedTuple):
    """A candidate of a query space, by the places of its parts there.

    ``predicates`` and ``condition`` are ascending; only conditional probabilities have a condition.  Candidates of
    equal weight come in the order of these places.
    """

    aggregate: int
    predicates: tuple[int, ...]
    condition: tuple[int, ...] = ()


@dataclass(frozen=True)
class Scope:
    """What is evaluated (PickScope, Algorithm 4): aggregates and predicates by place, anchors by ``table_id``.

    A candidate lies inside if its aggregate, all its predicates and the anchor of its relation set do.
    """

    aggregates: Booleans
    predicates: Booleans
    anchors: frozenset[int]


@dataclass(frozen=True)
class QuerySpace:
    """All candidates of a claim: each aggregate with each set of predicates that it can be joined with.

    ``predicates`` are ordered by table, column and literal; ``predicate_scores`` are their S(r).  A set holds at most
    ``max_predicates`` on different columns, none on the aggregate's own: nobody averages what is given, and no two on
    columns that a join makes equal.  A percentage
    needs a predicate, a conditional probability two; for it every proper part of the set, as the condition, makes
    a candidate, and these share the weight of the set.
    """

    aggregates: tuple[Aggregate, ...]
    predicates: tuple[Predicate, ...]
    predicate_scores: Floats
    relations: Relations
    max_predicates: int

    @cached_property
    def column_sets(self) -> ColumnSets:
        """The sets of columns that predicates restrict together."""
        return ColumnSets(self.predicates, self.max_predicates)

    @cached_property
    def families(self) -> Families:
        """The aggregates by the sets of columns that they go with."""
        return _families(self.aggregates, self.column_sets, self.relations)

    def size(self, scope: Scope | None = None) -> int:
        """How many candidates there are, all in all or inside a scope; conditions count."""
        inside = np.ones(len(self.predicates), dtype=np.bool_) if scope is None else scope.predicates
        numbers = self.column_sets.numbers(inside)
        anchored = self.families.exists(None if scope is None else scope.anchors)
        choices = np.where(anchored, self.families.choices, 0)
        total = 0
        for family, own in enumerate(self.families.aggregates):
            chosen = len(own) if scope is None else int(scope.aggregates[list(own)].sum())
            total += chosen * int((choices[family] * numbers).sum())
        return total

    def query(self, candidate: Candidate) -> CandidateQuery:
        """A candidate as a query; raises ``ValueError`` where its tables cannot be joined."""
        aggregate = self.aggregates[candidate.aggregate]
        members = tuple(self.predicates[place] for place in candidate.predicates)
        tables = frozenset(predicate.column.table_id for predicate in members)
        relations = _joined(aggregate, tables, self.relations)
        if relations is None:
            raise ValueError(f"tables of {candidate} cannot be joined")
        condition = tuple(self.predicates[place] for place in candidate.condition)
        return CandidateQuery(relations, aggregate.function, aggregate.column, members, condition)


@dataclass(frozen=True)
class Families:
    """Aggregates that go with the same sets of columns: alike in table, in column where it is restricted, in range.

    ``aggregates`` has their places, family by family; ``of`` the family of each aggregate.  For family f and column
    set s, ``choices[f, s]`` is the number of candidates that an aggregate makes with predicates on the columns: none,
    one, or, for conditional probabilities, the number of conditions; ``anchors[f, s]`` their relation set's anchor.
    Claims keep these while they are checked, so they are in few bytes.
    """

    aggregates: tuple[tuple[int, ...], ...]
    of: Integers
    choices: SmallIntegers
    anchors: SmallIntegers

    def firsts(self, logs: Integers, maxima: Integers) -> Integers:
        """The first aggregate of each family whose logarithm is the greatest."""
        first = np.full(len(self.aggregates), len(self.of), dtype=np.int64)
        is_greatest = logs == maxima[self.of]
        np.minimum.at(first, self.of[is_greatest], np.flatnonzero(is_greatest))
        return first

    def exists(self, anchors: frozenset[int] | None = None) -> Booleans:
        """Whether there are candidates and, unless all are asked for, they have one of these anchors."""
        exists: Booleans = self.choices > 0
        return exists if anchors is None else exists & np.isin(self.anchors, sorted(anchors))

    def maxima(self, logs: Integers) -> Integers:
        """The greatest of the logarithms of each family's aggregates."""
        greatest = np.full(len(self.aggregates), NEVER, dtype=np.int64)
        np.maximum.at(greatest, self.of, logs)
        return greatest

    def share_logs(self, anchors: frozenset[int] | None) -> Integers:
        """Logarithms of the share of a set's weight that a candidate has, ``NEVER`` where none is anchored so."""
        found: Integers = np.where(self.exists(anchors), _SHARE_LOGS[self.choices], NEVER)
        return found


def _families(aggregates: Sequence[Aggregate], sets: ColumnSets, relations: Relations) -> Families:
    found: dict[tuple[int, bool, int | None, int], list[int]] = {}
    restricted = {column.column_id for column in sets.columns}
    for place, aggregate in enumerate(aggregates):
        column = None if aggregate.column is None else aggregate.column.column_id
        fixed = column if column in restricted else None
        least = least_predicates(aggregate.function)
        found.setdefault((aggregate.table.table_id, aggregate.column is None, fixed, least), []).append(place)
    repeats = sets.have_both(relations.equal_columns)
    of = np.zeros(len(aggregates), dtype=np.int64)
    choices = np.zeros((len(found), len(sets)), dtype=np.int8)
    anchors = np.full((len(found), len(sets)), _NO_ANCHOR, dtype=np.int32)
    for family, ((_, _, fixed, least), own) in enumerate(found.items()):
        of[own] = family
        of_tables = [_anchor(aggregates[own[0]], tables, relations) for tables in sets.tables]
        anchors[family] = np.array(of_tables, dtype=np.int64)[sets.tables_of]
        exists = (anchors[family] != _NO_ANCHOR) & (sets.sizes >= least) & ~sets.has(fixed) & ~repeats
        conditions = 2**sets.sizes - 2 if aggregates[own[0]].function is Function.CONDITIONAL_PROBABILITY else 1
        choices[family] = np.where(exists, conditions, 0)
    return Families(tuple(tuple(own) for own in found.values()), of, choices, anchors)


def least_predicates(function: Function) -> int:
    """How many predicates a query with a function has at least."""
    return {Function.PERCENTAGE: 1, Function.CONDITIONAL_PROBABILITY: 2}.get(function, 0)


def _anchor(aggregate: Aggregate, tables: frozenset[int], relations: Relations) -> int:
    joined = _joined(aggregate, tables, relations)
    return _NO_ANCHOR if joined is None else joined.anchor.table_id


def _joined(aggregate: Aggregate, tables: frozenset[int], relations: Relations) -> RelationSet | None:
    """What an aggregate and predicates on some tables join; the rows of ``*`` are those of its own table."""
    own = aggregate.table.table_id
    return relations.of(tables | {own}, own if aggregate.column is None else None)
