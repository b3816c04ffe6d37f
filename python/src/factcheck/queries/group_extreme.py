"""Queries that find an extreme of groups, such as the number of flights on the busiest day, or who has it."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from factcheck.queries.functions.extremes import MAX
from factcheck.queries.groups import Grouping, GroupQuery, SummarizedGroups, extreme_words, superlative
from factcheck.queries.measures import Exact
from factcheck.queries.query import Aggregate, Measure, shown_quotient
from factcheck.units.result_unit import SHARE, ResultUnit


def extreme_sql(value: str, *, is_greatest: bool, rank: int) -> str:
    """Write the aggregate that takes an extreme of values, or the one of a rank; values that are NULL do not count."""
    if rank == 1:
        return f"{'max' if is_greatest else 'min'}({value})"
    order = "DESC" if is_greatest else "ASC"
    return f"(array_agg({value} ORDER BY {value} {order}) FILTER (WHERE {value} IS NOT NULL))[{rank}]"


@dataclass(frozen=True, slots=True)
class GroupExtreme(SummarizedGroups):
    """The greatest, or smallest, of the values that an aggregate has for groups; ``rank`` 2 asks for the next one.

    If ``is_share``, it is how many per cent that value is of what all groups add up to.
    """

    aggregate: Aggregate
    by: Grouping
    is_greatest: bool = True
    rank: int = 1
    is_share: bool = False

    @property
    def measure(self) -> Measure:
        """The measure of a group."""
        return self.aggregate.measure

    def summary_sql(self, value: str) -> str:
        """Take the extreme of the values."""
        extreme = extreme_sql(value, is_greatest=self.is_greatest, rank=self.rank)
        return f"100.0 * {extreme} / nullif(sum({value}), 0)" if self.is_share else extreme

    def words(self) -> str:
        """Say what is compared between which groups."""
        which = superlative("largest" if self.is_greatest else "smallest", self.rank)
        of_groups = f"the {which}, over all {self.by.words(self.selection)}, of {self.aggregate.words()}"
        return f"{of_groups}, as a percentage of all together" if self.is_share else of_groups

    @property
    def result_unit(self) -> ResultUnit | None:
        """The unit of the values of groups; a share has none."""
        return SHARE if self.is_share else self.aggregate.result_unit

    def shown(self, result: Exact) -> Decimal | None:
        """Return the digits of the aggregate, or of a quotient."""
        return shown_quotient(result, (self.aggregate,)) if self.is_share else self.aggregate.shown(result)


@dataclass(frozen=True, slots=True)
class GroupOwner(GroupQuery):
    """The group, known by a number such as a year, whose value of an aggregate is the greatest or smallest.

    NULL where several have that value.  ``rank`` 2 asks for the next one.
    """

    aggregate: Aggregate
    by: Grouping
    is_greatest: bool = True
    rank: int = 1

    def batch(self) -> tuple[str, ...]:
        """Return the query itself: who has an extreme is found out by itself."""
        return (self.sql(),)

    @property
    def measure(self) -> Measure:
        """What is picked among the groups: a value of what groups the rows."""
        return Measure(MAX, self.by.column)

    def owners_sql(self) -> str:
        """Select the group, or the groups, that have the value, whatever names them."""
        order = "DESC" if self.is_greatest else "ASC"
        ranked = f"SELECT owner, rank() OVER (ORDER BY value {order}) AS place FROM ({self.groups_sql()}) AS groups"
        return f"SELECT owner FROM ({ranked} WHERE value IS NOT NULL) AS ranked WHERE place = {self.rank}"

    def sql(self) -> str:
        """Select the group where there is one."""
        return f"SELECT CASE WHEN count(*) = 1 THEN max(owner) END FROM ({self.owners_sql()}) AS owners"

    def words(self) -> str:
        """Say which group is meant."""
        which = superlative("largest" if self.is_greatest else "smallest", self.rank)
        return f"which of the {self.by.words(self.selection)} has {extreme_words(which, self.aggregate.words())}"

    def shown(self, result: Exact) -> Decimal | None:
        """Return the value as it stands in the data."""
        return Aggregate(self.measure, self.selection).shown(result)
