"""Evaluates the candidates in the scopes of all claims together, anchor by anchor, as far as there is time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from time import monotonic

from factcheck.catalogue.relation_sets import Relations
from factcheck.catalogue.schema import Table
from factcheck.evaluation.cube import CubeRequest
from factcheck.evaluation.cubes import Cubes
from factcheck.evaluation.evaluate import CandidateResults, cube_request, evaluate_candidates
from factcheck.model.candidates import AnchorCandidates, enumerate_candidates
from factcheck.model.found_values import found_value
from factcheck.model.query_space import Candidate, QuerySpace, Scope
from factcheck.port import Database
from factcheck.preparation import tell_time
from factcheck.time_limit import NO_LIMIT, OutOfTimeError, TimeLimit


@dataclass(frozen=True, slots=True)
class ClaimResults:
    """The candidates of a claim that were evaluated, with their results, by anchor."""

    by_anchor: tuple[CandidateResults, ...]

    def find(self, candidate: Candidate) -> tuple[CandidateResults, int]:
        """The results that a candidate is among, and its place there; raises ``KeyError`` for one not evaluated."""
        for results in self.by_anchor:
            place = results.candidates.find(candidate)
            if place is not None:
                return results, place
        raise KeyError(candidate)

    def values(self, candidates: Sequence[Candidate]) -> list[Decimal | None]:
        """The values found for candidates, None where one has none; raises ``KeyError`` for one not evaluated."""
        at = [self.find(candidate) for candidate in candidates]
        found: dict[tuple[int, int], Decimal | None] = {}
        for results in self.by_anchor:
            places = sorted({place for own, place in at if own is results})
            for place, exact in zip(places, results.exact(places) if places else (), strict=True):
                aggregate = results.candidates.space.aggregates[results.candidates.aggregate[place]]
                value = found_value(exact, aggregate.function, aggregate.column)
                found[id(results), place] = results.asked.get(place, value)
        return [found[id(results), place] for results, place in at]


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


class ScopeEvaluation:
    """Evaluates the candidates of all claims, anchor by anchor, until the time is up."""

    def __init__(self, relations: Relations, cubes: Cubes, database: Database) -> None:
        self._relations = relations
        self._cubes = cubes
        self._database = database
        self.requests: tuple[CubeRequest, ...] = ()
        self.missed: frozenset[int] = frozenset()

    def run(
        self, spaces: Sequence[QuerySpace], scopes: Sequence[Scope], limit: TimeLimit = NO_LIMIT
    ) -> tuple[list[ClaimResults], list[Scope]]:
        """The candidates of each claim with their results, and the scopes without anchors there was no time for.

        ``missed`` has these anchors afterwards.
        """
        results: dict[tuple[int, int], CandidateResults] = {}
        requests: list[CubeRequest] = []
        missed = set()
        claims = self._enumerated(spaces, scopes, limit)
        if claims is None:
            missed = {table.table_id for table in self._relations.tables}
        for table, own in by_anchor(claims or (), self._relations):
            if not own:
                continue
            try:
                found = self._evaluated([candidates for _, candidates in own], limit, requests)
            except OutOfTimeError:
                missed.add(table.table_id)
            else:
                results.update({(place, table.table_id): values for (place, _), values in zip(own, found, strict=True)})
        self.requests, self.missed = tuple(requests), frozenset(missed)
        evaluated = []
        for place, claim in enumerate(claims or [()] * len(spaces)):
            done = [candidates.anchor.table_id for candidates in claim if candidates.anchor.table_id not in missed]
            evaluated.append(ClaimResults(tuple(results[place, anchor] for anchor in done)))
        left = [Scope(scope.aggregates, scope.predicates, scope.anchors - missed) for scope in scopes]
        return evaluated, left

    def _enumerated(
        self, spaces: Sequence[QuerySpace], scopes: Sequence[Scope], limit: TimeLimit
    ) -> list[tuple[AnchorCandidates, ...]] | None:
        """The candidates of each claim; None where there is no time for that."""
        checkpoint = limit.checkpoint(self._database)
        claims = []
        try:
            for space, scope in zip(spaces, scopes, strict=True):
                checkpoint()
                claims.append(enumerate_candidates(space, scope))
        except OutOfTimeError:
            return None
        return claims

    def _evaluated(
        self, claims: Sequence[AnchorCandidates], limit: TimeLimit, requests: list[CubeRequest]
    ) -> list[CandidateResults]:
        """The results of candidates over one anchor; raises ``OutOfTimeError`` where there is no time for them."""
        checkpoint = limit.checkpoint(self._database)
        checkpoint()
        request = cube_request(claims, self._relations)
        at = monotonic()
        cube = self._cubes.covering(request, limit)
        requests.append(request)
        at = tell_time("queries", at, self._database)
        found = evaluate_candidates(claims, cube, checkpoint)
        tell_time("lookup", at, self._database)
        return found
