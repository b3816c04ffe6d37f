"""Results of queries as they are compared with claims and shown."""

from __future__ import annotations

import math
from decimal import Context, Decimal
from fractions import Fraction

from factcheck.catalogue.schema import Column
from factcheck.numbers.rounding import SIGNIFICANT_DIGITS
from factcheck.queries.fragments import Function

_WHOLE_VALUES = frozenset({Function.COUNT, Function.COUNT_DISTINCT, Function.MIN, Function.MAX})
_UNROUNDED = _WHOLE_VALUES | {Function.SUM, Function.MEDIAN}
_QUOTIENT_DIGITS = 16
_DOUBLE_DIGITS = 15
_EXACT = Context(prec=2000)


def found_value(result: Fraction | float | None, function: Function, column: Column | None) -> Decimal | None:
    """A result as it is compared and shown; None where it is no finite number.

    Counts, extremes, and sums and medians of exact columns are shown in full.  Averages and shares have twelve
    significant digits, or as many as it takes to show two decimals, up to those that PostgreSQL gives.  Sums of doubles
    depend on the order in which workers finish: they have twelve digits, so that the same check gives the same rows.
    Medians of doubles, and their sums where they were added up as decimals, have the digits that doubles hold.
    """
    if result is None or not math.isfinite(result):
        return None
    if isinstance(result, float):
        if function in _WHOLE_VALUES:
            return _plain(Decimal(repr(result)))
        digits = _DOUBLE_DIGITS if function is Function.MEDIAN else SIGNIFICANT_DIGITS
        return _plain(Decimal(f"{result:.{digits}g}"))
    rounding = _EXACT
    if column is not None and not column.is_exact and function not in _WHOLE_VALUES:
        rounding = Context(prec=_DOUBLE_DIGITS)
    elif function not in _UNROUNDED:
        wholes = len(str(abs(result.numerator) // result.denominator))
        rounding = Context(prec=max(SIGNIFICANT_DIGITS, wholes, min(wholes + 2, _QUOTIENT_DIGITS)))
    return _plain(rounding.divide(Decimal(result.numerator), Decimal(result.denominator)))


def _plain(value: Decimal) -> Decimal:
    """The same number without zeros at the end of its decimals, and without an exponent."""
    if value == value.to_integral_value(context=_EXACT):
        return Decimal(int(value))
    return value.normalize(_EXACT)
