"""Standard deviations and variances, of a sample and of a population, as PostgreSQL gives them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

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


def _variances(
    lost: int, cells: Integers, values: Floats, counts: Integers, order: ComparedNumbers, size: int
) -> Floats:
    """Return the variance of each cell's values: their squares' sum over their number less ``lost``.

    NaN where nothing is left to divide by.  Values count from the smallest one of their cell, so that equal ones
    deviate by nothing at all.
    """
    numbers = order.amounts(values).floats()
    first = np.zeros(size)
    first[cells[::-1]] = numbers[::-1]
    with np.errstate(divide="ignore", invalid="ignore"):
        beyond = numbers - first[cells]
        total = np.bincount(cells, counts, size)
        mean = np.bincount(cells, counts * beyond, size) / total
        squares = np.bincount(cells, counts * (beyond - mean[cells]) ** 2, size)
        return np.where(total > lost, squares / (total - lost), np.nan)[:, None]


SAMPLE = Statistic("variance of a sample", 1, partial(_variances, 1))
POPULATION = Statistic("variance of a population", 1, partial(_variances, 0))


def _results(
    statistic: Statistic, finish: Callable[[Floats], Floats], cells: CellMeasures, column: Column | None
) -> Floats:
    return finish(cells.statistic(statistic, required(column))[:, 0])


def _exact_results(
    statistic: Statistic, finish: Callable[[Floats], Floats], cells: CellMeasures, column: Column | None
) -> list[Exact]:
    results = _results(statistic, finish, cells, column).tolist()
    return [value if np.isfinite(value) else None for value in results]


def _expression(function: str, name: str, column: Column | None, condition: str) -> str:
    """Take decimals, which the order of the rows does not change; six digits alone are left of single precision."""
    number = f"{name}::double precision" if required(column).type_name == "real" else name
    return f"{function}({number}::numeric){condition}"


STDDEV = AggregationFunction(
    name="stddev",
    names_in_sql=("stddev", "stddev_samp"),
    phrase="the standard deviation of",
    keywords=words("deviation stddev stdev sd sds"),
    is_only_named=True,
    takes=Takes.AMOUNTS,
    shape=PLAIN,
    kind=MeasureKind.VALUES,
    statistic=SAMPLE,
    expression=partial(_expression, "stddev"),
    floats=partial(_results, SAMPLE, np.sqrt),
    exact=partial(_exact_results, SAMPLE, np.sqrt),
    digits=Digits.QUOTIENT,
    adds_up=False,
    keeps_unit=False,
)

STDDEV_POP = replace(
    STDDEV,
    name="stddev_pop",
    names_in_sql=("stddev_pop",),
    phrase="the standard deviation, as of a whole population, of",
    statistic=POPULATION,
    expression=partial(_expression, "stddev_pop"),
    floats=partial(_results, POPULATION, np.sqrt),
    exact=partial(_exact_results, POPULATION, np.sqrt),
)

VARIANCE = replace(
    STDDEV,
    name="variance",
    names_in_sql=("variance", "var_samp"),
    phrase="the variance of",
    keywords=words("variance"),
    expression=partial(_expression, "variance"),
    floats=partial(_results, SAMPLE, np.positive),
    exact=partial(_exact_results, SAMPLE, np.positive),
)

VAR_POP = replace(
    VARIANCE,
    name="var_pop",
    names_in_sql=("var_pop",),
    phrase="the variance, as of a whole population, of",
    statistic=POPULATION,
    expression=partial(_expression, "var_pop"),
    floats=partial(_results, POPULATION, np.positive),
    exact=partial(_exact_results, POPULATION, np.positive),
)
