"""What was evaluated of a claim: the candidates that come near, and where the results of all are looked up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from factcheck.candidates.candidate_space import AnyCandidate, CandidateSpace
from factcheck.candidates.enumerate import AnchorCandidates
from factcheck.candidates.listed import ListedCandidate
from factcheck.candidates.matches import Matches, joined_matches
from factcheck.candidates.space import Candidate
from factcheck.evaluation.cube import Cube
from factcheck.evaluation.listed_results import ListedResult
from factcheck.evaluation.lookup import evaluate_candidates, exact_results
from factcheck.evaluation.requests import held_by
from factcheck.numbers.closeness import Closeness
from factcheck.queries.product_query import product_shown
from factcheck.runtime.checkpoints import checkpoint

CLAIMS_AT_ONCE = 32
"""Claims whose results are looked up together; all of a document take too much memory."""


@dataclass(frozen=True, slots=True)
class ClaimResults:
    """What was evaluated of a claim: the candidates that come near, and where all results are looked up, by anchor.

    The first cube that has a candidate's predicates and measure has its result.

    ``listed`` are the results of listed candidates, by index; ``asked`` are values that queries of candidates gave.
    """

    space: CandidateSpace
    cubes: Mapping[int, Sequence[Cube]]
    matches: Matches
    listed: Mapping[int, ListedResult] = field(default_factory=dict)
    asked: Mapping[AnyCandidate, Decimal | None] = field(default_factory=dict)

    def values(self, candidates: Sequence[AnyCandidate]) -> dict[AnyCandidate, tuple[float, float]]:
        """Return the result of each of some candidates as a double, and how far off it may be."""
        values: dict[AnyCandidate, tuple[float, float]] = {}
        for cube, ascending in self.by_cube(candidates):
            [results] = evaluate_candidates([self.chosen(ascending, cube)], cube)
            for index, candidate in enumerate(ascending):
                noise = 0.0 if results.noise is None else float(results.noise[index])
                values[candidate] = float(results.values[index]), noise
        for listed in (each for each in candidates if isinstance(each, ListedCandidate)):
            result = self.listed[listed.number]
            values[listed] = result.value, result.noise
        return values

    def chosen(self, candidates: Sequence[Candidate], cube: Cube) -> AnchorCandidates:
        """Return some candidates whose results a cube holds, which ascend."""
        return AnchorCandidates.of(self.space.product, cube.request.relations.anchor, candidates)

    def by_cube(self, candidates: Sequence[AnyCandidate]) -> Iterator[tuple[Cube, list[Candidate]]]:
        """Yield the cubes that hold results of some product candidates, with the candidates, ascending."""
        by_anchor: dict[int, list[Candidate]] = {}
        for candidate in sorted({each for each in candidates if not isinstance(each, ListedCandidate)}):
            by_anchor.setdefault(self.space.product.anchor(candidate), []).append(candidate)
        for anchor, ascending in by_anchor.items():
            cubes = self.cubes[anchor]
            if len(cubes) == 1:
                yield cubes[0], ascending
                continue
            left = ascending
            for cube in cubes:
                is_held = dict(zip(left, held_by(cube.request, self.chosen(left, cube)).tolist(), strict=True))
                if any(is_held.values()):
                    yield cube, [each for each in left if is_held[each]]
                left = [each for each in left if not is_held[each]]

    def with_value(self, candidate: AnyCandidate, value: Decimal | None, closeness: Closeness) -> ClaimResults:
        """Return the same with what the query of a candidate gave, and how near that is to the claim's number."""
        product = self.space.product
        asked = {**self.asked, candidate: value}
        is_far = closeness is Closeness.FAR
        if isinstance(candidate, ListedCandidate):
            listed = {number: each for number, each in self.matches.listed.items() if number != candidate.number}
            matches = replace(self.matches, listed=listed if is_far else {**listed, candidate.number: closeness})
        else:
            matches = self.matches.without(candidate, product)
            if not is_far:
                matches = joined_matches(product, [matches, Matches.of(product, {candidate: closeness})])
        return replace(self, matches=matches, asked=asked)


def values_of(results: Sequence[ClaimResults], wanted: Sequence[Sequence[AnyCandidate]]) -> list[list[Decimal | None]]:
    """Return the values found for some candidates of each claim as they are shown, None where one has none.

    Raises ``KeyError`` for a candidate that was not evaluated.
    """
    at: dict[int, list[tuple[int, list[Candidate]]]] = {}
    cubes: dict[int, Cube] = {}
    for index, (claim, candidates) in enumerate(zip(results, wanted, strict=True)):
        for cube, ascending in claim.by_cube(candidates):
            cubes[id(cube)] = cube
            at.setdefault(id(cube), []).append((index, ascending))
    values: list[dict[AnyCandidate, Decimal | None]] = [_known(*pair) for pair in zip(results, wanted, strict=True)]
    for key, claims in at.items():
        cube = cubes[key]
        for start in range(0, len(claims), CLAIMS_AT_ONCE):
            checkpoint()
            some = claims[start : start + CLAIMS_AT_ONCE]
            chosen = [results[index].chosen(ascending, cube) for index, ascending in some]
            for (index, ascending), exact in zip(some, exact_results(chosen, cube), strict=True):
                for candidate, result in zip(ascending, exact, strict=True):
                    measure = results[index].space.product.aggregates[candidate.aggregate].measure
                    values[index].setdefault(candidate, product_shown(measure, result))
    return [[known[each] for each in candidates] for known, candidates in zip(values, wanted, strict=True)]


def _known(claim: ClaimResults, candidates: Sequence[AnyCandidate]) -> dict[AnyCandidate, Decimal | None]:
    """Return the values of candidates that need not be looked up: listed ones, and those that were asked for."""
    listed = [each for each in candidates if isinstance(each, ListedCandidate)]
    return {each: claim.listed[each.number].shown for each in listed} | dict(claim.asked)
