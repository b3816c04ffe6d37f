"""The predicate that a part of a day that comes again has a value: "on Sundays", "in May", "between 5 and 7 pm"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from factcheck.catalogue.schema import Column
from factcheck.catalogue.written_days import quick_hour_sql
from factcheck.queries.predicates.calendar_words import MONTHS, ORDINALS, WEEKDAYS
from factcheck.queries.predicates.dated import clock_sql, date_sql, moment, month_sql, weekday
from factcheck.queries.predicates.predicate import Predicate, SortKey
from factcheck.sqltext import literal

Part = Literal["quarter", "month", "isodow", "hour"]

CYCLES: dict[Part, range] = {
    "quarter": range(1, 5),
    "month": range(1, 13),
    "isodow": range(1, 8),
    "hour": range(24),
}
"""The values of each part."""

_GROUPS = {(6, 7): "a weekend", (1, 5): "a weekday"}


@dataclass(frozen=True, slots=True)
class DatePart(Predicate):
    """A part of the column lies from ``first`` to ``last``; from 22 to 3 is past midnight.

    Weekdays count from 1, Monday, to 7.  ``way`` names the way in which a column that is no date writes days.
    """

    kind: ClassVar[str] = "date part"

    column: Column
    part: Part
    first: int
    last: int
    way: str = ""

    def sql(self, name: str) -> str:
        """Take the part out of the date."""
        return self._lies_within(self._part_sql(name))

    def quick_sql(self, name: str) -> str:
        """Do the same for very many rows."""
        return self._lies_within(self.quick_part_sql(name))

    def _lies_within(self, part: str) -> str:
        if self.first == self.last:
            return f"{part} = {self.first}"
        if self.first < self.last:
            return f"{part} BETWEEN {self.first} AND {self.last}"
        return f"{part} NOT BETWEEN {self.last + 1} AND {self.first - 1}"

    def quick_part_sql(self, name: str) -> str:
        """Write the part for very many rows; that of a date or a time as a double, which is faster than a decimal."""
        if self.part == "hour" and self.column.is_text:
            return quick_hour_sql(name)
        if self.way:
            return self._part_sql(name)
        return f"date_part({literal(self.part)}, {date_sql(self.column, name, self.way)})"

    def _part_sql(self, name: str) -> str:
        if self.part == "hour":
            return clock_sql(self.column, name)
        if self.way and self.part != "isodow":
            month = month_sql(name, self.way)
            return month if self.part == "month" else f"({month} + 2) / 3"
        return f"extract({self.part} FROM {date_sql(self.column, name, self.way)})"

    def words(self, name: str) -> str:
        """Name the part as a reader does."""
        if self.part == "hour":
            return f"{name} is from {self.first}:00 to {self.last}:59"
        if self.part == "isodow":
            group = _GROUPS.get((self.first, self.last))
            return f"{name} is on {group}" if group else f"{name} is {self._range('on a ', 'from ', WEEKDAYS)}"
        if self.part == "month":
            return f"{name} is {self._range('in ', 'from ', MONTHS)}"
        return f"{name} is {self._range('in the ', 'from the ', ORDINALS)} quarter"

    def _range(self, one: str, several: str, names: tuple[str, ...]) -> str:
        first, last = names[self.first - 1], names[self.last - 1]
        return f"{one}{first}" if first == last else f"{several}{first} to {last}"

    def includes(self, value: str | None) -> bool:
        """Read the day; infinity has no part."""
        number = None if value is None else self._number(value)
        if number is None:
            return False
        if self.first <= self.last:
            return self.first <= number <= self.last
        return not self.last < number < self.first

    def is_unknown_of(self, value: str) -> bool:
        """Tell whether a value does not have the part."""
        return self._number(value) is None

    def _number(self, value: str) -> int | None:
        if self.part == "isodow":
            return weekday(self.column, value, self.way)
        said = moment(self.column, value, "" if self.part == "hour" else self.way)
        if said is None or self.part == "hour":
            return None if said is None else said.hour
        if said.day is None:
            return None
        return said.day.quarter if self.part == "quarter" else said.day.month

    @property
    def numbers(self) -> frozenset[int]:
        """The values of the part that are included."""
        cycle = CYCLES[self.part]
        if self.first <= self.last:
            return frozenset(range(self.first, self.last + 1))
        return frozenset(cycle) - frozenset(range(self.last + 1, self.first))

    @property
    def sort_key(self) -> SortKey:
        """Order by part and value."""
        return (self.kind, self.part, f"{self.first:02d}", f"{self.last:02d}", self.way)

    def excludes(self, other: Predicate) -> bool:
        """Exclude other values of the same part."""
        if not isinstance(other, DatePart) or (other.part, other.way) != (self.part, self.way):
            return False
        return self.numbers.isdisjoint(other.numbers)
