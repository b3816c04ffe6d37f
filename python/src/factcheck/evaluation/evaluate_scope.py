"""Evaluates the candidates in the scopes of all claims together, anchor by anchor, as far as there is time.

What stays of a claim are the candidates that match; results of others are looked up again where somebody asks, so that
a document of many claims takes no more memory than some of them at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import monotonic

import numpy as np

from factcheck.candidates.enumerate import AnchorCandidates, Booleans, enumerate_candidates
from factcheck.candidates.matches import Matches, joined_matches
from factcheck.candidates.space import QuerySpace, Scope
from factcheck.evaluation.agreement import matching
from factcheck.evaluation.claim_results import CLAIMS_AT_ONCE, ClaimResults
from factcheck.evaluation.cube import Cube, CubeRequest
from factcheck.evaluation.cubes import Cubes
from factcheck.evaluation.lookup import evaluate_candidates
from factcheck.evaluation.requests import RequestBuilder
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.mentions import Number
from factcheck.port import Database
from factcheck.runtime.telemetry import tell_time
from factcheck.runtime.time_budget import NO_LIMIT, OutOfTimeError, TimeLimit

_CANDIDATES_AT_HAND = 1_000_000
"""Candidates that are kept from the time queries are made to the time results are looked up; others are listed anew."""


class ScopeEvaluation:
    """Evaluates the candidates of all claims, anchor by anchor, until the time is up.

    ``numbers`` are what the claims say; results agree with them as ``about_tolerance`` allows.
    """

    def __init__(
        self,
        relations: Relations,
        cubes: Cubes,
        database: Database,
        numbers: Sequence[Number],
        about_tolerance: float,
    ) -> None:
        self._relations = relations
        self._cubes = cubes
        self._database = database
        self._numbers = numbers
        self._about_tolerance = about_tolerance
        self.requests: tuple[CubeRequest, ...] = ()
        self.missed: frozenset[int] = frozenset()

    def run(
        self, spaces: Sequence[QuerySpace], scopes: Sequence[Scope], limit: TimeLimit = NO_LIMIT
    ) -> tuple[list[ClaimResults], list[Scope]]:
        """What was evaluated of each claim, and the scopes without anchors there was no time for.

        ``missed`` has these anchors afterwards.
        """
        found = [_Found(space) for space in spaces]
        requests: list[CubeRequest] = []
        missed = set()
        listed = ListedCandidates(spaces, scopes)
        try:
            listed.list_all(limit.checkpoint(self._database))
        except OutOfTimeError:
            missed = {table.table_id for table in self._relations.tables}
        for anchor, request in () if missed else listed.requests(self._relations):
            try:
                self._evaluate(anchor, request, listed, found, limit)
                requests.append(request)
            except OutOfTimeError:
                missed.add(anchor)
                for own in found:
                    own.forget(anchor)
        self.requests, self.missed = tuple(requests), frozenset(missed)
        left = [Scope(scope.aggregates, scope.predicates, scope.anchors - missed) for scope in scopes]
        return [own.results() for own in found], left

    def _evaluate(
        self, anchor: int, request: CubeRequest, listed: ListedCandidates, found: Sequence[_Found], limit: TimeLimit
    ) -> None:
        """Note what matches over one anchor; raises ``OutOfTimeError`` where there is no time for it."""
        checkpoint = limit.checkpoint(self._database)
        checkpoint()
        at = monotonic()
        cube = self._cubes.covering(request, limit)
        at = tell_time("queries", at, self._database)
        places = listed.claims_of(anchor)
        for start in range(0, len(places), CLAIMS_AT_ONCE):
            some = places[start : start + CLAIMS_AT_ONCE]
            candidates = [listed.candidates(place, anchor) for place in some]
            for place, results in zip(some, evaluate_candidates(candidates, cube, checkpoint), strict=True):
                checkpoint()
                agrees = matching(self._numbers[place], results, self._about_tolerance)
                found[place].add(anchor, cube, results.candidates, agrees)
        tell_time("lookup", at, self._database)


class _Found:
    """What was found of a claim so far: the candidates that match, and the cubes they were looked up in, by anchor."""

    def __init__(self, space: QuerySpace) -> None:
        self._space = space
        self._cubes: dict[int, Cube] = {}
        self._matches: dict[int, Matches] = {}

    def add(self, anchor: int, cube: Cube, candidates: AnchorCandidates, agrees: Booleans) -> None:
        """Note what matches over one anchor."""
        places = np.flatnonzero(agrees)
        self._cubes[anchor] = cube
        self._matches[anchor] = Matches(
            candidates.aggregate[places],
            candidates.predicate_sets[candidates.predicate_set[places]],
            candidates.predicate_sets[candidates.condition[places]],
        )

    def forget(self, anchor: int) -> None:
        """Drop what was found over an anchor."""
        self._cubes.pop(anchor, None)
        self._matches.pop(anchor, None)

    def results(self) -> ClaimResults:
        """All that was found."""
        return ClaimResults(self._space, self._cubes, joined_matches(self._space, self._matches.values()))


class ListedCandidates:
    """The candidates in the scopes of claims, by anchor: listed once for queries, and kept or listed anew for look-ups.

    ``sizes`` tells how many there are over each anchor.
    """

    def __init__(self, spaces: Sequence[QuerySpace], scopes: Sequence[Scope]) -> None:
        self._spaces = spaces
        self._scopes = scopes
        self.sizes: dict[int, int] = {}
        self._kept: dict[int, tuple[AnchorCandidates, ...]] = {}
        self._requests: dict[int, RequestBuilder] = {}
        self._claims: dict[int, list[int]] = {}

    def list_all(self, checkpoint: Callable[[], None]) -> None:
        """List the candidates of every claim; raises what ``checkpoint`` does."""
        room = _CANDIDATES_AT_HAND
        for place, (space, scope) in enumerate(zip(self._spaces, self._scopes, strict=True)):
            checkpoint()
            listed = enumerate_candidates(space, scope)
            for candidates in listed:
                anchor = candidates.anchor.table_id
                self._requests.setdefault(anchor, RequestBuilder(candidates.anchor)).add(candidates)
                self._claims.setdefault(anchor, []).append(place)
                self.sizes[anchor] = self.sizes.get(anchor, 0) + len(candidates.aggregate)
            room -= sum(len(candidates.aggregate) for candidates in listed)
            if room >= 0:
                self._kept[place] = listed

    def requests(self, relations: Relations) -> Iterator[tuple[int, CubeRequest]]:
        """What has to be computed over each anchor, in the order of the tables."""
        for table in relations.tables:
            if table.table_id in self._requests:
                yield table.table_id, self._requests[table.table_id].request(relations)

    def claims_of(self, anchor: int) -> list[int]:
        """The places of the claims that have candidates over an anchor."""
        return self._claims[anchor]

    def candidates(self, place: int, anchor: int) -> AnchorCandidates:
        """The candidates of a claim over an anchor."""
        listed = self._kept.get(place)
        if listed is None:
            scope = self._scopes[place]
            own = Scope(scope.aggregates, scope.predicates, frozenset({anchor}))
            listed = enumerate_candidates(self._spaces[place], own)
        [found] = [candidates for candidates in listed if candidates.anchor.table_id == anchor]
        return found
