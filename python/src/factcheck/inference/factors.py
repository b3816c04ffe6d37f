"""Why a reading is as likely as it is: the factors of its posterior, one by one (Equations 2 to 5)."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from factcheck.candidates.candidate_space import CandidateSpace
from factcheck.candidates.features import (
    OF_COLUMN,
    OF_FUNCTION,
    OF_LISTED,
    OF_PAIR,
    OF_PREDICATE,
    OF_PREDICATE_COUNT,
    ClaimView,
    Contribution,
)
from factcheck.candidates.listed import ListedCandidate
from factcheck.candidates.space import Candidate
from factcheck.catalogue.schema import Column, Table
from factcheck.inference.document_prior import Prior, aggregated_key, query_key
from factcheck.inference.posterior import LikelyQuery, Posterior
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.predicates.predicate import Predicate


@dataclass(frozen=True, slots=True)
class Factor:
    """A fragment of a query, a table standing for its ``*``: its relevance S, its prior p, and what S is made of.

    A text stands for what is no fragment: a pair, a number of predicates, a listed query.
    """

    fragment: AggregationFunction | Column | Table | Predicate | str
    relevance: float
    prior: float
    contributions: tuple[Contribution, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadingFactors:
    """The factors of a reading's posterior.

    ``others`` are those of no single fragment, as far as there are any.  ``share`` is the part of the weight of its
    predicates that falls to its condition, 1 without one; ``evidence`` is Pr(E|Q), which tells how near the result
    is; ``normaliser`` is the sum of all candidates' products.
    """

    function: Factor
    column: Factor
    predicates: tuple[Factor, ...]
    others: tuple[Factor, ...]
    share: float
    evidence: float
    normaliser: float

    @property
    def fragments(self) -> tuple[Factor, ...]:
        """All factors that have a relevance and a prior."""
        return (self.function, self.column, *self.predicates, *self.others)

    @property
    def probability(self) -> float:
        """The product of all factors over the normaliser: the posterior."""
        weight = prod(fragment.relevance * fragment.prior for fragment in self.fragments)
        return weight * self.share * self.evidence / self.normaliser


def factors_of(
    reading: LikelyQuery, space: CandidateSpace, posterior: Posterior, prior: Prior, claim: ClaimView
) -> ReadingFactors:
    """Return the factors of one of a posterior's readings, given the prior behind it."""
    evidence = posterior.evidence[reading.closeness]
    if isinstance(reading.candidate, ListedCandidate):
        return _of_listed(reading.candidate, space, prior, claim, evidence, posterior.normaliser)
    return _of_product(reading.candidate, space, prior, claim, evidence, posterior.normaliser)


def _of_product(
    candidate: Candidate, space: CandidateSpace, prior: Prior, claim: ClaimView, evidence: float, normaliser: float
) -> ReadingFactors:
    product = space.product
    aggregate = product.aggregates[candidate.aggregate]
    function, table, column = aggregate.function, aggregate.table, aggregate.column
    seen = dict(claim.relevance.predicates)
    predicates = []
    for index in candidate.predicates:
        predicate = product.predicates[index]
        contributions = OF_PREDICATE.contributions(claim, predicate, seen[predicate]) if predicate in seen else ()
        restricted = prior.restricted[predicate.column.column_id]
        predicates.append(Factor(predicate, float(product.predicate_scores[index]), restricted, contributions))
    size = len(candidate.predicates)
    pair = OF_PAIR.contributions(claim, function, table, column)
    count = OF_PREDICATE_COUNT.contributions(claim, size)
    of_pair = prod(each.factor for each in pair)
    others = [Factor("function and column", of_pair, 1.0, pair)] if of_pair != 1 else []
    of_size = float(product.size_factors[size])
    others += [Factor(f"{size} predicates", of_size, 1.0, count)] if of_size != 1 or count else []
    return ReadingFactors(
        Factor(
            function, aggregate.function_score, prior.functions[function], OF_FUNCTION.contributions(claim, function)
        ),
        Factor(
            column or table,
            aggregate.column_score / of_pair,
            prior.aggregated[aggregated_key(aggregate)],
            OF_COLUMN.contributions(claim, table, column),
        ),
        tuple(predicates),
        tuple(others),
        1 / function.shape.splits(size),
        evidence,
        normaliser,
    )


def _of_listed(
    candidate: ListedCandidate,
    space: CandidateSpace,
    prior: Prior,
    claim: ClaimView,
    evidence: float,
    normaliser: float,
) -> ReadingFactors:
    listed = space.listed.queries[candidate.number]
    query = listed.query
    restricted = [(each, prior.restricted[each.column.column_id]) for each in query.predicates]
    contributions = OF_LISTED.contributions(claim, query, listed.generator)
    return ReadingFactors(
        Factor(query.function, 1.0, prior.functions[query.function]),
        Factor(query.column or query.selection.anchor, 1.0, prior.aggregated[query_key(query)]),
        tuple(Factor(predicate, 1.0, share) for predicate, share in restricted),
        (Factor(f"listed: {listed.generator}", listed.score, 1.0, contributions),),
        1.0,
        evidence,
        normaliser,
    )
