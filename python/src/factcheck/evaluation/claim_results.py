"""What was evaluated of a claim: the candidates that match, and the cubes in which results of all are looked up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from factcheck.candidates.enumerate import AnchorCandidates
from factcheck.candidates.matches import Matches, joined_matches
from factcheck.candidates.space import Candidate, QuerySpace
from factcheck.evaluation.cube import Cube
from factcheck.evaluation.lookup import CandidateResults, evaluate_candidates, exact_results
from factcheck.queries.results import found_value

CLAIMS_AT_ONCE = 32
"""Claims whose results are looked up together; all of a document take too much memory."""


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

    def with_value(self, candidate: Candidate, value: Decimal | None, *, agrees: bool) -> ClaimResults:
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
        for start in range(0, len(claims), CLAIMS_AT_ONCE):
            checkpoint()
            some = claims[start : start + CLAIMS_AT_ONCE]
            chosen = [results[place].chosen(own, cube) for place, own in some]
            for (place, own), every in zip(some, exact_results(chosen, cube), strict=True):
                for candidate, exact in zip(own, every, strict=True):
                    aggregate = results[place].space.aggregates[candidate.aggregate]
                    found[place][candidate] = found_value(exact, aggregate.function, aggregate.column)
    return [
        [claim.asked.get(candidate, own[candidate]) for candidate in candidates]
        for claim, own, candidates in zip(results, found, wanted, strict=True)
    ]
