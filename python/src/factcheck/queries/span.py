"""Queries that ask how long a time reaches from the first of some days to the last: "in service for 12.5 years"."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, NamedTuple

from factcheck.catalogue.schema import Column
from factcheck.catalogue.written_days import day_sql
from factcheck.queries.functions.extremes import MAX
from factcheck.queries.functions.function import Digits
from factcheck.queries.measures import Exact
from factcheck.queries.query import Measure, RunQuery
from factcheck.queries.results import rounded
from factcheck.queries.selection import Selection
from factcheck.units.result_unit import ResultUnit
from factcheck.units.unit import UNITS

SpanUnit = Literal["days", "weeks", "months", "years", "months of 30 days", "years of 365 days"]


class _Length(NamedTuple):
    """How many days a unit has, on average or as many writers reckon, and the unit that such a time is told in."""

    days: str
    told_in: str


_LENGTHS: dict[SpanUnit, _Length] = {
    "days": _Length("1.0", "days"),
    "weeks": _Length("7.0", "weeks"),
    "months": _Length("30.436875", "months"),
    "years": _Length("365.2425", "years"),
    "months of 30 days": _Length("30.0", "months"),
    "years of 365 days": _Length("365.0", "years"),
}


@dataclass(frozen=True, slots=True)
class Span(RunQuery):
    """How many days, weeks, months or years lie between the first and the last day of a column.

    ``way`` names the way in which a column that is no date writes days, and is empty for dates and timestamps.
    """

    day: Column
    way: str
    unit: SpanUnit
    _selection: Selection

    @property
    def measure(self) -> Measure:
        """The last day."""
        return Measure(MAX, self.day)

    @property
    def selection(self) -> Selection:
        """The rows whose days are compared."""
        return self._selection

    def batch(self) -> tuple[str, ...]:
        """Return the rows: spans of the same are found in one pass."""
        return ("spans", self.selection.source_sql())

    def sql(self) -> str:
        """Subtract the first day from the last; raises ``ValueError`` for a column that says no days."""
        day = day_sql(self.day, self.selection.column_sql(self.day), self.way)
        return f"SELECT (max({day}) - min({day})) / {_LENGTHS[self.unit].days}{self.selection.source_sql()}"

    def words(self) -> str:
        """Name the column whose days are meant."""
        selection = self.selection
        rows = f"{selection.column_words(self.day)} in {selection.anchor.shown_name}{selection.where_words()}"
        return f"the {self.unit} from the first to the last value of {rows}"

    @property
    def result_unit(self) -> ResultUnit | None:
        """The unit that the time is told in."""
        return ResultUnit(UNITS.by_name[_LENGTHS[self.unit].told_in])

    def shown(self, result: Exact) -> Decimal | None:
        """Return the digits of a quotient."""
        return rounded(result, Digits.QUOTIENT, is_exact=True)
