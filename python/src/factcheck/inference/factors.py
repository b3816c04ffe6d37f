"""Why a reading is as likely as it is: the factors of its posterior, one by one (Equations 2 to 5)."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from factcheck.candidates.space import QuerySpace
from factcheck.catalogue.schema import Column, Table
from factcheck.inference.document_prior import Prior, aggregated_key
from factcheck.inference.posterior import LikelyQuery, Posterior
from factcheck.queries.fragments import Function, Predicate


@dataclass(frozen=True, slots=True)
class Factor:
    """A fragment of a query, a table standing for its ``*``: its relevance S and its prior p."""

    fragment: Function | Column | Table | Predicate
    relevance: float
    prior: float


@dataclass(frozen=True, slots=True)
class ReadingFactors:
    """The factors of a reading's posterior.

    ``share`` is the part of the weight of its predicates that falls to its condition, 1 without one; ``evidence`` is
    Pr(E|Q), which tells whether the result matches; ``normaliser`` is the sum of all candidates' products.
    """

    function: Factor
    column: Factor
    predicates: tuple[Factor, ...]
    share: float
    evidence: float
    normaliser: float

    @property
    def probability(self) -> float:
        """The product of all factors over the normaliser: the posterior."""
        fragments = (self.function, self.column, *self.predicates)
        weight = prod(fragment.relevance * fragment.prior for fragment in fragments)
        return weight * self.share * self.evidence / self.normaliser


def factors_of(reading: LikelyQuery, space: QuerySpace, posterior: Posterior, prior: Prior) -> ReadingFactors:
    """The factors of one of a posterior's readings, given the prior behind it."""
    aggregate = space.aggregates[reading.candidate.aggregate]
    aggregated = prior.aggregated[aggregated_key(aggregate)]
    predicates = []
    for place in reading.candidate.predicates:
        predicate = space.predicates[place]
        restricted = prior.restricted[predicate.column.column_id]
        predicates.append(Factor(predicate, float(space.predicate_scores[place]), restricted))
    return ReadingFactors(
        Factor(aggregate.function, aggregate.function_score, prior.functions[aggregate.function]),
        Factor(aggregate.column or aggregate.table, aggregate.column_score, aggregated),
        tuple(predicates),
        1 / (2 ** len(predicates) - 2) if reading.candidate.condition else 1.0,
        posterior.p_match if reading.matches else 1 - posterior.p_match,
        posterior.normaliser,
    )
