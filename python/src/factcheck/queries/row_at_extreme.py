"""Queries about the row that has an extreme of another column, such as the weight of the tallest player."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from factcheck.catalogue.column_units import unit_of
from factcheck.catalogue.schema import Column
from factcheck.queries.functions.extremes import MAX
from factcheck.queries.groups import superlative
from factcheck.queries.measures import Exact
from factcheck.queries.query import Aggregate, Measure, RunQuery
from factcheck.queries.selection import Selection
from factcheck.units.result_unit import ResultUnit


@dataclass(frozen=True, slots=True)
class RowAtExtreme(RunQuery):
    """The value of a column in the row in which another one is greatest or smallest, of those that are selected.

    NULL where rows with different values have the extreme.  ``rank`` 2 asks for the next row.  Where both columns are
    the same, it is the value that has the rank.
    """

    value: Column
    by: Column
    _selection: Selection
    is_greatest: bool = True
    rank: int = 1

    @property
    def measure(self) -> Measure:
        """The greatest of the values: there is one."""
        return Measure(MAX, self.value)

    @property
    def selection(self) -> Selection:
        """The rows that are compared."""
        return self._selection

    def sql(self) -> str:
        """Rank the rows that are selected, and take the value of those that have the rank."""
        value, by = (self.selection.column_sql(column) for column in (self.value, self.by))
        known = f"{' AND' if self.selection.predicates else ' WHERE'} {by} IS NOT NULL"
        order = "DESC" if self.is_greatest else "ASC"
        place = f"rank() OVER (ORDER BY {by} {order}) AS place"
        ranked = f"SELECT {value} AS value, {place}{self.selection.source_sql()}{known}"
        single = "CASE WHEN min(value) = max(value) THEN max(value) END"
        return f"SELECT {single} FROM ({ranked}) AS ranked WHERE place = {self.rank}"

    def words(self) -> str:
        """Name the value, and what tells its row."""
        selection, which = self.selection, superlative("largest" if self.is_greatest else "smallest", self.rank)
        rows = f"{selection.anchor.name}{selection.where_words()}"
        if self.value == self.by:
            return f"the {which} {selection.column_words(self.by)} in {rows}"
        row = f"the row of {rows} with the {which} {selection.column_words(self.by)}"
        return f"the {selection.column_words(self.value)} in {row}"

    @property
    def result_unit(self) -> ResultUnit | None:
        """The unit of the column whose value it is."""
        return unit_of(self.value)

    def shown(self, result: Exact) -> Decimal | None:
        """Return the value as it stands in the data."""
        return Aggregate(self.measure, self.selection).shown(result)
