"""Queries that find an extreme of groups, such as the number of flights on the busiest day."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from factcheck.catalogue.schema import Column
from factcheck.queries.measures import Exact
from factcheck.queries.query import Aggregate, Measure, RunQuery
from factcheck.queries.selection import Selection


@dataclass(frozen=True, slots=True)
class GroupExtreme(RunQuery):
    """The greatest, or smallest, of the values that an aggregate has for each value of a column.

    Groups without a value of the column do not count.  The server works it out: its groups may be many.
    """

    aggregate: Aggregate
    by: Column
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
        """Select the extreme of a grouped sub-query."""
        selection = self.selection
        name = selection.column_sql(self.by)
        known = f"{' AND' if selection.predicates else ' WHERE'} {name} IS NOT NULL"
        groups = f"SELECT {self.measure.sql(selection)} AS value{selection.source_sql()}{known} GROUP BY {name}"
        return f"SELECT {'max' if self.is_greatest else 'min'}(value) FROM ({groups}) AS groups"

    def words(self) -> str:
        """Say what is compared between which groups."""
        which = "largest" if self.is_greatest else "smallest"
        return f"the {which}, over all values of {self.selection.column_words(self.by)}, of {self.aggregate.words()}"

    def shown(self, result: Exact) -> Decimal | None:
        """Return the digits of the aggregate."""
        return self.aggregate.shown(result)
