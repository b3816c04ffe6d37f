"""Columns that say days: dates, timestamps, text that is written like a date, numbers like 20190531."""

from __future__ import annotations

from factcheck.catalogue.days import Day, Moment, moment_of
from factcheck.catalogue.schema import Column
from factcheck.catalogue.written_days import DIGITS, WRITTEN_DAYS, hour_of, hour_sql


def date_sql(column: Column, name: str, way: str) -> str:
    """Write the date, or date and time, of a column; what has a time zone is taken as of UTC.

    ``way`` names the way in which a column that is no date writes days, and is empty for dates.
    """
    if way:
        return WRITTEN_DAYS[_as_text(way)].date_sql(name)
    return f"({name} AT TIME ZONE 'UTC')" if column.has_zone else name


def digits_sql(name: str, way: str, length: int) -> str:
    """Write the first ``length`` of the eight digits of the days of a column that is no date: 4, 6 or 8."""
    if way == DIGITS:
        return name if length == len("20190531") else f"{name} / {10 ** (8 - length)}"
    written = WRITTEN_DAYS[way]
    parts = [written.year_sql(name), written.month_sql(name), written.day_sql(name)][: length // 2 - 1]
    factors = [10 ** (length - 4), 10 ** (length - 6), 1]
    return " + ".join(f"{part} * {f}" if f > 1 else part for part, f in zip(parts, factors, strict=False))


def month_sql(name: str, way: str) -> str:
    """Write the month of a column that is no date."""
    return f"{name} / 100 % 100" if way == DIGITS else WRITTEN_DAYS[way].month_sql(name)


def clock_sql(column: Column, name: str) -> str:
    """Write the hour of a column."""
    return hour_sql(name) if column.is_text else f"extract(hour FROM {date_sql(column, name, '')})"


def weekday(column: Column, value: str, way: str) -> int | None:
    """Return the weekday of a value, from 1, Monday; None where it is no day of the calendar."""
    said = moment(column, value, _as_text(way))
    return None if said is None or said.day is None else said.day.weekday


def _as_text(way: str) -> str:
    return "year month day" if way == DIGITS else way


def moment(column: Column, value: str, way: str) -> Moment | None:
    """Read a value of a column as PostgreSQL prints it; None for infinity, and for text that says no day."""
    if way == DIGITS:
        year, rest = divmod(abs(int(value)), 10_000)
        sign = -1 if int(value) < 0 else 1  # PostgreSQL cuts quotients off towards zero
        return Moment(Day(sign * year, sign * (rest // 100), sign * (rest % 100)), None)
    if way:
        written = WRITTEN_DAYS[way].day_of(value)
        return None if written is None else Moment(written, hour_of(value))
    if column.is_text:
        hour = hour_of(value)
        return None if hour is None else Moment(None, hour)
    return moment_of(value)
