"""What values of a column without a unit may have to be multiplied by to be told as a number of a text is.

Thousands and millions are told in whole numbers or in a word, money in cents, spans of time in smaller units.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from factcheck.catalogue.column_units import unit_of
from factcheck.catalogue.schema import Column
from factcheck.numbers.mentions import Number
from factcheck.units.unit import UNITS
from factcheck.words.identifiers import split_identifier

NO_AMOUNTS = frozenset({"percent", "points", "times", "more", "year", "ordinal"})
SCALES = (10**3, 10**6, 10**9)
_LEAST_ROUND = 10_000
"""Least whole number in thousands that may be told from a column of thousands without a word such as "million"."""

_LEAST_MONEY = 1_000
"""Least amount of money that may be told from a column of thousands, as $16,400 is from 16.4."""

_HUNDREDTH = Fraction(1, 100)
"""What a cent is of the money that a small amount is told in: "$1.85" of a column of cents."""

_HUNDRED = Fraction(100)
_LARGEST_STEP = 3600

_OF_RATES = frozenset(
    "rate rates ratio ratios percent percentage pct per share index score rank year years prob probability risk "
    "density latitude longitude lat lon lng".split()
)
"""Words in names of columns whose values nobody tells in thousands, or in parts of a unit."""

_BRACKETS = ("[", "(")
_YEARS = "years"
"""The unit in which ages are told."""


def factors_of(number: Number) -> tuple[Fraction, ...]:
    """Return what values of a column without a unit may have to be multiplied by to be told as a number is."""
    if number.unit in NO_AMOUNTS or number.value <= 0:
        return ()
    if number.is_hundredths:
        return (_HUNDRED,)
    units = () if number.measured is None else number.measured.units
    if units and not any(unit.is_money for unit in units):
        return _of_units({unit.name for unit in units})
    is_round = number.is_integer and number.value >= _LEAST_ROUND
    is_money = number.unit == "currency" and number.value >= _LEAST_MONEY
    if number.unit == "currency" and number.scale == 1 and number.value < _LEAST_MONEY:
        return (_HUNDREDTH,)
    return tuple(
        Fraction(scale)
        for scale in SCALES
        if scale <= number.scale
        or (is_round and number.value % scale == 0 and number.value > scale)
        or (is_money and scale == SCALES[0])
    )


class AssumedFactors:
    """The factors of a number, worked out once for all columns: an age without a unit is told in years."""

    def __init__(self, number: Number) -> None:
        self._is_percent = number.unit == "percent"
        self._is_interval = number.comparison == "between" and number.text.startswith(_BRACKETS)
        self._of_any = factors_of(number)
        may_be_age = not self._of_any and number.unit == "plain" and number.measured is None
        self._of_ages = _of_units({_YEARS}) if may_be_age else ()

    def of(self, column: Column) -> tuple[Fraction, ...]:
        """Return what values of a column may have to be multiplied by: "under twenty" of ages in months."""
        return self._of_ages if self._of_ages and "age" in split_identifier(column.name) else self._of_any

    def of_limit(self, column: Column) -> tuple[Fraction, ...]:
        """Return the same for a limit: "above 40 percent" of fractions, too; nothing where the unit is known.

        An interval as mathematics writes it has no word for thousands or millions: "the [300, 400) bin".
        """
        if self._is_percent:
            return (_HUNDRED,) if unit_of(column) is None and not column.is_integer else ()
        if not is_in_doubt(column):
            return ()
        return tuple(Fraction(1, scale) for scale in SCALES) if self._is_interval else self.of(column)


def _of_units(names: Collection[str]) -> tuple[Fraction, ...]:
    """Return what smaller units are of the unit of a name, where a whole number of them makes one."""
    if len(names) > 1:
        return ()
    [stated] = (UNITS.by_name[name] for name in names)
    parts = (
        each.factor / stated.factor
        for each in UNITS.by_name.values()
        if each.dimension == stated.dimension and each.offset == stated.offset == 0 and each.factor < stated.factor
    )
    return tuple(sorted({each for each in parts if each.numerator == 1 and each.denominator <= _LARGEST_STEP}))


def is_in_doubt(column: Column) -> bool:
    """Tell whether values of a column may be told in another unit: its own is not known, and it is called no rate."""
    return unit_of(column) is None and _OF_RATES.isdisjoint(split_identifier(column.name))
