"""The stage that interprets claims: evaluation and inference by turns, until what is most likely is certain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic

from factcheck.candidates.candidate_space import CandidateSpace
from factcheck.candidates.demand import Demand
from factcheck.candidates.space import Scope
from factcheck.check.decisions import Decision, recall_decisions
from factcheck.check.neighbours import with_neighbours
from factcheck.check.prepare import PreparedCheck
from factcheck.check.span import AFTERWARDS, ScopedCheck
from factcheck.check.unsure_results import ask_for_unsure, unsure_claims
from factcheck.evaluation.claim_results import ClaimResults
from factcheck.evaluation.cube_request import CubeRequest
from factcheck.evaluation.cubes import Cubes
from factcheck.evaluation.evaluate_scope import ScopeEvaluation
from factcheck.inference.document_prior import Prior
from factcheck.inference.expectation_maximization import EarlierInference, query_and_learn
from factcheck.inference.posterior import ClaimEvidence, Posterior
from factcheck.inference.reranking import RERANKED, RerankedClaim
from factcheck.numbers.closeness import fixed_digits
from factcheck.runtime.context import CheckContext
from factcheck.runtime.progress import report_progress
from factcheck.runtime.time_budget import LEARNING_ENDS, TimeLimit, tell_time_is_up

_MOST_EXTENSIONS = 8
_MORE_OUTSIDE = 4
"""Times the scope is extended, and how many times as many candidates outside a claim brings into it as the time before:
what the first of them give may make the others unlikely."""

_QUERY_SHARE = 0.5
"""How much of the time left a wider scope is expected to take."""

_MOST_ROUNDS_OF_ASKING = 20
"""Times that queries of likely candidates are run where the noise of doubles may decide: others become likely then."""

_LEAST_GROWTH = 1.3
_EXTENSION_TIMES = 2.5
"""Times that evaluation and inference took must be left for the next round: its queries do more than the last."""


@dataclass(frozen=True, slots=True)
class Inference:
    """What follows from what was evaluated: a distribution over each claim's queries, and the document's theme."""

    posteriors: tuple[Posterior, ...]
    prior: Prior


@dataclass(frozen=True, slots=True)
class Interpretation:
    """What a check knows of its claims, all in their order; and the theme of the document, the prior.

    ``unsure`` are the indexes of claims whose most likely result may be noise, ``decisions`` what people decided about
    sentences of the document before, by the numbers of the claims.  ``requests`` are what was asked of
    ``cubes``, one for each anchor; ``cost`` is what that was estimated at, in rows read.  ``reranked`` has the claims
    whose likely readings were ordered anew, once they were.
    """

    scoped: ScopedCheck
    scopes: tuple[Scope, ...]
    results: tuple[ClaimResults, ...]
    inference: Inference
    unsure: frozenset[int]
    requests: tuple[CubeRequest, ...]
    cubes: Cubes
    cost: float
    decisions: Mapping[int, Decision] = field(default_factory=dict)
    reranked: tuple[RerankedClaim, ...] = ()

    @property
    def check(self) -> PreparedCheck:
        """The check whose claims are interpreted."""
        return self.scoped.spanned.retrieved.check

    @property
    def spaces(self) -> tuple[CandidateSpace, ...]:
        """The candidates of each claim."""
        return self.scoped.spanned.spaces

    @property
    def posteriors(self) -> tuple[Posterior, ...]:
        """The distribution over each claim's queries."""
        return self.inference.posteriors

    @property
    def n_evaluated(self) -> int:
        """Return how many candidates of all claims were evaluated."""
        return sum(space.size(scope) for space, scope in zip(self.spaces, self.scopes, strict=True))


def interpret(scoped: ScopedCheck, context: CheckContext) -> Interpretation:
    """Evaluate likely candidates and learn the theme (Algorithms 3 and 4).

    The scope is extended while a candidate outside of it may be more likely than the best one inside, as far as the
    setting ``scope_cost`` and the time budget allow.  What claims are likely to mean then brings candidates of claims
    near them, and all of it begins anew.
    """
    rounds = _Rounds(scoped, context)
    rounds.begin()
    rounds.settle()
    if rounds.go_on():
        rounds.settle()
    if not context.budget.is_limited:
        for _ in range(_MOST_ROUNDS_OF_ASKING):
            if not rounds.ask():
                break
    return rounds.interpretation()


