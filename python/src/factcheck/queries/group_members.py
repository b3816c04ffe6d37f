"""Single groups: the predicate that selects one, the condition that a group is it, and its name."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from factcheck.catalogue.days import day_before
from factcheck.catalogue.derived import derived
from factcheck.catalogue.expressions import YearOf
from factcheck.catalogue.schema import Column
from factcheck.catalogue.split_years import first_year, years_later
from factcheck.queries.groups import Grouping, GroupPart
from factcheck.queries.predicates.calendar_words import MONTHS, WEEKDAYS
from factcheck.queries.predicates.date_part import DatePart
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.sqltext import literal

_NAMES: dict[str, tuple[str, ...]] = {"month": MONTHS, "isodow": WEEKDAYS}
_DATE = len("2016-10-01")


def grouping_of(predicate: Predicate) -> Grouping | None:
    """Return the groups of which a predicate selects one; None where it selects something else."""
    if isinstance(predicate, Equals):
        return Grouping(predicate.column)
    if isinstance(predicate, DatePart) and predicate.first == predicate.last and not predicate.way:
        return Grouping(predicate.column, predicate.part)
    if isinstance(predicate, Period) and (part := part_of(predicate)) is not None:
        if not predicate.way:
            return Grouping(predicate.column, part)
        if part == "year":
            return Grouping(derived(YearOf(predicate.column, predicate.way), predicate.column.table_id))
    return None


def part_of(period: Period) -> GroupPart | None:
    """Return the part of dates that a period is one of: a year, a month of one year, a day; None for other times."""
    if period.start is None or period.end is None:
        return None
    first, last = date.fromisoformat(period.start), date.fromisoformat(day_before(period.end))
    if first == last:
        return "day"
    if (first.day, first.year) != (1, last.year) or date.fromisoformat(period.end).day != 1:
        return None
    if first.month == last.month:
        return "year_month"
    return "year" if (first.month, last.month) == (1, 12) else None


def year_of(period: Period) -> int | None:
    """Return the year that a period is; None where it is another time."""
    return date.fromisoformat(period.start).year if period.start and part_of(period) == "year" else None


def period_before(period: Period) -> Period | None:
    """Return the year before a year, the month before a month of one year, the day before a day; None for others."""
    part = part_of(period)
    if part is None or period.start is None:
        return None
    last = date.fromisoformat(day_before(period.start))
    first = {"year": last.replace(month=1, day=1), "year_month": last.replace(day=1)}.get(part, last)
    return Period(period.column, first.isoformat(), period.start, period.way)


def point_before(point: Predicate) -> Predicate | None:
    """Return the point of time before another one; None before the first of a year, and for what is no number."""
    if isinstance(point, DatePart) and point.first > 1:
        return replace(point, first=point.first - 1, last=point.last - 1)
    if isinstance(point, Period):
        return period_before(point)
    return _years_later(point, -1)


def year_after(point: Predicate) -> Predicate | None:
    """Return the year or the season after another one; None of any other time."""
    if not isinstance(point, Period):
        return _years_later(point, 1)
    year = year_of(point)
    return None if year is None else replace(year_period(point.column, year + 1), way=point.way)


def _years_later(point: Predicate, years: int) -> Predicate | None:
    """Return a year in whole numbers, or a season such as "2010/11", some years after another one."""
    if not isinstance(point, Equals):
        return None
    if point.column.is_integer and point.literal.isdigit():
        return Equals(point.column, str(int(point.literal) + years))
    later = years_later(point.literal, years) if point.column.is_text else None
    return None if later is None else Equals(point.column, later)


def place_in_time(point: Predicate) -> str | int | None:
    """Return what orders points of time of one column; None of what is none, and of months of any year."""
    if isinstance(point, Period):
        return point.start
    if not isinstance(point, Equals):
        return None
    return int(point.literal) if point.column.is_integer and point.literal.isdigit() else first_year(point.literal)


def year_period(column: Column, year: int) -> Period:
    """Return the predicate that dates lie in a year."""
    return Period(column, f"{year:04d}-01-01", f"{year + 1:04d}-01-01")


def member_sql(predicate: Predicate, name: str) -> str:
    """Write the condition that a group is the one that a predicate selects; ``name`` is what its rows share."""
    if isinstance(predicate, DatePart):
        return f"{name} = {predicate.first}"
    if isinstance(predicate, Period):
        year = year_of(predicate)
        return f"{name} = {literal(predicate.start) if year is None else year}"
    return predicate.sql(name)


def member_words(predicate: Predicate) -> str:
    """Name the group that a predicate selects, as a reader would."""
    if isinstance(predicate, Equals):
        return predicate.literal
    if isinstance(predicate, DatePart):
        return group_words(predicate.part, str(predicate.first))
    if isinstance(predicate, Period):
        return group_words(part_of(predicate), predicate.start or "")
    return "the others"


def group_words(part: GroupPart | None, value: str) -> str:
    """Name a group by the value that its rows share: months, weekdays and days have names."""
    if part in {"year", "year_month", "year_quarter", "day"} and len(value) == _DATE:
        day = date.fromisoformat(value)
        of_year = {
            "year": "",
            "year_quarter": f"Q{(day.month + 2) // 3} ",
            "year_month": f"{MONTHS[day.month - 1]} ",
            "day": f"{day.day} {MONTHS[day.month - 1]} ",
        }
        return f"{of_year[part]}{day.year}"
    names = _NAMES.get(part or "", ())
    number = int(value) if value.isdecimal() else 0
    return names[number - 1] if 1 <= number <= len(names) else value
