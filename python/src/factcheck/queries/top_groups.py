"""Queries that add up the first of ranked groups, such as the share of all sales that the ten largest shops have."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from factcheck.queries.groups import Grouping, SummarizedGroups
from factcheck.queries.measures import Exact
from factcheck.queries.query import Aggregate, Measure, shown_quotient


@dataclass(frozen=True, slots=True)
class TopGroups(SummarizedGroups):
    """What the ``top`` greatest, or smallest, values that an aggregate has for groups add up to.

    If ``is_share``, it is how many per cent that is of what all groups add up to.  Of groups of equal value as many
    count as there is room for.
    """

    aggregate: Aggregate
    by: Grouping
    top: int
    is_greatest: bool = True
    is_share: bool = False

    @property
    def measure(self) -> Measure:
        """The measure of a group."""
        return self.aggregate.measure

    def summary_sql(self, value: str) -> str:
        """Put the values in order, and add up the first of them."""
        ordered = f"array_agg({value} ORDER BY {value} {'DESC' if self.is_greatest else 'ASC'})"
        first = f"({ordered} FILTER (WHERE {value} IS NOT NULL))[1:{self.top}]"
        total = f"(SELECT sum(first) FROM unnest({first}) AS first)"
        return f"100.0 * {total} / nullif(sum({value}), 0)" if self.is_share else total

    def words(self) -> str:
        """Say which groups are added up, and of what."""
        which = "largest" if self.is_greatest else "smallest"
        among = f"of the {self.top} {which} of all {self.by.words(self.selection)}"
        total = f"the total, {among}, of {self.aggregate.words()}"
        return f"{total}, as a percentage of all together" if self.is_share else total

    def shown(self, result: Exact) -> Decimal | None:
        """Return the digits of the aggregate, or of a quotient."""
        return shown_quotient(result, (self.aggregate,)) if self.is_share else self.aggregate.shown(result)
