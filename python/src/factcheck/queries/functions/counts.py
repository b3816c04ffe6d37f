"""Functions that count: rows, shares of them, different values."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from factcheck.catalogue.schema import Column
from factcheck.queries.functions.function import AggregationFunction, Digits, Takes, required, words
from factcheck.queries.measures import CellMeasures, Exact, Floats, MeasureKind
from factcheck.queries.shapes import GIVEN, PLAIN, SHARE


def _rows(cells: CellMeasures, column: Column | None) -> Floats:
    return cells.rows


def _exact_rows(cells: CellMeasures, column: Column | None) -> list[Exact]:
    return [Fraction(number) for number in cells.rows.tolist()]


def _count(name: str, column: Column | None, condition: str) -> str:
    return f"count({name or '*'}){condition}"


def _different(cells: CellMeasures, column: Column | None) -> Floats:
    return cells.distinct(required(column))


COUNT = AggregationFunction(
    name="count",
    names_in_sql=("count",),
    phrase="the number of",
    keywords=words("count number there total contain include record row entry case time"),
    is_only_named=False,
    takes=Takes.ROWS,
    shape=PLAIN,
    kind=None,
    statistic=None,
    expression=_count,
    floats=_rows,
    exact=_exact_rows,
    digits=Digits.VALUE,
    adds_up=False,
    keeps_unit=False,
)

PERCENTAGE = replace(
    COUNT,
    name="percentage",
    names_in_sql=(),
    phrase="the percentage of",
    keywords=words("% percent percentage share proportion fraction rate part quarter third"),
    shape=SHARE,
)

CONDITIONAL_PROBABILITY = replace(
    PERCENTAGE,
    name="conditional_probability",
    keywords=words("% percent percentage share proportion fraction rate part among within probability chance likely"),
    shape=GIVEN,
)

COUNT_DISTINCT = AggregationFunction(
    name="count_distinct",
    names_in_sql=(),
    phrase="the number of different values of",
    keywords=words("different distinct unique individual separate kind type variety"),
    is_only_named=False,
    takes=Takes.NAMED_COLUMNS,
    shape=PLAIN,
    kind=MeasureKind.DISTINCT,
    statistic=None,
    expression=lambda name, column, condition: f"count(DISTINCT {name}){condition}",
    floats=_different,
    exact=lambda cells, column: [Fraction(number) for number in _different(cells, column).tolist()],
    digits=Digits.VALUE,
    adds_up=False,
    keeps_unit=False,
)
