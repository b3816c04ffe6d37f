"""Which results of a query agree with a number as a writer states it (the paper's Definition 1, and hedges).

A claim is correct when the result, rounded to *some* number of significant digits, is the claimed value.
Writers round a five half up or half even; both count.  A hedge such as "over" or "about" widens or moves
the interval of results that agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_DOWN, ROUND_FLOOR, Context, Decimal

SIGNIFICANT_DIGITS = 12
"""Results are compared after rounding to ``SIGNIFICANT_DIGITS``: the order of a sum's terms changes no verdict."""

TOLERANCE_OF_ABOUT = Decimal("0.1")
"""How far, relative to the result, a number that is stated with "about" may be from it."""

_EXACT = Context(prec=1000)  # more digits than any stated number has, so that nothing below is rounded
_TWELVE_DIGITS = Context(prec=SIGNIFICANT_DIGITS)


@dataclass(frozen=True, slots=True)
class Interval:
    """Results from ``low`` to ``high``; an end belongs to the interval if it is closed."""

    low: Decimal
    high: Decimal
    low_closed: bool = True
    high_closed: bool = True

    def __contains__(self, result: Decimal) -> bool:
        above = result > self.low or (self.low_closed and result == self.low)
        below = result < self.high or (self.high_closed and result == self.high)
        return above and below

    def mirrored(self) -> Interval:
        """Return the same interval on the other side of zero."""
        return Interval(-self.high, -self.low, self.high_closed, self.low_closed)


def as_result(number: Decimal | float) -> Decimal:
    """Return a query's result as it is compared: integers and decimals exactly, doubles to 12 digits."""
    if isinstance(number, float):
        return _TWELVE_DIGITS.create_decimal_from_float(number)
    return Decimal(number)


def interval(value: Decimal) -> Interval:
    """Return all results that round to ``value`` with some number of significant digits.

    >>> interval(Decimal(63))
    Interval(low=Decimal('62.5'), high=Decimal('63.5'), low_closed=True, high_closed=False)
    >>> interval(Decimal(1000))
    Interval(low=Decimal('950'), high=Decimal('1500'), low_closed=True, high_closed=False)

    The fewest digits that can show the value give the widest interval; below a power of ten the last digit is
    ten times finer.  The lower end rounds up half up; the upper end rounds down half even, if the last digit
    is even.  Only 0 rounds to 0.
    """
    if value < 0:
        return interval(-value).mirrored()
    if value == 0:
        return Interval(Decimal(0), Decimal(0))
    _, digits, exponent = _significant(value)
    half = Decimal(5).scaleb(exponent - 1)
    half_below = half.scaleb(-1) if digits == (1,) else half
    low, high = _EXACT.subtract(value, half_below), _EXACT.add(value, half)
    return Interval(_plain(low), _plain(high), low_closed=True, high_closed=digits[-1] % 2 == 0)


def written_interval(value: Decimal) -> Interval:
    """Return all results that round to ``value`` as it is written: zeros at the end of decimals are digits, too.

    >>> written_interval(Decimal("12.30"))
    Interval(low=Decimal('12.295'), high=Decimal('12.305'), low_closed=True, high_closed=True)
    """
    sign, digits, exponent = value.as_tuple()
    if value == 0 or not isinstance(exponent, int) or exponent >= 0 or digits[-1] != 0:
        return interval(value)
    half = Decimal(5).scaleb(exponent - 1)
    size = value.copy_abs()
    around = Interval(_EXACT.subtract(size, half), _EXACT.add(size, half))
    return around.mirrored() if sign else around


def matches(result: Decimal | float, value: Decimal) -> bool:
    """Tell whether a result rounds to the claimed value: Definition 1, without hedges."""
    compared = as_result(result)
    return compared.is_finite() and compared in interval(value)


