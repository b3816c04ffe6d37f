"""A query space whose fragments have weights: sums over all candidates, and the candidates of greatest weight.

The weight of a candidate is the product of its aggregate's weight and its predicates' weights, divided by the number
of conditions where these share it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from factcheck.candidates.best_first import CandidateOrder, candidates_of
from factcheck.candidates.integer_logs import NEVER, is_possible, whole_logs
from factcheck.candidates.space import Candidate, Floats, Integers, QuerySpace, Scope


@dataclass(frozen=True)
class Marginals:
    """Sums of the weights of the candidates that have an aggregate, a predicate, an anchor (by ``table_id``)."""

    aggregates: Floats
    predicates: Floats
    anchors: dict[int, float]


class WeighedSpace:
    """The candidates of a query space with their weights (Equations 3 to 5, before evidence)."""

    def __init__(self, space: QuerySpace, aggregate_weights: Floats, predicate_weights: Floats) -> None:
        """Weights of the space's aggregates and predicates are not negative."""
        self.space = space
        self.aggregate_weights = aggregate_weights
        self.predicate_weights = predicate_weights
        self._aggregate_logs = whole_logs(aggregate_weights)
        self._predicate_logs = whole_logs(predicate_weights)

    def mass(self) -> float:
        """The sum of the weights of all candidates."""
        return float(self._joint().sum())

    def marginals(self) -> Marginals:
        """Sums of weights by aggregate, predicate and anchor; divided by the mass they are probabilities."""
        families, sets = self.space.families, self.space.column_sets
        exists = families.exists()
        products = sets.products(self.predicate_weights)
        by_family = np.where(exists, products, 0.0).sum(axis=1)
        by_set = np.where(exists, self._family_weights()[:, None], 0.0).sum(axis=0)
        restricted = np.zeros(len(sets.columns) + 1)
        for members, rests in zip(sets.members, sets.rests(self.predicate_weights), strict=True):
            np.add.at(restricted, members, rests * by_set)
        joint = self._joint()
        return Marginals(
            self.aggregate_weights * by_family[families.of],
            self.predicate_weights * restricted[sets.column_of],
            {int(a): float(joint[families.anchors == a].sum()) for a in np.unique(families.anchors[exists])},
        )

    def weight(self, candidate: Candidate) -> float:
        """The weight of a candidate."""
        weight = float(self.aggregate_weights[candidate.aggregate])
        for place in candidate.predicates:
            weight *= float(self.predicate_weights[place])
        return weight / (2 ** len(candidate.predicates) - 2) if candidate.condition else weight

    def weights(self, aggregate: Integers, predicates: Integers) -> Floats:
        """Weights of aggregates with predicates, by place, filled up with -1; conditions share them."""
        factors = np.append(self.predicate_weights, 1.0)[predicates]
        found: Floats = self.aggregate_weights[aggregate] * np.multiply.reduce(factors, axis=1)
        return found

    def logs(self, aggregate: Integers, predicates: Integers) -> Integers:
        """Logarithms of ``weights``."""
        factors = np.append(self._predicate_logs, 0)[predicates]
        found: Integers = self._aggregate_logs[aggregate] + factors.sum(axis=1)
        return found

    def in_order(self, scope: Scope | None = None) -> Iterator[tuple[int, Candidate]]:
        """Candidates inside a scope with the logarithms of their weights, the heaviest first.

        Those of equal weight come in the order of their places.  Those of weight 0 are left out.
        """
        logs = self._predicate_logs if scope is None else np.where(scope.predicates, self._predicate_logs, NEVER)
        own = self._aggregate_logs if scope is None else np.where(scope.aggregates, self._aggregate_logs, NEVER)
        return iter(CandidateOrder(self.space, own, logs, None if scope is None else scope.anchors))

    def best(self, count: int, scope: Scope | None = None) -> list[Candidate]:
        """The ``count`` heaviest candidates inside a scope, fewer where there are not so many."""
        return [candidate for _, candidate in islice(self.in_order(scope), count)]

    def heaviest_outside(self, scope: Scope) -> tuple[int, Candidate] | None:
        """The logarithm of the greatest weight outside of a scope, and a candidate of this weight; None without any.

        It has the anchor outside, or the heaviest of the aggregates outside, or for one of its columns the heaviest of
        the predicates outside; all else about it is as heavy as can be.
        """
        families, sets = self.space.families, self.space.column_sets
        best = sets.maxima(self._predicate_logs)
        outside = np.where(scope.predicates, NEVER, self._predicate_logs)
        columns = sets.maxima(outside) - best
        columns[-1] = NEVER
        losses = columns[sets.members]
        set_losses = losses.max(axis=0, initial=NEVER)
        own = np.where(scope.aggregates, NEVER, self._aggregate_logs)
        own_best = families.maxima(self._aggregate_logs)
        family_losses = families.maxima(own) - own_best
        is_inside = families.exists(scope.anchors)
        loss = np.where(is_inside, np.maximum(family_losses[:, None], set_losses), 0)
        logs = own_best[:, None] + best[sets.members].sum(axis=0) + families.share_logs(None) + loss
        if not logs.size or not is_possible(int(logs.max())):
            return None
        family, set_ = divmod(int(logs.argmax()), len(sets))
        firsts = sets.firsts(self._predicate_logs, best)
        members = [int(column) for column in sets.members[:, set_] if column >= 0]
        predicates = [int(firsts[column]) for column in members]
        aggregates = self._aggregate_logs
        if is_inside[family, set_]:
            if family_losses[family] >= set_losses[set_]:
                aggregates = own
            else:
                place = int(losses[:, set_].argmax())
                predicates[place] = int(sets.firsts(outside, sets.maxima(outside))[members[place]])
        aggregate = max(families.aggregates[family], key=lambda each: (aggregates[each], -each))
        return int(logs[family, set_]), candidates_of(self.space, aggregate, tuple(predicates))[0]

    def _joint(self) -> Floats:
        """The sums of weights for each family and column set."""
        products = self.space.column_sets.products(self.predicate_weights)
        return np.where(self.space.families.exists(), self._family_weights()[:, None] * products, 0.0)

    def _family_weights(self) -> Floats:
        families = self.space.families
        weights = np.zeros(len(families.aggregates))
        np.add.at(weights, families.of, self.aggregate_weights)
        return weights
