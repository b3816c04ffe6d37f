"""Which results of candidates agree with the number that a claim states, and where the noise of doubles may decide."""

from __future__ import annotations

import math
from decimal import Decimal

import numpy as np
import numpy.typing as npt

from factcheck.evaluation.lookup import CandidateResults
from factcheck.evaluation.measures import adds_doubles
from factcheck.numbers.mentions import Number
from factcheck.numbers.rounding import Interval, admissible_interval
from factcheck.queries.results import found_value

Booleans = npt.NDArray[np.bool_]

_NOISE = 1e-11


def admissible_results(number: Number, about_tolerance: float) -> Interval:
    """All results that agree with a number as it is stated (Definition 1 and the number's hedge)."""
    return admissible_interval(number.value, number.high, number.comparison, Decimal(str(about_tolerance)))


def matching(number: Number, results: CandidateResults, about_tolerance: float) -> Booleans:
    """Which results agree with a number.

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
    places = np.flatnonzero(at_end & ~zeros).tolist()
    if places:
        candidates = results.candidates
        for place, exact in zip(places, results.exact(places), strict=True):
            aggregate = candidates.space.aggregates[candidates.aggregate[place]]
            value = found_value(exact, aggregate.function, aggregate.column)
            is_open = adds_doubles(aggregate.function, aggregate.column)
            agrees[place] = value is not None and (value in admissible or is_open)
    if results.noise is not None:
        agrees |= (results.noise > 0) & (values + results.noise >= low) & (values - results.noise <= high)
    return agrees


def is_unsure(number: Number, results: CandidateResults, place: int, about_tolerance: float) -> bool:
    """Whether the noise of doubles that were added up may decide if a result agrees with a number."""
    if results.noise is not None and results.noise[place]:
        return True
    admissible = admissible_results(number, about_tolerance)
    value, low, high = float(results.values[place]), float(admissible.low), float(admissible.high)
    return min(abs(value - low), abs(value - high)) <= _noise(low, high)


def _noise(low: float, high: float) -> float:
    return _NOISE * max(abs(low), abs(high), 1e-300)
