"""Which columns say days or hours: by their types, or by how their values are written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from factcheck.catalogue.schema import Column, Table
from factcheck.catalogue.split_years import are_split_years
from factcheck.catalogue.text_numbers import is_span_of_time
from factcheck.catalogue.written_days import DIGITS, WRITTEN_DAYS, hour_of
from factcheck.words.identifiers import split_identifier

_MOST = 0.9
"""Share of a column's values that have to be written in one way."""

_CALLED_DAYS = frozenset({"date", "day", "dates"})
_MAY_BE_CALLED_DAYS = frozenset(
    {
        "dt",
        "dob",
        "born",
        "birth",
        "received",
        "created",
        "opened",
        "closed",
        "ordered",
        "shipped",
        "delivered",
        "issued",
    }
    | {
        "recorded",
        "taken",
        "made",
        "signed",
        "released",
        "seen",
        "observed",
        "sampled",
        "collected",
        "entered",
        "measured",
    }
    | {"posted", "published", "updated", "registered", "joined", "started", "ended", "reported", "filed", "paid", "due"}
    | {
        "start",
        "end",
        "begin",
        "expiry",
        "expires",
        "admitted",
        "discharged",
        "hired",
        "sold",
        "built",
        "when",
        "on",
        "time",
    }
)
"""Words in names of columns whose whole numbers are days only where the rows show it."""

_CALLED_YEARS = frozenset({"year", "years", "yr", "yrs", "season", "fy"})
_SAYS_DAY = re.compile(r"[12]\d{3}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\Z")


@dataclass(frozen=True, slots=True)
class DatedColumn:
    """A column that says days, hours, or both.

    ``way`` names the way in which a column that is no date writes days, and is empty for dates.  ``has_clock`` tells
    that times stand behind the days of a text, be they read or not.
    """

    column: Column
    way: str
    has_day: bool
    has_hour: bool
    has_clock: bool = False

    @property
    def has_real_days(self) -> bool:
        """Whether it says days for sure: whole numbers such as 20190531 are told by the column's name alone."""
        return self.has_day and self.way != DIGITS

    @property
    def has_written_times(self) -> bool:
        """Whether it is text that writes days and times, so that the hours between two of them can be told."""
        return self._writes_days and self.has_hour

    @property
    def has_whole_days(self) -> bool:
        """Whether it is text that writes days and no times, so that the days between two of them can be told."""
        return self._writes_days and not self.has_clock

    @property
    def _writes_days(self) -> bool:
        return self.column.is_text and self.way in WRITTEN_DAYS and "D" in WRITTEN_DAYS[self.way].order


def dated_columns(tables: Sequence[Table], samples: Mapping[int, Sequence[str]]) -> tuple[DatedColumn, ...]:
    """Return the columns that say days or hours, in the order of the tables, given some values of each column."""
    return tuple(
        dated for table in tables for column in table.columns for dated in _dated(column, samples.get(column.column_id))
    )


def written_periods(dated: Sequence[DatedColumn]) -> frozenset[int]:
    """Return the ``column_id`` of the columns of text that write months or quarters, and no days."""
    texts = (each for each in dated if each.column.is_text and each.way in WRITTEN_DAYS)
    return frozenset(each.column.column_id for each in texts if "D" not in WRITTEN_DAYS[each.way].order)


def counts_days(column: Column) -> bool:
    """Tell whether a column of whole numbers is called as one of days such as 20190531 may be."""
    return column.is_integer and not (_CALLED_DAYS | _MAY_BE_CALLED_DAYS).isdisjoint(split_identifier(column.name))


def is_called_a_year(column: Column) -> bool:
    """Tell whether a column's name says that it holds years."""
    return not _CALLED_YEARS.isdisjoint(split_identifier(column.name))


def _dated(column: Column, values: Sequence[str] | None) -> Iterator[DatedColumn]:
    if column.is_date or column.is_timestamp:
        yield DatedColumn(column, "", has_day=True, has_hour=column.is_timestamp)
    elif column.is_time:
        yield DatedColumn(column, "", has_day=False, has_hour=True)
    elif column.is_text and values and not is_span_of_time(column):
        way = _way(values)
        has_hour = _most(values, hour_of) is not None
        if way is not None or has_hour:
            has_clock = any(":" in value for value in values)
            yield DatedColumn(column, way or "", has_day=way is not None, has_hour=has_hour, has_clock=has_clock)
    elif counts_days(column) and _may_be_days(column, values):
        yield DatedColumn(column, DIGITS, has_day=True, has_hour=False)


def _may_be_days(column: Column, values: Sequence[str] | None) -> bool:
    """Tell whether most of the whole numbers of a column have a year, a month and a day.

    Unknown ones of a column that is called a day may have.
    """
    if not values:
        return not _CALLED_DAYS.isdisjoint(split_identifier(column.name))
    return _most(values, _SAYS_DAY.match) is not None


def _way(values: Sequence[str]) -> str | None:
    """Tell in which way most values write days; None where it is none, or where several fit; seasons write none."""
    if are_split_years(values):
        return None
    fitting = {way.name: _most(values, way.day_of) for way in WRITTEN_DAYS.values()}
    best = max((count for count in fitting.values() if count is not None), default=None)
    ways = [name for name, count in fitting.items() if best is not None and count == best]
    return ways[0] if len(ways) == 1 else None


def _most(values: Sequence[str], read: Callable[[str], object | None]) -> int | None:
    """Count the values that can be read where they are most of all; None as soon as they cannot be."""
    left_out, most = 0, _MOST * len(values)
    for value in values:
        if read(value) is None:
            left_out += 1
            if len(values) - left_out < most:
                return None
    return len(values) - left_out
