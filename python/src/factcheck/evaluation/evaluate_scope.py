"""Evaluates the candidates in the scopes of all claims together, anchor by anchor, as far as there is time.

What stays of a claim are the candidates whose results are not far from its number; others are looked up again
where they are asked for, so that a document of many claims takes no more memory than some of them at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

import numpy as np

from factcheck.candidates.candidate_space import AnyCandidate, CandidateSpace
from factcheck.candidates.demand import Asked, Demand, asked_by
from factcheck.candidates.enumerate import AnchorCandidates, enumerate_candidates
from factcheck.candidates.matches import Matches, joined_matches
from factcheck.candidates.space import Scope
from factcheck.evaluation.agreement import Kinds, closeness_of, listed_closeness
from factcheck.evaluation.blocks import BlockPlan, Wishes, planned
from factcheck.evaluation.claim_results import CLAIMS_AT_ONCE, ClaimResults
from factcheck.evaluation.cube import Cube
from factcheck.evaluation.cube_request import CubeRequest
from factcheck.evaluation.cubes import Cubes
from factcheck.evaluation.listed_results import ListedResult, combined, run_queries
from factcheck.evaluation.lookup import OperandResults, evaluate_candidates, evaluate_operands
from factcheck.evaluation.part import TooManyGroupsError
from factcheck.evaluation.requests import RequestBuilder, held_by, holds_operand
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.closeness import Closeness, NumberBands
from factcheck.numbers.mentions import Number
from factcheck.queries.query import Aggregate, Query, RunQuery
from factcheck.runtime.checkpoints import checkpoint
from factcheck.runtime.context import CheckContext
from factcheck.runtime.progress import report_progress
from factcheck.runtime.time_budget import OutOfTimeError

_CANDIDATES_AT_HAND = 1_000_000
"""Candidates that are kept from the time queries are made to the time results are looked up; others are listed anew."""

_MORE_GROUPS = 4.0
_MOST_TIMES_PLANNED = 4
"""Times more groups that are expected after a query met too many, and how often that is done."""


class ScopeEvaluation:
    """Evaluates the candidates of all claims, anchor by anchor, until the time is up.

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
        gathered = [_Gathered(space) for space in spaces]
        requests: list[CubeRequest] = []
        operands: dict[Aggregate, OperandResults] = {}
        scoped, scopes, missed = self._list(spaces, scopes)
        self._rounds += 1
        for done, (anchor, plan) in enumerate(self._plans.items()):
            if anchor in missed:
                continue
            report_progress("evaluation", done, f"tables, round {self._rounds}", len(self._plans))
            try:
                operands |= self._evaluate(anchor, plan, scoped, gathered)
                requests += plan.blocks
            except OutOfTimeError:
                missed.add(anchor)
                for claim in gathered:
                    claim.forget(anchor)
        self.requests, self.missed = tuple(requests), frozenset(missed)
        self._run_queries(scoped.listed)
        left = []
        for index, (claim, scope) in enumerate(zip(gathered, scopes, strict=True)):
            claim.listed = self._listed_results(scoped.listed[index], operands)
            listed = np.array([number in claim.listed for number in range(len(scope.listed))], dtype=bool)
            left.append(replace(scope, anchors=scope.anchors - missed, listed=listed))
        return [self._results(index, claim) for index, claim in enumerate(gathered)], left

    def _list(
        self, spaces: Sequence[CandidateSpace], scopes: Sequence[Scope]
    ) -> tuple[ScopedCandidates, Sequence[Scope], set[int]]:
        """List the candidates that can be evaluated together, and plan how; return their scopes, and anchors missed."""
        scoped, missed = ScopedCandidates(spaces, scopes), set[int]()
        self._plans = {}
        try:
            scoped.list_all()
            for anchor, request in scoped.requests(self._relations):
                self._plans[anchor] = self._plan(request)
            plans = [plan for plan in self._plans.values() if not plan.is_whole]
            if plans:
                scopes = [
                    replace(scope, combined=np.logical_and.reduce([plan.combined(space.product) for plan in plans]))
                    for space, scope in zip(spaces, scopes, strict=True)
                ]
                scoped = ScopedCandidates(spaces, scopes)
                scoped.list_all()
        except OutOfTimeError:
            missed = {table.table_id for table in self._relations.tables}
        return scoped, scopes, missed

    def _plan(self, request: CubeRequest) -> BlockPlan:
        """Choose the blocks for one anchor."""
        if self._demand is None:
            return BlockPlan(request, (request,))
        with self._context.stage("queries"):
            wanted = [each for each in self._wanted if each.anchor == request.relations.anchor.table_id]
            wishes = Wishes(self._demand, wanted)
            return planned(request, wishes, self._context.settings, self._database, self._factor)

    def _evaluate(
        self, anchor: int, plan: BlockPlan, scoped: ScopedCandidates, gathered: Sequence[_Gathered]
    ) -> dict[Aggregate, OperandResults]:
        """Note what matches over one anchor, and return the results of listed candidates' operands.

        Raises ``OutOfTimeError`` where there is no time for it.
        """
        cubes: list[Cube] = []
        operands: dict[Aggregate, OperandResults] = {}
        for block in plan.blocks:
            checkpoint()
            with self._context.stage("queries"):
                cube = self._cubes.covering(block, plan.sample)
            with self._context.stage("lookup"):
                self._look_up(anchor, cube, None if plan.is_whole else cubes, scoped, gathered)
                asked = [each for each in scoped.operands_of(anchor) if each not in operands]
                held = asked if plan.is_whole else [each for each in asked if holds_operand(cube.request, each)]
                operands |= dict(zip(held, evaluate_operands(held, cube), strict=True))
            cubes.append(cube)
        return operands

    def _look_up(
        self,
        anchor: int,
        cube: Cube,
        before: Sequence[Cube] | None,
        scoped: ScopedCandidates,
        gathered: Sequence[_Gathered],
    ) -> None:
        """Look the candidates over one anchor up that a cube holds, and none of those before; all where it has all."""
        indexes = scoped.claims_of(anchor)
        for start in range(0, len(indexes), CLAIMS_AT_ONCE):
            some = indexes[start : start + CLAIMS_AT_ONCE]
            candidates = {index: _held(scoped.candidates(index, anchor), cube, before) for index in some}
            candidates = {index: each for index, each in candidates.items() if len(each.aggregate)}
            for index, results in zip(candidates, evaluate_candidates(list(candidates.values()), cube), strict=True):
                checkpoint()
                kinds = closeness_of(self._bands[index], results)
                gathered[index].add(anchor, cube, results.candidates, kinds)

    def _listed_results(
        self, listed: Sequence[tuple[int, Query]], operands: dict[Aggregate, OperandResults]
    ) -> dict[int, ListedResult]:
        """Return the results of listed candidates by index, as far as there was time for what they need."""
        results = {}
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

    def _results(self, index: int, claim: _Gathered) -> ClaimResults:
        bands, queries = self._bands[index], claim.space.listed.queries
        kinds = {
            at: listed_closeness(bands.of(queries[at].query.result_unit), result) for at, result in claim.listed.items()
        }
        return claim.results({at: kind for at, kind in kinds.items() if kind is not Closeness.FAR})


