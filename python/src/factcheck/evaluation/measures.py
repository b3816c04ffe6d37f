"""Measures of cells by name: what a function over a column gives in each cell, as doubles or without rounding."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from factcheck.catalogue.schema import Column
from factcheck.evaluation.amounts import Amounts
from factcheck.evaluation.cells import Codes, Floats
from factcheck.evaluation.cube import ColumnPlaces, Cube
from factcheck.queries.fragments import Function

Exact = Fraction | float | None
"""A result without rounding, or a double where a floating-point type gives it; None where there is none."""

_DIGITS = 12
_CANCELLED = 1e-3
"""A sum this small beside the sum of its summands' magnitudes may have less than twelve digits that are sure."""

_SMALLEST = 1e-280


SHARES = frozenset({Function.PERCENTAGE, Function.CONDITIONAL_PROBABILITY})
"""Functions that divide one number of rows by another."""


def adds_doubles(function: Function, column: Column | None) -> bool:
    """Whether results depend on the order in which doubles are added up."""
    return function in {Function.SUM, Function.AVG} and column is not None and not column.is_exact


@dataclass(frozen=True, slots=True)
class Measures:
    """What a cube's roll-up gave for some cells; ``raw`` has shape (cells, measures)."""

    cube: Cube
    raw: Floats

    def __getitem__(self, places: Codes | slice) -> Measures:
        """The measures of some cells."""
        return Measures(self.cube, self.raw[places])

    @property
    def rows(self) -> Floats:
        """How many rows each cell has."""
        return self.raw[:, 0]

    def floats(self, function: Function, column: Column | None) -> Floats:
        """What a function gives in each cell, to the precision of doubles; NaN where it gives nothing."""
        if column is None:
            return self.rows
        if function is Function.COUNT_DISTINCT:
            return self.raw[:, self.cube.layout.distinct[self.cube.request.counted.index(column)]]
        if function is Function.MEDIAN:
            low, high = (amounts.floats() for amounts in self._middles(column))
            with np.errstate(invalid="ignore"):
                return np.where(low == high, low, low + 0.5 * (high - low))
        counts = self.raw[:, self._places(column).counts]
        if function is Function.SUM:
            return np.where(counts > 0, self._sums(column), np.nan)
        if function is Function.AVG:
            return ratio(self._sums(column), counts)
        return np.where(counts > 0, self._extremes(function, column).floats(), np.nan)

    def exact(self, function: Function, column: Column | None) -> list[Exact]:
        """What a function gives in each cell, without rounding where the column's type is exact."""
        floats = self.floats(function, column)
        if column is None or function is Function.COUNT_DISTINCT:
            return [Fraction(number) for number in floats.tolist()]
        every = [value if np.isfinite(value) else None for value in floats.tolist()]
        if not column.is_exact:
            return list(every)
        own = self._amounts(function, column)
        return [
            None if value is None else _mean([amounts.fraction(cell) for amounts in own], divisor)
            for cell, (value, divisor) in enumerate(zip(every, self._divisors(function, column), strict=True))
        ]

    def noise(self, function: Function, column: Column) -> Floats:
        """How far off a function that adds doubles may be, where these cancelled out, else 0."""
        units = self._units(column)
        return units / np.maximum(self.raw[:, self._places(column).counts], 1) if function is Function.AVG else units

    def _places(self, column: Column) -> ColumnPlaces:
        return self.cube.layout.columns[self.cube.request.measured.index(column)]

    def _sums(self, column: Column) -> Floats:
        """Sums, to the digits that do not depend on the order in which workers finish."""
        sums = self._summed(column).floats()
        if column.is_exact:
            return sums
        units = self._units(column)
        cancelled = np.flatnonzero(units)
        if len(cancelled):
            sums = sums.copy()
            sums[cancelled] = np.round(sums[cancelled] / units[cancelled]) * units[cancelled]
        return sums

    def _units(self, column: Column) -> Floats:
        """The last digit that counts of floating-point sums of values of both signs that cancelled out, else 0.

        Nothing but noise is left of them beyond twelve digits of the sum of the values' magnitudes.
        """
        sums = self._summed(column).floats()
        place = self._places(column).magnitudes
        magnitudes = np.zeros(len(sums)) if place is None else self.raw[:, place]
        is_usable = (magnitudes > _SMALLEST) & (magnitudes < 1 / _SMALLEST)
        with np.errstate(invalid="ignore"):
            cancelled = np.flatnonzero(is_usable & (np.abs(sums) < _CANCELLED * magnitudes))
        units = np.zeros(len(sums))
        units[cancelled] = 10.0 ** (np.floor(np.log10(magnitudes[cancelled])) - (_DIGITS - 1))
        return units

    def _summed(self, column: Column) -> Amounts:
        measured = self.cube.groups.measured[self.cube.request.measured.index(column)]
        return Amounts(self.raw[:, self._places(column).sums].T, measured.sums.scale)

    def _extremes(self, function: Function, column: Column) -> Amounts:
        places = self._places(column)
        compared = self.raw[:, places.low if function is Function.MIN else places.high]
        return self.cube.groups.measured[self.cube.request.measured.index(column)].order.amounts(compared)

    def _middles(self, column: Column) -> tuple[Amounts, Amounts]:
        place = self.cube.request.halved.index(column)
        at, order = self.cube.layout.middles[place].start, self.cube.values[place].order
        return order.amounts(self.raw[:, at]), order.amounts(self.raw[:, at + 1])

    def _amounts(self, function: Function, column: Column) -> tuple[Amounts, ...]:
        """Numbers whose sum, divided, is what a function gives."""
        if function is Function.MEDIAN:
            return self._middles(column)
        if function in {Function.SUM, Function.AVG}:
            return (self._summed(column),)
        return (self._extremes(function, column),)

    def _divisors(self, function: Function, column: Column) -> list[int]:
        if function is Function.AVG:
            return [int(count) for count in self.raw[:, self._places(column).counts].tolist()]
        return [2 if function is Function.MEDIAN else 1] * len(self.raw)


def _mean(parts: list[Fraction | None], divisor: int) -> Fraction | None:
    numbers = [part for part in parts if part is not None]
    return sum(numbers, Fraction()) / divisor if len(numbers) == len(parts) else None


def ratio(numerator: Floats, denominator: Floats) -> Floats:
    """The quotients, NaN where nothing is divided."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(denominator > 0, numerator / denominator, np.nan)
