"""Functions that add up: sum and average."""

from __future__ import annotations

import numpy as np

from factcheck.catalogue.schema import Column
from factcheck.queries.arithmetic import ratio
from factcheck.queries.functions.function import (
    AggregationFunction,
    Digits,
    Takes,
    exact_values,
    required,
    words,
)
from factcheck.queries.measures import CellMeasures, Exact, Floats, MeasureKind
from factcheck.queries.shapes import PLAIN


def added(function: str, name: str, column: Column, condition: str) -> str:
    """Write a function that adds values up: of doubles as decimals, which the order of the rows does not change."""
    if column.type_name == "double precision":
        return f"{function}({name}::numeric){condition}"
    if column.type_name == "real" and function == "sum":
        return f"sum({name}::double precision){condition}"  # a sum in single precision loses digits
    return f"{function}({name}){condition}"


def _sums(cells: CellMeasures, column: Column | None) -> Floats:
    column = required(column)
    return np.where(cells.counts(column) > 0, cells.sums(column).floats(), np.nan)


def _exact_sums(cells: CellMeasures, column: Column | None) -> list[Exact]:
    column, floats = required(column), _sums(cells, column)
    return exact_values(floats, column, (cells.sums(column),), [1] * len(floats))


def _averages(cells: CellMeasures, column: Column | None) -> Floats:
    column = required(column)
    return ratio(cells.sums(column).floats(), cells.counts(column))


def _exact_averages(cells: CellMeasures, column: Column | None) -> list[Exact]:
    column, floats = required(column), _averages(cells, column)
    return exact_values(floats, column, (cells.sums(column),), [int(n) for n in cells.counts(column).tolist()])


SUM = AggregationFunction(
    name="sum",
    names_in_sql=("sum",),
    phrase="the total of",
    keywords=words("sum total overall altogether combined combine add amount worth volume"),
    is_only_named=False,
    takes=Takes.AMOUNTS,
    shape=PLAIN,
    kind=MeasureKind.SUMMARY,
    statistic=None,
    expression=lambda name, column, condition: added("sum", name, required(column), condition),
    floats=_sums,
    exact=_exact_sums,
    digits=Digits.SUM,
    adds_up=True,
    keeps_unit=True,
)

AVG = AggregationFunction(
    name="avg",
    names_in_sql=("avg",),
    phrase="the average of",
    keywords=words("average mean typical typically averaging per each usual expect"),
    is_only_named=False,
    takes=Takes.AMOUNTS,
    shape=PLAIN,
    kind=MeasureKind.SUMMARY,
    statistic=None,
    expression=lambda name, column, condition: added("avg", name, required(column), condition),
    floats=_averages,
    exact=_exact_averages,
    digits=Digits.QUOTIENT,
    adds_up=True,
    keeps_unit=True,
)
