"""Evaluates the candidates in the scopes of all claims together, anchor by anchor, as far as there is time.

What stays of a claim are the candidates whose results are not far from its number; others are looked up again
where they are asked for, so that a document of many claims takes no more memory than some of them at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

import numpy as np

from factcheck.candidates.candidate_space import AnyCandidate, CandidateSpace
from factcheck.candidates.demand import Asked, Demand, asked_by
from factcheck.candidates.enumerate import AnchorCandidates
from factcheck.candidates.matches import Matches, joined_matches
from factcheck.candidates.space import Scope
from factcheck.evaluation.agreement import Kinds, closeness_of, listed_closeness
from factcheck.evaluation.blocks import BlockPlan, Wishes, binding_sample, planned
from factcheck.evaluation.claim_results import CLAIMS_AT_ONCE, ClaimResults
from factcheck.evaluation.cube import Cube
from factcheck.evaluation.cube_request import CubeRequest
from factcheck.evaluation.cubes import Cubes
from factcheck.evaluation.listed_results import ListedResult, combined, run_queries
from factcheck.evaluation.lookup import OperandResults, evaluate_candidates, evaluate_operands
from factcheck.evaluation.part import TooManyGroupsError
from factcheck.evaluation.requests import RequestBuilder, answers_operand
from factcheck.evaluation.row_sample import RowSample
from factcheck.evaluation.scoped_candidates import CandidatesLeft, ScopedCandidates
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.closeness import Closeness, NumberBands
from factcheck.numbers.mentions import Number
from factcheck.queries.query import Aggregate, Query, RunQuery
from factcheck.runtime.checkpoints import checkpoint
from factcheck.runtime.context import CheckContext
from factcheck.runtime.progress import report_progress
from factcheck.runtime.time_budget import OutOfTimeError

_MORE_GROUPS = 4.0
_MOST_TIMES_PLANNED = 4
"""Times more groups that are expected after a query met too many, and how often that is done."""


class ScopeEvaluation:
    """Evaluates the candidates of all claims, anchor by anchor, until the time is up.

    What one run has planned, computed and looked up the next one has not to: of candidates that were in the scopes
    before it looks none up again.

    ``numbers`` are what the claims say.  Over large anchors it may be too much to have all that is asked for: then what
    ``demand`` tells to be likely comes first.
    """

    def __init__(
        self,
        relations: Relations,
        cubes: Cubes,
        context: CheckContext,
        numbers: Sequence[Number],
        demand: Demand | None = None,
    ) -> None:
        """``demand`` tells what comes first where not all can be had; without it all is, whatever that takes."""
        self._relations = relations
        self._cubes = cubes
        self._context = context
        self._database = context.database
        self._bands = [NumberBands(number, context.settings) for number in numbers]
        self._run: dict[RunQuery, ListedResult] = {}
        self._at_hand: dict[int, list[Cube]] = {}
        self._operands: dict[Aggregate, OperandResults] = {}
        self._gathered: Sequence[_Gathered | None] = ()
        self.requests: tuple[CubeRequest, ...] = ()
        self.missed: frozenset[int] = frozenset()
        self._rounds = 0
        self._demand = demand
        self._plans: dict[int, BlockPlan] = {}
        self._wanted: dict[Asked, None] = {}
        self._factor = 1.0

    def want(self, outside: Iterable[tuple[CandidateSpace, AnyCandidate]]) -> bool:
        """Have candidates that no block had evaluated in the next run; return whether there are new ones of these."""
        if self._cubes.cost > 2 * self._context.settings.scope_cost:
            return False
        before = len(self._wanted)
        for space, candidate in outside:
            for asked in asked_by(space, candidate):
                plan = self._plans.get(asked.anchor)
                if plan is not None and plan.lacks(asked):
                    self._wanted[asked] = None
        return len(self._wanted) > before

    def run(self, spaces: Sequence[CandidateSpace], scopes: Sequence[Scope]) -> tuple[list[ClaimResults], list[Scope]]:
        """Return what was evaluated of each claim, and the scopes without what the limit in force left no time for.

        ``missed`` has the anchors that are not evaluated afterwards.
        """
        for _ in range(_MOST_TIMES_PLANNED):
            try:
                return self._evaluated(spaces, scopes)
            except TooManyGroupsError:
                self._factor *= _MORE_GROUPS
        return self._evaluated(spaces, scopes)

    def _evaluated(
        self, spaces: Sequence[CandidateSpace], scopes: Sequence[Scope]
    ) -> tuple[list[ClaimResults], list[Scope]]:
        """Do the same; raises ``TooManyGroupsError`` where what was planned proves too much."""
        scoped, scopes, missed = self._list(spaces, scopes)
        gathered = [
            _Gathered(space, scope, before)
            for space, scope, before in zip(spaces, scopes, self._gathered or (None,) * len(spaces), strict=True)
        ]
        scoped.limit(scopes, [claim.known for claim in gathered])
        requests: list[CubeRequest] = []
        cubes: dict[int, list[Cube]] = {}
        self._rounds += 1
        for done, (anchor, plan) in enumerate(self._plans.items()):
            if anchor in missed:
                continue
            report_progress("evaluation", done, f"tables, round {self._rounds}", len(self._plans))
            try:
                cubes[anchor] = self._evaluate(anchor, plan, scoped, gathered)
                requests += [cube.request for cube in cubes[anchor]]
            except OutOfTimeError:
                missed.add(anchor)
                for claim in gathered:
                    claim.forget(anchor)
        self.requests, self.missed = tuple(requests), frozenset(missed)
        self._gathered = () if missed else gathered
        self._run_queries(scoped.listed)
        results, left = [], []
        for index, (claim, scope) in enumerate(zip(gathered, scopes, strict=True)):
            of_listed = self._listed_results(scoped.listed[index])
            listed = np.array([number in of_listed for number in range(len(scope.listed))], dtype=bool)
            left.append(replace(scope, anchors=scope.anchors - missed, listed=listed))
            matches = claim.matches(self._near(index, claim.space, of_listed))
            results.append(ClaimResults(claim.space, cubes, matches, of_listed))
        return results, left

    def _list(
        self, spaces: Sequence[CandidateSpace], scopes: Sequence[Scope]
    ) -> tuple[ScopedCandidates, Sequence[Scope], set[int]]:
        """Find the candidates that can be evaluated together, and plan how; return their scopes, and anchors missed."""
        scoped, missed = ScopedCandidates(spaces, scopes), set[int]()
        before, self._plans = self._plans, {}
        try:
            scoped.gather()
            for anchor, request in scoped.requests(self._relations):
                self._plans[anchor] = self._plan(request, before.get(anchor))
            plans = [plan for plan in self._plans.values() if not plan.is_whole]
            if plans:
                scopes = [
                    replace(scope, combined=np.logical_and.reduce([plan.combined(space.product) for plan in plans]))
                    for space, scope in zip(spaces, scopes, strict=True)
                ]
        except OutOfTimeError:
            missed = {table.table_id for table in self._relations.tables}
        return scoped, scopes, missed

    def _plan(self, request: CubeRequest, before: BlockPlan | None) -> BlockPlan:
        """Choose the blocks for one anchor; what an earlier round chose stays as far as it can."""
        if self._demand is None:
            return BlockPlan(request, (request,))
        with self._context.stage("queries"):
            wanted = [each for each in self._wanted if each.anchor == request.relations.anchor.table_id]
            if before is not None and before.is_for(request, wanted, self._factor):
                return before
            wishes = Wishes(self._demand, wanted)
            return planned(request, wishes, self._context.settings, self._database, before, self._factor)

    def _evaluate(
        self, anchor: int, plan: BlockPlan, scoped: ScopedCandidates, gathered: Sequence[_Gathered]
    ) -> list[Cube]:
        """Note what matches over one anchor, and the results of listed candidates' operands; return the cubes.

        The first round computes the blocks of the plan, a further one what candidates of a block need that no cube
        holds.  Raises ``OutOfTimeError`` where there is no time for it.
        """
        left = CandidatesLeft(scoped, anchor)
        before = self._at_hand.get(anchor, [])
        for cube in before:
            with self._context.stage("lookup"):
                self._look_up(anchor, cube, left, gathered, has_all=False)
                self._look_up_operands(anchor, cube, scoped, has_all=False)
        cubes = [*before]
        for block in plan.blocks:
            checkpoint()
            request = self._needed(anchor, block, left, scoped) if before else block
            if request is None:
                continue
            with self._context.stage("queries"):
                cube = self._cubes.covering(request, partial(self._sample, request, None if before else plan))
            has_all = plan.is_whole and not before
            with self._context.stage("lookup"):
                self._look_up(anchor, cube, left, gathered, has_all=has_all)
                self._look_up_operands(anchor, cube, scoped, has_all=has_all)
            cubes.append(cube)
        self._at_hand[anchor] = cubes
        return cubes

    def _sample(self, request: CubeRequest, plan: BlockPlan | None) -> RowSample | None:
        """Return a sample of the rows that a request is about; of a plan that is for the same ones, its own."""
        return binding_sample(request, self._database, self._factor) if plan is None else plan.sample

    def _needed(
        self, anchor: int, block: CubeRequest, left: CandidatesLeft, scoped: ScopedCandidates
    ) -> CubeRequest | None:
        """Return what has to be computed of a block for the candidates that are left; None for none."""
        builder, is_needed = RequestBuilder(block.relations.anchor), False
        for index in left.claims:
            checkpoint()
            lacking = left.held(index, block)
            if lacking is not None:
                builder.add_candidates(lacking)
                is_needed = True
        for operand in scoped.operands_of(anchor):
            if operand not in self._operands and answers_operand(block, operand):
                builder.add_operand(operand)
                is_needed = True
        return builder.request(self._relations) if is_needed else None

    def _look_up_operands(self, anchor: int, cube: Cube, scoped: ScopedCandidates, *, has_all: bool) -> None:
        """Look the operands of listed candidates over one anchor up that a cube holds, and that are not known yet."""
        asked = [each for each in scoped.operands_of(anchor) if each not in self._operands]
        held = asked if has_all else [each for each in asked if answers_operand(cube.request, each)]
        self._operands |= dict(zip(held, evaluate_operands(held, cube), strict=True))

    def _look_up(
        self,
        anchor: int,
        cube: Cube,
        left: CandidatesLeft,
        gathered: Sequence[_Gathered],
        *,
        has_all: bool,
    ) -> None:
        """Look the candidates over one anchor up that are left and that a cube holds; all where it has all."""
        indexes = left.claims
        for start in range(0, len(indexes), CLAIMS_AT_ONCE):
            candidates: dict[int, AnchorCandidates] = {}
            for index in indexes[start : start + CLAIMS_AT_ONCE]:
                checkpoint()
                held = left.take_all(index) if has_all else left.take(index, cube.request)
                if held is not None:
                    candidates[index] = held
            for index, results in zip(candidates, evaluate_candidates(list(candidates.values()), cube), strict=True):
                checkpoint()
                gathered[index].add(anchor, results.candidates, closeness_of(self._bands[index], results))

    def _listed_results(self, listed: Sequence[tuple[int, Query]]) -> dict[int, ListedResult]:
        """Return the results of listed candidates by index, as far as there was time for what they need."""
        results, operands = {}, self._operands
        for index, query in listed:
            if isinstance(query, RunQuery):
                if query in self._run:
                    results[index] = self._run[query]
            elif all(operand in operands for operand in query.operands()):
                results[index] = combined(query, operands)
        return results

    def _run_queries(self, listed: Iterable[Sequence[tuple[int, Query]]]) -> None:
        """Run what listed candidates need that follows from no cube, once in a check, as far as there is time."""
        queries = {query: None for of_claim in listed for _, query in of_claim if isinstance(query, RunQuery)}
        try:
            with self._context.stage("queries"):
                waiting = [query for query in queries if query not in self._run]
                for query, result in run_queries(waiting, self._cubes.rows):
                    self._run[query] = result
        except OutOfTimeError:
            return

    def _near(self, index: int, space: CandidateSpace, listed: Mapping[int, ListedResult]) -> dict[int, Closeness]:
        """Return the listed candidates of a claim whose results are not far from its number."""
        bands, queries = self._bands[index], space.listed.queries
        kinds = {at: listed_closeness(bands.of(queries[at].query.result_unit), each) for at, each in listed.items()}
        return {at: kind for at, kind in kinds.items() if kind is not Closeness.FAR}


class _Gathered:
    """What was evaluated of a claim so far: what matches by anchor, and the ``scope`` whose candidates were looked up.

    ``known`` is that of earlier rounds, whose candidates are not looked up again; None where all are.
    """

    def __init__(self, space: CandidateSpace, scope: Scope, before: _Gathered | None = None) -> None:
        """Go on from what was evaluated ``before`` where all of that is in the scope."""
        self.space = space
        self.scope = scope
        self.known: Scope | None = None
        self._matches: dict[int, list[Matches]] = {}
        if before is not None and space.product.is_within(before.scope, scope):
            self.known = before.scope
            self._matches = {anchor: list(parts) for anchor, parts in before._matches.items()}

    def add(self, anchor: int, candidates: AnchorCandidates, kinds: Kinds) -> None:
        """Note what is not far over one anchor."""
        indexes = np.flatnonzero(kinds != Closeness.FAR)
        self._matches.setdefault(anchor, []).append(
            Matches(
                candidates.aggregate[indexes],
                candidates.predicate_sets[candidates.predicate_set[indexes]],
                candidates.predicate_sets[candidates.condition[indexes]],
                kinds[indexes],
            )
        )

    def forget(self, anchor: int) -> None:
        """Drop the results over an anchor."""
        self._matches.pop(anchor, None)

    def matches(self, listed: Mapping[int, Closeness]) -> Matches:
        """Return all matches; ``listed`` are the listed candidates that are not far."""
        joined = joined_matches(self.space.product, chain.from_iterable(self._matches.values()))
        return replace(joined, listed=listed)
