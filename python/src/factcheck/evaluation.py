"""Evaluates all candidates of a document: one merged query a table, results looked up for every claim."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import numpy as np
import numpy.typing as npt

from factcheck.candidates import Aggregate, CandidateSpace
from factcheck.cube import Cube, CubeRequest, Dimension, Measure, compute_cube
from factcheck.fragments import Function
from factcheck.numbers import Number
from factcheck.port import Database
from factcheck.rounding import admissible_interval, as_result
from factcheck.schema import Column

Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]

_NOISE = 1e-11


def evaluate_table(spaces: Sequence[CandidateSpace], database: Database) -> list[Floats]:
    """Evaluate the candidates of all claims over one table; ``spaces`` holds one space a claim.

    Returns one array a space with the result of each of its candidates, NaN where the query has none
    (an aggregate or share of no rows).
    """
    request = _request(spaces)
    cube = compute_cube(request, database)
    places = {
        (dimension.column.column_id, value): (at, code)
        for at, dimension in enumerate(request.dimensions)
        for code, value in enumerate(dimension.literals, start=1)
    }
    results = []
    for space in spaces:
        database.checkpoint()
        results.append(_space_results(space, cube, _SetCells(space, places, request)))
    return results


def _request(spaces: Sequence[CandidateSpace]) -> CubeRequest:
    """The smallest request that covers all spaces, in the order of the table's columns."""
    literals: dict[int, set[str]] = {}
    measured: set[int] = set()
    counted: set[int] = set()
    for space in spaces:
        for predicate in space.predicates:
            literals.setdefault(predicate.column.column_id, set()).add(predicate.literal)
        for aggregate in space.aggregates:
            if aggregate.column is not None:
                target = counted if aggregate.function is Function.COUNT_DISTINCT else measured
                target.add(aggregate.column.column_id)
    table = spaces[0].table

    def chosen(numbers: set[int]) -> tuple[Column, ...]:
        return tuple(column for column in table.columns if column.column_id in numbers)

    dimensions = tuple(Dimension(column, tuple(sorted(literals[column.column_id]))) for column in chosen(set(literals)))
    return CubeRequest(table, dimensions, chosen(measured), chosen(counted))


class _SetCells:
    """Where the cells of a space's predicate sets lie: for each set its dimensions and its flat cell."""

    def __init__(
        self,
        space: CandidateSpace,
        places: dict[tuple[int, str], tuple[int, int]],
        request: CubeRequest,
    ) -> None:
        self._sizes = [dimension.size for dimension in request.dimensions]
        self._codes = [places[p.column.column_id, p.literal] for p in space.predicates]
        self._sets = space.predicate_sets
        self._groups: dict[tuple[int, ...], tuple[list[int], list[int]]] = {}
        for at, members in enumerate(space.predicate_sets):
            dimensions, cell = self._cell(members)
            group = self._groups.setdefault(dimensions, ([], []))
            group[0].append(at)
            group[1].append(cell)

    def values(self, cube: Cube, measure: Measure, column_id: int | None) -> Floats:
        """A measure for every predicate set."""
        values = np.empty(len(self._sets))
        for dimensions, (at, cells) in self._groups.items():
            values[at] = cube.cells(measure, column_id, dimensions)[cells]
        return values

    def subset_rows(self, cube: Cube, at: int, mask: int) -> float:
        """Rows that satisfy those predicates of a set that the mask names."""
        members = tuple(place for bit, place in enumerate(self._sets[at]) if mask >> bit & 1)
        dimensions, cell = self._cell(members)
        return float(cube.cells(Measure.ROWS, None, dimensions)[cell])

    def _cell(self, members: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
        codes = sorted(self._codes[place] for place in members)
        cell = 0
        for dimension, code in codes:
            cell = cell * self._sizes[dimension] + code
        return tuple(dimension for dimension, _ in codes), cell


def _space_results(space: CandidateSpace, cube: Cube, cells: _SetCells) -> Floats:
    results = np.full(len(space.aggregate), np.nan)
    rows = cells.values(cube, Measure.ROWS, None)
    for place, aggregate in enumerate(space.aggregates):
        chosen = np.flatnonzero(space.aggregate == place)
        sets = space.predicate_set[chosen]
        if aggregate.function is Function.PERCENTAGE:
            total = cells.values(cube, Measure.ROWS, None)[0]
            results[chosen] = _ratio(100.0 * rows[sets], np.full(len(sets), total))
        elif aggregate.function is Function.CONDITIONAL_PROBABILITY:
            group = np.array(
                [
                    cells.subset_rows(cube, int(at), int(mask))
                    for at, mask in zip(sets, space.condition[chosen], strict=True)
                ]
            )
            results[chosen] = _ratio(100.0 * rows[sets], group)
        else:
            results[chosen] = _aggregate_results(aggregate, cube, cells)[sets]
    return results


def _aggregate_results(aggregate: Aggregate, cube: Cube, cells: _SetCells) -> Floats:
    """Results of an aggregate for every predicate set."""
    if aggregate.function is Function.COUNT:
        return cells.values(cube, Measure.ROWS, None)
    column_id = aggregate.column.column_id if aggregate.column else None
    if aggregate.function is Function.COUNT_DISTINCT:
        return cells.values(cube, Measure.DISTINCT, column_id)
    values = cells.values(cube, Measure.VALUES, column_id)
    if aggregate.function is Function.AVG:
        return _ratio(cells.values(cube, Measure.SUM, column_id), values)
    measure = {Function.SUM: Measure.SUM, Function.MIN: Measure.MIN, Function.MAX: Measure.MAX}
    results = cells.values(cube, measure[aggregate.function], column_id).copy()
    results[values == 0] = np.nan
    return results


def _ratio(numerator: Floats, denominator: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(denominator > 0, numerator / denominator, np.nan)


def matching(number: Number, results: Floats, about_tolerance: float) -> Booleans:
    """Which results agree with a number as it is stated (Definition 1 and the number's hedge).

    Results at an end of the admissible interval are compared as decimals of 12 significant digits, so that the
    noise of floating point decides nothing.
    """
    admissible = admissible_interval(number.value, number.high, number.comparison, Decimal(str(about_tolerance)))
    low, high = float(admissible.low), float(admissible.high)
    noise = _NOISE * max(abs(low), abs(high), 1e-300)
    with np.errstate(invalid="ignore"):
        agrees: Booleans = (results > low + noise) & (results < high - noise)
        at_end = (np.abs(results - low) <= noise) | (np.abs(results - high) <= noise)
    for value in np.unique(results[at_end]):
        if as_result(float(value)) in admissible:
            agrees |= results == value
    return agrees
