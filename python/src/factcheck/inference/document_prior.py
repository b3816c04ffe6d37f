"""The document prior: how likely a document's queries have each function, column and restriction (Equations 1, 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import TypeVar

import numpy as np

from factcheck.candidates.assumed_units import assumed_unit
from factcheck.candidates.candidate_space import CandidateSpace
from factcheck.candidates.space import AggregateFragment
from factcheck.candidates.weighted_space import WeightedProduct, WeightedSpace
from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.schema import Column, Table
from factcheck.catalogue.text_numbers import all_columns
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.query import Query
from factcheck.weights.learned import LEARNED, LearnedWeights
from factcheck.weights.weights import WEIGHTS

_Key = TypeVar("_Key", bound=Hashable)

_LEAST_UNRESTRICTED = 1e-3


@dataclass(frozen=True, slots=True)
class PriorExponents:
    """What the logarithms of the document prior's parts count for; as Equation 5 has them without anything learned.

    ``unrestricted`` is that of 1 - p_r, which a restriction of the column takes away: at -1 all columns that are not
    restricted count, too.
    """

    function: float = 1.0
    column: float = 1.0
    restriction: float = 1.0
    unrestricted: float = 0.0

    @classmethod
    def of(cls, learned: LearnedWeights) -> PriorExponents:
        """Return the exponents among learned weights; raises ``TypeError`` for a name that is none of them."""
        return cls(**learned.of("prior"))


EXPONENTS = PriorExponents.of(LEARNED)
"""The exponents of this version."""


@dataclass(frozen=True)
class Prior:
    """The document prior Θ (Equation 1).

    ``functions`` sums to one over the functions, ``aggregated`` over all columns, those derived for the document's
    claims among them, and the ``*`` of each table (keyed by ``column_id`` and by minus ``table_id``); ``restricted``
    gives for each column the probability that a claim restricts it.  What each of them makes of a candidate's weight
    is its power, as the ``exponents`` say.
    """

    functions: Mapping[AggregationFunction, float]
    aggregated: Mapping[int, float]
    restricted: Mapping[int, float]
    exponents: PriorExponents = EXPONENTS

    def of_function(self, function: AggregationFunction) -> float:
        """Return what p_f of a function makes of a weight."""
        return self._of_functions[function]

    def of_column(self, key: int) -> float:
        """Return what p_a makes of a weight, of a column by its number or of ``*`` by minus its table's."""
        return self._of_columns[key]

    def of_restriction(self, column_id: int) -> float:
        """Return what p_r makes of a weight, of a column that is restricted."""
        return self._of_restrictions[column_id]

    # powers are asked for again and again: by each candidate of each claim

    @cached_property
    def _of_functions(self) -> dict[AggregationFunction, float]:
        return {function: float(p**self.exponents.function) for function, p in self.functions.items()}

    @cached_property
    def _of_columns(self) -> dict[int, float]:
        return {key: float(p**self.exponents.column) for key, p in self.aggregated.items()}

    @cached_property
    def _of_restrictions(self) -> dict[int, float]:
        return {column: _power_of_restriction(p, self.exponents) for column, p in self.restricted.items()}

    def of_aggregate(self, aggregate: AggregateFragment) -> float:
        """Return p_f·p_a of an aggregate."""
        return self.of_function(aggregate.function) * self.of_column(aggregated_key(aggregate))

    def of_query(self, query: Query) -> float:
        """Return p_f·p_a·∏p_r of a query."""
        restricted = (self.of_restriction(predicate.column.column_id) for predicate in query.predicates)
        return self.of_function(query.function) * self.of_column(query_key(query)) * prod(restricted)


def _power_of_restriction(p: float, exponents: PriorExponents) -> float:
    left = max(1 - p, _LEAST_UNRESTRICTED)
    return float(p**exponents.restriction * left**exponents.unrestricted)


def aggregated_key(aggregate: AggregateFragment) -> int:
    """Return what stands for an aggregate's column, or for ``*`` of its table, in ``Prior.aggregated``."""
    return -aggregate.table.table_id if aggregate.column is None else column_key(aggregate.column)


def column_key(column: Column) -> int:
    """Return what stands for a column: in a unit that only a text tells it is the same one, for all its claims."""
    if not isinstance(column, DerivedColumn):
        return column.column_id
    assumed = assumed_unit(column)
    is_stored = assumed is not None and not isinstance(assumed[0], DerivedColumn)
    return assumed[0].column_id if assumed is not None and is_stored else column.column_id


def query_key(query: Query) -> int:
    """Return what stands for a query's column, or for ``*`` of its anchor, in ``Prior.aggregated``."""
    return -query.selection.anchor.table_id if query.column is None else column_key(query.column)


