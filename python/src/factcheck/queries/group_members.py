"""Single groups: the predicate that selects one, the condition that a group is it, and its name."""

from __future__ import annotations

from datetime import date

from factcheck.catalogue.schema import Column
from factcheck.queries.groups import Grouping, GroupPart
from factcheck.queries.predicates.date_part import DatePart
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.predicates.text_contains import TextContains

_MONTHS = "January February March April May June July August September October November December".split()
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()


def grouping_of(predicate: Predicate) -> Grouping | None:
    """Return the groups of which a predicate selects one; None where it selects something else."""
    if isinstance(predicate, Equals):
        return Grouping(predicate.column)
    if isinstance(predicate, DatePart) and predicate.first == predicate.last and not predicate.way:
        return Grouping(predicate.column, predicate.part)
    if isinstance(predicate, Period) and year_of(predicate) is not None and not predicate.way:
        return Grouping(predicate.column, "year")
    return None


def year_of(period: Period) -> int | None:
    """Return the year that a period is; None where it is another time."""
    if period.start is None or period.end is None:
        return None
    start, end = date.fromisoformat(period.start), date.fromisoformat(period.end)
    return start.year if start == date(start.year, 1, 1) and end == date(start.year + 1, 1, 1) else None


def year_period(column: Column, year: int) -> Period:
    """Return the predicate that dates lie in a year."""
    return Period(column, f"{year:04d}-01-01", f"{year + 1:04d}-01-01")


def member_sql(predicate: Predicate, name: str) -> str:
    """Write the condition that a group is the one that a predicate selects; ``name`` is what its rows share."""
    if isinstance(predicate, DatePart):
        return f"{name} = {predicate.first}"
    if isinstance(predicate, Period):
        return f"{name} = {year_of(predicate)}"
    return predicate.sql(name)


def member_words(predicate: Predicate) -> str:
    """Name the group that a predicate selects, as a reader would."""
    if isinstance(predicate, Equals):
        return predicate.literal
    if isinstance(predicate, DatePart):
        return group_words(predicate.part, str(predicate.first))
    if isinstance(predicate, Period):
        return str(year_of(predicate))
    if isinstance(predicate, TextContains):
        return predicate.text
    return "the others"


def group_words(part: GroupPart | None, value: str) -> str:
    """Name a group by the value that its rows share: months and weekdays have names."""
    names = {"month": _MONTHS, "isodow": _DAYS}.get(part or "", [])
    number = int(value) if value.isdigit() else 0
    return names[number - 1] if 1 <= number <= len(names) else value
