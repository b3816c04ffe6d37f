"""Which results of candidates agree with the number that a claim states, and where the noise of doubles may decide."""

from __future__ import annotations

import math
from decimal import Decimal

import numpy as np
import numpy.typing as npt

from factcheck.evaluation.listed_results import ListedResult
from factcheck.evaluation.lookup import CandidateResults
from factcheck.numbers.mentions import Number
from factcheck.numbers.rounding import Interval, admissible_interval
from factcheck.queries.product_query import product_shown

Booleans = npt.NDArray[np.bool_]

_NOISE = 1e-11


def admissible_results(number: Number, about_tolerance: float) -> Interval:
    """Return all results that agree with a number as it is stated (Definition 1 and the number's hedge)."""
    return admissible_interval(number.value, number.high, number.comparison, Decimal(str(about_tolerance)))


def matching(number: Number, results: CandidateResults, about_tolerance: float) -> Booleans:
    """Tell which results agree with a number.

    Results at an end of the admissible interval are looked up without rounding, and compared as they are shown; sums of
    doubles agree there, since what is lost of them may decide.
    """
    admissible = admissible_results(number, about_tolerance)
    low, high = float(admissible.low), float(admissible.high)
    values = results.values
    if math.isinf(low) or math.isinf(high):
        return np.zeros(len(values), dtype=bool)  # no result is that large
    noise = _noise(low, high)
    with np.errstate(invalid="ignore"):
        agrees: Booleans = (values > low + noise) & (values < high - noise)
        at_end = (np.abs(values - low) <= noise) | (np.abs(values - high) <= noise)
    zeros = at_end & (values == 0)  # of which there may be very many, and which no sum is rounded to
    agrees[zeros] = Decimal(0) in admissible
    indexes = np.flatnonzero(at_end & ~zeros).tolist()
    if indexes:
        for index, exact in zip(indexes, results.exact(indexes), strict=True):
            aggregate = results.candidates.aggregate_of(index)
            value = product_shown(aggregate.measure, exact)
            is_open = aggregate.function.adds_doubles(aggregate.column)
            agrees[index] = value is not None and (value in admissible or is_open)
    if results.noise is not None:
        agrees |= (results.noise > 0) & (values + results.noise >= low) & (values - results.noise <= high)
    return agrees


def agrees(number: Number, result: ListedResult, about_tolerance: float) -> bool:
    """Tell whether the result of a listed candidate agrees with a number."""
    admissible = admissible_results(number, about_tolerance)
    if result.shown is None:
        return False
    if result.noise:
        return float(admissible.low) <= result.value + result.noise and result.value - result.noise <= admissible.high
    return result.shown in admissible


def is_unsure(number: Number, value: float, noise: float, about_tolerance: float) -> bool:
    """Tell whether the noise of doubles that were added up may decide if a result agrees with a number."""
    if noise:
        return True
    admissible = admissible_results(number, about_tolerance)
    low, high = float(admissible.low), float(admissible.high)
    return min(abs(value - low), abs(value - high)) <= _noise(low, high)


def _noise(low: float, high: float) -> float:
    return _NOISE * max(abs(low), abs(high), 1e-300)
