"""A query space whose fragments have weights: sums over all candidates, and the candidates of greatest weight.

The weight of a product candidate is the product of its aggregate's weight, its predicates' weights and the factor of
their number, divided by the number of conditions where these share it.  Over parts that have no candidate in common,
sums add up, orders merge, and the greatest is the greatest of the parts'.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from heapq import merge
from itertools import islice

import numpy as np

from factcheck.candidates.best_first import CandidateOrder, candidates_of
from factcheck.candidates.candidate_space import AnyCandidate, CandidateSpace, rank_key
from factcheck.candidates.integer_logs import NEVER, is_possible, whole_logs
from factcheck.candidates.listed import ListedCandidate, WeightedList
from factcheck.candidates.space import Candidate, Floats, Integers, ProductPart, Scope


@dataclass(frozen=True)
class Marginals:
    """Sums of the weights of the candidates that have an aggregate, a predicate, an anchor (by ``table_id``).

    ``listed`` are the weights of listed candidates.
    """

    aggregates: Floats
    predicates: Floats
    anchors: dict[int, float]
    listed: Floats


class WeightedProduct:
    """The candidates of a product part with their weights (Equations 3 to 5, before evidence)."""

    def __init__(self, space: ProductPart, aggregate_weights: Floats, predicate_weights: Floats) -> None:
        """Weigh the space's aggregates and predicates; no weight is negative."""
        self.space = space
        self.aggregate_weights = aggregate_weights
        self.predicate_weights = predicate_weights
        self._aggregate_logs = whole_logs(aggregate_weights)
        self._predicate_logs = whole_logs(predicate_weights)

    def mass(self) -> float:
        """Return the sum of the weights of all candidates."""
        return float(self._joint().sum())

    def marginals(self) -> Marginals:
        """Return sums of weights by aggregate, predicate and anchor; divided by the mass they are probabilities."""
        families, sets = self.space.families, self.space.column_sets
        exists = families.exists()
        factors = np.where(exists, self.space.set_factors, 0.0)
        by_family = (factors * sets.products(self.predicate_weights)).sum(axis=1)
        by_set = (factors * self._family_weights()[:, None]).sum(axis=0)
        restricted = np.zeros(len(sets.columns) + 1)
        for members, rests in zip(sets.members, sets.rests(self.predicate_weights), strict=True):
            np.add.at(restricted, members, rests * by_set)
        joint = self._joint()
        return Marginals(
            self.aggregate_weights * by_family[families.of],
            self.predicate_weights * restricted[sets.column_of],
            {int(a): float(joint[families.anchors == a].sum()) for a in np.unique(families.anchors[exists])},
            np.zeros(0),
        )

    def weight(self, candidate: Candidate) -> float:
        """Return the weight of a candidate."""
        family = self.space.families.of[candidate.aggregate]
        weight = float(self.aggregate_weights[candidate.aggregate])
        weight *= float(self.space.size_factors[family, len(candidate.predicates)])
        for index in candidate.predicates:
            weight *= float(self.predicate_weights[index])
        shape = self.space.aggregates[candidate.aggregate].function.shape
        return weight / shape.splits(len(candidate.predicates))

    def weights(self, aggregate: Integers, predicates: Integers) -> Floats:
        """Return weights of aggregates with predicates, by index, filled up with -1; conditions share them."""
        factors = np.append(self.predicate_weights, 1.0)[predicates]
        weights: Floats = self.aggregate_weights[aggregate] * np.multiply.reduce(factors, axis=1)
        weights *= self.space.size_factors[self.space.families.of[aggregate], (predicates >= 0).sum(axis=1)]
        return weights

    def logs(self, aggregate: Integers, predicates: Integers) -> Integers:
        """Return logarithms of ``weights``."""
        factors = np.append(self._predicate_logs, 0)
        logs: Integers = self._aggregate_logs[aggregate]
        sizes = np.zeros(len(aggregate), dtype=np.int64)
        for member in predicates.T:  # NumPy adds up along the few of a row far slower
            logs += factors[member]
            sizes += member >= 0
        logs += self.space.size_logs[self.space.families.of[aggregate], sizes]
        return logs

    def in_order(self, scope: Scope | None = None) -> Iterator[tuple[int, Candidate]]:
        """Return candidates inside a scope with the logarithms of their weights, the heaviest first.

        Those of equal weight come in the order of their indexes.  Those of weight 0 are left out.
        """
        logs = self._predicate_logs if scope is None else np.where(scope.predicates, self._predicate_logs, NEVER)
        aggregates = self._aggregate_logs if scope is None else np.where(scope.aggregates, self._aggregate_logs, NEVER)
        return iter(CandidateOrder(self.space, aggregates, logs, scope))

    def heaviest_outside(self, scope: Scope) -> tuple[int, Candidate] | None:
        """Return the logarithm of the greatest weight outside of a scope, and a candidate of it; None without any.

        It has the anchor outside, or a column set that was left out for its family, or the heaviest of the aggregates
        outside, or for one of its columns the heaviest of the predicates outside; all else is as heavy as can be.
        """
        families, sets = self.space.families, self.space.column_sets
        best = sets.maxima(self._predicate_logs)
        outside = np.where(scope.predicates, NEVER, self._predicate_logs)
        columns = sets.maxima(outside) - best
        columns[-1] = NEVER
        losses = columns[sets.members]
        set_losses = losses.max(axis=0, initial=NEVER)
        aggregates_outside = np.where(scope.aggregates, NEVER, self._aggregate_logs)
        best_of_family = families.maxima(self._aggregate_logs)
        family_losses = families.maxima(aggregates_outside) - best_of_family
        is_inside = families.inside(scope)
        loss = np.where(is_inside, np.maximum(family_losses[:, None], set_losses), 0)
        set_logs = best[sets.members].sum(axis=0) + self.space.set_logs
        logs = best_of_family[:, None] + set_logs + families.share_logs(None) + loss
        if not logs.size or not is_possible(int(logs.max())):
            return None
        family, set_ = divmod(int(logs.argmax()), len(sets))
        firsts = sets.firsts(self._predicate_logs, best)
        members = [int(column) for column in sets.members[:, set_] if column >= 0]
        predicates = [int(firsts[column]) for column in members]
        aggregates = self._aggregate_logs
        if is_inside[family, set_]:
            if family_losses[family] >= set_losses[set_]:
                aggregates = aggregates_outside
            else:
                index = int(losses[:, set_].argmax())
                predicates[index] = int(sets.firsts(outside, sets.maxima(outside))[members[index]])
        aggregate = max(families.aggregates[family], key=lambda each: (aggregates[each], -each))
        return int(logs[family, set_]), candidates_of(self.space, aggregate, tuple(predicates))[0]

    def _joint(self) -> Floats:
        """Return the sums of weights for each family and column set."""
        products = self.space.column_sets.products(self.predicate_weights) * self.space.set_factors
        return np.where(self.space.families.exists(), self._family_weights()[:, None] * products, 0.0)

    def _family_weights(self) -> Floats:
        families = self.space.families
        weights = np.zeros(len(families.aggregates))
        np.add.at(weights, families.of, self.aggregate_weights)
        return weights


