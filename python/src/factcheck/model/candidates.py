"""The candidate queries of a claim: every function, aggregation column and set of predicates retrieved for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from factcheck.catalogue.fragments import Function, Predicate
from factcheck.catalogue.names import split_identifier
from factcheck.catalogue.schema import Column, Table
from factcheck.model.likelihood import column_weight, function_weights, predicate_weight
from factcheck.numbers.mentions import Number
from factcheck.retrieval.retrieve import Relevance
from factcheck.settings import Settings

Integers = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]

_IDENTIFIER_WORDS = frozenset({"id", "key", "code", "zip", "uuid"})

# Counting different values takes a query a column, so only columns that the claim names are counted.
_NAMED = 0.15
_COUNTED_PER_TABLE = 4


@dataclass(frozen=True, slots=True)
class CandidateQuery:
    """A simple aggregate query (Definition 2) over one table.

    ``column`` is None for ``*``.  For a conditional probability ``condition`` names the predicates that
    define the group; the others are the event.
    """

    table: Table
    function: Function
    column: Column | None
    predicates: tuple[Predicate, ...]
    condition: tuple[Predicate, ...] = ()


@dataclass(frozen=True, slots=True)
class Aggregate:
    """A function over a column, or over ``*`` where the column is None; ``score`` is S(f)·S(a)."""

    function: Function
    column: Column | None
    score: float


@dataclass(frozen=True, slots=True)
class CandidateSpace:
    """The candidates of one claim over one table, as parallel arrays with one element a candidate.

    ``predicates`` are in the order of the table's columns.  Each row of ``predicate_sets`` holds places in
    ``predicates``, ascending and filled up with -1; the first row is the empty set.  ``set_scores`` are the
    products of their relevance.  Candidate i applies ``aggregates[aggregate[i]]`` to row ``predicate_set[i]``.  For a
    conditional probability, ``condition[i]`` is the row of the predicates that define the group, else 0.
    ``choices[i]`` is the number of conditions the pair of aggregate and set allows: they share its weight.
    """

    table: Table
    predicates: tuple[Predicate, ...]
    aggregates: tuple[Aggregate, ...]
    predicate_sets: Integers
    set_scores: Floats
    aggregate: Integers
    predicate_set: Integers
    condition: Integers
    choices: Integers

    def query(self, candidate: int) -> CandidateQuery:
        """The candidate at a place as a query."""
        aggregate = self.aggregates[self.aggregate[candidate]]
        members = self._members(self.predicate_set[candidate])
        condition = self._members(self.condition[candidate])
        return CandidateQuery(self.table, aggregate.function, aggregate.column, members, condition)

    def _members(self, row: int) -> tuple[Predicate, ...]:
        return tuple(self.predicates[place] for place in self.predicate_sets[row] if place >= 0)


def candidate_spaces(
    number: Number, relevance: Relevance, tables: Sequence[Table], settings: Settings
) -> tuple[CandidateSpace, ...]:
    """Span the candidates of a claim, one space for each table.

    Where the product of the retrieved fragments exceeds ``candidates_per_claim``, the least relevant
    predicates are left out until it does not.
    """
    columns = _relevant_columns(relevance, tables, settings)
    predicates = relevance.predicates
    while True:
        spaces = tuple(
            _space(table, number, relevance, columns, predicates, settings.max_predicates) for table in tables
        )
        if sum(len(space.aggregate) for space in spaces) <= settings.candidates_per_claim or not predicates:
            return spaces
        predicates = predicates[: len(predicates) * 3 // 4]


def _relevant_columns(relevance: Relevance, tables: Sequence[Table], settings: Settings) -> frozenset[int]:
    """The columns most relevant to the claim; ties go to the first table and column."""
    return _most_relevant([c for table in tables for c in table.columns], relevance, settings.columns_per_claim)


def _most_relevant(columns: Sequence[Column], relevance: Relevance, most: int) -> frozenset[int]:
    ranked = sorted(columns, key=lambda column: -relevance.columns.get(column.column_id, 0.0))
    return frozenset(column.column_id for column in ranked[:most])


def _space(
    table: Table,
    number: Number,
    relevance: Relevance,
    columns: frozenset[int],
    predicates: Sequence[tuple[Predicate, float]],
    max_predicates: int,
) -> CandidateSpace:
    order = {column.column_id: place for place, column in enumerate(table.columns)}
    own = sorted(
        ((predicate, score) for predicate, score in predicates if predicate.column.table_id == table.table_id),
        key=lambda entry: (order[entry[0].column.column_id], entry[0].literal),
    )
    aggregates = _aggregates(table, number, relevance, columns)
    sets = _predicate_sets([predicate for predicate, _ in own], max_predicates)
    weights = np.array([*(predicate_weight(score) for _, score in own), 1.0])
    kinds = {kind: _combinations(kind, sets) for kind in {_kind(aggregate.function) for aggregate in aggregates}}
    fixed = _fixed_columns(own, sets)
    parts = [_free(aggregate, kinds[_kind(aggregate.function)], fixed) for aggregate in aggregates]
    joined = np.concatenate(parts) if parts else np.empty((0, 3), np.int32)
    return CandidateSpace(
        table,
        tuple(predicate for predicate, _ in own),
        aggregates,
        sets,
        weights[sets].prod(axis=1),
        np.repeat(np.arange(len(parts), dtype=np.int32), [len(part) for part in parts]),
        joined[:, 0],
        joined[:, 1],
        joined[:, 2],
    )


def _aggregates(table: Table, number: Number, relevance: Relevance, columns: frozenset[int]) -> tuple[Aggregate, ...]:
    weights = function_weights(number, relevance.functions)
    star = column_weight(relevance.tables.get(table.table_id, 0.0))
    found = [
        Aggregate(function, None, weights[function] * star)
        for function in (Function.COUNT, Function.PERCENTAGE, Function.CONDITIONAL_PROBABILITY)
    ]
    named_from = max(_NAMED, max(relevance.columns.values(), default=0.0) / 2)
    named = [c for c in table.columns if relevance.columns.get(c.column_id, 0.0) >= named_from]
    counted = columns & _most_relevant(named, relevance, _COUNTED_PER_TABLE)
    for column in table.columns:
        if column.column_id not in columns:
            continue
        score = column_weight(relevance.columns.get(column.column_id, 0.0))
        if column.column_id in counted:
            found.append(Aggregate(Function.COUNT_DISTINCT, column, weights[Function.COUNT_DISTINCT] * score))
        if column.is_numeric and not _is_identifier(column):
            for function in (Function.SUM, Function.AVG, Function.MIN, Function.MAX, Function.MEDIAN):
                found.append(Aggregate(function, column, weights[function] * score))
    return tuple(aggregate for aggregate in found if aggregate.score > 0)


def _is_identifier(column: Column) -> bool:
    """Whether a column's numbers name things, so that adding them up says nothing."""
    words = split_identifier(column.name)
    return bool(words) and not _IDENTIFIER_WORDS.isdisjoint((words[0], words[-1]))


