"""Queries about the row that has an extreme of another column, such as the weight of the tallest player."""

from __future__ import annotations

from collections.abc import Sequence
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
        value = self.selection.column_sql(self.value)
        ranked = f"SELECT {value} AS value, {self._place_sql()} AS place{self._source_sql()}"
        single = "CASE WHEN min(value) = max(value) THEN max(value) END"
        return f"SELECT {single} FROM ({ranked}) AS ranked WHERE place = {self.rank}"

    def _by_sql(self) -> str:
        return self.selection.column_sql(self.by)

    def _place_sql(self) -> str:
        return f"rank() OVER (ORDER BY {self._by_sql()} {'DESC' if self.is_greatest else 'ASC'})"

    def _source_sql(self, *, is_quick: bool = False) -> str:
        """Write the rows that have a place; ``is_quick`` restricts them as very many rows are."""
        keyword = "AND" if self.selection.predicates else "WHERE"
        return f"{self.selection.source_sql(is_quick=is_quick)} {keyword} {self._by_sql()} IS NOT NULL"

    def batch(self) -> tuple[str, ...]:
        """Return what queries have in common that rank the same rows alike."""
        return ("rows at extremes", self._source_sql(), self._by_sql(), str(self.is_greatest))

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


def rows_together_sql(queries: Sequence[RowAtExtreme]) -> str:
    """Write queries of one batch as one pass over its rows, with a column for each.

    For the first place alone rows need not be put in order.
    """
    first = queries[0]
    values = list(dict.fromkeys(query.selection.column_sql(query.value) for query in queries))
    names = {value: f"value_{number}" for number, value in enumerate(values)}
    if all(query.rank == 1 for query in queries):
        function, by, source = "max" if first.is_greatest else "min", first._by_sql(), first._source_sql(is_quick=True)
        place, condition = "1", f" AND {by} = (SELECT {function}({by}){source})"
    else:
        place, source, condition = first._place_sql(), first._source_sql(is_quick=True), ""
    selected = ", ".join(f"{value} AS {name}" for value, name in names.items())
    results = []
    for number, query in enumerate(queries):
        name, at_place = names[query.selection.column_sql(query.value)], f"FILTER (WHERE place = {query.rank})"
        lowest, highest = (f"{function}({name}) {at_place}" for function in ("min", "max"))
        results.append(f"CASE WHEN {lowest} = {highest} THEN {highest} END AS result_{number}")
    ranked = f"SELECT {selected}, {place} AS place{source}{condition}"
    return f"SELECT {', '.join(results)} FROM ({ranked}) AS ranked"
