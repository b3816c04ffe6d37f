"""What the claims of a document mean: their candidates, what the data say of them, and how likely each one is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import monotonic

import numpy as np

from factcheck.candidates.build import candidate_space
from factcheck.candidates.candidate_space import CandidateSpace
from factcheck.candidates.scope import ScopeBuilder
from factcheck.candidates.space import ProductPart, Scope
from factcheck.candidates.weighted_space import Marginals
from factcheck.check.prepare import PreparedCheck
from factcheck.check.unsure_results import ask_for_unsure, unsure_claims
from factcheck.evaluation.claim_results import ClaimResults
from factcheck.evaluation.cube_request import CubeRequest
from factcheck.evaluation.cubes import Cubes
from factcheck.evaluation.evaluate_scope import ScopeEvaluation
from factcheck.inference.document_prior import Prior, uniform_prior, weigh
from factcheck.inference.expectation_maximization import query_and_learn
from factcheck.inference.posterior import ClaimEvidence, Posterior
from factcheck.joins.graph import Join
from factcheck.joins.relation_sets import Relations
from factcheck.joins.store import joins_that_hold
from factcheck.port import Database
from factcheck.retrieval.relevance import Relevance
from factcheck.retrieval.retrieve import retrieve
from factcheck.runtime.telemetry import tell_time
from factcheck.runtime.time_budget import TimeLimit, tell_time_is_up

_MOST_EXTENSIONS = 8

_RETRIEVAL_SHARE = 0.5
"""How much of a time budget is used when retrieval ends."""

_WEIGHING_SHARE = 0.25
"""How much of the time then left weighing the claims may take; inference and rows take about ..."""

_AFTERWARDS = 1.5
"""... so many times as long."""

_FIRST_PACE = 500_000
"""The cost, in rows read, of the first scope for each second that is left: a small part of what it can be."""

_QUERY_SHARE = 0.5
"""How much of the time left a wider scope is expected to take."""

_LEARNING_SHARE = 0.85
"""How much of a time budget is used when the last round of learning begins."""

_MOST_ROUNDS_OF_ASKING = 20
"""Times that queries of likely candidates are run where the noise of doubles may decide: others become likely then."""

_LEAST_GROWTH = 1.3
_EXTENSION_TIMES = 2.5
"""Times that evaluation and inference took must be left for the next round: its queries do more than the last."""


@dataclass(frozen=True, slots=True)
class RetrievedClaims:
    """The claims of a check before the data are asked: their candidates, and those to evaluate first.

    ``marginals`` are those of the claims' weights under the uniform prior, by which ``builder`` has picked ``scopes``;
    working them out took so many ``seconds``.
    """

    relevance: tuple[Relevance, ...]
    joins: tuple[Join, ...]
    relations: Relations
    spaces: tuple[CandidateSpace, ...]
    marginals: tuple[Marginals, ...]
    builder: ScopeBuilder
    scopes: tuple[Scope, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class Interpretation:
    """What a check knows of its claims, all in their order; and the theme of the document, the prior.

    ``unsure`` are the places of claims whose most likely result may be noise.  ``requests`` are what was asked of
    ``cubes``, one for each anchor; ``cost`` is what that was estimated at, in rows read.
    """

    relevance: tuple[Relevance, ...]
    spaces: tuple[CandidateSpace, ...]
    scopes: tuple[Scope, ...]
    results: tuple[ClaimResults, ...]
    posteriors: tuple[Posterior, ...]
    prior: Prior
    unsure: frozenset[int]
    requests: tuple[CubeRequest, ...]
    cubes: Cubes
    cost: float


def retrieve_claims(check: PreparedCheck, database: Database) -> RetrievedClaims:
    """Retrieve fragments, and pick which candidates to evaluate first (Algorithm 1, function PickScope)."""
    settings = check.settings
    at = monotonic()
    limit = check.budget.until(_RETRIEVAL_SHARE)
    relevance = retrieve(check.keywords, check.tables, database, settings, limit)
    tell_time("retrieval", at, database)
    joins = joins_that_hold(database, check.tables)
    relations = Relations(check.tables, joins)
    at = monotonic()
    spaces, marginals = _weighed_spaces(check, relevance, relations, database)
    builder = ScopeBuilder(spaces, relations, settings, database.checkpoint)
    seconds = monotonic() - at
    scopes = tuple(builder.pick(marginals, _affordable_cost(check, seconds)))
    tell_time("scope", at, database)
    return RetrievedClaims(
        tuple(relevance), joins, relations, tuple(spaces), tuple(marginals), builder, scopes, seconds
    )


def _weighed_spaces(
    check: PreparedCheck, relevance: Sequence[Relevance], relations: Relations, database: Database
) -> tuple[list[CandidateSpace], list[Marginals]]:
    """The query space of each claim, and the marginals of its weights under the uniform prior.

    Where a time budget is too short for all claims, the last ones get spaces without any candidate.
    """
    prior = uniform_prior(check.tables)
    nothing = CandidateSpace(ProductPart((), (), np.zeros(0), relations, check.settings.max_predicates))
    spaces: list[CandidateSpace] = []
    marginals = []
    started, most = monotonic(), _WEIGHING_SHARE * check.budget.until(1).left
    for place, (claim, own) in enumerate(zip(check.claims, relevance, strict=True)):
        database.checkpoint()
        is_over = place > 0 and monotonic() - started > most
        spaces.append(nothing if is_over else candidate_space(claim.number, own, relations, check.settings))
        marginals.append(weigh(spaces[-1], prior).marginals())
    if done := sum(space is nothing for space in spaces):
        tell_time_is_up(f"{len(spaces) - done} of {len(spaces)} claims interpreted", database)
    return spaces, marginals


def _affordable_cost(check: PreparedCheck, seconds: float) -> float:
    """What the first scope may cost; ``seconds`` are those that weighing the claims took."""
    most = check.settings.scope_cost
    if not check.budget.is_limited:
        return most
    left = check.budget.until(1).left - _AFTERWARDS * seconds
    return min(most, max(_FIRST_PACE * left, 0.0))


def interpret(check: PreparedCheck, database: Database) -> Interpretation:
    """Retrieve fragments, evaluate likely candidates, learn the theme (Algorithms 3 and 4).

    The scope is extended while a candidate outside of it may be more likely than the best one inside, as far as the
    setting ``scope_cost`` and the time budget allow.
    """
    settings, budget = check.settings, check.budget
    retrieved = retrieve_claims(check, database)
    spaces, builder = retrieved.spaces, retrieved.builder
    cubes = Cubes(database, retrieved.relations)
    numbers = [claim.number for claim in check.claims]
    evaluation = ScopeEvaluation(retrieved.relations, cubes, database, numbers, settings.about_tolerance)
    limit = _evaluation_limit(check, retrieved)
    at = monotonic()
    evaluated, scopes, is_over = _first_evaluation(evaluation, check, retrieved, limit, database)
    for _ in range(_MOST_EXTENSIONS):
        tell_time("evaluation", at, database)
        inferred = monotonic()
        posteriors, prior = learn(check, spaces, scopes, evaluated, database)
        tell_time("inference", inferred, database)
        open_ones = [
            (space, posterior.outside)
            for space, posterior in zip(spaces, posteriors, strict=True)
            if not posterior.is_certified and posterior.outside is not None
        ]
        if is_over or limit.left < _EXTENSION_TIMES * (monotonic() - at):
            break
        if not builder.extend(open_ones, 2 * settings.scope_cost):
            break
        at = monotonic()
        more, inside = evaluation.run(spaces, builder.scopes(retrieved.marginals), limit)
        if evaluation.missed:  # what was found before stays
            tell_time("evaluation", at, database)
            break
        evaluated, scopes = more, inside
    for _ in range(_MOST_ROUNDS_OF_ASKING):
        told = None if budget.is_limited else ask_for_unsure(check, evaluated, posteriors, database)
        if told is None:
            break
        evaluated = told
        posteriors, prior = learn(check, spaces, scopes, evaluated, database)
    unsure = unsure_claims(check, evaluated, posteriors)
    interpreted = [
        replace(posterior, is_certified=posterior.is_certified and (not space.is_empty or not budget.is_limited))
        for space, posterior in zip(spaces, posteriors, strict=True)
    ]
    return Interpretation(
        retrieved.relevance,
        spaces,
        tuple(scopes),
        tuple(evaluated),
        tuple(interpreted),
        prior,
        unsure,
        evaluation.requests,
        cubes,
        builder.cost,
    )


def _evaluation_limit(check: PreparedCheck, retrieved: RetrievedClaims) -> TimeLimit:
    """When evaluation has to end, since inference and rows take their time after it, as weighing the claims tells."""
    end = check.budget.until(1)
    return TimeLimit(end.end - min(_AFTERWARDS * retrieved.seconds, max(end.left, 0) / 2))


def _first_evaluation(
    evaluation: ScopeEvaluation, check: PreparedCheck, retrieved: RetrievedClaims, limit: TimeLimit, database: Database
) -> tuple[list[ClaimResults], list[Scope], bool]:
    """Candidates in the first scope with their results, that scope, and whether the time is over.

    With a time budget the scope begins small and grows as the time that the smaller one took suggests.
    """
    builder, most = retrieved.builder, check.settings.scope_cost
    started = monotonic()
    evaluated, scopes = evaluation.run(retrieved.spaces, retrieved.scopes, limit)
    missed = evaluation.missed
    while check.budget.is_limited and not missed:
        before = builder.cost
        affordable = min(most, _QUERY_SHARE * limit.left * before / (monotonic() - started))
        if affordable < _LEAST_GROWTH * before:
            break
        wider = builder.pick(retrieved.marginals, affordable)
        if builder.cost == before:
            break
        started = monotonic()
        more, inside = evaluation.run(retrieved.spaces, wider, limit)
        if evaluation.missed:
            tell_time_is_up("only the likeliest queries evaluated", database)
            return evaluated, scopes, True
        evaluated, scopes = more, inside
    if missed:
        total = len(retrieved.relations.tables)
        tell_time_is_up(f"{total - len(missed)} of {total} tables evaluated", database)
    elif check.budget.is_limited and builder.could_take(most):
        tell_time_is_up("only the likeliest queries evaluated", database)
        return evaluated, scopes, True
    return evaluated, scopes, bool(missed)


def relearned(check: PreparedCheck, found: Interpretation, database: Database) -> Interpretation:
    """What a check would have found with other settings of inference alone, from what was evaluated."""
    posteriors, prior = learn(check, found.spaces, found.scopes, found.results, database)
    return replace(found, posteriors=tuple(posteriors), prior=prior)


def learn(
    check: PreparedCheck,
    spaces: Sequence[CandidateSpace],
    scopes: Sequence[Scope],
    results: Sequence[ClaimResults],
    database: Database,
) -> tuple[list[Posterior], Prior]:
    """The distribution over each claim's queries and the document's theme, from what was evaluated (Algorithm 3)."""
    settings = check.settings
    evidence = [
        ClaimEvidence(space, scope, own.matches) for space, scope, own in zip(spaces, scopes, results, strict=True)
    ]
    p_true = settings.p_true if check.options.p_true is None else check.options.p_true
    return query_and_learn(
        evidence,
        check.tables,
        p_true,
        settings.em_rounds,
        database.checkpoint,
        top_k=check.options.top_k,
        limit=check.budget.until(_LEARNING_SHARE),
    )
