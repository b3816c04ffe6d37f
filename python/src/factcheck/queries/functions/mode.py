"""The mode: the most frequent value."""

from __future__ import annotations

import numpy as np

from factcheck.catalogue.schema import Column
from factcheck.queries.functions.function import AggregationFunction, Digits, Takes, exact_values, required, words
from factcheck.queries.measures import (
    CellMeasures,
    ComparedNumbers,
    Exact,
    Floats,
    Integers,
    MeasureKind,
    Numbers,
    Statistic,
)
from factcheck.queries.shapes import PLAIN


def _most_frequent(cells: Integers, values: Floats, counts: Integers, order: ComparedNumbers, size: int) -> Floats:
    """Return the most frequent of each cell's values, the smallest of several; all values ascend.

    A value may come several times in a cell, with how often it occurs in a part of its rows.
    """
    modes = np.full((size, 1), np.nan)
    if not len(cells):
        return modes
    by_cell = np.argsort(cells.astype(np.int16) if size < 1 << 15 else cells, kind="stable")
    cells, values, counts = cells.take(by_cell), values.take(by_cell), counts.take(by_cell)
    is_other = (cells[1:] != cells[:-1]) | (
        (values[1:] != values[:-1]) & ~(np.isnan(values[1:]) & np.isnan(values[:-1]))
    )
    starts = np.flatnonzero(np.append(True, is_other))
    cells, values, counts = cells[starts], values[starts], np.add.reduceat(counts, starts)
    of_cells = np.flatnonzero(np.append(True, cells[1:] != cells[:-1]))
    greatest = np.maximum.reduceat(counts, of_cells)
    frequent = np.flatnonzero(counts == np.repeat(greatest, np.diff(of_cells, append=len(cells))))
    firsts = frequent[np.append(True, cells[frequent[1:]] != cells[frequent[:-1]])]
    modes[cells[firsts], 0] = values[firsts]
    return modes


MOST_FREQUENT = Statistic("most frequent value", 1, _most_frequent)


def _numbers(cells: CellMeasures, column: Column) -> Numbers:
    return cells.values(cells.statistic(MOST_FREQUENT, column)[:, 0], column)


def _modes(cells: CellMeasures, column: Column | None) -> Floats:
    column = required(column)
    floats = _numbers(cells, column).floats()
    return _of_single_precision(floats) if column.type_name == "real" else floats


def _of_single_precision(floats: Floats) -> Floats:
    """Return values as a reader sees them: the decimal, not the nearest double of single precision."""
    return np.array([float(str(np.float32(value))) for value in floats.tolist()], dtype=np.float64)


def _exact_modes(cells: CellMeasures, column: Column | None) -> list[Exact]:
    column, floats = required(column), _modes(cells, column)
    return exact_values(floats, column, (_numbers(cells, column),), [1] * len(floats))


MODE = AggregationFunction(
    name="mode",
    names_in_sql=("mode",),
    phrase="the most frequent value of",
    keywords=words("mode modal common commonest frequent frequently"),
    is_only_named=True,
    takes=Takes.AMOUNTS,
    shape=PLAIN,
    kind=MeasureKind.VALUES,
    statistic=MOST_FREQUENT,
    expression=lambda name, column, condition: f"mode() WITHIN GROUP (ORDER BY {name}){condition}",
    floats=_modes,
    exact=_exact_modes,
    digits=Digits.VALUE,
    adds_up=False,
    keeps_unit=True,
)
"""Of several values that are as frequent, PostgreSQL too takes the smallest, which comes first in its order."""
