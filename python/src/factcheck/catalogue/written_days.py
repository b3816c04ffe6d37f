"""How columns that are no dates write days and hours, read in SQL that raises no error, and read alike in Python."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from factcheck.catalogue.days import Day
from factcheck.catalogue.schema import Column
from factcheck.sqltext import literal

_YEAR, _MONTH, _DAY = "([1-9][0-9]{3})", "(0?[1-9]|1[0-2])", "(0?[1-9]|[12][0-9]|3[01])"
_MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec"
_NAME = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[.]?"
_CENTURY = 69
"""The last of the years of two digits that are in this century, as PostgreSQL reads them."""


@dataclass(frozen=True)
class WrittenDays:
    """A way to write days as text, by its name.

    ``pattern`` matches a text from its start; its groups are those of ``order``: Y a year, y one of two digits, M a
    month, N a month's name, Q a quarter, D a day.  Only ``order`` tells whether 03/04 is in March or in April.
    """

    name: str
    pattern: str
    order: str

    @cached_property
    def _python(self) -> re.Pattern[str]:
        return re.compile(f"^{self.pattern}", re.IGNORECASE | re.ASCII)

    def day_of(self, text: str) -> Day | None:
        """Read the day of a text; None where it is not written in this way.

        A month without day stands for its first, a quarter for that of its first month.  30 February is read as
        written.
        """
        matched = self._python.match(text)
        if matched is None:
            return None
        parts = dict(zip(self.order, matched.groups(), strict=True))
        month = _month_of(parts)
        year = int(parts["Y"]) if "Y" in parts else _in_full(int(parts["y"]))
        return Day(year, month, int(parts.get("D", "1")))

    def year_sql(self, name: str) -> str:
        """Write the year of a column as SQL, as all parts NULL where the column is written in another way."""
        if "Y" in self.order:
            return f"{self._part_sql(name, 'Y')}::int"
        year = f"{self._part_sql(name, 'y')}::int"
        return f"({year} + CASE WHEN {year} <= {_CENTURY} THEN 2000 ELSE 1900 END)"

    def month_sql(self, name: str) -> str:
        """Write the month of a column as SQL."""
        if "M" in self.order:
            return f"{self._part_sql(name, 'M')}::int"
        if "Q" in self.order:
            return f"({self._part_sql(name, 'Q')}::int * 3 - 2)"
        return f"(strpos({literal(_MONTHS)}, lower({self._part_sql(name, 'N')})) + 2) / 3"

    def day_sql(self, name: str) -> str:
        """Write the day of the month of a column as SQL."""
        return f"{self._part_sql(name, 'D')}::int" if "D" in self.order else "1"

    def date_sql(self, name: str) -> str:
        """Write the date of a column as SQL; 30 February is the one so many days after the first."""
        return f"(make_date({self.year_sql(name)}, {self.month_sql(name)}, 1) + {self.day_sql(name)} - 1)"

    def _part_sql(self, name: str, part: str) -> str:
        """Write the group of one part, the only one that captures."""
        groups = iter(self.order)
        pattern = re.sub(r"\((?!\?)", lambda _: "(" if next(groups) == part else "(?:", self.pattern)
        return f"substring({name}::text, {literal('(?i)^' + pattern)})"


def _month_of(parts: Mapping[str, str]) -> int:
    if "Q" in parts:
        return 3 * int(parts["Q"]) - 2
    return _MONTHS.index(parts["N"].lower()) // 3 + 1 if "N" in parts else int(parts["M"])


def _in_full(year: int) -> int:
    return year + (2000 if year <= _CENTURY else 1900)


_AFTER = "(?![0-9])"
_WEEKDAY = "(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[.]?,?[ ]+)?"
WRITTEN_DAYS: dict[str, WrittenDays] = {
    each.name: each
    for each in (
        WrittenDays("year-month-day", f"{_YEAR}[-/.]{_MONTH}[-/.]{_DAY}{_AFTER}", "YMD"),
        WrittenDays("month/day/year", f"{_MONTH}[-/.]{_DAY}[-/.]{_YEAR}{_AFTER}", "MDY"),
        WrittenDays("day/month/year", f"{_DAY}[-/.]{_MONTH}[-/.]{_YEAR}{_AFTER}", "DMY"),
        WrittenDays("month/day/two digits", f"{_MONTH}[-/.]{_DAY}[-/.]([0-9]{{2}}){_AFTER}", "MDy"),
        WrittenDays("day/month/two digits", f"{_DAY}[-/.]{_MONTH}[-/.]([0-9]{{2}}){_AFTER}", "DMy"),
        WrittenDays("month name day year", f"{_WEEKDAY}{_NAME}[ ]+{_DAY},?[ ]+{_YEAR}{_AFTER}", "NDY"),
        WrittenDays("day month name year", f"{_WEEKDAY}{_DAY}[- ]+{_NAME}[- ,]+{_YEAR}{_AFTER}", "DNY"),
        WrittenDays("day month name two digits", f"{_DAY}[- ]+{_NAME}[- ,]+([0-9]{{2}}){_AFTER}", "DNy"),
        WrittenDays("month name year", f"{_NAME}[- ,]+{_YEAR}{_AFTER}", "NY"),
        WrittenDays("year-month", f"{_YEAR}[-/]{_MONTH}\\Z", "YM"),
        WrittenDays("year quarter", f"{_YEAR}[- /:]*Q([1-4])\\Z", "YQ"),
        WrittenDays("quarter year", f"Q([1-4])[- /:,']*{_YEAR}\\Z", "QY"),
        WrittenDays("year month day", f"{_YEAR}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])\\Z", "YMD"),
    )
}
"""Ways to write days, by name.  Where a column's values fit two of them, nothing tells which is meant."""

