"""The standard deviation of a sample, as PostgreSQL's stddev gives it."""

from __future__ import annotations

import numpy as np

from factcheck.catalogue.schema import Column
from factcheck.queries.functions.function import AggregationFunction, Digits, Takes, required, words
from factcheck.queries.measures import (
    CellMeasures,
    ComparedNumbers,
    Exact,
    Floats,
    Integers,
    MeasureKind,
    Statistic,
)
from factcheck.queries.shapes import PLAIN


def _deviations(cells: Integers, values: Floats, counts: Integers, order: ComparedNumbers, size: int) -> Floats:
    """Return the deviation of each cell's values, NaN where there are fewer than two.

    Values count from the smallest one of their cell, so that equal ones deviate by nothing at all.
    """
    numbers = order.amounts(values).floats()
    first = np.zeros(size)
    first[cells[::-1]] = numbers[::-1]
    with np.errstate(divide="ignore", invalid="ignore"):
        beyond = numbers - first[cells]
        total = np.bincount(cells, counts, size)
        mean = np.bincount(cells, counts * beyond, size) / total
        squares = np.bincount(cells, counts * (beyond - mean[cells]) ** 2, size)
        return np.where(total > 1, np.sqrt(squares / (total - 1)), np.nan)[:, None]


DEVIATION = Statistic("deviation", 1, _deviations)


def _results(cells: CellMeasures, column: Column | None) -> Floats:
    return cells.statistic(DEVIATION, required(column))[:, 0]


def _exact_results(cells: CellMeasures, column: Column | None) -> list[Exact]:
    return [value if np.isfinite(value) else None for value in _results(cells, column).tolist()]


def _expression(name: str, column: Column | None, condition: str) -> str:
    """Take decimals, which the order of the rows does not change; six digits alone are left of single precision."""
    number = f"{name}::double precision" if required(column).type_name == "real" else name
    return f"stddev({number}::numeric){condition}"


STDDEV = AggregationFunction(
    name="stddev",
    names_in_sql=("stddev", "stddev_samp"),
    phrase="the standard deviation of",
    keywords=words("deviation stddev stdev"),
    is_only_named=True,
    takes=Takes.AMOUNTS,
    shape=PLAIN,
    kind=MeasureKind.VALUES,
    statistic=DEVIATION,
    expression=_expression,
    floats=_results,
    exact=_exact_results,
    digits=Digits.QUOTIENT,
    adds_up=False,
)
