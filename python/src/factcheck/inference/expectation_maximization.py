"""Expectation maximisation over the document prior and the claims' distributions over queries (Algorithm 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from factcheck.candidates.candidate_space import AnyCandidate, derived_columns
from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.schema import Table
from factcheck.inference.document_prior import Prior, PriorExponents, learned_prior, uniform_prior
from factcheck.inference.posterior import ClaimEvidence, EvaluatedClaim, Posterior
from factcheck.queries.query import Query
from factcheck.runtime.checkpoints import checkpoint
from factcheck.runtime.time_budget import NO_LIMIT, TimeLimit
from factcheck.weights.learned import LEARNED, LearnedWeights

NOTHING_DECIDED: Mapping[int, Query | None] = MappingProxyType({})


def query_and_learn(
    claims: Sequence[ClaimEvidence],
    tables: Sequence[Table],
    p_true: float,
    rounds: int,
    *,
    top_k: int = 10,
    limit: TimeLimit = NO_LIMIT,
    decided: Mapping[int, Query | None] = NOTHING_DECIDED,
    learned: LearnedWeights = LEARNED,
) -> tuple[list[Posterior], Prior]:
    """Learn the document prior and the distribution over queries of each claim (QueryAndLearn, Algorithm 3).

    Starts from a uniform prior; each round takes the most likely query of every claim and sets the prior to the
    smoothed ratio of those queries with each property.  Stops when no most likely query changes, after
    ``rounds`` rounds, or when the limit is reached.  The exponents of the prior and weights of the evidence were
    ``learned``.  Returns for each claim the distribution with its ``top_k`` best candidates, and the prior behind
    these.  Where people ``decided`` what a claim means, by its index, that query counts for the prior instead of the
    most likely one; none where they said that it is no claim.

    Equal input gives equal output, since ties go by the indexes of the candidates' parts.
    """
    evaluated = []
    for evidence in claims:
        checkpoint()
        evaluated.append(EvaluatedClaim(evidence, p_true, learned))
    derived = _with_decided(derived_columns(evidence.space for evidence in claims), decided)
    prior = uniform_prior(tables, derived, PriorExponents.of(learned))
    chosen = _expectation(evaluated, prior)
    if decided:
        prior = _maximization(evaluated, chosen, tables, derived, decided, prior.exponents)
        chosen = _expectation(evaluated, prior)
    for _ in range(rounds - 1):
        if limit.is_over:
            break
        prior = _maximization(evaluated, chosen, tables, derived, decided, prior.exponents)
        before, chosen = chosen, _expectation(evaluated, prior)
        if chosen == before:
            break
    posteriors = []
    for claim in evaluated:
        checkpoint()
        posteriors.append(claim.posterior(prior, top_k))
    return posteriors, prior


def _expectation(evaluated: Sequence[EvaluatedClaim], prior: Prior) -> list[AnyCandidate | None]:
    chosen = []
    for claim in evaluated:
        checkpoint()
        chosen.append(claim.most_likely(prior))
    return chosen


def _maximization(
    evaluated: Sequence[EvaluatedClaim],
    chosen: Sequence[AnyCandidate | None],
    tables: Sequence[Table],
    derived: Sequence[DerivedColumn],
    decided: Mapping[int, Query | None],
    exponents: PriorExponents,
) -> Prior:
    queries = [
        claim.space.query(best)
        for index, (claim, best) in enumerate(zip(evaluated, chosen, strict=True))
        if best is not None and index not in decided
    ]
    queries += [query for query in decided.values() if query is not None]
    return learned_prior(queries, tables, derived, exponents)


def _with_decided(derived: Sequence[DerivedColumn], decided: Mapping[int, Query | None]) -> tuple[DerivedColumn, ...]:
    """Return derived columns with those of queries that were decided on, each once."""
    columns = (part.column for query in decided.values() if query is not None for part in (query, *query.operands()))
    return tuple(dict.fromkeys([*derived, *(column for column in columns if isinstance(column, DerivedColumn))]))
