"""Why a reading is as likely as it is: the factors of its posterior, one by one (Equations 2 to 5)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import prod

from factcheck.candidates.candidate_space import CandidateSpace
from factcheck.candidates.claim_view import ClaimView
from factcheck.candidates.features import OF_COLUMN, OF_FUNCTION, OF_LISTED, OF_PAIR, Contribution
from factcheck.candidates.learned_features import (
    LEARNED_OF_COLUMN,
    LEARNED_OF_COUNT,
    LEARNED_OF_FUNCTION,
    LEARNED_OF_PREDICATE,
)
from factcheck.candidates.learned_scores import LearnedScores
from factcheck.candidates.listed import ListedCandidate
from factcheck.candidates.neighbours import NEIGHBOURS
from factcheck.candidates.predicate_features import OF_PREDICATE
from factcheck.candidates.space import Candidate
from factcheck.catalogue.schema import Column, Table
from factcheck.inference.document_prior import Prior, aggregated_key, query_key
from factcheck.inference.posterior import LikelyQuery, Posterior
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.predicates.predicate import Predicate
from factcheck.weights.learned import LEARNED, LearnedWeights

_OF_NEIGHBOURS = partial(
    Contribution, "neighbours", "what claims near it are likely to mean, and words of this one that compare it"
)
"""What the score of a query is made of that follows from other claims."""


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
    reading: LikelyQuery,
    space: CandidateSpace,
    posterior: Posterior,
    prior: Prior,
    claim: ClaimView,
    weights: LearnedWeights = LEARNED,
) -> ReadingFactors:
    """Return the factors of one of a posterior's readings, given the prior behind it and the weights of features."""
    evidence = posterior.evidence[reading.closeness]
    learned = LearnedScores(claim, space.product.relations.tables, weights)
    if isinstance(reading.candidate, ListedCandidate):
        return _of_listed(reading.candidate, space, prior, learned, evidence, posterior.normaliser)
    return _of_product(reading.candidate, space, prior, learned, evidence, posterior.normaliser)


def _of_product(
    candidate: Candidate,
    space: CandidateSpace,
    prior: Prior,
    learned: LearnedScores,
    evidence: float,
    normaliser: float,
) -> ReadingFactors:
    product, claim, weights = space.product, learned.claim, learned.learned
    aggregate = product.aggregates[candidate.aggregate]
    function, table, column = aggregate.function, aggregate.table, aggregate.column
    predicates = []
    for index in candidate.predicates:
        predicate = product.predicates[index]
        contributions = _of_predicate(predicate, learned) if predicate in learned.views else ()
        restricted = prior.of_restriction(predicate.column.column_id)
        predicates.append(Factor(predicate, float(product.predicate_scores[index]), restricted, contributions))
    size = len(candidate.predicates)
    pair = OF_PAIR.contributions(claim, function, table, column)
    of_pair = prod(each.factor for each in pair)
    others = [Factor("function and column", of_pair, 1.0, pair)] if of_pair != 1 else []
    of_size = float(product.size_factors[product.families.of[candidate.aggregate], size])
    count = LEARNED_OF_COUNT.contributions(weights, 1.0, aggregate.kind, size)
    others += [Factor(f"{size} predicate{'' if size == 1 else 's'}", of_size, 1.0, count)] if of_size != 1 else []
    contributions = OF_FUNCTION.contributions(claim, function)
    of_function = prod(each.factor for each in contributions)
    return ReadingFactors(
        Factor(
            function,
            aggregate.function_score,
            prior.of_function(function),
            (*contributions, *LEARNED_OF_FUNCTION.contributions(weights, of_function, function)),
        ),
        Factor(
            column or table,
            aggregate.column_score / of_pair,
            prior.of_column(aggregated_key(aggregate)),
            _of_column(learned, table, column, of_pair),
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
    learned: LearnedScores,
    evidence: float,
    normaliser: float,
) -> ReadingFactors:
    listed = space.listed.queries[candidate.number]
    query = listed.query
    restricted = [(each, prior.of_restriction(each.column.column_id)) for each in query.predicates]
    contributions: tuple[Contribution, ...] = (_OF_NEIGHBOURS(listed.score),)
    if listed.generator != NEIGHBOURS:
        contributions = (
            *OF_LISTED.contributions(learned.claim, query, listed.generator),
            *learned.of_listed(listed, learned.score_before(listed)),
        )
    return ReadingFactors(
        Factor(query.function, 1.0, prior.of_function(query.function)),
        Factor(query.column or query.selection.anchor, 1.0, prior.of_column(query_key(query))),
        tuple(Factor(predicate, 1.0, share) for predicate, share in restricted),
        (Factor(f"listed: {listed.generator}", listed.score, 1.0, contributions),),
        1.0,
        evidence,
        normaliser,
    )


def _of_predicate(predicate: Predicate, learned: LearnedScores) -> tuple[Contribution, ...]:
    view = learned.views[predicate]
    return (
        *OF_PREDICATE.contributions(learned.claim, predicate, view.seen),
        *LEARNED_OF_PREDICATE.contributions(learned.learned, view.score, view),
    )


def _of_column(learned: LearnedScores, table: Table, column: Column | None, of_pair: float) -> tuple[Contribution, ...]:
    """Return what a column's score is made of; what the pair makes of it is told apart, so is its exponent's part."""
    claim = learned.claim
    contributions = OF_COLUMN.contributions(claim, table, column)
    score = prod(each.factor for each in contributions) * of_pair
    return (*contributions, *LEARNED_OF_COLUMN.contributions(learned.learned, score, claim, table, column))
