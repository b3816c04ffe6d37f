"""Results of queries as they are compared with claims and shown."""

from __future__ import annotations

import math
from decimal import Context, Decimal

from factcheck.numbers.rounding import SIGNIFICANT_DIGITS
from factcheck.queries.functions.function import Digits
from factcheck.queries.measures import Exact

_QUOTIENT_DIGITS = 16
_DOUBLE_DIGITS = 15
_EXACT = Context(prec=2000)


def rounded(result: Exact, digits: Digits, *, is_exact: bool) -> Decimal | None:
    """Return a result as it is compared and shown; None where it is no finite number.

    Values of the data, and sums and medians of exact columns, are shown in full.  Quotients have twelve significant
    digits, or as many as it takes to show two decimals, up to those that PostgreSQL gives.  Sums of doubles depend on
    the order in which workers finish: they have twelve digits, so that the same check gives the same rows.  Medians of
    doubles, and their sums where they were added up as decimals, have the digits that doubles hold.
    """
    if result is None or not math.isfinite(result):
        return None
    if isinstance(result, float):
        if digits is Digits.VALUE:
            return _plain(Decimal(repr(result)))
        kept = _DOUBLE_DIGITS if digits is Digits.MEAN_OF_VALUES else SIGNIFICANT_DIGITS
        return _plain(Decimal(f"{result:.{kept}g}"))
    rounding = _EXACT
    if not is_exact and digits is not Digits.VALUE:
        rounding = Context(prec=_DOUBLE_DIGITS)
    elif digits is Digits.QUOTIENT:
        wholes = len(str(abs(result.numerator) // result.denominator))
        rounding = Context(prec=max(SIGNIFICANT_DIGITS, wholes, min(wholes + 2, _QUOTIENT_DIGITS)))
    return _plain(rounding.divide(Decimal(result.numerator), Decimal(result.denominator)))


def _plain(value: Decimal) -> Decimal:
    """Return the same number without zeros at the end of its decimals, and without an exponent."""
    if value == value.to_integral_value(context=_EXACT):
        return Decimal(int(value))
    return value.normalize(_EXACT)
