"""Evaluates the candidates in the scopes of all claims together, anchor by anchor, as far as there is time.

What stays of a claim are the candidates that match; results of others are looked up again where somebody asks, so that
a document of many claims takes no more memory than some of them at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from time import monotonic

import numpy as np

from factcheck.catalogue.relation_sets import Relations
from factcheck.evaluation.cube import Cube, CubeRequest
from factcheck.evaluation.cubes import Cubes
from factcheck.evaluation.evaluate import CandidateResults, RequestBuilder, evaluate_candidates, exact_results, matching
from factcheck.model.candidates import AnchorCandidates, Booleans, enumerate_candidates
from factcheck.model.found_values import found_value
from factcheck.model.posterior import Matches, joined_matches
from factcheck.model.query_space import Candidate, QuerySpace, Scope
from factcheck.numbers.mentions import Number
from factcheck.port import Database
from factcheck.preparation import tell_time
from factcheck.time_limit import NO_LIMIT, OutOfTimeError, TimeLimit

_CLAIMS_AT_ONCE = 32
_CANDIDATES_AT_HAND = 1_000_000
"""Candidates that are kept from the time queries are made to the time results are looked up; others are listed anew."""


@dataclass(frozen=True, slots=True)
class ClaimResults:
    """What was evaluated of a claim: the candidates that match, and where the results of all are looked up, by anchor.

    ``asked`` are values that queries of candidates gave.
    """

    space: QuerySpace
    cubes: dict[int, Cube]
    matches: Matches
    asked: dict[Candidate, Decimal | None] = field(default_factory=dict)

    def results(self, candidates: Sequence[Candidate]) -> dict[Candidate, tuple[CandidateResults, int]]:
        """For each of some candidates results that it is among, and its place there."""
        found = {}
        for cube, own in self.by_cube(candidates):
            [results] = evaluate_candidates([self.chosen(own, cube)], cube, lambda: None)
            found.update({candidate: (results, place) for place, candidate in enumerate(own)})
        return found

    def chosen(self, candidates: Sequence[Candidate], cube: Cube) -> AnchorCandidates:
        """Some candidates whose results a cube holds, which ascend."""
        return AnchorCandidates.of(self.space, cube.request.relations.anchor, candidates)

    def by_cube(self, candidates: Sequence[Candidate]) -> Iterator[tuple[Cube, list[Candidate]]]:
        """The cubes that hold results of some candidates, with the candidates, ascending."""
        by_anchor: dict[int, list[Candidate]] = {}
        for candidate in sorted(set(candidates)):
            by_anchor.setdefault(self.space.query(candidate).relations.anchor.table_id, []).append(candidate)
        for anchor, own in by_anchor.items():
            yield self.cubes[anchor], own

    def told(self, candidate: Candidate, value: Decimal | None, *, agrees: bool) -> ClaimResults:
        """The same with what the query of a candidate gave, and whether that agrees with the claim."""
        own = AnchorCandidates.of(self.space, self.space.query(candidate).relations.anchor, [candidate])
        predicates, condition = own.predicate_sets[own.predicate_set], own.predicate_sets[own.condition]
        before = self.matches
        is_other = (
            (before.aggregate != own.aggregate)
            | (before.predicates != predicates).any(axis=1)
            | (before.condition != condition).any(axis=1)
        )
        others = Matches(before.aggregate[is_other], before.predicates[is_other], before.condition[is_other])
        matches = [others, *([Matches(own.aggregate, predicates, condition)] if agrees else [])]
        asked = {**self.asked, candidate: value}
        return ClaimResults(self.space, self.cubes, joined_matches(self.space, matches), asked)


def values_of(
    results: Sequence[ClaimResults], wanted: Sequence[Sequence[Candidate]], checkpoint: Callable[[], None]
) -> list[list[Decimal | None]]:
    """The values found for some candidates of each claim, None where one has none, without rounding.

    Raises ``KeyError`` for a candidate that was not evaluated.
    """
    at: dict[int, list[tuple[int, list[Candidate]]]] = {}
    cubes: dict[int, Cube] = {}
    for place, (claim, candidates) in enumerate(zip(results, wanted, strict=True)):
        for cube, own in claim.by_cube(candidates):
            cubes[id(cube)] = cube
            at.setdefault(id(cube), []).append((place, own))
    found: list[dict[Candidate, Decimal | None]] = [{} for _ in results]
    for key, claims in at.items():
        cube = cubes[key]
        for start in range(0, len(claims), _CLAIMS_AT_ONCE):
            checkpoint()
            some = claims[start : start + _CLAIMS_AT_ONCE]
            chosen = [results[place].chosen(own, cube) for place, own in some]
            for (place, own), every in zip(some, exact_results(chosen, cube), strict=True):
                for candidate, exact in zip(own, every, strict=True):
                    aggregate = results[place].space.aggregates[candidate.aggregate]
                    found[place][candidate] = found_value(exact, aggregate.function, aggregate.column)
    return [
        [claim.asked.get(candidate, own[candidate]) for candidate in candidates]
        for claim, own, candidates in zip(results, found, wanted, strict=True)
    ]


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
        for start in range(0, len(places), _CLAIMS_AT_ONCE):
            some = places[start : start + _CLAIMS_AT_ONCE]
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