class _Rounds:
    """Evaluation and inference by turns: what was evaluated last, and what follows from it."""

    inference: Inference

    def __init__(self, scoped: ScopedCheck, context: CheckContext) -> None:
        self._scoped = scoped
        self._spanned = scoped.spanned
        self._check = scoped.spanned.retrieved.check
        self._context = context
        self._cubes = Cubes(context.database, self._spanned.relations)
        numbers = [claim.number for claim in self._check.claims]
        demand = Demand(self._spanned.spaces, self._spanned.marginals)
        self._evaluation = ScopeEvaluation(self._spanned.relations, self._cubes, context, numbers, demand)
        end = context.budget.until(1)
        # Inference and rows take their time after evaluation, as weighing the claims tells.
        self._limit = TimeLimit(end.end - min(AFTERWARDS * self._spanned.seconds, max(end.left, 0) / 2))
        self._results: list[ClaimResults] = []
        self._scopes: list[Scope] = []
        self._is_over = False
        self._decisions: dict[int, Decision] = {}
        self._round_began = 0.0
        self._inferred_rounds = 0
        self._earlier = EarlierInference()

    def begin(self) -> None:
        """Evaluate the first scope; with a time budget it begins small, and grows as the time taken suggests."""
        self._round_began = monotonic()
        with self._context.stage("evaluation"):
            with self._limit.in_force():
                self._decisions = recall_decisions(self._check, self._spanned.joins, self._context.database)
            self._results, self._scopes = self._evaluate(self._scoped.scopes)
            missed = self._evaluation.missed
            if self._context.budget.is_limited:
                self._is_over = bool(missed) or self._grow()
        if missed:
            total = len(self._spanned.relations.tables)
            self._tell(f"{total - len(missed)} of {total} tables evaluated")
        elif self._is_over:
            self._tell("only the likeliest queries evaluated")

    def _grow(self) -> bool:
        """Evaluate wider scopes while there is time; return whether there was not enough for all that is affordable."""
        builder, most = self._scoped.builder, self._context.settings.scope_cost
        started = self._round_began
        while True:
            before = builder.cost
            affordable = min(most, _QUERY_SHARE * self._limit.left * before / (monotonic() - started))
            if affordable < _LEAST_GROWTH * before:
                break
            wider = builder.pick(self._spanned.marginals, affordable)
            if builder.cost == before:
                break
            started = monotonic()
            results, scopes = self._evaluate(wider)
            if self._evaluation.missed:
                return True
            self._results, self._scopes = results, scopes
        return builder.could_take(most)

    def infer(self) -> None:
        """Infer from what was evaluated."""
        with self._context.stage("inference"):
            self._inferred_rounds += 1
            report_progress("inference", len(self._check.claims), f"claims, round {self._inferred_rounds}")
            self.inference = self._inferred()

    def settle(self) -> None:
        """Infer and extend the scope by turns until nothing outside of it may be more likely."""
        self.infer()
        for extension in range(_MOST_EXTENSIONS):
            if not self.extend(_MORE_OUTSIDE**extension):
                break
            self.infer()

    def go_on(self) -> bool:
        """Evaluate what follows from claims that are near others; return whether inference has something new."""
        if not self._has_time():
            return False
        with self._context.stage("span"):
            spanned, added = with_neighbours(self._spanned, self.inference.posteriors)
        if not added:
            return False
        before, self._spanned = self._spanned, spanned
        self._scoped.builder.spaces = spanned.spaces
        self._scoped.builder.extend(added, 2 * self._context.settings.scope_cost)
        self._evaluation.want(added)
        if self._evaluate_further():
            return True
        self._spanned = before
        self._scoped.builder.spaces = before.spaces
        return False

    def _has_time(self) -> bool:
        """Tell whether there is time for another round."""
        return not self._is_over and self._limit.left >= _EXTENSION_TIMES * (monotonic() - self._round_began)

    def _inferred(self) -> Inference:
        spaces, decisions = self._spanned.spaces, self._decisions
        return infer(self._check, spaces, self._scopes, self._results, self._context, decisions, self._earlier)

    def extend(self, most: int) -> bool:
        """Evaluate what may be more likely than the best so far, for each claim at most so many candidates.

        Return whether inference has something new.
        """
        if not self._has_time():
            return False
        spaces, builder = self._spanned.spaces, self._scoped.builder
        outside = [
            (space, candidate)
            for space, posterior in zip(spaces, self.inference.posteriors, strict=True)
            for candidate in posterior.outside[:most]
        ]
        is_wider = builder.extend(outside, 2 * self._context.settings.scope_cost)
        if not (self._evaluation.want(outside) or is_wider):
            return False
        return self._evaluate_further()

    def _evaluate_further(self) -> bool:
        """Evaluate what the scope has now; return whether there was time for it."""
        self._round_began = monotonic()
        with self._context.stage("evaluation"):
            results, scopes = self._evaluate(self._scoped.builder.scopes(self._spanned.marginals))
        if self._evaluation.missed:  # earlier results stay
            return False
        self._results, self._scopes = results, scopes
        return True

    def ask(self) -> bool:
        """Run the queries of likely candidates whose results may be noise, and infer anew; return whether any was."""
        asked = ask_for_unsure(self._check, self._results, self.inference.posteriors, self._cubes.rows)
        if asked is None:
            return False
        self._results = asked
        self.inference = self._inferred()
        return True

    def _evaluate(self, scopes: Sequence[Scope]) -> tuple[list[ClaimResults], list[Scope]]:
        with self._limit.in_force():
            return self._evaluation.run(self._spanned.spaces, scopes)

    def _tell(self, what: str) -> None:
        tell_time_is_up(what, self._context.database)

    def interpretation(self) -> Interpretation:
        """Return the interpretation that this round has led to."""
        is_limited = self._context.budget.is_limited
        posteriors = tuple(
            replace(posterior, is_certified=posterior.is_certified and not (is_limited and space.is_empty))
            for space, posterior in zip(self._spanned.spaces, self.inference.posteriors, strict=True)
        )
        return Interpretation(
            replace(self._scoped, spanned=self._spanned),
            tuple(self._scopes),
            tuple(self._results),
            Inference(posteriors, self.inference.prior),
            unsure_claims(self._check, self._results, self.inference.posteriors),
            self._evaluation.requests,
            self._cubes,
            self._scoped.builder.cost,
            self._decisions,
        )


