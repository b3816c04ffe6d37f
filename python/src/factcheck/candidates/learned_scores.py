"""The scores of candidates with what was learned: S^e · exp(Σ w·x) of each part, so that they stay products."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod

import numpy as np

from factcheck.candidates.candidate_space import CandidateSpace
from factcheck.candidates.features import ClaimView, Contribution
from factcheck.candidates.learned_features import (
    LEARNED_OF_COLUMN,
    LEARNED_OF_COUNT,
    LEARNED_OF_FUNCTION,
    LEARNED_OF_LISTED,
    LEARNED_OF_PREDICATE,
)
from factcheck.candidates.listed import ListedPart, ListedQuery
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
    def _of_numbers(self) -> dict[int, tuple[Contribution, ...]]:
        return {}

    @cached_property
    def _of_listed_columns(self) -> dict[tuple[int, Column | None], tuple[Contribution, ...]]:
        return {}

    @cached_property
    def _of_predicates(self) -> dict[tuple[Predicate, bool], tuple[Contribution, ...]]:
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
                    for kind in ("count", "amount", "share")
                },
            ),
            ListedPart(tuple(replace(one, score=self._listed(one)) for one in space.listed.queries)),
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
            aggregate.function, aggregate.table, aggregate.column, of_function * of_column, of_function
        )

    def _listed(self, one: ListedQuery) -> float:
        return one.score * prod(part.factor for part in self.of_listed(one, one.score))

    def of_listed(self, one: ListedQuery, score: float) -> tuple[Contribution, ...]:
        """Return what was learned about a listed query that has a score by the factors of ``features.py``.

        Its function is its kind; its column and its predicates count as those of a product do.
        """
        learned, query = self.learned, one.query
        parts = [
            LEARNED_OF_LISTED.contributions(learned, score, one.generator),
            self._of_column(query.selection.anchor, query.column),
            *(self._of_predicate(view) for view in self.of_query(query)),
            self._of_number(len(query.predicates)),
        ]
        return tuple(each for part in parts for each in part)

    def _of_column(self, table: Table, column: Column | None) -> tuple[Contribution, ...]:
        key = table.table_id, column
        if key not in self._of_listed_columns:
            self._of_listed_columns[key] = LEARNED_OF_COLUMN.contributions(self.learned, 1.0, self.claim, table, column)
        return self._of_listed_columns[key]

    def _of_number(self, number: int) -> tuple[Contribution, ...]:
        if number not in self._of_numbers:
            self._of_numbers[number] = LEARNED_OF_COUNT.contributions(self.learned, 1.0, LISTED, number)
        return self._of_numbers[number]

    def _of_predicate(self, view: PredicateView) -> tuple[Contribution, ...]:
        key = view.predicate, view.is_of_another
        if key not in self._of_predicates:
            self._of_predicates[key] = LEARNED_OF_PREDICATE.contributions(self.learned, 1.0, view)
        return self._of_predicates[key]

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
        views = [self.views[each] for each in query.predicates if each in self.views]
        parts = {predicate for part in (query, *query.operands()) for predicate in part.predicates}
        columns = Counter(predicate.column for predicate in parts)
        return tuple(
            replace(view, is_of_another=False) if columns[view.predicate.column] > 1 else view for view in views
        )
