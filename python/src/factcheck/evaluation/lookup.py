"""Evaluates the candidates of a document: one merged query an anchor, results looked up for every claim."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from factcheck.candidates.enumerate import AnchorCandidates
from factcheck.evaluation.cells import Codes
from factcheck.evaluation.cube import Cube, CubeRequest
from factcheck.evaluation.measures import SHARES, Exact, Measures, adds_doubles, ratio
from factcheck.queries.fragments import Function
from factcheck.runtime.checkpoints import with_checkpoints

Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]

_KEY_BITS = 62


@dataclass(frozen=True, slots=True)
class CandidateResults:
    """The results of a claim's candidates over one anchor, looked up in a cube.

    ``values`` has one double a candidate, NaN where the query has no result (an aggregate or share of no rows).
    ``noise`` tells how far off each may be where doubles cancelled out; None where none did.
    """

    candidates: AnchorCandidates
    cube: Cube
    values: Floats
    noise: Floats | None

    def exact(self, places: Sequence[int]) -> list[Exact]:
        """The results of some candidates without rounding, where their types are exact; places ascend."""
        [found] = exact_results([self.candidates.at(places)], self.cube)
        return found


def exact_results(claims: Sequence[AnchorCandidates], cube: Cube) -> list[list[Exact]]:
    """The results of a few candidates of each claim without rounding, where their types are exact."""
    some = [_Cells(claim, cube.request) for claim in claims]
    return [cells.exact(measures) for cells, measures in zip(some, _roll_up(some, cube, lambda: None), strict=True)]


def evaluate_candidates(
    claims: Sequence[AnchorCandidates], cube: Cube, checkpoint: Callable[[], None]
) -> list[CandidateResults]:
    """Look the candidates of claims up in a cube over their anchor, whose request covers them all, claim by claim.

    All results are in memory together, with the cells that they come from.
    """
    cells = [_Cells(claim, cube.request) for claim in with_checkpoints(claims, checkpoint, 1)]
    results = []
    for claim, own, measures in zip(claims, cells, _roll_up(cells, cube, checkpoint), strict=True):
        checkpoint()
        results.append(CandidateResults(claim, cube, own.results(measures), own.noise(measures)))
    return results


class _Cells:
    """Where the candidates of a claim find their measures: cells of the predicate sets, and of shares' denominators.

    A denominator counts the rows of the condition that have a partner in every table the share's predicates are on.
    Where these are no other tables than the condition's own and the anchor, it is the condition's cell.
    """

    def __init__(self, claim: AnchorCandidates, request: CubeRequest) -> None:
        self._claim = claim
        self._place_of = {table.table_id: place for place, table in enumerate(request.partners)}
        places, codes = self._predicates(request)
        sets = claim.predicate_sets
        self._partners = self._partners_of_sets()
        lacking = self._partners[claim.predicate_set] & ~self._partners[claim.condition]
        is_share = np.array([aggregate.function in SHARES for aggregate in claim.space.aggregates])[claim.aggregate]
        lacking[~is_share] = 0
        pairs = np.stack([claim.condition, lacking], axis=1)
        extra, own = np.unique(pairs[lacking > 0], axis=0, return_inverse=True)
        self._denominators = claim.condition.copy()
        self._denominators[lacking > 0] = len(sets) + own.reshape(-1)
        flags = self._flags(extra[:, 1], len(request.dimensions))
        width = flags.shape[1]
        without = np.full((len(sets), width), -1)
        self.dimensions = np.concatenate(
            [np.hstack([places[sets], without]), np.hstack([places[sets[extra[:, 0]]], flags])]
        )
        digits = np.concatenate([codes[sets], codes[sets[extra[:, 0]]]])
        sizes = np.array([*request.sizes, 1], dtype=np.int64)[self.dimensions]
        self.cells = np.zeros(len(digits), dtype=np.int64)
        for column in range(sets.shape[1]):
            self.cells = self.cells * sizes[:, column] + digits[:, column]
        for column in range(sets.shape[1], self.dimensions.shape[1]):
            self.cells = self.cells * sizes[:, column] + (self.dimensions[:, column] >= 0)
        self.wanted = self._wanted(request)

    def _wanted(self, request: CubeRequest) -> Booleans:
        """For each cell which of the request's columns - measured, counted, of medians - its candidates aggregate."""
        claim = self._claim
        columns = [column.column_id for column in (*request.measured, *request.counted, *request.halved)]
        wanted = np.zeros((len(self.cells), len(columns)), dtype=bool)
        first = len(request.measured)
        starts = {Function.COUNT_DISTINCT: first, Function.MEDIAN: first + len(request.counted)}
        for place, own in _slices(claim.aggregate):
            aggregate = claim.space.aggregates[place]
            if aggregate.column is not None:
                slot = columns.index(aggregate.column.column_id, starts.get(aggregate.function, 0))
                wanted[claim.predicate_set[own], slot] = True
        return wanted

    def _predicates(self, request: CubeRequest) -> tuple[Codes, Codes]:
        """The dimension and code of each predicate of the space, -1 and 0 at the end and where none is asked for."""
        at = {dimension.column.column_id: place for place, dimension in enumerate(request.dimensions)}
        code_of = [{text: code for code, text in enumerate(dimension.literals, 1)} for dimension in request.dimensions]
        predicates = self._claim.space.predicates
        places = [at.get(predicate.column.column_id, -1) for predicate in predicates]
        codes = [
            0 if place < 0 else code_of[place].get(predicate.literal, 0)
            for place, predicate in zip(places, predicates, strict=True)
        ]
        return np.array([*places, -1], dtype=np.int64), np.array([*codes, 0], dtype=np.int64)

    def _partners_of_sets(self) -> Codes:
        """For each predicate set the joined tables it restricts, as bits."""
        bits = [self._bit(predicate.column.table_id) for predicate in self._claim.space.predicates]
        every = np.array([*bits, 0], dtype=np.int64)[self._claim.predicate_sets]
        return np.asarray(np.bitwise_or.reduce(every, axis=1))

    def _bit(self, table_id: int) -> int:
        return 1 << self._place_of[table_id] if table_id in self._place_of else 0

    def _flags(self, bits: Codes, first: int) -> Codes:
        """Bits of partners as places of dimensions, filled up with -1."""
        every = range(len(self._place_of))
        rows = [[first + place for place in every if row >> place & 1] for row in bits.tolist()]
        width = max((len(row) for row in rows), default=0)
        return np.array([[*row, *(-1 for _ in range(width - len(row)))] for row in rows], dtype=np.int64).reshape(
            len(rows), width
        )

    def results(self, measures: Measures) -> Floats:
        """The result of each candidate, from the measures of each cell."""
        claim = self._claim
        found = np.full(len(claim.aggregate), np.nan)
        for place, own in _slices(claim.aggregate):
            sets = claim.predicate_set[own]
            aggregate = claim.space.aggregates[place]
            if aggregate.function in SHARES:
                found[own] = ratio(100.0 * measures.rows[sets], measures.rows[self._denominators[own]])
            else:
                found[own] = measures.floats(aggregate.function, aggregate.column)[sets]
        return found

    def exact(self, measures: Measures) -> list[Exact]:
        """The result of each candidate without rounding, where its type is exact."""
        claim = self._claim
        found: list[Exact] = []
        for place, own in _slices(claim.aggregate):
            sets = claim.predicate_set[own]
            aggregate = claim.space.aggregates[place]
            if aggregate.function in SHARES:
                rows, every = measures.rows[sets].tolist(), measures.rows[self._denominators[own]].tolist()
                found += [Fraction(100 * int(n), int(d)) if d else None for n, d in zip(rows, every, strict=True)]
            else:
                found += measures[sets].exact(aggregate.function, aggregate.column)
        return found

    def noise(self, measures: Measures) -> Floats | None:
        """How far off each result may be where floating-point values cancelled out; None where none did."""
        claim = self._claim
        found: Floats | None = None
        for place, own in _slices(claim.aggregate):
            aggregate = claim.space.aggregates[place]
            if aggregate.column is None or not adds_doubles(aggregate.function, aggregate.column):
                continue
            noise = measures.noise(aggregate.function, aggregate.column)[claim.predicate_set[own]]
            if noise.any():
                found = np.zeros(len(claim.aggregate)) if found is None else found
                found[own] = noise
        return found