def _held(candidates: AnchorCandidates, cube: Cube, before: Sequence[Cube] | None) -> AnchorCandidates:
    """Return the candidates that a cube holds, and none of those before it; all where there are no others."""
    if before is None:
        return candidates
    held = held_by(cube.request, candidates)
    for other in before:
        held &= ~held_by(other.request, candidates)
    return candidates if held.all() else candidates.at(np.flatnonzero(held).tolist())


class _Gathered:
    """What was evaluated of a claim so far: what matches, and the cubes it was looked up in, by anchor."""

    def __init__(self, space: CandidateSpace) -> None:
        self.space = space
        self._cubes: dict[int, list[Cube]] = {}
        self._matches: dict[int, list[Matches]] = {}
        self.listed: dict[int, ListedResult] = {}

    def add(self, anchor: int, cube: Cube, candidates: AnchorCandidates, kinds: Kinds) -> None:
        """Note what is not far over one anchor."""
        indexes = np.flatnonzero(kinds != Closeness.FAR)
        self._cubes.setdefault(anchor, []).append(cube)
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
        self._cubes.pop(anchor, None)
        self._matches.pop(anchor, None)

    def results(self, listed: Mapping[int, Closeness]) -> ClaimResults:
        """Return all results; ``listed`` are the listed candidates that are not far."""
        product = self.space.product
        matches = replace(joined_matches(product, chain.from_iterable(self._matches.values())), listed=listed)
        return ClaimResults(self.space, self._cubes, matches, self.listed)


