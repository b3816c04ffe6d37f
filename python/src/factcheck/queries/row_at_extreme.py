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

    def _extreme_sql(self) -> str:
        return f"{'max' if self.is_greatest else 'min'}({self._by_sql()})"

    def _source_sql(self, *, is_quick: bool = False) -> str:
        """Write the rows that have a place; ``is_quick`` restricts them as very many rows are."""
        keyword = "AND" if self.selection.predicates else "WHERE"
        return f"{self.selection.source_sql(is_quick=is_quick)} {keyword} {self._by_sql()} IS NOT NULL"

    def batch(self) -> tuple[str, ...]:
        """Return what queries have in common that rank the same rows alike."""
        return ("rows at extremes", self._source_sql(), self._by_sql(), str(self.is_greatest))

    def shared_pass(self) -> tuple[str, ...]:
        """Return what queries of several batches have in common that are run together; empty where they are not."""
        relations = self.selection.relations
        return ("first rows", self.selection.rows_sql()) if self.rank == 1 and not relations.is_remote else ()

    def words(self) -> str:
        """Name the value, and what tells its row."""
        selection, which = self.selection, superlative("largest" if self.is_greatest else "smallest", self.rank)
        rows = f"{selection.anchor.shown_name}{selection.where_words()}"
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
    names = _value_names(queries)
    if all(query.rank == 1 for query in queries):
        by, source = first._by_sql(), first._source_sql(is_quick=True)
        place, condition = "1", f" AND {by} = (SELECT {first._extreme_sql()}{source})"
    else:
        place, source, condition = first._place_sql(), first._source_sql(is_quick=True), ""
    selected = ", ".join(f"{value} AS {name}" for value, name in names.items())
    results = [
        _single_sql(names[query.selection.column_sql(query.value)], f"place = {query.rank}", number)
        for number, query in enumerate(queries)
    ]
    ranked = f"SELECT {selected}, {place} AS place{source}{condition}"
    return f"SELECT {', '.join(results)} FROM ({ranked}) AS ranked"


def first_rows_together_sql(queries: Sequence[RowAtExtreme]) -> str:
    """Write queries of several batches that ask for first places among the same joined rows, with a column for each.

    The rows are gone through twice, however many batches there are: for all extremes, then for the rows that have one.
    """
    batches = {query.batch(): query for query in queries}
    numbers = {batch: number for number, batch in enumerate(batches)}
    rows = queries[0].selection.rows_sql()
    names = _value_names(queries)
    extremes, places = [], []
    for number, query in enumerate(batches.values()):
        condition = query.selection.conjunction_sql(query.selection.predicates, is_quick=True)
        extremes.append(f"{query._extreme_sql()}{f' FILTER (WHERE {condition})' if condition else ''} AS e{number}")
        has_extreme = f"{query._by_sql()} = (SELECT e{number} FROM extremes)"
        places.append(f"({has_extreme}{f' AND {condition}' if condition else ''})")
    selected = [f"{value} AS {name}" for value, name in names.items()]
    selected += [f"{place} AS is_first{number}" for number, place in enumerate(places)]
    results = [
        _single_sql(names[query.selection.column_sql(query.value)], f"is_first{numbers[query.batch()]}", number)
        for number, query in enumerate(queries)
    ]
    firsts = f"SELECT {', '.join(selected)} FROM {rows} WHERE {' OR '.join(places)}"
    return (
        f"WITH extremes AS MATERIALIZED (SELECT {', '.join(extremes)} FROM {rows})\n"
        f"SELECT {', '.join(results)} FROM ({firsts}) AS firsts"
    )


def _value_names(queries: Sequence[RowAtExtreme]) -> dict[str, str]:
    """Name each value that queries ask for."""
    values = dict.fromkeys(query.selection.column_sql(query.value) for query in queries)
    return {value: f"value_{number}" for number, value in enumerate(values)}


def _single_sql(name: str, condition: str, number: int) -> str:
    """Write the result of the query with a number: the one value of the rows that a condition tells."""
    lowest, highest = (f"{function}({name}) FILTER (WHERE {condition})" for function in ("min", "max"))
    return f"CASE WHEN {lowest} = {highest} THEN {highest} END AS result_{number}"
