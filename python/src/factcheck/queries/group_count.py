"""Queries that count groups by a condition, such as the customers who ordered only once."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from factcheck.queries.functions.counts import COUNT_DISTINCT
from factcheck.queries.functions.function import Digits
from factcheck.queries.groups import Grouping, SummarizedGroups
from factcheck.queries.measures import Exact
from factcheck.queries.query import Aggregate, Measure
from factcheck.queries.results import rounded
from factcheck.sqltext import literal

GroupComparison = Literal["=", "<", "<=", ">", ">="]

_WORDS: dict[GroupComparison, str] = {
    "=": "is",
    "<": "is below",
    "<=": "is at most",
    ">": "is above",
    ">=": "is at least",
}


@dataclass(frozen=True, slots=True)
class GroupCount(SummarizedGroups):
    """How many groups have a value of an aggregate that compares to ``bound``; if ``is_share``, how many per cent."""

    aggregate: Aggregate
    by: Grouping
    comparison: GroupComparison
    bound: Decimal
    is_share: bool = False

    @property
    def measure(self) -> Measure:
        """What is counted: different values of what groups the rows."""
        return Measure(COUNT_DISTINCT, self.by.column)

    def summary_sql(self, value: str) -> str:
        """Count the values that fulfil the condition."""
        counts = f"count(*) FILTER (WHERE {value} {self.comparison} {_number_sql(self.bound)})"
        return f"100.0 * {counts} / nullif(count({value}), 0)" if self.is_share else counts

    def words(self) -> str:
        """Say which groups are counted."""
        what = f"{'percentage' if self.is_share else 'number'} of {self.by.words(self.selection)}"
        return f"the {what} for which {self.aggregate.words()} {_WORDS[self.comparison]} {self.bound}"

    def shown(self, result: Exact) -> Decimal | None:
        """Return the digits of a count, or of a quotient."""
        return rounded(result, Digits.QUOTIENT if self.is_share else Digits.VALUE, is_exact=True)


def _number_sql(number: Decimal) -> str:
    return literal(int(number)) if number == int(number) else f"{literal(f'{number:f}')}::numeric"
