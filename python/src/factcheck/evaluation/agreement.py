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
    with np.errstate(invalid="ignore"):
        for kind, low, high in reversed(bands.others):
            kinds[(results.values >= low) & (results.values <= high)] = kind
    if bands.rounds != bands.agrees:
        kinds[_within(bands.rounds, results)] = Closeness.ROUNDS
    kinds[_within(bands.agrees, results)] = Closeness.AGREES
    return kinds


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
    with np.errstate(invalid="ignore"):
        is_within: Booleans = (values > low + noise) & (values < high - noise)
        at_end = (np.abs(values - low) <= noise) | (np.abs(values - high) <= noise)
    zeros = at_end & (values == 0)  # of which there may be very many, and which no sum is rounded to
    is_within[zeros] = Decimal(0) in interval
    indexes = np.flatnonzero(at_end & ~zeros).tolist()
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
