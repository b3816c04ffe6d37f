"""Functions that pick a value of the data: minimum and maximum."""

from __future__ import annotations

import numpy as np

from factcheck.catalogue.schema import Column
from factcheck.queries.functions.function import AggregationFunction, Digits, Takes, exact_values, required, words
from factcheck.queries.measures import CellMeasures, Exact, Floats, MeasureKind, Numbers
from factcheck.queries.shapes import PLAIN


def _known(cells: CellMeasures, column: Column, values: Numbers) -> Floats:
    return np.where(cells.counts(column) > 0, values.floats(), np.nan)


def _lows(cells: CellMeasures, column: Column | None) -> Floats:
    column = required(column)
    return _known(cells, column, cells.lows(column))


def _exact_lows(cells: CellMeasures, column: Column | None) -> list[Exact]:
    column, floats = required(column), _lows(cells, column)
    return exact_values(floats, column, (cells.lows(column),), [1] * len(floats))


def _highs(cells: CellMeasures, column: Column | None) -> Floats:
    column = required(column)
    return _known(cells, column, cells.highs(column))


def _exact_highs(cells: CellMeasures, column: Column | None) -> list[Exact]:
    column, floats = required(column), _highs(cells, column)
    return exact_values(floats, column, (cells.highs(column),), [1] * len(floats))


MIN = AggregationFunction(
    name="min",
    names_in_sql=("min",),
    phrase="the smallest value of",
    keywords=words(
        "minimum min lowest smallest least fewest shortest youngest earliest cheapest slowest lightest bottom "
        "weakest poorest coldest coolest narrowest nearest closest rarest quietest tiniest thinnest shallowest "
        "worst low small short young early cheap slow light bad"
    ),
    is_only_named=False,
    takes=Takes.AMOUNTS,
    shape=PLAIN,
    kind=MeasureKind.SUMMARY,
    statistic=None,
    expression=lambda name, column, condition: f"min({name}){condition}",
    floats=_lows,
    exact=_exact_lows,
    digits=Digits.VALUE,
    adds_up=False,
    keeps_unit=True,
)

MAX = AggregationFunction(
    name="max",
    names_in_sql=("max",),
    phrase="the largest value of",
    keywords=words(
        "maximum max highest largest most biggest greatest longest oldest latest fastest heaviest top peak record "
        "tallest deepest widest richest wealthiest strongest hottest warmest busiest deadliest costliest dearest "
        "priciest steepest farthest "
        "best high large big great long old late fast heavy good"
    ),
    is_only_named=False,
    takes=Takes.AMOUNTS,
    shape=PLAIN,
    kind=MeasureKind.SUMMARY,
    statistic=None,
    expression=lambda name, column, condition: f"max({name}){condition}",
    floats=_highs,
    exact=_exact_highs,
    digits=Digits.VALUE,
    adds_up=False,
    keeps_unit=True,
)
