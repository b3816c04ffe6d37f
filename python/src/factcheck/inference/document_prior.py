"""The document prior: how likely a document's queries have each function, column and restriction (Equations 1, 5)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from factcheck.candidates.space import Aggregate, QuerySpace
from factcheck.candidates.weighted_space import WeighedSpace
from factcheck.catalogue.schema import Table
from factcheck.queries.fragments import Function
from factcheck.queries.query import CandidateQuery

_Key = TypeVar("_Key", bound=Hashable)

FUNCTION_SMOOTHING = 30.0
COLUMN_SMOOTHING = 30.0
RESTRICTION_SMOOTHING = 2.0
"""Queries that every function, aggregated column and restriction counts for, beside those of the document.

Which columns claims restrict recurs within a document, and the words of a claim often leave it out.  What they
aggregate is mostly said by the claim itself: its words and the form of its number; counted by claims that count rows,
claims that do not would be read as if they did, too."""

_FUNCTIONS = tuple(Function)


@dataclass(frozen=True, slots=True)
class Prior:
    """The document prior Θ (Equation 1).

    ``functions`` sums to one over the functions, ``aggregated`` over all columns and the ``*`` of each table
    (keyed by ``column_id`` and by minus ``table_id``); ``restricted`` gives for each column the
    probability that a claim restricts it.
    """

    functions: dict[Function, float]
    aggregated: dict[int, float]
    restricted: dict[int, float]

    def of_aggregate(self, aggregate: Aggregate) -> float:
        """p_f·p_a of an aggregate."""
        return self.functions[aggregate.function] * self.aggregated[aggregated_key(aggregate)]


def aggregated_key(aggregate: Aggregate) -> int:
    """What stands for an aggregate's column, or for ``*`` of its table, in ``Prior.aggregated``."""
    return -aggregate.table.table_id if aggregate.column is None else aggregate.column.column_id


def uniform_prior(tables: Sequence[Table]) -> Prior:
    """The prior before anything is known: functions and columns alike, each column restricted once in all."""
    columns = [column.column_id for table in tables for column in table.columns]
    aggregated = [*columns, *(-table.table_id for table in tables)]
    return Prior(
        {function: 1 / len(_FUNCTIONS) for function in _FUNCTIONS},
        {key: 1 / len(aggregated) for key in aggregated},
        {key: 1 / max(len(columns), 1) for key in columns},
    )


def learned_prior(queries: Iterable[CandidateQuery], tables: Sequence[Table]) -> Prior:
    """The prior that the most likely queries speak for: (count + a) / (n + a·size) (Maximization)."""
    start = uniform_prior(tables)
    functions = dict.fromkeys(start.functions, 0.0)
    aggregated = dict.fromkeys(start.aggregated, 0.0)
    restricted = dict.fromkeys(start.restricted, 0.0)
    total = 0
    for query in queries:
        total += 1
        functions[query.function] += 1
        aggregated[-query.relations.anchor.table_id if query.column is None else query.column.column_id] += 1
        for predicate in query.predicates:
            restricted[predicate.column.column_id] += 1
    return Prior(
        _smoothed(functions, total, FUNCTION_SMOOTHING),
        _smoothed(aggregated, total, COLUMN_SMOOTHING),
        _smoothed(restricted, total, RESTRICTION_SMOOTHING),
    )


def _smoothed(counts: Mapping[_Key, float], total: int, smoothing: float) -> dict[_Key, float]:
    return {key: (count + smoothing) / (total + smoothing * len(counts)) for key, count in counts.items()}


def weigh(space: QuerySpace, prior: Prior) -> WeighedSpace:
    """Weigh the candidates of a claim by relevance and prior: S(f)S(a)·p_f·p_a·∏ S(r)·p_r (Equations 4 and 5)."""
    aggregates = [aggregate.score * prior.of_aggregate(aggregate) for aggregate in space.aggregates]
    restricted = [prior.restricted[predicate.column.column_id] for predicate in space.predicates]
    return WeighedSpace(space, np.array(aggregates), space.predicate_scores * np.array(restricted))
