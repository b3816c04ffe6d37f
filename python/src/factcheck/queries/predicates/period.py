"""The predicate that a day lies in a stretch of the calendar: "in 2015", "since May 2019", "before 2000"."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from factcheck.catalogue.days import Day, day_before, next_day
from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.calendar_words import MONTHS, ORDINALS
from factcheck.queries.predicates.dated import date_sql, digits_sql, moment
from factcheck.queries.predicates.predicate import Predicate, SortKey
from factcheck.sqltext import literal

_FIRST = "0000-01-01"
_LENGTHS = {4: 4, 6: 7, 8: 10}
"""How many characters of a day as PostgreSQL prints it have so many digits."""


@dataclass(frozen=True, slots=True)
class Period(Predicate):
    """The column says a day from ``start`` on and before ``end``; days are printed as PostgreSQL does.

    None is an open end; one of the two is a day.  ``way`` names the way in which a column that is no date writes days.
    """

    kind: ClassVar[str] = "period"

    column: Column
    start: str | None
    end: str | None
    way: str = ""

    def __post_init__(self) -> None:
        """Raise ``ValueError`` where an end is no day: digits of days are written as they are."""
        for end in (self.start, self.end):
            if end is not None and date.fromisoformat(end).isoformat() != end:
                raise ValueError(f"not a day: {end}")

    @property
    def is_one_day(self) -> bool:
        """Whether the stretch is a single day."""
        return self.start is not None and self.end is not None and day_before(self.end) == self.start

    def sql(self, name: str) -> str:
        """Compare days with both ends, times with the first day after the end."""
        if self.way:
            return self.sql_in(self.written_sql(name))
        value = date_sql(self.column, name, "")
        if self.end is None:
            return f"{value} >= {literal(self.start)}"
        if self.start is None:
            return f"{value} < {literal(self.end)}"
        if self.column.is_timestamp:
            return f"({value} >= {literal(self.start)} AND {value} < {literal(self.end)})"
        return f"{value} BETWEEN {literal(self.start)} AND {literal(day_before(self.end))}"

    def quick_sql(self, name: str) -> str:
        """Compare times with a time zone as they are, instead of converting each."""
        if self.way or not self.column.has_zone:
            return self.sql(name)
        ends = [f"{name} >= {literal(f'{self.start} 00:00:00+00')}"] if self.start is not None else []
        ends += [f"{name} < {literal(f'{self.end} 00:00:00+00')}"] if self.end is not None else []
        return f"({' AND '.join(ends)})"

    def written_sql(self, name: str) -> str:
        """Write as many digits of days as the ends need: those of the year, of year and month, or all.

        Only of a column that is no date.
        """
        return digits_sql(name, self.way, self._length)

    @property
    def _length(self) -> int:
        ends = [end for end in (self.start, self.end) if end is not None]
        return next(n for n, at in _LENGTHS.items() if all(end[at:] == _FIRST[at:] for end in ends))

    def sql_in(self, written: str) -> str:
        """Compare digits that are at hand as ``written_sql`` writes them."""
        first, last = self.start, None if self.end is None else day_before(self.end)
        low, high = (None if day is None else day.replace("-", "")[: self._length] for day in (first, last))
        if high is None:
            return f"{written} >= {low}"
        if low is None:
            return f"{written} <= {high}"
        return f"{written} = {low}" if low == high else f"{written} BETWEEN {low} AND {high}"

    def words(self, name: str) -> str:
        """Name the year, the month, the quarter, or both ends."""
        if self.start is None:
            return f"{name} is before {_from(self.end or '')}"
        if self.end is None:
            return f"{name} is {_in(self.start)} or later"
        first, last = date.fromisoformat(self.start), date.fromisoformat(day_before(self.end))
        return f"{name} is {_between(first, last)}"

    def includes(self, value: str | None) -> bool:
        """Compare days; infinity lies beyond all of them."""
        if value is None or self.is_unknown_of(value):
            return False
        if value.endswith("infinity"):
            return (self.start is None) if value.startswith("-") else self.end is None
        said = moment(self.column, value, self.way)
        day = None if said is None else said.day
        if day is None:
            return False
        return (self.start is None or _as_day(self.start) <= day) and (self.end is None or day < _as_day(self.end))

    def is_unknown_of(self, value: str) -> bool:
        """Tell of text whether it is written in another way."""
        return bool(self.way) and moment(self.column, value, self.way) is None

    @property
    def sort_key(self) -> SortKey:
        """Order by the ends."""
        return (self.kind, self.start or "", self.end or "", self.way)

    def excludes(self, other: Predicate) -> bool:
        """Exclude stretches that do not overlap."""
        if not isinstance(other, Period) or other.way != self.way:
            return False
        return _ends_by(self, other) or _ends_by(other, self)


def _ends_by(one: Period, other: Period) -> bool:
    return one.end is not None and other.start is not None and one.end <= other.start


def _as_day(text: str) -> Day:
    each = date.fromisoformat(text)
    return Day(each.year, each.month, each.day)


def _in(text: str) -> str:
    return f"in {_from(text)}" if text.endswith("-01") else text


def _from(text: str) -> str:
    """Name the year or month that begins with a day, or the day."""
    day = date.fromisoformat(text)
    if day.day > 1:
        return text
    return f"{day.year}" if day.month == 1 else f"{MONTHS[day.month - 1]} {day.year}"


def _between(first: date, last: date) -> str:
    if first == last:
        return first.isoformat()
    ends_a_month = next_day(last.isoformat()).endswith("-01")
    if first.day > 1 or not ends_a_month:
        return f"from {first.isoformat()} to {last.isoformat()}"
    if (first.month, last.month) == (1, 12):
        return f"in {first.year}" if first.year == last.year else f"from {first.year} to {last.year}"
    if (first.year, first.month) == (last.year, last.month):
        return f"in {MONTHS[first.month - 1]} {first.year}"
    if first.year == last.year and first.month % 3 == 1 and last.month == first.month + 2:
        return f"in the {ORDINALS[first.month // 3]} quarter of {first.year}"
    return f"from {MONTHS[first.month - 1]} {first.year} to {MONTHS[last.month - 1]} {last.year}"