def uniform_prior(
    tables: Sequence[Table], derived: Iterable[DerivedColumn] = (), exponents: PriorExponents = EXPONENTS
) -> Prior:
    """Return the prior before anything is known: functions and columns alike, a claim restricting about one column.

    ``derived`` are the derived columns of all claims, each once.
    """
    columns = [column.column_id for table in tables for column in all_columns(table)]
    aggregated = [*columns, *(column.column_id for column in derived), *(-table.table_id for table in tables)]
    return Prior(
        {function: 1 / len(FUNCTIONS) for function in FUNCTIONS},
        {key: 1 / len(aggregated) for key in aggregated},
        dict.fromkeys(columns, 1 / WEIGHTS.prior.restrictable(len(columns))),
        exponents,
    )


@dataclass(frozen=True, slots=True)
class Votes:
    """How many of a document's queries have each function and column, and how many restrict each column.

    The keys are those of the prior.
    """

    functions: Counter[AggregationFunction] = field(default_factory=Counter)
    aggregated: Counter[int] = field(default_factory=Counter)
    restricted: Counter[int] = field(default_factory=Counter)

    @classmethod
    def of(cls, queries: Iterable[Query]) -> Votes:
        """Count queries."""
        votes = cls()
        for query in queries:
            votes.add(query)
        return votes

    def add(self, query: Query, times: int = 1) -> None:
        """Count a query as many times as given; a negative number takes it away."""
        self.functions[query.function] += times
        self.aggregated[query_key(query)] += times
        for predicate in query.predicates:
            self.restricted[predicate.column.column_id] += times

    @property
    def total(self) -> int:
        """How many queries are counted."""
        return self.functions.total()


def learned_prior(
    queries: Iterable[Query],
    tables: Sequence[Table],
    derived: Iterable[DerivedColumn] = (),
    exponents: PriorExponents = EXPONENTS,
) -> Prior:
    """Return the prior that the most likely queries speak for: (count + a) / (n + a·size) (Maximization).

    Which columns claims restrict recurs within a document, and the words of a claim often leave it out: little
    smoothing.  What they aggregate is mostly said by the claim itself, by its words and the form of its number: more of
    it, or claims that count rows would have others read as if they did.
    """
    start = uniform_prior(tables, derived, exponents)
    votes = Votes.of(queries)
    weights, total = WEIGHTS.prior, votes.total
    restrictable = weights.restrictable(len(start.restricted))
    return Prior(
        _smoothed(start.functions, votes.functions, total, weights.function_smoothing),
        _smoothed(start.aggregated, votes.aggregated, total, weights.column_smoothing),
        _smoothed(start.restricted, votes.restricted, total, weights.restriction_smoothing, restrictable),
        exponents,
    )


def _smoothed(
    keys: Iterable[_Key], counts: Counter[_Key], total: int, smoothing: float, size: int | None = None
) -> dict[_Key, float]:
    keys = list(keys)
    size = len(keys) if size is None else size
    return {key: (counts[key] + smoothing) / (total + smoothing * size) for key in keys}


@dataclass(frozen=True, slots=True)
class PriorChange:
    """What other votes make of the document prior: how many times likelier a query is by them.

    Each part of a query counts by its own votes, out of one number of queries, ``total``, before and after: parts that
    have as many votes as before count for nothing, however many votes others have won or lost.  ``columns`` is how
    many columns the tables have.
    """

    total: int
    columns: int
    exponents: PriorExponents = EXPONENTS

    def of_query(self, query: Query, before: Votes, after: Votes) -> float:
        """Return the ratio of a query's prior after to that before."""
        weights, exponents = WEIGHTS.prior, self.exponents
        ratio = _ratio(before.functions, after.functions, query.function, weights.function_smoothing)
        change = ratio**exponents.function
        ratio = _ratio(before.aggregated, after.aggregated, query_key(query), weights.column_smoothing)
        change *= ratio**exponents.column
        for predicate in query.predicates:
            key = predicate.column.column_id
            votes, votes_before = after.restricted[key], before.restricted[key]
            if votes != votes_before:
                change *= self._of_restriction(votes) / self._of_restriction(votes_before)
        return float(change)

    def _of_restriction(self, votes: int) -> float:
        smoothing = WEIGHTS.prior.restriction_smoothing
        p = (votes + smoothing) / (self.total + smoothing * WEIGHTS.prior.restrictable(self.columns))
        return _power_of_restriction(p, self.exponents)


def _ratio(before: Counter[_Key], after: Counter[_Key], key: _Key, smoothing: float) -> float:
    return (after[key] + smoothing) / (before[key] + smoothing)


def weigh(space: CandidateSpace, prior: Prior) -> WeightedSpace:
    """Weigh the candidates of a claim by relevance and prior: S(f)S(a)·p_f·p_a·∏ S(r)·p_r (Equations 4 and 5)."""
    product = space.product
    aggregates = [aggregate.score * prior.of_aggregate(aggregate) for aggregate in product.aggregates]
    sets = product.column_sets
    restricted = np.array([prior.of_restriction(column.column_id) for column in sets.columns], dtype=np.float64)
    weighted = WeightedProduct(product, np.array(aggregates), product.predicate_scores * restricted[sets.column_of])
    listed = [one.score * prior.of_query(one.query) for one in space.listed.queries]
    return WeightedSpace(space, weighted, np.array(listed, dtype=np.float64))