class WeightedSpace:
    """All candidates of a claim with their weights."""

    def __init__(self, space: CandidateSpace, product: WeightedProduct, listed_weights: Floats) -> None:
        """Take ``listed_weights`` for those of the listed candidates; none is negative."""
        self.space = space
        self.product = product
        self.listed = WeightedList(listed_weights)
        self._listed_weights = listed_weights

    def mass(self) -> float:
        """Return the sum of the weights of all candidates."""
        return self.product.mass() + self.listed.mass()

    def marginals(self) -> Marginals:
        """Return sums of weights by aggregate, predicate and anchor; divided by the mass they are probabilities."""
        return replace(self.product.marginals(), listed=self._listed_weights)

    def weight(self, candidate: AnyCandidate) -> float:
        """Return the weight of a candidate."""
        if isinstance(candidate, ListedCandidate):
            return self.listed.weight(candidate)
        return self.product.weight(candidate)

    def in_order(self, scope: Scope | None = None) -> Iterator[tuple[int, AnyCandidate]]:
        """Return candidates inside a scope with the logarithms of their weights, the heaviest first."""
        if not self.space.listed.queries:
            return iter(self.product.in_order(scope))
        parts: list[Iterator[tuple[int, AnyCandidate]]] = [
            iter(self.product.in_order(scope)),
            iter(self.listed.in_order(scope)),
        ]
        return merge(*parts, key=lambda weighted: rank_key(*weighted))

    def best(self, count: int, scope: Scope | None = None) -> list[AnyCandidate]:
        """Return the ``count`` heaviest candidates inside a scope, or all if there are fewer."""
        return [candidate for _, candidate in islice(self.in_order(scope), count)]

    def outside(self, scope: Scope) -> Iterator[tuple[int, AnyCandidate]]:
        """Return candidates outside of a scope with the logarithms of their weights, the heaviest first.

        Of the product candidates outside it is the heaviest alone, of listed ones all.
        """
        heaviest = self.product.heaviest_outside(scope)
        parts: list[Iterator[tuple[int, AnyCandidate]]] = [
            iter(() if heaviest is None else (heaviest,)),
            iter(self.listed.outside(scope)),
        ]
        return merge(*parts, key=lambda weighted: rank_key(*weighted))