DIGITS = "digits"
"""The way in which a column of whole numbers says days, which count 10,000 for a year and 100 for a month."""


def says_days(column: Column, way: str) -> bool:
    """Tell whether the type of a column is one that may say days in a way; the empty one is that of dates."""
    if way == DIGITS:
        return column.is_integer
    return column.is_text and way in WRITTEN_DAYS if way else column.is_date or column.is_timestamp


def day_sql(column: Column, name: str, way: str) -> str:
    """Write the day of a column that says days as text or date, NULL where it says none.

    Raises ``ValueError`` for a column that does not say days in this way, and for numbers, which may say no real day.
    """
    if way == DIGITS or not says_days(column, way):
        raise ValueError(f"{column.name} says no days")
    if way:
        return WRITTEN_DAYS[way].date_sql(name)
    day = f"({name} AT TIME ZONE 'UTC')" if column.has_zone else name
    return f"CASE WHEN isfinite({name}) THEN {day if column.is_date else f'{day}::date'} END"


def year_sql(column: Column, name: str, way: str) -> str:
    """Write the year of a column that says days, NULL where it says none; what has a time zone is taken as of UTC."""
    if way == DIGITS:
        return f"({name} / 10000)"
    if way:
        return f"({WRITTEN_DAYS[way].year_sql(name)})"
    day = f"({name} AT TIME ZONE 'UTC')" if column.has_zone else name
    return f"(CASE WHEN isfinite({name}) THEN extract(year FROM {day}) END)"


_CLOCK = "^(?:[^:]*[ T]+)?([01]?[0-9]|2[0-3]):[0-5][0-9](?![0-9])(?!(?::[0-9.]+)? ?[AaPp][.]?[Mm])"
_BEFORE_CLOCK, _BEHIND_HOUR = "^(?:[^:]*[ T]+)?", ":[0-5][0-9](?::[0-9.]+)? ?"
_HALF_DAY_HOUR = f"{_BEFORE_CLOCK}(1[0-2]|0?[1-9]){_BEHIND_HOUR}[AaPp][.]?[Mm]"
_HALF = f"{_BEFORE_CLOCK}(?:1[0-2]|0?[1-9]){_BEHIND_HOUR}([AaPp])[.]?[Mm]"
_MINUTE, _SECOND = ":([0-5][0-9])", ":[0-5][0-9]:([0-5][0-9])"
_TIME_ALONE = "^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$"
_HOUR = re.compile(_CLOCK, re.ASCII)
_HOUR_OF_HALF, _IN_HALF = re.compile(_HALF_DAY_HOUR, re.ASCII), re.compile(_HALF, re.ASCII)


def hour_of(text: str) -> int | None:
    """Read the hour of a text with a time of 24 hours, or of 12 with "AM" or "PM"; None where it has none."""
    if matched := _HOUR.match(text):
        return int(matched[1])
    hour, half = _HOUR_OF_HALF.match(text), _IN_HALF.match(text)
    return None if hour is None or half is None else int(hour[1]) % 12 + (12 if half[1] in "Pp" else 0)


def hour_sql(name: str) -> str:
    """Write the hour of a column of text as SQL, NULL where it has none."""
    text = f"{name}::text"
    half = f"CASE WHEN substring({text}, {literal(_HALF)}) IN ('P', 'p') THEN 12 ELSE 0 END"
    of_half = f"mod(substring({text}, {literal(_HALF_DAY_HOUR)})::int, 12) + {half}"
    return f"coalesce(substring({text}, {literal(_CLOCK)})::int, {of_half})"


def clock_hours_sql(name: str) -> str:
    """Write the hours of the day of a column of text as SQL, with minutes and seconds as parts; NULL without any."""
    parts = (f"coalesce(substring({name}::text, {literal(part)})::int, 0)" for part in (_MINUTE, _SECOND))
    minutes, seconds = parts
    return f"({hour_sql(name)} + ({minutes} * 60 + {seconds}) / 3600.0)"


def quick_hour_sql(name: str) -> str:
    """Write the same for very many rows: of a time alone, as most are, its first digits, which takes less time."""
    text = f"{name}::text"
    return f"CASE WHEN {text} ~ {literal(_TIME_ALONE)} THEN left({text}, 2)::int ELSE {hour_sql(name)} END"
