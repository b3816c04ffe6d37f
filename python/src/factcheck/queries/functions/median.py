"""The median."""

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


def _middles(cells: Integers, values: Floats, counts: Integers, order: ComparedNumbers, size: int) -> Floats:
    """Return the two middle ones of each cell's values, one and the same where their number is odd.

    As in PostgreSQL, NaN is greater than all numbers.
    """
    middles = np.full((size, 2), np.nan)
    if not len(cells):
        return middles
    by_cell = np.argsort(cells.astype(np.int16) if size < 1 << 15 else cells, kind="stable")
    cells, values, counts = cells.take(by_cell), values.take(by_cell), counts.take(by_cell)
    reached = np.cumsum(counts)
    starts = np.flatnonzero(np.diff(cells, prepend=-1))
    before = np.concatenate([[0], reached])[starts]
    total = np.add.reduceat(counts, starts)
    for side, at in enumerate(((total - 1) // 2, total // 2)):
        middles[cells[starts], side] = values[np.searchsorted(reached, before + at, side="right")]
    return middles


MIDDLES = Statistic("middles", 2, _middles)


def _two(cells: CellMeasures, column: Column) -> tuple[Numbers, Numbers]:
    compared = cells.statistic(MIDDLES, column)
    return cells.values(compared[:, 0], column), cells.values(compared[:, 1], column)


def _medians(cells: CellMeasures, column: Column | None) -> Floats:
    low, high = (numbers.floats() for numbers in _two(cells, required(column)))
    with np.errstate(invalid="ignore"):
        return np.where(low == high, low, low + 0.5 * (high - low))


def _exact_medians(cells: CellMeasures, column: Column | None) -> list[Exact]:
    column, floats = required(column), _medians(cells, column)
    return exact_values(floats, column, _two(cells, column), [2] * len(floats))


def _expression(name: str, column: Column | None, condition: str) -> str:
    """Write the middle value, or half the sum of both; PostgreSQL's own average of the two is a double."""
    column = required(column)
    if not column.is_exact or column.type_name in {"smallint", "integer"}:
        return f"percentile_cont(0.5) WITHIN GROUP (ORDER BY {name}){condition}"
    low, high = (f"percentile_disc(0.5) WITHIN GROUP (ORDER BY {order}){condition}" for order in (name, f"{name} DESC"))
    return f"0.5 * ({low}::numeric + {high})" if not condition else f"0.5 * (({low})::numeric + {high})"


MEDIAN = AggregationFunction(
    name="median",
    names_in_sql=("median",),
    phrase="the median of",
    keywords=words("median middle midpoint typical typically"),
    is_only_named=True,
    takes=Takes.AMOUNTS,
    shape=PLAIN,
    kind=MeasureKind.VALUES,
    statistic=MIDDLES,
    expression=_expression,
    floats=_medians,
    exact=_exact_medians,
    digits=Digits.MEAN_OF_VALUES,
    adds_up=False,
    keeps_unit=True,
)
