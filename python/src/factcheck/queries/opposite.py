"""A query whose result has its sign turned: a loss is a profit below zero."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from factcheck.queries.arithmetic import exact_difference
from factcheck.queries.measures import Exact, Floats
from factcheck.queries.query import Aggregate, Measure, Query
from factcheck.queries.selection import Selection
from factcheck.units.result_unit import ResultUnit


@dataclass(frozen=True, slots=True)
class Opposite(Query):
    """Zero less the result of an aggregate."""

    of: Aggregate

    @property
    def measure(self) -> Measure:
        """The measure of the aggregate."""
        return self.of.measure

    @property
    def selection(self) -> Selection:
        """The rows of the aggregate."""
        return self.of.selection

    def sql(self) -> str:
        """Put a minus before the aggregate."""
        return f"SELECT -{self.measure.sql(self.selection)}{self.selection.source_sql()}"

    def words(self) -> str:
        """Say that the sign is turned."""
        return f"minus {self.of.words()}"

    def operands(self) -> tuple[Aggregate, ...]:
        """Return the aggregate."""
        return (self.of,)

    @property
    def result_unit(self) -> ResultUnit | None:
        """The unit of the aggregate."""
        return self.of.result_unit

    def combine(self, values: Sequence[Floats]) -> Floats:
        """Turn the signs."""
        return -values[0]

    def combine_exact(self, values: Sequence[Exact]) -> Exact:
        """Turn the sign without rounding."""
        return exact_difference(0, values[0])

    def shown(self, result: Exact) -> Decimal | None:
        """Return the digits that count for the aggregate."""
        return self.of.shown(result)
