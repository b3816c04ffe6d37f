"""Evaluates all candidates of a document: one merged query a table, results looked up for every claim."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal

import numpy as np
import numpy.typing as npt

from factcheck.catalogue.fragments import Function
from factcheck.catalogue.relation_sets import RelationSet
from factcheck.catalogue.schema import Column
from factcheck.evaluation.cube import Codes, Cube, CubeRequest, Dimension
from factcheck.evaluation.merged_query import compute_cube
from factcheck.model.candidates import Aggregate, CandidateSpace
from factcheck.numbers.mentions import Number
from factcheck.numbers.rounding import admissible_interval, as_result
from factcheck.port import Database

Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]

_NOISE = 1e-11
_CLAIMS_AT_ONCE = 32


def evaluate_table(spaces: Sequence[CandidateSpace], database: Database) -> list[Floats]:
    """Evaluate the candidates of all claims over one table; ``spaces`` holds one space a claim.

    Returns one array a space with the result of each of its candidates, NaN where the query has none
    (an aggregate or share of no rows).
    """
    request = _request(spaces)
    cube = compute_cube(request, database)
    results: list[Floats] = []
    for start in range(0, len(spaces), _CLAIMS_AT_ONCE):
        some = spaces[start : start + _CLAIMS_AT_ONCE]
        measures = _roll_up(some, request, cube, database)
        results += [_space_results(space, own, request) for space, own in zip(some, measures, strict=True)]
    return results


def _request(spaces: Sequence[CandidateSpace]) -> CubeRequest:
    """The smallest request that covers all spaces, in the order of the table's columns."""
    literals: dict[int, set[str]] = {}
    measured: set[int] = set()
    counted: set[int] = set()
    halved: set[int] = set()
    targets = {Function.COUNT_DISTINCT: counted, Function.MEDIAN: halved}
    for space in spaces:
        for predicate in space.predicates:
            literals.setdefault(predicate.column.column_id, set()).add(predicate.literal)
        for aggregate in space.aggregates:
            if aggregate.column is not None:
                targets.get(aggregate.function, measured).add(aggregate.column.column_id)
    table = spaces[0].table

    def chosen(numbers: set[int]) -> tuple[Column, ...]:
        return tuple(column for column in table.columns if column.column_id in numbers)

    dimensions = tuple(Dimension(column, tuple(sorted(literals[column.column_id]))) for column in chosen(set(literals)))
    return CubeRequest(
        RelationSet(table, (), (table,)), dimensions, (), chosen(measured), chosen(counted), chosen(halved)
    )


def _roll_up(spaces: Sequence[CandidateSpace], request: CubeRequest, cube: Cube, database: Database) -> list[Floats]:
    """All measures of every predicate set of the spaces; each subset of dimensions is rolled up once for all."""
    located = [_cells(space, request) for space in spaces]
    dimensions = np.concatenate([each for each, _ in located])
    cells = np.concatenate([each for _, each in located])
    subsets, owner = np.unique(dimensions, axis=0, return_inverse=True)
    order = np.argsort(owner, kind="stable")
    ends = np.searchsorted(owner[order], np.arange(len(subsets)), side="right")
    values = np.empty((len(cells), cube.width))
    for subset, rows in zip(subsets, np.split(order, ends[:-1]), strict=True):
        database.checkpoint()
        values[rows] = cube.roll_up([int(place) for place in subset if place >= 0], cells[rows])
    return np.split(values, np.cumsum([len(each) for each, _ in located])[:-1])


def _cells(space: CandidateSpace, request: CubeRequest) -> tuple[Codes, Codes]:
    """For each predicate set its dimensions, filled up with -1, and its cell."""
    place = {dimension.column.column_id: at for at, dimension in enumerate(request.dimensions)}
    dimension = np.array([*(place[p.column.column_id] for p in space.predicates), -1], dtype=np.int64)
    code = np.array(
        [
            *(
                request.dimensions[at].literals.index(p.literal) + 1
                for at, p in zip(dimension, space.predicates, strict=False)
            ),
            0,
        ],
        dtype=np.int64,
    )
    size = np.array([*(request.dimensions[at].size for at in dimension[:-1]), 1], dtype=np.int64)
    sets = space.predicate_sets
    cells = np.zeros(len(sets), dtype=np.int64)
    for column in range(sets.shape[1]):
        cells = cells * size[sets[:, column]] + code[sets[:, column]]
    return dimension[sets], cells


def _space_results(space: CandidateSpace, measures: Floats, request: CubeRequest) -> Floats:
    """The result of each candidate, from the measures of each predicate set."""
    results = np.full(len(space.aggregate), np.nan)
    rows = measures[:, 0]
    for place, aggregate in enumerate(space.aggregates):
        chosen = np.flatnonzero(space.aggregate == place)
        sets = space.predicate_set[chosen]
        if aggregate.function in {Function.PERCENTAGE, Function.CONDITIONAL_PROBABILITY}:
            results[chosen] = _ratio(100.0 * rows[sets], rows[space.condition[chosen]])
        else:
            results[chosen] = _aggregate_results(aggregate, measures, request)[sets]
    return results


def _aggregate_results(aggregate: Aggregate, measures: Floats, request: CubeRequest) -> Floats:
    """Results of an aggregate for every predicate set; the order of measures is that of ``Cube.roll_up``."""
    if aggregate.column is None:
        return measures[:, 0]
    width = len(request.measured)
    if aggregate.function is Function.COUNT_DISTINCT:
        return measures[:, 1 + 4 * width + request.counted.index(aggregate.column)]
    if aggregate.function is Function.MEDIAN:
        return measures[:, 1 + 4 * width + len(request.counted) + request.halved.index(aggregate.column)]
    place = 1 + request.measured.index(aggregate.column)
    values, sums = measures[:, place], measures[:, place + width]
    if aggregate.function is Function.AVG:
        return _ratio(sums, values)
    offset = {Function.SUM: width, Function.MIN: 2 * width, Function.MAX: 3 * width}[aggregate.function]
    return np.where(values > 0, measures[:, place + offset], np.nan)


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
    if math.isinf(low) or math.isinf(high):
        return np.zeros(len(results), dtype=bool)  # no double is that large
    noise = _NOISE * max(abs(low), abs(high), 1e-300)
    with np.errstate(invalid="ignore"):
        agrees: Booleans = (results > low + noise) & (results < high - noise)
        at_end = (np.abs(results - low) <= noise) | (np.abs(results - high) <= noise)
    for value in np.unique(results[at_end]):
        if as_result(float(value)) in admissible:
            agrees |= results == value
    return agrees
