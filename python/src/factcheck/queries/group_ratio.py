"""Queries that find an extreme of ratios within groups, such as the highest acceptance rate of all departments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from factcheck.queries.group_extreme import extreme_sql
from factcheck.queries.groups import Grouping, SummarizedGroups, superlative
from factcheck.queries.measures import Exact
from factcheck.queries.query import Aggregate, Measure, shown_quotient
from factcheck.queries.ratio import Ratio
from factcheck.queries.selection import Selection


@dataclass(frozen=True, slots=True)
class GroupRatioExtreme(SummarizedGroups):
    """The greatest, or smallest, of what groups have for ``factor`` times an aggregate, divided by another one.

    Both are over rows of the same joined tables.  A group where nothing is divided has no value.  ``rank`` 2 asks for
    the next one.
    """

    aggregate: Aggregate
    whole: Aggregate
    by: Grouping
    is_greatest: bool = True
    rank: int = 1
    factor: int = 1

    @property
    def measure(self) -> Measure:
        """The measure that is divided."""
        return self.aggregate.measure

    @property
    def aggregates(self) -> Mapping[str, Aggregate]:
        """The aggregate that is divided, and the one that it is divided by."""
        return {"aggregate": self.aggregate, "whole": self.whole}

    def groups_sql(self) -> str:
        """Select the ratio of each group, and what its rows have in common."""
        rows = self._rows()
        known = f"{' AND' if rows.predicates else ' WHERE'} {rows.column_sql(self.by.column)} IS NOT NULL"
        value = f"{self.factor}.0 * {self._part(self.aggregate, rows)} / nullif({self._part(self.whole, rows)}, 0)"
        return f"SELECT {self.by.sql(rows)} AS owner, {value} AS value{rows.source_sql()}{known} GROUP BY 1"

    def value_sql(self) -> str:
        """Write the ratio of a group of rows that are not selected as yet; NULL where nothing is divided."""
        every = replace(self.selection, predicates=())
        return f"{self.factor}.0 * {self._part(self.aggregate, every)} / nullif({self._part(self.whole, every)}, 0)"

    def _rows(self) -> Selection:
        """Return the rows that both aggregates select."""
        shared = tuple(each for each in self.whole.predicates if each in self.aggregate.predicates)
        return replace(self.selection, predicates=shared)

    def _part(self, part: Aggregate, rows: Selection) -> str:
        """Write an aggregate of the rows of a group that fulfil its other predicates."""
        condition = rows.conjunction_sql(each for each in part.predicates if each not in rows.predicates)
        return part.measure.sql(rows, f" FILTER (WHERE {condition})" if condition else "")

    def summary_sql(self, value: str) -> str:
        """Take the extreme of the values."""
        return extreme_sql(value, is_greatest=self.is_greatest, rank=self.rank)

    def words(self) -> str:
        """Say what is compared between which groups."""
        which = superlative("largest" if self.is_greatest else "smallest", self.rank)
        ratio = Ratio(self.aggregate, self.whole, self.factor).words()
        return f"the {which}, over all {self.by.words(self.selection)}, of {ratio}"

    def shown(self, result: Exact) -> Decimal | None:
        """Return the digits of a quotient."""
        return shown_quotient(result, (self.aggregate, self.whole))
