"""How near the results of candidates are to a stated number, and where the noise of doubles may decide."""

from __future__ import annotations

import math
from decimal import Decimal

import numpy as np
import numpy.typing as npt

from factcheck.evaluation.listed_results import ListedResult
from factcheck.evaluation.lookup import CandidateResults
from factcheck.numbers.closeness import Bands, Closeness, NumberBands
from factcheck.numbers.rounding import Interval
from factcheck.queries.product_query import product_shown

Booleans = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Kinds = npt.NDArray[np.uint8]

_NOISE = 1e-11


def closeness_of(bands: NumberBands, results: CandidateResults) -> Kinds:
    """Return how near each result is to a number, as ``Closeness``."""
    if bands.are_alike:
        return _closeness_of(bands.of(None), results)
    aggregates = results.candidates.space.aggregates
    of_aggregates = [bands.of(aggregate.measure.result_unit) for aggregate in aggregates]
    different = list({id(each): each for each in of_aggregates}.values())
    if len(different) == 1:
        return _closeness_of(different[0], results)
    kinds = np.full(len(results.values), Closeness.FAR, dtype=np.uint8)
    for each in different:
        is_own = np.array([one is each for one in of_aggregates], dtype=bool)[results.candidates.aggregate]
        kinds[is_own] = _closeness_of(each, results)[is_own]
    return kinds


def _closeness_of(bands: Bands, results: CandidateResults) -> Kinds:
    kinds = np.full(len(results.values), Closeness.FAR, dtype=np.uint8)
    if bands.others:
        # most results are far from all bands
        low, high = min(low for _, low, _ in bands.others), max(high for _, _, high in bands.others)
        indexes, values = _between(results.values, low, high)
        of_values = np.full(len(values), Closeness.FAR, dtype=np.uint8)
        for kind, low, high in reversed(bands.others):
            of_values[(values >= low) & (values <= high)] = kind
        kinds[indexes] = of_values
    if bands.rounds != bands.agrees:
        kinds[_within(bands.rounds, results)] = Closeness.ROUNDS
    kinds[_within(bands.agrees, results)] = Closeness.AGREES
    return kinds


def _between(values: Floats, low: float, high: float) -> tuple[Integers, Floats]:
    """Return the indexes of the values from ``low`` to ``high``, and these values."""
    with np.errstate(invalid="ignore"):
        indexes = np.flatnonzero((values >= low) & (values <= high))
    return indexes, values.take(indexes)


def _within(interval: Interval, results: CandidateResults) -> Booleans:
    """Tell which results lie in an interval.

    Results at its ends are looked up without rounding, and compared as they are shown; sums of doubles agree there,
    since what is lost of them may decide.
    """
    low, high = float(interval.low), float(interval.high)
    values = results.values
    if math.isinf(low) or math.isinf(high):
        return np.zeros(len(values), dtype=bool)  # no result is that large
    noise = _noise(low, high)
    near, of_near = _between(values, low - 2 * noise, high + 2 * noise)
    at_end = (np.abs(of_near - low) <= noise) | (np.abs(of_near - high) <= noise)
    zeros = at_end & (of_near == 0)  # of which there may be very many, and which no sum is rounded to
    is_within: Booleans = np.zeros(len(values), dtype=bool)
    is_within[near] = (of_near > low + noise) & (of_near < high - noise)
    is_within[near[zeros]] = Decimal(0) in interval
    indexes = near[at_end & ~zeros].tolist()
    if indexes:
        for index, exact in zip(indexes, results.exact(indexes), strict=True):
            aggregate = results.candidates.aggregate_of(index)
            value = product_shown(aggregate.measure, exact)
            is_open = aggregate.function.adds_doubles(aggregate.column)
            is_within[index] = value is not None and (value in interval or is_open)
    if results.noise is not None:
        is_within |= (results.noise > 0) & (values + results.noise >= low) & (values - results.noise <= high)
    return is_within


def listed_closeness(bands: Bands, result: ListedResult) -> Closeness:
    """Return how near the result of a listed candidate is to a number."""
    if result.shown is not None and result.noise:
        for kind, interval in ((Closeness.AGREES, bands.agrees), (Closeness.ROUNDS, bands.rounds)):
            if float(interval.low) <= result.value + result.noise and result.value - result.noise <= interval.high:
                return kind
    return bands.closeness(result.shown)


def is_unsure(bands: Bands, value: float, noise: float) -> bool:
    """Tell whether the noise of doubles that were added up may decide if a result agrees with a number."""
    return bool(noise) or any(_is_at_end(interval, value) for interval in (bands.agrees, bands.rounds))


def _is_at_end(interval: Interval, value: float) -> bool:
    low, high = float(interval.low), float(interval.high)
    if math.isinf(low) or math.isinf(high):
        return False
    return min(abs(value - low), abs(value - high)) <= _noise(low, high)


def _noise(low: float, high: float) -> float:
    return _NOISE * max(abs(low), abs(high), 1e-300)