def _slices(aggregates: Codes) -> Iterator[tuple[int, slice]]:
    """Each aggregate's place with the candidates that it has; these stand in the order of their aggregates."""
    starts = np.flatnonzero(np.diff(aggregates, prepend=-1)).tolist()
    for start, end in pairwise([*starts, len(aggregates)]):
        yield int(aggregates[start]), slice(start, end)


def _roll_up(claims: Sequence[_Cells], cube: Cube, checkpoint: Callable[[], None]) -> list[Measures]:
    """All measures of every cell of the claims; each subset of dimensions is rolled up once for all."""
    width = max(claim.dimensions.shape[1] for claim in claims)
    dimensions = np.concatenate(
        [
            np.pad(claim.dimensions, ((0, 0), (0, width - claim.dimensions.shape[1])), constant_values=-1)
            for claim in claims
        ]
    )
    wanted = np.concatenate([claim.wanted for claim in claims])
    owner, firsts = _numbered(dimensions)
    keys = np.concatenate([claim.cells for claim in claims])
    room = int(keys.max(initial=0)) + 1
    asked, places = np.unique(owner * room + keys, return_inverse=True)
    starts = np.searchsorted(asked, np.arange(len(firsts) + 1) * room)
    order = np.argsort(owner, kind="stable")
    asked_for = np.logical_or.reduceat(wanted[order], np.searchsorted(owner[order], np.arange(len(firsts))), axis=0)
    values = np.empty((len(asked), len(cube.layout.empty)))
    for place, subset in enumerate(dimensions[firsts].tolist()):
        checkpoint()
        own = slice(starts[place], starts[place + 1])
        values[own] = cube.roll_up([at for at in subset if at >= 0], asked[own] % room, asked_for[place], checkpoint)
    ends = np.cumsum([len(claim.cells) for claim in claims])[:-1]
    return [Measures(cube, own) for own in np.split(values[places.reshape(-1)], ends)]


def _numbered(rows: Codes) -> tuple[Codes, Codes]:
    """Equal rows numbered alike, and the place of the first row of each number."""
    base = int(rows.max(initial=0)) + 2
    if base ** rows.shape[1] >= 1 << _KEY_BITS:
        _, firsts, numbers = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    else:
        codes = np.zeros(len(rows), dtype=np.int64)
        for column in range(rows.shape[1]):
            codes = codes * base + rows[:, column] + 1
        _, firsts, numbers = np.unique(codes, return_index=True, return_inverse=True)
    return numbers.reshape(-1), firsts
