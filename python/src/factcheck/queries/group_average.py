"""Queries that average over groups, such as the number of orders on an average day, or of the median customer."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from factcheck.queries.groups import Grouping, SummarizedGroups
from factcheck.queries.measures import Exact
from factcheck.queries.query import Aggregate, Measure, shown_quotient
from factcheck.units.result_unit import ResultUnit


@dataclass(frozen=True, slots=True)
class GroupAverage(SummarizedGroups):
    """The average, or the median, of the values that an aggregate has for groups; groups without rows are none."""

    aggregate: Aggregate
    by: Grouping
    is_median: bool = False

    @property
    def measure(self) -> Measure:
        """The measure of a group."""
        return self.aggregate.measure

    def summary_sql(self, value: str) -> str:
        """Average the values, or take the middle one."""
        return f"percentile_cont(0.5) WITHIN GROUP (ORDER BY {value})" if self.is_median else f"avg({value})"

    def words(self) -> str:
        """Say what is averaged over which groups."""
        what = "median" if self.is_median else "average"
        return f"the {what}, over all {self.by.words(self.selection)}, of {self.aggregate.words()}"

    @property
    def result_unit(self) -> ResultUnit | None:
        """The unit of the values that are averaged."""
        return self.aggregate.result_unit

    def shown(self, result: Exact) -> Decimal | None:
        """Return the digits of a quotient."""
        return shown_quotient(result, (self.aggregate,))
