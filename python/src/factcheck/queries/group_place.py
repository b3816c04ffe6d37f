"""Queries that find the place of a group among others, such as that of Kuwait among all countries by income."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from factcheck.queries.grouping import Grouping, member_sql, member_words
from factcheck.queries.measures import Exact
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate, Measure, RunQuery
from factcheck.queries.selection import Selection


@dataclass(frozen=True, slots=True)
class GroupPlace(RunQuery):
    """The place of ``owner`` among the groups, the greatest or the smallest first; groups of equal value share a place.

    Of several owners the last place.  Groups whose value is NULL have none.
    """

    aggregate: Aggregate
    by: Grouping
    owners: tuple[Predicate, ...]
    is_greatest: bool = True

    @property
    def measure(self) -> Measure:
        """The measure of a group."""
        return self.aggregate.measure

    @property
    def selection(self) -> Selection:
        """The rows that are grouped."""
        return self.aggregate.selection

    def sql(self) -> str:
        """Number the groups in order, and select that of the owner."""
        order = "DESC" if self.is_greatest else "ASC"
        groups = f"SELECT {self.by.sql(self.selection)} AS owner, {self.measure.sql(self.selection)} AS value"
        groups += f"{grouped_source(self.selection, self.by)}"
        places = f"SELECT owner, rank() OVER (ORDER BY value {order}) AS place FROM ({groups}) AS groups"
        among = " OR ".join(member_sql(owner, "owner") for owner in self.owners)
        return f"SELECT max(place) FROM ({places} WHERE value IS NOT NULL) AS places WHERE {among}"

    def words(self) -> str:
        """Say whose place it is, and in which order."""
        names = " and ".join(member_words(owner) for owner in self.owners)
        first = "greatest" if self.is_greatest else "smallest"
        by = self.by.words(self.selection)
        return f"the place of {names} among all values of {by}, the {first} first, by {self.aggregate.words()}"

    def shown(self, result: Exact) -> Decimal | None:
        """Return the place."""
        return None if result is None else Decimal(int(result))


def grouped_source(selection: Selection, by: Grouping) -> str:
    """Write where groups come from, and what they are grouped by."""
    name = by.sql(selection)
    known = f"{' AND' if selection.predicates else ' WHERE'} {name} IS NOT NULL"
    return f"{selection.source_sql()}{known} GROUP BY {name}"