def _predicate_sets(predicates: Sequence[Predicate], most: int) -> Integers:
    """All sets of at most ``most`` predicates on different columns, as rows of places filled up with -1."""
    rows = [
        (*members, *(-1 for _ in range(most - size)))
        for size in range(most + 1)
        for members in combinations(range(len(predicates)), size)
        if len({predicates[place].column.column_id for place in members}) == size
    ]
    return np.array(rows, dtype=np.int32).reshape(len(rows), most)


def _fixed_columns(predicates: Sequence[tuple[Predicate, float]], sets: Integers) -> Integers:
    """The number of the column that each predicate of each set fixes, 0 where a set has fewer."""
    numbers = np.array([*(predicate.column.column_id for predicate, _ in predicates), 0], dtype=np.int32)
    return numbers[sets]


def _free(aggregate: Aggregate, rows: Integers, fixed: Integers) -> Integers:
    """Those rows of an aggregate whose predicates leave its column free: nobody averages what is given."""
    if aggregate.column is None:
        return rows
    is_free: npt.NDArray[np.bool_] = (fixed[rows[:, 0]] != aggregate.column.column_id).all(axis=1)
    return rows[is_free]


def _kind(function: Function) -> Function | None:
    """What kind of predicate sets a function needs: its own for shares, any for all others."""
    return function if function in {Function.PERCENTAGE, Function.CONDITIONAL_PROBABILITY} else None


def _combinations(kind: Function | None, sets: Integers) -> Integers:
    """Rows of set, condition and number of conditions, for a percentage, a conditional probability or another."""
    every = np.arange(len(sets), dtype=np.int32)
    if kind is Function.CONDITIONAL_PROBABILITY:
        return _conditions(sets)
    chosen = every[1:] if kind is Function.PERCENTAGE else every
    return np.stack([chosen, np.zeros_like(chosen), np.ones_like(chosen)], axis=1)


def _conditions(sets: Integers) -> Integers:
    """Each set of two or more predicates with each proper part of it as the condition."""
    members = [tuple(int(place) for place in row if place >= 0) for row in sets]
    place_of = {member: row for row, member in enumerate(members)}
    rows = [
        (row, place_of[condition], 2 ** len(member) - 2)
        for row, member in enumerate(members)
        for size in range(1, len(member))
        for condition in combinations(member, size)
    ]
    return np.array(rows, dtype=np.int32).reshape(-1, 3)
