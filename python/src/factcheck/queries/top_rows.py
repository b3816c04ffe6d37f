"""Queries about the first rows in the order of a column, such as how many of the ten best-paid work in sales."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from factcheck.catalogue.schema import Column
from factcheck.queries.functions.function import Digits
from factcheck.queries.measures import Exact
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate, Measure, RunQuery
from factcheck.queries.results import rounded
from factcheck.queries.selection import Selection
from factcheck.units.result_unit import SHARE, ResultUnit


@dataclass(frozen=True, slots=True)
class TopRows(RunQuery):
    """What a measure is over the ``top`` rows in which a column is greatest, or smallest, of those that are selected.

    Of these rows those count that fulfil ``among``; if ``is_share``, it is how many per cent of them do.  Rows that are
    as great as the last of them count, too.
    """

    _measure: Measure
    by: Column
    _selection: Selection
    top: int
    among: tuple[Predicate, ...] = ()
    is_greatest: bool = True
    is_share: bool = False

    @property
    def measure(self) -> Measure:
        """The measure of the first rows."""
        return self._measure

    @property
    def selection(self) -> Selection:
        """The rows that are put in order."""
        return self._selection

    @property
    def predicates(self) -> tuple[Predicate, ...]:
        """What restricts the rows that are put in order, and the first of them."""
        return (*self.selection.predicates, *self.among)

    def sql(self) -> str:
        """Rank the rows, and take the measure of the first of them."""
        selection, by = self.selection, self.selection.column_sql(self.by)
        place = f"rank() OVER (ORDER BY {by} {'DESC' if self.is_greatest else 'ASC'}) AS place"
        columns = [place]
        if self.measure.column is not None:
            columns.append(f"{selection.column_sql(self.measure.column)} AS value")
        if self.among:
            columns.append(f"{selection.conjunction_sql(self.among)} AS is_meant")
        keyword = "AND" if selection.predicates else "WHERE"
        ranked = f"SELECT {', '.join(columns)}{selection.source_sql()} {keyword} {by} IS NOT NULL"
        condition = " FILTER (WHERE is_meant)" if self.among else ""
        value = "" if self.measure.column is None else "value"
        result = self.measure.function.expression(value, self.measure.column, condition)
        result = f"100.0 * {result} / nullif(count(*), 0)" if self.is_share else result
        return f"SELECT {result} FROM ({ranked}) AS ranked WHERE place <= {self.top}"

    def words(self) -> str:
        """Name the measure, and the rows that it is taken of."""
        selection = self.selection
        by = f"the {'largest' if self.is_greatest else 'smallest'} {selection.column_words(self.by)}"
        rows = f"the {self.top} rows in {selection.anchor.shown_name}{selection.where_words()} with {by}"
        conditions = f" where {selection.conditions_words(self.among)}" if self.among else ""
        if self.is_share:
            return f"of {rows}, the percentage{conditions}"
        if self.measure.column is None:
            return f"how many of {rows} there are{conditions}"
        return f"{self.measure.function.phrase} {selection.column_words(self.measure.column)} of {rows}{conditions}"

    @property
    def result_unit(self) -> ResultUnit | None:
        """The unit of the measure; shares have none."""
        return SHARE if self.is_share else self.measure.result_unit

    def shown(self, result: Exact) -> Decimal | None:
        """Return twelve digits of a share, or those of the measure."""
        if self.is_share:
            return rounded(result, Digits.SUM, is_exact=False)
        return Aggregate(self.measure, self.selection).shown(result)
