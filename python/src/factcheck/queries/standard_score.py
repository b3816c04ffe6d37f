"""Queries that say how far a value lies from the average, in standard deviations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from factcheck.queries.arithmetic import exact_difference, exact_ratio, ratio
from factcheck.queries.measures import Exact, Floats
from factcheck.queries.query import Aggregate, Measure, Query, shown_quotient
from factcheck.queries.selection import Selection


@dataclass(frozen=True, slots=True)
class StandardScore(Query):
    """How many ``deviation`` a ``value`` lies above the ``average`` or, if ``is_below``, below it."""

    value: Aggregate
    average: Aggregate
    deviation: Aggregate
    is_below: bool = False

    @property
    def measure(self) -> Measure:
        """The measure of the value."""
        return self.value.measure

    @property
    def selection(self) -> Selection:
        """The rows of the value."""
        return self.value.selection

    def sql(self) -> str:
        """Divide the difference of sub-queries."""
        upper, lower = (self.average, self.value) if self.is_below else (self.value, self.average)
        return f"SELECT (({upper.sql()}) - ({lower.sql()})) / nullif(({self.deviation.sql()}), 0)"

    def words(self) -> str:
        """Say what is compared with what."""
        side = "below" if self.is_below else "above"
        return f"by how many times {self.deviation.words()} {self.value.words()} is {side} {self.average.words()}"

    def operands(self) -> tuple[Aggregate, ...]:
        """Return value, average and deviation."""
        return (self.value, self.average, self.deviation)

    def combine(self, values: Sequence[Floats]) -> Floats:
        """Divide the difference."""
        difference = values[1] - values[0] if self.is_below else values[0] - values[1]
        return ratio(difference, values[2])

    def combine_exact(self, values: Sequence[Exact]) -> Exact:
        """Divide the difference without rounding, as far as there is none."""
        value, average, deviation = values
        difference = exact_difference(average, value) if self.is_below else exact_difference(value, average)
        return exact_ratio(1, difference, deviation)

    def shown(self, result: Exact) -> Decimal | None:
        """Return the digits of a quotient."""
        return shown_quotient(result, self.operands())
