"""Measures of cells by name, as aggregation functions ask for them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from factcheck.catalogue.schema import Column
from factcheck.evaluation.amounts import Amounts, doubles
from factcheck.evaluation.cells import Codes, Floats
from factcheck.evaluation.cube import Cube
from factcheck.evaluation.layout import SummaryIndexes
from factcheck.numbers.rounding import SIGNIFICANT_DIGITS
from factcheck.queries.functions.function import AggregationFunction, Digits
from factcheck.queries.measures import Statistic
from factcheck.runtime.checkpoints import checkpoint

_CANCELLED = 1e-3
"""A sum this small beside the sum of its summands' magnitudes may have less than twelve digits that are sure."""

_SMALLEST = 1e-280


@dataclass(frozen=True, slots=True)
class CubeCells:
    """What a cube's roll-up gave for some cells; ``raw`` has shape (numbers, cells)."""

    cube: Cube
    raw: Floats

    def _row(self, number: int) -> Floats:
        row: Floats = self.raw[number]
        return row

    def __getitem__(self, indexes: Codes) -> CubeCells:
        """Return the measures of some cells."""
        return CubeCells(self.cube, self.raw[:, indexes])

    @property
    def rows(self) -> Floats:
        """How many rows each cell has."""
        return self._row(0)

    def counts(self, column: Column) -> Floats:
        """Return how many values of a column are not NULL."""
        return self._row(self._indexes(column).counts)

    def sums(self, column: Column) -> Amounts:
        """Return sums, to the digits that do not depend on the order in which workers finish."""
        sums = self._summed(column)
        if column.is_exact:
            return sums
        units = self._units(column)
        cancelled = np.flatnonzero(units)
        if not len(cancelled):
            return sums
        floats = sums.floats().copy()
        floats[cancelled] = np.round(floats[cancelled] / units[cancelled]) * units[cancelled]
        return doubles(floats)

    def lows(self, column: Column) -> Amounts:
        """Return the smallest values."""
        return self.cube.summaries[column].order.amounts(self.raw[self._indexes(column).low])

    def highs(self, column: Column) -> Amounts:
        """Return the greatest values."""
        return self.cube.summaries[column].order.amounts(self.raw[self._indexes(column).high])

    def distinct(self, column: Column) -> Floats:
        """Return how many different values there are."""
        return self._row(self.cube.layout.distinct[column])

    def statistic(self, statistic: Statistic, column: Column) -> Floats:
        """Return what a statistic makes of the values; shape (cells, width)."""
        return self.raw[self.cube.layout.statistics[column, statistic.name]].T

    def values(self, compared: Floats, column: Column) -> Amounts:
        """Return what numbers of a statistic that compare as the column's values stand for."""
        return self.cube.value_order(column).order.amounts(compared)

    def noise(self, function: AggregationFunction, column: Column) -> Floats:
        """Return how far off a function that adds doubles may be, where these cancelled out, else 0."""
        units = self._units(column)
        return units / np.maximum(self.counts(column), 1) if function.digits is Digits.QUOTIENT else units

    def _indexes(self, column: Column) -> SummaryIndexes:
        return self.cube.layout.summaries[column]

    def _summed(self, column: Column) -> Amounts:
        return Amounts(self.raw[self._indexes(column).sums], self.cube.summaries[column].sums.scale)

    def _units(self, column: Column) -> Floats:
        """Return the last digit that counts of floating-point sums of values that cancelled out, else 0.

        Nothing but noise is left of them beyond twelve digits of the sum of the values' magnitudes.
        """
        sums = self._summed(column).floats()
        index = self._indexes(column).magnitudes
        magnitudes = np.zeros(len(sums)) if index is None else self.raw[index]
        is_usable = (magnitudes > _SMALLEST) & (magnitudes < 1 / _SMALLEST)
        with np.errstate(invalid="ignore"):
            cancelled = np.flatnonzero(is_usable & (np.abs(sums) < _CANCELLED * magnitudes))
        units = np.zeros(len(sums))
        units[cancelled] = 10.0 ** (np.floor(np.log10(magnitudes[cancelled])) - (SIGNIFICANT_DIGITS - 1))
        return units


class CellResults:
    """The results of functions for all cells that were rolled up together: each is worked out once, for all claims."""

    def __init__(self, cells: CubeCells) -> None:
        self.cells = cells
        self._floats: dict[tuple[AggregationFunction, Column | None], Floats] = {}
        self._noise: dict[tuple[AggregationFunction, Column], Floats] = {}

    def floats(self, function: AggregationFunction, column: Column | None) -> Floats:
        """Return the result of each cell as a double, NaN where there is none."""
        if (function, column) not in self._floats:
            checkpoint()
            self._floats[function, column] = function.floats(self.cells, column)
        return self._floats[function, column]

    def noise(self, function: AggregationFunction, column: Column) -> Floats:
        """Return how far off each result may be where doubles cancelled out, else 0."""
        if (function, column) not in self._noise:
            checkpoint()
            self._noise[function, column] = self.cells.noise(function, column)
        return self._noise[function, column]
