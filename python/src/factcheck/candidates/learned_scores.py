"""The scores of candidates with what was learned: S^e · exp(Σ w·x) of each part, so that they stay products."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod

import numpy as np

from factcheck.candidates.candidate_space import CandidateSpace
from factcheck.candidates.claim_view import ClaimView
from factcheck.candidates.features import Contribution
from factcheck.candidates.learned_features import (
    LEARNED_OF_COLUMN,
    LEARNED_OF_COUNT,
    LEARNED_OF_FUNCTION,
    LEARNED_OF_LISTED,
    LEARNED_OF_PREDICATE,
)
from factcheck.candidates.listed import ListedPart, ListedQuery
from factcheck.candidates.log_linear import LogLinear
from factcheck.candidates.predicate_view import PredicateView, predicate_views
from factcheck.candidates.space import AggregateFragment
from factcheck.catalogue.schema import Column, Table
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Query
from factcheck.weights.learned import LearnedWeights

LISTED = "listed"
"""What the number of a listed query's predicates is looked at with."""


@dataclass(frozen=True)
class LearnedScores:
    """What was learned about the candidates of one claim.

    ``scores`` are S(r) of the claim's predicates as the factors make them, where these have been worked out.
    """

    claim: ClaimView
    tables: Sequence[Table]
    learned: LearnedWeights
    scores: Sequence[float] | None = None

    @cached_property
    def views(self) -> Mapping[Predicate, PredicateView]:
        """What features see of the claim's predicates."""
        return {view.predicate: view for view in predicate_views(self.claim, self.tables, self.scores)}

    @cached_property
    def _of_columns(self) -> dict[tuple[int, Column | None], float]:
        return {}

    @cached_property
    def _of_functions(self) -> dict[AggregationFunction, float]:
        return {}

    @cached_property
    def _factors(self) -> dict[Hashable, tuple[float, ...]]:
        return {}

    def applied(self, space: CandidateSpace) -> CandidateSpace:
        """Return a space whose scores are those of ``features.py`` with scores that have what was learned, too."""
        if not self.learned.groups:
            return space
        product = space.product
        exponent = LEARNED_OF_PREDICATE.exponent(self.learned)
        of_predicates = [LEARNED_OF_PREDICATE.factor(self.learned, self.views[each]) for each in product.predicates]
        sizes = range(product.max_predicates + 1)
        return CandidateSpace(
            replace(
                product,
                aggregates=tuple(map(self._aggregate, product.aggregates)),
                predicate_scores=product.predicate_scores**exponent * np.array(of_predicates, dtype=np.float64),
                size_scores={
                    kind: tuple(LEARNED_OF_COUNT.factor(self.learned, kind, size) for size in sizes)
                    for kind in {aggregate.kind for aggregate in product.aggregates}
                },
            ),
            ListedPart(tuple(ListedQuery(one.query, self._listed(one), one.generator) for one in space.listed.queries)),
        )

    def _aggregate(self, aggregate: AggregateFragment) -> AggregateFragment:
        learned = self.learned
        if aggregate.function not in self._of_functions:
            self._of_functions[aggregate.function] = LEARNED_OF_FUNCTION.factor(learned, aggregate.function)
        of_function = aggregate.function_score ** LEARNED_OF_FUNCTION.exponent(learned)
        of_function *= self._of_functions[aggregate.function]
        of_column = aggregate.column_score ** LEARNED_OF_COLUMN.exponent(learned)
        key = aggregate.table.table_id, aggregate.column
        if key not in self._of_columns:
            self._of_columns[key] = LEARNED_OF_COLUMN.factor(learned, self.claim, aggregate.table, aggregate.column)
        of_column *= self._of_columns[key]
        return AggregateFragment(
            aggregate.function,
            aggregate.table,
            aggregate.column,
            of_function * of_column,
            of_function,
            aggregate.dimensions,
        )

    def _listed(self, one: ListedQuery) -> float:
        return one.score * LEARNED_OF_LISTED.of_score(self.learned, one.score) * prod(self._factors_of_listed(one))

    def _factors_of_listed(self, one: ListedQuery) -> Iterator[float]:
        for key, features, looked_at in self._parts(one):
            if key not in self._factors:
                self._factors[key] = features.factors(self.learned, *looked_at)
            yield from self._factors[key]

    def of_listed(self, one: ListedQuery, score: float) -> tuple[Contribution, ...]:
        """Return what was learned about a listed query that has a score by the factors of ``features.py``."""
        contributions: list[Contribution] = []
        for _, features, looked_at in self._parts(one):
            of_group = score if features is LEARNED_OF_LISTED else 1.0
            contributions += features.contributions(self.learned, of_group, *looked_at)
        return tuple(contributions)

    def _parts(self, one: ListedQuery) -> Iterator[tuple[Hashable, LogLinear[...], tuple[object, ...]]]:
        """Yield what features look at of a listed query, each with a key: parts of one key have the same factors.

        Its function is its kind; its column and its predicates count as those of a product do.
        """
        query = one.query
        table, column = query.selection.anchor, query.column
        yield one.generator, LEARNED_OF_LISTED, (one.generator,)
        yield (table.table_id, column), LEARNED_OF_COLUMN, (self.claim, table, column)
        for view in self.of_query(query):
            yield (view.predicate, view.is_of_another), LEARNED_OF_PREDICATE, (view,)
        number = len(query.predicates)
        yield number, LEARNED_OF_COUNT, (LISTED, number)

    def score_before(self, one: ListedQuery) -> float:
        """Return the score of a listed query before what was learned was applied."""
        exponent = LEARNED_OF_LISTED.exponent(self.learned)
        others = prod(part.factor for part in self.of_listed(one, 1.0))
        return float((one.score / others) ** (1 / exponent)) if exponent else 1.0

    def of_query(self, query: Query) -> tuple[PredicateView, ...]:
        """Return what features see of the predicates of a listed query, those that the claim's words retrieved.

        What compares the rows with one value of a column with those with another is about both: neither belongs to
        another number alone.
        """
        views = tuple(self.views[each] for each in query.predicates if each in self.views)
        if not any(view.is_of_another for view in views):
            return views
        columns = Counter(predicate.column for predicate in query.all_predicates())
        return tuple(
            replace(view, is_of_another=False) if columns[view.predicate.column] > 1 else view for view in views
        )
