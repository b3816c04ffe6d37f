"""The candidate queries of a claim: every function, aggregation column and set of predicates retrieved for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from factcheck.fragments import Function, Predicate
from factcheck.numbers import Number
from factcheck.retrieval import Relevance
from factcheck.schema import Column, Table
from factcheck.settings import Settings

Integers = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]


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

    ``predicate_sets`` are tuples of places in ``predicates``; ``set_scores`` the products of their
    relevance.  Candidate i applies ``aggregates[aggregate[i]]`` to ``predicate_sets[predicate_set[i]]``; for a
    conditional probability, bit b of ``condition[i]`` says that the set's b-th predicate defines the group.
    ``choices[i]`` is the number of conditions the pair of aggregate and set allows: they share its weight.
    """

    table: Table
    predicates: tuple[Predicate, ...]
    aggregates: tuple[Aggregate, ...]
    predicate_sets: tuple[tuple[int, ...], ...]
    set_scores: Floats
    aggregate: Integers
    predicate_set: Integers
    condition: Integers
    choices: Integers

    def query(self, candidate: int) -> CandidateQuery:
        """The candidate at a place as a query."""
        aggregate = self.aggregates[self.aggregate[candidate]]
        places = self.predicate_sets[self.predicate_set[candidate]]
        members = tuple(self.predicates[place] for place in places)
        mask = int(self.condition[candidate])
        condition = tuple(member for bit, member in enumerate(members) if mask >> bit & 1)
        return CandidateQuery(self.table, aggregate.function, aggregate.column, members, condition)


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
    order = [column.column_id for table in tables for column in table.columns]
    ranked = sorted(order, key=lambda column_id: -relevance.columns.get(column_id, 0.0))
    return frozenset(ranked[: settings.columns_per_claim])


def _space(
    table: Table,
    number: Number,
    relevance: Relevance,
    columns: frozenset[int],
    predicates: Sequence[tuple[Predicate, float]],
    max_predicates: int,
) -> CandidateSpace:
    own = [(predicate, score) for predicate, score in predicates if predicate.column.table_id == table.table_id]
    aggregates = _aggregates(table, number, relevance, columns)
    sets = _predicate_sets([predicate for predicate, _ in own], max_predicates)
    scores = np.array([np.prod([_predicate_weight(own[i][1]) for i in members]) for members in sets])
    parts = [_candidates(i, aggregate.function, sets) for i, aggregate in enumerate(aggregates)]
    aggregate, predicate_set, condition, choices = (
        np.concatenate([part[i] for part in parts]).astype(np.int32) if parts else np.empty(0, np.int32)
        for i in range(4)
    )
    return CandidateSpace(
        table,
        tuple(predicate for predicate, _ in own),
        aggregates,
        sets,
        scores,
        aggregate,
        predicate_set,
        condition,
        choices,
    )


def _aggregates(table: Table, number: Number, relevance: Relevance, columns: frozenset[int]) -> tuple[Aggregate, ...]:
    weights = function_weights(number, relevance.functions)
    star = _column_weight(relevance.tables.get(table.table_id, 0.0))
    found = [
        Aggregate(function, None, weights[function] * star)
        for function in (Function.COUNT, Function.PERCENTAGE, Function.CONDITIONAL_PROBABILITY)
    ]
    for column in table.columns:
        if column.column_id not in columns:
            continue
        score = _column_weight(relevance.columns.get(column.column_id, 0.0))
        found.append(Aggregate(Function.COUNT_DISTINCT, column, weights[Function.COUNT_DISTINCT] * score))
        if column.is_numeric:
            for function in (Function.SUM, Function.AVG, Function.MIN, Function.MAX):
                found.append(Aggregate(function, column, weights[function] * score))
    return tuple(aggregate for aggregate in found if aggregate.score > 0)


_FUNCTION_BASE: Mapping[str, Mapping[Function, float]] = {
    "percent": {
        Function.COUNT: 0.0,
        Function.COUNT_DISTINCT: 0.0,
        Function.SUM: 0.1,
        Function.AVG: 0.3,
        Function.MIN: 0.1,
        Function.MAX: 0.2,
        Function.PERCENTAGE: 1.0,
        Function.CONDITIONAL_PROBABILITY: 0.7,
    },
    "currency": {
        Function.COUNT: 0.0,
        Function.COUNT_DISTINCT: 0.0,
        Function.SUM: 0.6,
        Function.AVG: 0.5,
        Function.MIN: 0.2,
        Function.MAX: 0.3,
        Function.PERCENTAGE: 0.0,
        Function.CONDITIONAL_PROBABILITY: 0.0,
    },
    "whole": {
        Function.COUNT: 1.0,
        Function.COUNT_DISTINCT: 0.2,
        Function.SUM: 0.4,
        Function.AVG: 0.1,
        Function.MIN: 0.1,
        Function.MAX: 0.15,
        Function.PERCENTAGE: 0.02,
        Function.CONDITIONAL_PROBABILITY: 0.01,
    },
    "decimal": {
        Function.COUNT: 0.0,
        Function.COUNT_DISTINCT: 0.0,
        Function.SUM: 0.3,
        Function.AVG: 0.8,
        Function.MIN: 0.2,
        Function.MAX: 0.3,
        Function.PERCENTAGE: 0.1,
        Function.CONDITIONAL_PROBABILITY: 0.05,
    },
}
"""How well each function's results agree with the way a number is written, before any keyword is seen."""

_FUNCTION_KEYWORD_GAIN = 12.0
_COLUMN_GAIN = 20.0
_PREDICATE_GAIN = 30.0


def function_weights(number: Number, scores: Mapping[Function, float]) -> dict[Function, float]:
    """S(f) of a claim: agreement with the number's written form, raised by the function's keywords."""
    if number.unit in {"percent", "currency"}:
        base = _FUNCTION_BASE[number.unit]
    else:
        base = _FUNCTION_BASE["whole" if number.is_integer else "decimal"]
    return {function: base[function] * (1 + _FUNCTION_KEYWORD_GAIN * scores[function]) for function in Function}


def _column_weight(score: float) -> float:
    return 1.0 + _COLUMN_GAIN * score


def _predicate_weight(score: float) -> float:
    return _PREDICATE_GAIN * score


def _predicate_sets(predicates: Sequence[Predicate], most: int) -> tuple[tuple[int, ...], ...]:
    """All sets of at most ``most`` predicates on different columns, the empty one first."""
    return tuple(
        members
        for size in range(most + 1)
        for members in combinations(range(len(predicates)), size)
        if len({predicates[place].column.column_id for place in members}) == size
    )


def _candidates(
    place: int, function: Function, sets: Sequence[tuple[int, ...]]
) -> tuple[Integers, Integers, Integers, Integers]:
    """The candidates of one aggregate: places of aggregate and set, condition, number of conditions."""
    if function is Function.CONDITIONAL_PROBABILITY:
        entries = [
            (at, mask, 2 ** len(members) - 2)
            for at, members in enumerate(sets)
            if len(members) >= 2
            for mask in range(1, 2 ** len(members) - 1)
        ]
    else:
        fewest = 1 if function is Function.PERCENTAGE else 0
        entries = [(at, 0, 1) for at, members in enumerate(sets) if len(members) >= fewest]
    table = np.array(entries, dtype=np.int32).reshape(-1, 3)
    return np.full(len(table), place, np.int32), table[:, 0], table[:, 1], table[:, 2]
