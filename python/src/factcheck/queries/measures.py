"""What is computed of the rows of a cell: base measures, from which aggregation functions make their results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Protocol

import numpy as np
import numpy.typing as npt

from factcheck.catalogue.schema import Column

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

Exact = Fraction | float | None
"""A result without rounding, or a double where a floating-point type gives it; None where there is none."""


class MeasureKind(Enum):
    """What is computed together of one column; the values name it to readers of plans."""

    SUMMARY = "sums, averages, extremes"
    DISTINCT = "different values"
    VALUES = "medians"


@dataclass(frozen=True, slots=True)
class BaseMeasure:
    """Something to compute of one column in every cell."""

    kind: MeasureKind
    column: Column

    def __hash__(self) -> int:
        """Hash the column: few measures are of the same one."""
        return self.column.column_id


class Numbers(Protocol):
    """Numbers of cells, side by side: exact ones without rounding, others as doubles."""

    def floats(self) -> Floats:
        """Return the nearest doubles."""
        ...

    def fraction(self, index: int) -> Fraction | None:
        """Return one number without rounding; None where it is no finite number."""
        ...


class ComparedNumbers(Protocol):
    """What numbers stand for that only compare as the values of a column do."""

    def amounts(self, compared: Floats) -> Numbers:
        """Return the values that some of the numbers stand for."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Statistic:
    """What a function makes of the single values of a cell.

    ``reduce`` gets the cell of each value, the values, which compare as those of the column do and ascend, how often
    each occurs, what the values stand for, and the number of cells; it returns an array of shape (cells, ``width``),
    NaN in cells without values.
    """

    name: str
    width: int
    reduce: Callable[[Integers, Floats, Integers, ComparedNumbers, int], Floats]


class CellMeasures(Protocol):
    """The base measures of some cells, by column."""

    @property
    def rows(self) -> Floats:
        """How many rows each cell has."""
        ...

    def counts(self, column: Column) -> Floats:
        """Return how many values are not NULL."""
        ...

    def sums(self, column: Column) -> Numbers:
        """Return the values' sums, 0 without values; those of doubles without the digits that are noise."""
        ...

    def lows(self, column: Column) -> Numbers:
        """Return the smallest values."""
        ...

    def highs(self, column: Column) -> Numbers:
        """Return the greatest values."""
        ...

    def distinct(self, column: Column) -> Floats:
        """Return how many different values there are."""
        ...

    def statistic(self, statistic: Statistic, column: Column) -> Floats:
        """Return what a statistic makes of the values; shape (cells, width)."""
        ...

    def values(self, compared: Floats, column: Column) -> Numbers:
        """Return the values that numbers of a statistic stand for, which compare as the column's values do."""
        ...