def admissible_interval(
    value: Decimal,
    high: Decimal | None = None,
    comparison: str = "=",
    tolerance: Decimal = TOLERANCE_OF_ABOUT,
) -> Interval:
    """Return all results that agree with a number as it is stated, hedge included.

    ``=``        what rounds to ``value`` as it is written
    ``about``    that, and what it lies within ``tolerance`` of, relative to the result
    ``>``        above ``value`` up to the next round number: over 60,000 up to 70,000, over 250 up to 260,
                 over 60,500 up to 61,000; a round number has one significant digit like 60,000, else two
    ``>=``       the same with ``value`` itself
    ``<``, ``<=``  likewise on the other side: under 100 down to 90
    ``between``  from what rounds to ``value`` up to what rounds to ``high``
    """
    rounded = written_interval(value)
    if comparison == "about":
        low, high = sorted(Context(prec=20).divide(value, 1 + each) for each in (tolerance, -tolerance))
        return _hull(rounded, Interval(_plain(low), _plain(high)))
    if comparison == "between" and high is not None:
        return _hull(rounded, written_interval(high))
    if comparison in {">", ">="}:
        return Interval(value, next_round_number(value), low_closed=comparison == ">=")
    if comparison in {"<", "<="}:
        return Interval(-next_round_number(-value), value, high_closed=comparison == "<=")
    return rounded


def next_round_number(value: Decimal) -> Decimal:
    """Return the next number above ``value`` that has at most two significant digits, or one if ``value`` has one."""
    if value == 0:
        return Decimal(1)
    sign, digits, exponent = _significant(value)
    leading = exponent + len(digits) - 1
    is_finer = sign and digits == (1,)  # below a power of ten, towards zero, the last digit is ten times finer
    step = leading - 1 if is_finer else max(exponent, leading - 1)
    steps = value.scaleb(-step, _EXACT).to_integral_value(ROUND_FLOOR)
    return _plain(_EXACT.add(steps, Decimal(1)).scaleb(step, _EXACT))


def place_of(value: Decimal) -> Decimal:
    """Return what one unit of the last digit of a decimal is worth, at most 1: 0.1 for 20.0, 1 for 20.

    >>> place_of(Decimal("20.0"))
    Decimal('0.1')
    """
    exponent = value.as_tuple().exponent
    return Decimal(1).scaleb(min(exponent, 0)) if isinstance(exponent, int) else Decimal(1)


def is_cut_off(result: Decimal | float, value: Decimal) -> bool:
    """Tell whether the writer dropped digits instead of rounding: 76.77 for 76.778."""
    compared = as_result(result)
    if not compared.is_finite() or value == 0 or compared in interval(value):
        return False
    _, digits, exponent = _significant(value)
    if exponent > 0 and len(digits) == 1:  # 1,200,000 has two digits; 2000 may have more than one
        exponent -= 1
    kept = compared.scaleb(-exponent, _EXACT).to_integral_value(ROUND_DOWN)
    return kept == value.scaleb(-exponent, _EXACT)


def count_of_digits(value: Decimal) -> int:
    """Return how many digits of a number tell, without the zeros on either side: 2 for 12000 and for 0.012."""
    return len("".join(map(str, value.as_tuple().digits)).strip("0"))


def _significant(value: Decimal) -> tuple[int, tuple[int, ...], int]:
    """Return sign, significant digits without zeros at their end, and the exponent of the last one."""
    sign, digits, exponent = value.normalize(_EXACT).as_tuple()
    return sign, digits, int(exponent)


def _plain(value: Decimal) -> Decimal:
    """Return the same value without an exponent above zero, so that it is never written as 1E+3."""
    return Decimal(format(value.normalize(_EXACT), "f"))


def _hull(one: Interval, other: Interval) -> Interval:
    lowest = min(one, other, key=lambda each: (each.low, not each.low_closed))
    highest = max(one, other, key=lambda each: (each.high, each.high_closed))
    return Interval(lowest.low, highest.high, lowest.low_closed, highest.high_closed)


def within_both(one: Interval, other: Interval) -> Interval:
    """Return the results that lie in both of two intervals that have some in common."""
    low = max(one, other, key=lambda each: (each.low, not each.low_closed))
    high = min(one, other, key=lambda each: (each.high, each.high_closed))
    return Interval(low.low, high.high, low.low_closed, high.high_closed)
