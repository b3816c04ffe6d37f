"""What every aggregation function says about itself; what is missing in a record is an error of the type checker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import numpy as np

from factcheck.catalogue.schema import Column
from factcheck.queries.measures import CellMeasures, Exact, Floats, MeasureKind, Numbers, Statistic
from factcheck.queries.shapes import Shape


class Takes(Enum):
    """What a function is applied to."""

    ROWS = "rows"
    NAMED_COLUMNS = "columns that the claim names"
    AMOUNTS = "columns of numbers that name nothing"
    NAMED_AMOUNTS = "those of them that the claim names"


class Digits(Enum):
    """How many digits of a result count (design 2)."""

    VALUE = "all of a value that stands in the data, or of a count"
    SUM = "all where the column's type is exact, else twelve"
    MEAN_OF_VALUES = "all where the column's type is exact, else as many as doubles hold"
    QUOTIENT = "twelve, or as many as it takes to show two decimals"


@dataclass(frozen=True, slots=True, eq=False)
class AggregationFunction:
    """An aggregation function of candidate queries.

    ``name`` is what explanations and weights call it; ``names_in_sql`` are those that labelled queries may use.
    ``keywords`` are words, in their base form or as written, that speak for it (the paper's fixed keyword sets);
    where ``is_only_named``, no claim means it without one of them.  ``phrase`` says it before a column's name.
    ``shape`` tells which queries a set of predicates makes of it.  ``expression`` writes it as SQL for a column's name
    and type with a FILTER clause, which may be empty.  ``kind`` of measure is what it takes of a column, and
    ``statistic`` what it makes of single values.  ``floats`` and ``exact`` give its results for cells: as doubles, NaN
    where there is none, and without rounding.  ``adds_up`` tells that it adds up values, so that those of doubles
    depend on the order in which workers finish; ``keeps_unit``, that results are in the unit of the column.
    """

    name: str
    names_in_sql: tuple[str, ...]
    phrase: str
    keywords: frozenset[str]
    is_only_named: bool
    takes: Takes
    shape: Shape
    kind: MeasureKind | None
    statistic: Statistic | None
    expression: Callable[[str, Column | None, str], str]
    floats: Callable[[CellMeasures, Column | None], Floats]
    exact: Callable[[CellMeasures, Column | None], list[Exact]]
    digits: Digits
    adds_up: bool
    keeps_unit: bool

    def adds_doubles(self, column: Column | None) -> bool:
        """Tell whether results over a column depend on the order in which doubles are added up."""
        return self.adds_up and column is not None and not column.is_exact

    def __repr__(self) -> str:
        return f"<{self.name}>"


def words(text: str) -> frozenset[str]:
    """Return the words of a text as keywords."""
    return frozenset(text.split())


def required(column: Column | None) -> Column:
    """Return the column of a function that has one; raises ``ValueError`` for rows."""
    if column is None:
        raise ValueError("the function is one of a column, not of rows")
    return column


def exact_values(floats: Floats, column: Column, parts: tuple[Numbers, ...], divisors: list[int]) -> list[Exact]:
    """Return results without rounding: the sums of ``parts``, divided; doubles where the column's type gives these."""
    values = [value if np.isfinite(value) else None for value in floats.tolist()]
    if not column.is_exact:
        return list(values)
    results: list[Exact] = []
    for cell, (value, divisor) in enumerate(zip(values, divisors, strict=True)):
        numbers = [part.fraction(cell) for part in parts] if value is not None else [None]
        known = [number for number in numbers if number is not None]
        results.append(sum(known[1:], known[0]) / divisor if len(known) == len(numbers) else None)
    return results