class ScopedCandidates:
    """The candidates in the scopes of claims, by anchor: listed once for queries, and kept or listed anew for look-ups.

    ``sizes`` tells how many there are over each anchor; ``listed`` has the listed ones of each claim with their index.
    """

    def __init__(self, spaces: Sequence[CandidateSpace], scopes: Sequence[Scope]) -> None:
        self._spaces = spaces
        self._scopes = scopes
        self.sizes: dict[int, int] = {}
        self.listed: list[list[tuple[int, Query]]] = [
            [(i, space.listed.queries[i].query) for i in np.flatnonzero(scope.listed).tolist()]
            for space, scope in zip(spaces, scopes, strict=True)
        ]
        self._kept: dict[int, tuple[AnchorCandidates, ...]] = {}
        self._requests: dict[int, RequestBuilder] = {}
        self._claims: dict[int, list[int]] = {}
        self._operands: dict[int, dict[Aggregate, None]] = {}

    def list_all(self) -> None:
        """List the candidates of all claims; raises ``OutOfTimeError`` where the limit in force is reached."""
        room = _CANDIDATES_AT_HAND
        for index, (space, scope) in enumerate(zip(self._spaces, self._scopes, strict=True)):
            checkpoint()
            listed = enumerate_candidates(space.product, scope)
            for candidates in listed:
                anchor = candidates.anchor.table_id
                self._requests.setdefault(anchor, RequestBuilder(candidates.anchor)).add(candidates)
                self._claims.setdefault(anchor, []).append(index)
                self.sizes[anchor] = self.sizes.get(anchor, 0) + len(candidates.aggregate)
            room -= sum(len(candidates.aggregate) for candidates in listed)
            if room >= 0:
                self._kept[index] = listed
            for _, query in self.listed[index]:
                self._add_operands(query)

    def _add_operands(self, query: Query) -> None:
        for operand in query.operands():
            anchor = operand.selection.anchor
            self._requests.setdefault(anchor.table_id, RequestBuilder(anchor)).add_operand(operand)
            self._operands.setdefault(anchor.table_id, {})[operand] = None

    @property
    def n_anchors(self) -> int:
        """Return over how many tables something has to be computed."""
        return len(self._requests)

    def requests(self, relations: Relations) -> Iterator[tuple[int, CubeRequest]]:
        """Yield what has to be computed over each anchor, in the order of the tables."""
        for table in relations.tables:
            if table.table_id in self._requests:
                yield table.table_id, self._requests[table.table_id].request(relations)

    def claims_of(self, anchor: int) -> list[int]:
        """Return the indexes of the claims that have product candidates over an anchor."""
        return self._claims.get(anchor, [])

    def operands_of(self, anchor: int) -> list[Aggregate]:
        """Return the different operands of listed candidates over an anchor."""
        return list(self._operands.get(anchor, {}))

    def candidates(self, index: int, anchor: int) -> AnchorCandidates:
        """Return the product candidates of a claim over an anchor."""
        listed = self._kept.get(index)
        if listed is None:
            of_anchor = replace(self._scopes[index], anchors=frozenset({anchor}))
            listed = enumerate_candidates(self._spaces[index].product, of_anchor)
        [chosen] = [candidates for candidates in listed if candidates.anchor.table_id == anchor]
        return chosen
