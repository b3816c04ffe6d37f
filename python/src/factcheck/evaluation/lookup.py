"""Looks the results of candidates up in cubes: each asks for cells, and cells of all claims are rolled up together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from factcheck.candidates.enumerate import AnchorCandidates
from factcheck.evaluation.cell_measures import CellResults, CubeCells
from factcheck.evaluation.cells import Codes
from factcheck.evaluation.cube import Cube
from factcheck.evaluation.requests import partners_lacking
from factcheck.evaluation.roll_up import AskedCells, roll_up
from factcheck.queries.measures import BaseMeasure, Exact
from factcheck.queries.query import Aggregate, Measure
from factcheck.runtime.checkpoints import checkpoint, with_checkpoints

Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]


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

    def exact(self, indexes: Sequence[int]) -> list[Exact]:
        """Return the results of some candidates without rounding, where their types are exact; indexes ascend."""
        [results] = exact_results([self.candidates.at(indexes)], self.cube)
        return results


def exact_results(claims: Sequence[AnchorCandidates], cube: Cube) -> list[list[Exact]]:
    """Look up a few candidates of each claim without rounding, where their types are exact."""
    asked = [_CandidateCells(claim, cube) for claim in claims]
    return [one.exact(cells) for one, cells in zip(asked, _rolled_up(asked, cube), strict=True)]


def evaluate_candidates(claims: Sequence[AnchorCandidates], cube: Cube) -> list[CandidateResults]:
    """Look the candidates of claims up in a cube over their anchor, whose request covers them all, claim by claim.

    All results are in memory together, with the cells that they come from.
    """
    if not claims:
        return []
    asked = [_CandidateCells(claim, cube) for claim in with_checkpoints(claims, 1)]
    results = []
    for claim, one, cells in zip(claims, asked, _rolled_up(asked, cube), strict=True):
        checkpoint()
        results.append(CandidateResults(claim, cube, one.results(cells), one.noise(cells)))
    return results


@dataclass(frozen=True, slots=True)
class OperandResults:
    """The result of an aggregate as a double and without rounding, and how far off it may be."""

    value: float
    exact: Exact
    noise: float


def evaluate_operands(operands: Sequence[Aggregate], cube: Cube) -> list[OperandResults]:
    """Look aggregates up in a cube over their anchor, whose request covers them all."""
    if not operands:
        return []
    asked = _OperandCells(operands, cube)
    [cells] = _rolled_up([asked], cube)
    return asked.results(cells)


@dataclass(frozen=True, slots=True)
class _FoundCells:
    """The cells that one has asked for: their ``indexes`` among the cells of all."""

    results: CellResults
    indexes: Codes


def _rolled_up(asking: Sequence[_CandidateCells | _OperandCells], cube: Cube) -> list[_FoundCells]:
    """Return the cells that each has asked for, rolled up for all together."""
    cells, indexes = roll_up([one.asked for one in asking], cube)
    results = CellResults(cells)
    return [_FoundCells(results, of_one) for of_one in indexes]


def _quantity(cube: Cube, measure: Measure) -> int | None:
    """Return the number of what a measure takes of a cell; None where it counts rows."""
    if measure.column is None or measure.function.kind is None:
        return None
    return cube.layout.quantities[BaseMeasure(measure.function.kind, measure.column), measure.function.statistic]


class _CandidateCells:
    """Where the candidates of a claim find their measures: cells of the predicate sets, and of shares' denominators.

    A denominator is about the rows of the condition that have a partner in all tables of the share's predicates.  Where
    these are no other tables than the condition's and the anchor, it is the condition's cell.
    """

    def __init__(self, claim: AnchorCandidates, cube: Cube) -> None:
        self._claim = claim
        self._cube = cube
        request = cube.request
        self._partner_of = {table.table_id: index for index, table in enumerate(request.partners)}
        indexes, codes = self._predicates()
        sets = claim.predicate_sets
        self._slices = tuple(_slices(claim.aggregate))
        has_extra, lacking = self._lacking()
        of_partners, bits = np.unique(lacking, return_inverse=True)
        width = max(len(of_partners), 1)
        extra, numbers = np.unique(claim.condition[has_extra] * width + bits.reshape(-1), return_inverse=True)
        conditions, bits = np.divmod(extra, width)
        self._denominators = claim.condition.copy()
        self._denominators[has_extra] = len(sets) + numbers.reshape(-1)
        flags = self._flags(of_partners, len(request.dimensions))[bits]
        without = np.full((len(sets), flags.shape[1]), -1)
        dimensions = np.concatenate(
            [np.hstack([indexes[sets], without]), np.hstack([indexes[sets[conditions]], flags])]
        )
        digits = np.concatenate([codes[sets], codes[sets[conditions]]])
        sizes = np.array([*cube.sizes, 1], dtype=np.int64)[dimensions]
        cells = np.zeros(len(digits), dtype=np.int64)
        for column in range(sets.shape[1]):
            cells = cells * sizes[:, column] + digits[:, column]
        for column in range(sets.shape[1], dimensions.shape[1]):
            cells = cells * sizes[:, column] + (dimensions[:, column] >= 0)
        self.asked = AskedCells(dimensions, cells, self._wanted(len(cells)))

    def _lacking(self) -> tuple[Codes, Codes]:
        """Return the candidates whose denominator is about more tables than its condition, and these, as bits."""
        claim = self._claim
        if not self._partner_of:
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
        partners = self._partners_of_sets()
        lacking = partners[claim.predicate_set] & ~partners[claim.condition]
        is_share = np.array([each.function.shape.is_share for each in claim.space.aggregates], dtype=bool)
        lacking[~is_share[claim.aggregate]] = 0
        has_extra = np.flatnonzero(lacking)
        return has_extra, lacking[has_extra]

    def _wanted(self, cells: int) -> Booleans:
        """Tell for each cell which quantities the candidates take of it."""
        claim = self._claim
        wanted = np.zeros((cells, len(self._cube.layout.quantities)), dtype=bool)
        for index, chosen in self._slices:
            aggregate = claim.space.aggregates[index]
            number = _quantity(self._cube, aggregate.measure)
            if number is not None:
                wanted[claim.predicate_set[chosen], number] = True
                if aggregate.function.shape.is_share:
                    wanted[self._denominators[chosen], number] = True
        return wanted

    def _predicates(self) -> tuple[Codes, Codes]:
        """Return the dimension and code of each predicate, -1 and 0 at the end and where none is asked for."""
        known = self._cube.codes
        codes = [known.get((p.column.column_id, p.sort_key), (-1, 0)) for p in self._claim.space.predicates]
        both = np.array([*codes, (-1, 0)], dtype=np.int64)
        return both[:, 0], both[:, 1]

    def _partners_of_sets(self) -> Codes:
        """Return for each predicate set the joined tables it restricts, as bits."""
        bits = [self._bit(predicate.column.table_id) for predicate in self._claim.space.predicates]
        of_sets = np.array([*bits, 0], dtype=np.int64)[self._claim.predicate_sets]
        return np.asarray(np.bitwise_or.reduce(of_sets, axis=1))

    def _bit(self, table_id: int) -> int:
        return 1 << self._partner_of[table_id] if table_id in self._partner_of else 0

    def _flags(self, bits: Codes, first: int) -> Codes:
        """Return bits of partners as indexes of dimensions, filled up with -1."""
        rows = [[first + index for index in range(len(self._partner_of)) if row >> index & 1] for row in bits.tolist()]
        width = max((len(row) for row in rows), default=0)
        return np.array([[*row, *(-1 for _ in range(width - len(row)))] for row in rows], dtype=np.int64).reshape(
            len(rows), width
        )

    def results(self, found: _FoundCells) -> Floats:
        """Return the result of each candidate, from the measures of each cell."""
        claim, results = self._claim, np.full(len(self._claim.aggregate), np.nan)
        for index, chosen in self._slices:
            aggregate = claim.space.aggregates[index]
            of_cells = found.results.floats(aggregate.function, aggregate.column)
            operands = [of_cells.take(found.indexes.take(claim.predicate_set[chosen]))]
            if aggregate.function.shape.is_share:
                operands.append(of_cells.take(found.indexes.take(self._denominators[chosen])))
            results[chosen] = aggregate.function.shape.combine(operands)
        return results

    def exact(self, found: _FoundCells) -> list[Exact]:
        """Return the result of each candidate without rounding, where its type is exact."""
        claim, cells = self._claim, found.results.cells
        of_set, of_whole = found.indexes[claim.predicate_set], found.indexes[self._denominators]
        results: list[Exact] = []
        for index, chosen in self._slices:
            function, column = claim.space.aggregates[index].function, claim.space.aggregates[index].column
            parts = [function.exact(cells[of_set[chosen]], column)]
            if function.shape.is_share:
                parts.append(function.exact(cells[of_whole[chosen]], column))
            results += [function.shape.combine_exact(operands) for operands in zip(*parts, strict=True)]
        return results

    def noise(self, found: _FoundCells) -> Floats | None:
        """Return how far off each result may be where floating-point values cancelled out; None where none did."""
        claim = self._claim
        noise: Floats | None = None
        for index, chosen in self._slices:
            function, column = claim.space.aggregates[index].function, claim.space.aggregates[index].column
            if column is None or not function.adds_doubles(column):
                continue
            of_cells = found.results.noise(function, column)
            of_candidates = of_cells[found.indexes[claim.predicate_set[chosen]]]
            if function.shape.is_share:
                whole = found.indexes[self._denominators[chosen]]
                sizes = np.abs(found.results.floats(function, column)[whole])
                of_candidates = function.shape.combine([of_candidates + of_cells[whole], sizes])
            if np.nan_to_num(of_candidates).any():
                noise = np.zeros(len(claim.aggregate)) if noise is None else noise
                noise[chosen] = of_candidates
        return noise


class _OperandCells:
    """Where aggregates find their measures: each in a cell of its predicates and of the partners that its rows have."""

    def __init__(self, operands: Sequence[Aggregate], cube: Cube) -> None:
        self._operands = operands
        rows = [_cell(operand, cube) for operand in operands]
        width = max(len(dimensions) for dimensions, _ in rows)
        dimensions = np.full((len(rows), width), -1, dtype=np.int64)
        for row, (indexes, _) in enumerate(rows):
            dimensions[row, : len(indexes)] = indexes
        wanted = np.zeros((len(rows), len(cube.layout.quantities)), dtype=bool)
        for row, operand in enumerate(operands):
            number = _quantity(cube, operand.measure)
            if number is not None:
                wanted[row, number] = True
        self.asked = AskedCells(dimensions, np.array([cell for _, cell in rows], dtype=np.int64), wanted)

    def results(self, found: _FoundCells) -> list[OperandResults]:
        """Return the results of the operands, those of one measure worked out together."""
        cells = found.results.cells
        of_measure: dict[Measure, list[int]] = {}
        for index, operand in enumerate(self._operands):
            of_measure.setdefault(operand.measure, []).append(index)
        results: dict[int, OperandResults] = {}
        for measure, indexes in of_measure.items():
            checkpoint()
            results |= zip(indexes, _results(measure, cells[found.indexes[indexes]]), strict=True)
        return [results[index] for index in range(len(self._operands))]


def _results(measure: Measure, cells: CubeCells) -> Iterator[OperandResults]:
    """Yield what a measure takes of each cell."""
    function, column = measure.function, measure.column
    is_noisy = column is not None and function.adds_doubles(column)
    noise = cells.noise(function, column) if is_noisy and column is not None else np.zeros(len(cells.rows))
    floats, exact = function.floats(cells, column), function.exact(cells, column)
    for result in zip(floats.tolist(), exact, noise.tolist(), strict=True):
        yield OperandResults(*result)


def _cell(operand: Aggregate, cube: Cube) -> tuple[list[int], int]:
    """Return the dimensions of an operand's cell, and its code among their cells.

    No row is in a cell with the code 0: that of two predicates of one dimension, of which at most one holds.
    """
    codes: dict[int, int] = {}
    for predicate in operand.predicates:
        dimension, code = cube.codes[predicate.column.column_id, predicate.sort_key]
        codes[dimension] = code if codes.get(dimension, code) == code else 0
    partners = {
        table.table_id: index for index, table in enumerate(cube.request.partners, len(cube.request.dimensions))
    }
    codes |= {partners[table_id]: 1 for table_id in partners_lacking(operand)}
    dimensions, cell = sorted(codes), 0
    for dimension in dimensions:
        cell = cell * cube.sizes[dimension] + codes[dimension]
    return dimensions, cell


def _slices(aggregates: Codes) -> Iterator[tuple[int, slice]]:
    """Yield each aggregate's index with the candidates that it has; these stand in the order of their aggregates."""
    if not len(aggregates):
        return
    starts = [0, *(np.flatnonzero(aggregates[1:] != aggregates[:-1]) + 1).tolist()]
    for start, end in pairwise([*starts, len(aggregates)]):
        yield int(aggregates[start]), slice(start, end)
