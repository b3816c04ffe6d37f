"""Queries that ask how two columns are correlated."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from factcheck.catalogue.schema import Column
from factcheck.queries.functions.function import Digits
from factcheck.queries.functions.sums import AVG
from factcheck.queries.measures import Exact
from factcheck.queries.query import Measure, RunQuery
from factcheck.queries.results import rounded
from factcheck.queries.selection import Selection


@dataclass(frozen=True, slots=True)
class Correlation(RunQuery):
    """Pearson's coefficient of two columns of numbers, from -1 to 1; NULL where one of them does not vary."""

    one: Column
    other: Column
    _selection: Selection

    @property
    def measure(self) -> Measure:
        """The average of the first column: coefficients are averages of products."""
        return Measure(AVG, self.one)

    @property
    def selection(self) -> Selection:
        """The rows whose values go together."""
        return self._selection

    def sql(self) -> str:
        """Correlate the columns."""
        one, other = (self.selection.column_sql(column) for column in (self.one, self.other))
        return f"SELECT corr({one}, {other}){self.selection.source_sql()}"

    def words(self) -> str:
        """Name both columns."""
        selection = self.selection
        columns = " and ".join(selection.column_words(column) for column in (self.one, self.other))
        return f"the correlation between {columns} in {selection.anchor.shown_name}{selection.where_words()}"

    def shown(self, result: Exact) -> Decimal | None:
        """Return twelve digits: the order of the rows decides the others."""
        return rounded(result, Digits.SUM, is_exact=False)
