"""Quotients and differences of results, many at once or one without rounding."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from factcheck.queries.measures import Exact, Floats


def ratio(numerator: Floats, denominator: Floats) -> Floats:
    """Return the quotients, NaN where nothing is divided, and of what is divided by infinity."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where((denominator != 0) & np.isfinite(denominator), numerator / denominator, np.nan)


def exact_ratio(factor: int, numerator: Exact, denominator: Exact) -> Exact:
    """Return ``factor`` times a quotient without rounding, where both are exact; None where nothing is divided."""
    if numerator is None or denominator is None or denominator == 0:
        return None
    if isinstance(numerator, float) or isinstance(denominator, float):
        return factor * float(numerator) / float(denominator)
    return Fraction(factor) * numerator / denominator


def exact_difference(left: Exact, right: Exact) -> Exact:
    """Return a difference without rounding, where both are exact; None where one is missing."""
    if left is None or right is None:
        return None
    if isinstance(left, float) or isinstance(right, float):
        return float(left) - float(right)
    return left - right