def reinferred(check: PreparedCheck, interpretation: Interpretation, context: CheckContext) -> Interpretation:
    """Infer anew from the results of a check, with other settings of inference alone."""
    spaces, scopes = interpretation.spaces, interpretation.scopes
    inference = infer(check, spaces, scopes, interpretation.results, context, interpretation.decisions)
    return replace(interpretation, inference=inference)


def infer(
    check: PreparedCheck,
    spaces: Sequence[CandidateSpace],
    scopes: Sequence[Scope],
    results: Sequence[ClaimResults],
    context: CheckContext,
    decisions: Mapping[int, Decision],
    earlier: EarlierInference | None = None,
) -> Inference:
    """Infer the distribution over each claim's queries and the document's theme (Algorithm 3).

    ``earlier`` has what the last inference of the check found, and then what this one does.
    """
    settings = context.settings
    digits = [fixed_digits(claim.number, settings) for claim in check.claims]
    evidence = [
        ClaimEvidence(space, scope, claim.matches, of_number)
        for space, scope, claim, of_number in zip(spaces, scopes, results, digits, strict=True)
    ]
    p_true = settings.p_true if check.options.p_true is None else check.options.p_true
    posteriors, prior = query_and_learn(
        evidence,
        check.tables,
        p_true,
        settings.em_rounds,
        top_k=max(check.options.top_k, RERANKED),
        limit=context.budget.until(LEARNING_ENDS),
        decided={
            index: decisions[claim.claim_no].query
            for index, claim in enumerate(check.claims)
            if claim.claim_no in decisions
        },
        learned=settings.weights.readings,
        earlier=earlier,
    )
    return Inference(tuple(posteriors), prior)
