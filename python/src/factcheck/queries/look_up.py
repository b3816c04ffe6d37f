"""Queries that look one value up, such as the population of the country whose name is 'Chile'."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from factcheck.catalogue.column_units import unit_of
from factcheck.catalogue.schema import Column
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.extremes import MAX
from factcheck.queries.measures import Exact, Floats
from factcheck.queries.query import Aggregate, Measure, Query
from factcheck.queries.selection import Selection
from factcheck.units.result_unit import ResultUnit


@dataclass(frozen=True, slots=True)
class LookUp(Query):
    """The value of a column of numbers in the one row that fulfils the predicates; NULL where there are several."""

    value: Column
    _selection: Selection

    @property
    def measure(self) -> Measure:
        """The greatest of the values: there is one."""
        return Measure(MAX, self.value)

    @property
    def selection(self) -> Selection:
        """The row."""
        return self._selection

    def sql(self) -> str:
        """Select the value where one row alone is selected."""
        name = self.selection.column_sql(self.value)
        return f"SELECT CASE WHEN count(*) = 1 THEN max({name}) END{self.selection.source_sql()}"

    def words(self) -> str:
        """Name the value and the row."""
        row = f"the row of {self.selection.anchor.shown_name}{self.selection.where_words()}"
        return f"the {self.selection.column_words(self.value)} in {row}"

    def operands(self) -> tuple[Aggregate, ...]:
        """Return the number of rows, and the greatest value in them."""
        return (Aggregate(Measure(COUNT, None), self.selection), Aggregate(self.measure, self.selection))

    @property
    def result_unit(self) -> ResultUnit | None:
        """The unit of the column."""
        return unit_of(self.value)

    def combine(self, values: Sequence[Floats]) -> Floats:
        """Return the value where there is one row."""
        return np.where(values[0] == 1, values[1], np.nan)

    def combine_exact(self, values: Sequence[Exact]) -> Exact:
        """Return the value where there is one row."""
        return values[1] if values[0] == 1 else None

    def shown(self, result: Exact) -> Decimal | None:
        """Return the value as it stands in the data."""
        return Aggregate(self.measure, self.selection).shown(result)
