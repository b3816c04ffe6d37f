"""Compares values that are shown with those that the server gives."""

from __future__ import annotations

import math
from decimal import Decimal

from factcheck.catalogue.derived import DerivedColumn
from factcheck.queries.functions.stddev import STDDEV, STDDEV_POP, VAR_POP, VARIANCE
from factcheck.queries.query import Query

_HALF_A_DIGIT = Decimal("5.1e-12")
_NOISE = Decimal("1e-6")
_ROUNDED = {STDDEV, STDDEV_POP, VARIANCE, VAR_POP}
_GREATEST = Decimal("1e300")


def is_as_given(query: Query, shown: Decimal | float | None, given: Decimal | float | None) -> bool:
    """Tell whether the value of a query is what the server gave, to twelve digits; what is not finite is none.

    Standard deviations of large numbers have fewer: the server takes the root of a variance that it has rounded.  So
    have those of derived columns, whose quotients may differ in digits that doubles do not hold.
    """
    value, expected = _finite(shown), _finite(given)
    if value is None or expected is None:
        return value is expected
    tolerance = abs(expected) * _HALF_A_DIGIT
    if query.function in _ROUNDED and isinstance(given, Decimal):
        tolerance = max(tolerance, Decimal(1).scaleb(int(given.as_tuple().exponent)))
    if query.function in _ROUNDED and isinstance(query.column, DerivedColumn):
        tolerance = max(tolerance, _NOISE)
    return abs(value - expected) <= tolerance


def _finite(value: Decimal | float | None) -> Decimal | None:
    if value is None or not math.isfinite(value):
        return None
    number = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    return None if abs(number) > _GREATEST else number
