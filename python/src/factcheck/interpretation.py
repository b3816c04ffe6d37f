"""What the claims of a document mean: their candidates, what the data say of them, and how likely each one is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import monotonic

import numpy as np
import numpy.typing as npt

from factcheck.catalogue.joins import Join
from factcheck.catalogue.known_joins import joins_that_hold
from factcheck.catalogue.relation_sets import Relations
from factcheck.catalogue.schema import Table
from factcheck.evaluation.cube import CubeRequest
from factcheck.evaluation.cubes import Cubes
from factcheck.evaluation.evaluate import cube_request, evaluate_candidates, matching
from factcheck.model.candidates import AnchorCandidates, enumerate_candidates
from factcheck.model.claim_space import query_space
from factcheck.model.learning import query_and_learn
from factcheck.model.posterior import ClaimEvidence, Matches, Posterior
from factcheck.model.prior import Prior, uniform_prior, weigh
from factcheck.model.query_space import Candidate, QuerySpace, Scope
from factcheck.model.scope import ScopeBuilder
from factcheck.model.weighed_space import Marginals
from factcheck.numbers.mentions import Number
from factcheck.port import Database
from factcheck.preparation import PreparedCheck, tell_time
from factcheck.retrieval.retrieve import Relevance, retrieve

Floats = npt.NDArray[np.float64]

_MOST_EXTENSIONS = 8


@dataclass(frozen=True, slots=True)
class ClaimResults:
    """The candidates of a claim that were evaluated, by anchor, and the results of each, NaN where it has none."""

    candidates: tuple[AnchorCandidates, ...]
    results: tuple[Floats, ...]

    def value(self, candidate: Candidate) -> float:
        """The result of a candidate; raises ``KeyError`` where it was not evaluated."""
        for own, results in zip(self.candidates, self.results, strict=True):
            place = own.find(candidate)
            if place is not None:
                return float(results[place])
        raise KeyError(candidate)


@dataclass(frozen=True, slots=True)
class RetrievedClaims:
    """The claims of a check before the data are asked: their candidates, and those to evaluate first.

    ``marginals`` are those of the claims' weights under the uniform prior, by which ``builder`` has picked ``scopes``.
    """

    relevance: tuple[Relevance, ...]
    joins: tuple[Join, ...]
    relations: Relations
    spaces: tuple[QuerySpace, ...]
    marginals: tuple[Marginals, ...]
    builder: ScopeBuilder
    scopes: tuple[Scope, ...]


@dataclass(frozen=True, slots=True)
class Interpretation:
    """What a check knows of its claims, all in their order; and the theme of the document, the prior.

    ``requests`` are what was asked of ``cubes``, one for each anchor; ``cost`` is what that was estimated at, in rows
    read.
    """

    relevance: tuple[Relevance, ...]
    spaces: tuple[QuerySpace, ...]
    scopes: tuple[Scope, ...]
    results: tuple[ClaimResults, ...]
    posteriors: tuple[Posterior, ...]
    prior: Prior
    requests: tuple[CubeRequest, ...]
    cubes: Cubes
    cost: float


def retrieve_claims(check: PreparedCheck, database: Database) -> RetrievedClaims:
    """Retrieve fragments, and pick which candidates to evaluate first (Algorithm 1, function PickScope)."""
    settings = check.settings
    at = monotonic()
    relevance = retrieve(check.keywords, check.tables, database, settings)
    tell_time("retrieval", at, database)
    joins = joins_that_hold(database, check.tables)
    relations = Relations(check.tables, joins)
    prior = uniform_prior(check.tables)
    spaces, marginals = [], []
    for claim, own in zip(check.claims, relevance, strict=True):
        database.checkpoint()
        spaces.append(query_space(claim.number, own, relations, settings))
        marginals.append(weigh(spaces[-1], prior).marginals())
    builder = ScopeBuilder(spaces, relations, settings, database.checkpoint)
    scopes = tuple(builder.pick(marginals, settings.scope_cost))
    return RetrievedClaims(tuple(relevance), joins, relations, tuple(spaces), tuple(marginals), builder, scopes)


def by_anchor(
    claims: Sequence[Sequence[AnchorCandidates]], relations: Relations
) -> Iterator[tuple[Table, list[tuple[int, AnchorCandidates]]]]:
    """Each table with the candidates of all claims that are about its rows, and the places of these claims."""
    for table in relations.tables:
        own = [
            (place, candidates)
            for place, claim in enumerate(claims)
            for candidates in claim
            if candidates.anchor.table_id == table.table_id
        ]
        yield table, own


def interpret(check: PreparedCheck, database: Database) -> Interpretation:
    """Retrieve fragments, evaluate likely candidates, learn the theme (Algorithms 3 and 4).

    The scope is extended while a candidate outside of it may be more likely than the best one inside, as far as the
    setting ``scope_cost`` and the time budget allow.
    """
    settings = check.settings
    retrieved = retrieve_claims(check, database)
    spaces, marginals, builder = retrieved.spaces, retrieved.marginals, retrieved.builder
    scopes: Sequence[Scope] = retrieved.scopes
    cubes = Cubes(database, retrieved.relations)
    evaluation = _Evaluation(check, retrieved.relations, cubes, database)
    at = monotonic()
    for _ in range(_MOST_EXTENSIONS):
        evaluated, scopes = evaluation.run(spaces, scopes)
        at = tell_time("evaluation", at, database)
        posteriors, prior = learn(check, spaces, scopes, evaluated, database)
        at = tell_time("inference", at, database)
        open_ones = [
            (space, posterior.outside)
            for space, posterior in zip(spaces, posteriors, strict=True)
            if not posterior.is_certified and posterior.outside is not None
        ]
        if evaluation.is_over or not builder.extend(open_ones, 2 * settings.scope_cost):
            break
        scopes = builder.scopes(marginals)
    return Interpretation(
        retrieved.relevance,
        spaces,
        tuple(scopes),
        tuple(evaluated),
        tuple(posteriors),
        prior,
        evaluation.requests,
        cubes,
        builder.cost,
    )


def relearned(check: PreparedCheck, found: Interpretation, database: Database) -> Interpretation:
    """What a check would have found with other settings of inference alone, from what was evaluated."""
    posteriors, prior = learn(check, found.spaces, found.scopes, found.results, database)
    return replace(found, posteriors=tuple(posteriors), prior=prior)


def learn(
    check: PreparedCheck,
    spaces: Sequence[QuerySpace],
    scopes: Sequence[Scope],
    results: Sequence[ClaimResults],
    database: Database,
) -> tuple[list[Posterior], Prior]:
    """The distribution over each claim's queries and the document's theme, from what was evaluated (Algorithm 3)."""
    settings = check.settings
    evidence = []
    for claim, space, scope, own in zip(check.claims, spaces, scopes, results, strict=True):
        database.checkpoint()
        evidence.append(ClaimEvidence(space, scope, _matches(check, claim.number, own)))
    p_true = settings.p_true if check.options.p_true is None else check.options.p_true
    return query_and_learn(
        evidence, check.tables, p_true, settings.em_rounds, database.checkpoint, top_k=check.options.top_k
    )


def _matches(check: PreparedCheck, number: Number, claim: ClaimResults) -> Matches:
    """The candidates of a claim whose results agree with its number."""
    width = check.settings.max_predicates
    nothing = np.empty((0, width), np.int64)
    aggregates, predicates, conditions = [np.empty(0, np.int64)], [nothing], [nothing]
    for own, results in zip(claim.candidates, claim.results, strict=True):
        places = np.flatnonzero(matching(number, results, check.settings.about_tolerance))
        aggregates.append(own.aggregate[places])
        predicates.append(own.predicate_sets[own.predicate_set[places]])
        conditions.append(own.predicate_sets[own.condition[places]])
    return Matches(np.concatenate(aggregates), np.concatenate(predicates), np.concatenate(conditions))


class _Evaluation:
    """Evaluates the candidates of all claims, anchor by anchor, until the time is up."""

    def __init__(self, check: PreparedCheck, relations: Relations, cubes: Cubes, database: Database) -> None:
        self._check = check
        self._relations = relations
        self._cubes = cubes
        self._database = database
        self.requests: tuple[CubeRequest, ...] = ()
        self.is_over = False

    def run(self, spaces: Sequence[QuerySpace], scopes: Sequence[Scope]) -> tuple[list[ClaimResults], list[Scope]]:
        """The candidates of each claim with their results, and the scopes without anchors there was no time for."""
        claims = []
        for space, scope in zip(spaces, scopes, strict=True):
            self._database.checkpoint()
            claims.append(enumerate_candidates(space, scope))
        results: dict[tuple[int, int], Floats] = {}
        requests = []
        missed = set()
        for table, own in by_anchor(claims, self._relations):
            self._database.checkpoint()
            if self._check.deadline is not None and monotonic() >= self._check.deadline:
                missed.add(table.table_id)
            elif own:
                request = cube_request([candidates for _, candidates in own], self._relations)
                requests.append(request)
                found = evaluate_candidates(
                    [candidates for _, candidates in own], self._cubes.covering(request), self._database.checkpoint
                )
                results.update({(place, table.table_id): values for (place, _), values in zip(own, found, strict=True)})
        self.requests = tuple(requests)
        if missed:
            self._tell_of_budget(len(missed))
        evaluated = []
        for place, claim in enumerate(claims):
            done = [candidates for candidates in claim if candidates.anchor.table_id not in missed]
            values = [results[place, candidates.anchor.table_id] for candidates in done]
            evaluated.append(ClaimResults(tuple(done), tuple(values)))
        left = [Scope(scope.aggregates, scope.predicates, scope.anchors - missed) for scope in scopes]
        return evaluated, left

    def _tell_of_budget(self, missed: int) -> None:
        if not self.is_over:
            total = len(self._relations.tables)
            self._database.notice(
                f"time budget reached: {total - missed} of {total} tables evaluated",
                hint="Raise time_budget, or name fewer tables.",
            )
        self.is_over = True
