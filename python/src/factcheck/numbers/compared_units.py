"""How the unit of a number in a text compares with the unit of a result."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Context, Decimal
from enum import Enum
from fractions import Fraction

from factcheck.numbers.parse import Number
from factcheck.units.result_unit import ResultUnit
from factcheck.units.unit import FRACTION, PERCENT, Conversion, Unit, conversion

_OF_HUNDRED = frozenset({"percent", "points"})
_NO_AMOUNTS = frozenset({"percent", "points", "times", "year", "ordinal"})
"""What numbers say that are in no unit of values."""

_WRITTEN_OUT = 10**5
"""Least number that is written out where it has no word such as "million", in a column of a scale that is no larger."""

_THOUSAND = 1000
_HUNDRED = 100
_MANY_DIGITS = 40
_TWELVE_DIGITS = Context(prec=12)


class Fit(Enum):
    """Whether the unit of a number is one of a result."""

    UNKNOWN = "one of both has no unit that is known"
    AGREES = "they have the same dimension"
    DIFFERS = "they have different dimensions, and cannot be compared"


@dataclass(frozen=True, slots=True)
class Comparison:
    """How the units of a number and of a result compare; ``conversion`` leads from the number's to the result's.

    None where the number is compared as it is.
    """

    fit: Fit
    conversion: Conversion | None = None

    def told(self, value: Decimal) -> Decimal:
        """Return a number of the text in the unit of the result, with as many digits as results have at least."""
        return value if self.conversion is None else shown_digits(self.conversion(value))


def has_unit(number: Number) -> bool:
    """Tell whether a number may be told otherwise than results are: others are compared with these as they are."""
    is_large = number.scale >= _THOUSAND or abs(number.value) >= _WRITTEN_OUT
    is_share = number.unit in _OF_HUNDRED or number.is_of_one or _may_be_percent(number)
    return number.measured is not None or is_large or is_share


def _may_be_percent(number: Number) -> bool:
    """Tell whether a number without a unit may be a percentage: "Oslo follows with 47", where the column has 0.47."""
    is_plain = number.unit == "plain" and number.measured is None and number.scale == 1
    return is_plain and 1 < number.value <= _HUNDRED


def _of_hundred(number: Number, result: ResultUnit | None) -> Comparison:
    """Compare a number that is no amount, or a share, with a result: percentages are told of fractions."""
    if number.is_of_one and result is not None and result.is_share:
        return Comparison(Fit.UNKNOWN, conversion(FRACTION, PERCENT))
    is_said = number.unit in _OF_HUNDRED and result is not None and result.unit == FRACTION
    if not is_said and not is_percent_unsaid(number, result):
        return NOTHING_KNOWN
    return Comparison(Fit.AGREES if is_said else Fit.UNKNOWN, conversion(PERCENT, FRACTION))


def is_percent_unsaid(number: Number, result: ResultUnit | None) -> bool:
    """Tell whether a number has to be a percentage, if it is told of results that are fractions."""
    return result is not None and result.unit == FRACTION and _may_be_percent(number)


def shown_digits(value: Decimal) -> Decimal:
    """Return a decimal with twelve significant digits where it has very many, as one third does."""
    rounded = _TWELVE_DIGITS.plus(value)
    return Decimal(f"{rounded.normalize():f}") if len(value.as_tuple().digits) > _MANY_DIGITS else value


NOTHING_KNOWN = Comparison(Fit.UNKNOWN)


def compare_units(number: Number, result: ResultUnit | None) -> Comparison:
    """Compare the unit of a number with that of a result.

    A number may be told in thousands or millions where the column is: "$25 million", but also "25".  It is only taken
    for the full amount where it has a word that says so, or a unit that is no currency, or is very large.  Percentages
    are told of fractions: 16.1 percent of 0.161, and 47 of 0.47, since no fraction is as large.  Shares may be told as
    parts of one: 41.1 percent as 0.411.
    """
    if result is None or result.is_share or number.unit in _NO_AMOUNTS or is_percent_unsaid(number, result):
        return _of_hundred(number, result)
    stated = number.measured
    if stated is None or result.unit is None:
        if stated is not None and result.unit is None and not all(unit.is_money for unit in stated.units):
            return NOTHING_KNOWN
        return Comparison(Fit.UNKNOWN, _scaled(number, result, is_full=False))
    same = [unit for unit in stated.units if unit.dimension == result.unit.dimension]
    if not same:
        return Comparison(Fit.DIFFERS) if stated.is_sure else NOTHING_KNOWN
    if result.unit in same or len(same) > 1:
        return Comparison(Fit.AGREES, _scaled(number, result, is_full=not result.unit.is_money))
    told = conversion(same[0], result.unit, is_difference=result.is_difference)
    return Comparison(Fit.AGREES, Conversion(told.factor / result.scale, told.offset / result.scale))


def unit_in_text(number: Number, result: ResultUnit) -> Unit | None:
    """Return the unit of a number that is of a result's dimension; None where there is none."""
    if result.unit == FRACTION and number.unit in _OF_HUNDRED:
        return PERCENT
    dimension = None if result.unit is None else result.unit.dimension
    units = () if number.measured is None else number.measured.units
    return next((unit for unit in units if unit.dimension == dimension), None)


def _scaled(number: Number, result: ResultUnit, *, is_full: bool) -> Conversion | None:
    """Return how a number is told in thousands where the result is; None where it is told so already."""
    if result.scale == 1:
        return None
    is_written_out = abs(number.value) >= max(_WRITTEN_OUT, result.scale)
    return Conversion(Fraction(1, result.scale)) if is_full or number.scale >= _THOUSAND or is_written_out else None
