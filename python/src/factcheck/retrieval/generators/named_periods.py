"""Stretches of the calendar, and parts of days that come again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from factcheck.queries.predicates.date_part import Part

CALLED_PARTS: Mapping[str, frozenset[str]] = {
    "hour": frozenset({"hour", "hours", "hr"}),
    "quarter": frozenset({"quarter", "quarters", "qtr"}),
    "month": frozenset({"month", "months", "mth", "mon", "mo"}),
}
"""Words in the names of columns of whole numbers that hold a part of days, by the part."""


@dataclass(frozen=True, slots=True)
class NamedPeriod:
    """A stretch of the calendar from a day on and before another, None for an open end; ``years`` where it is of years.

    ``years`` are the first and the last one, None for an open end.
    """

    start: date | None
    end: date | None
    years: tuple[int | None, int | None] | None = None


@dataclass(frozen=True, slots=True)
class NamedPart:
    """A part of days that comes again, from a first to a last value."""

    part: Part
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class NamedTime:
    """A time that words of a sentence name from ``start`` up to ``end``, with the weight of the heaviest of these.

    ``end`` is 0 where the words that name it do not stand together.
    """

    time: NamedPeriod | NamedPart
    weight: float
    start: int = 0
    end: int = 0


def first_day(year: int, month: int = 1) -> date:
    """Return the first day of a month, the 13th of a year being the first of the next."""
    return date(year + (month - 1) // 12, (month - 1) % 12 + 1, 1)


def years(first: int | None, last: int | None) -> NamedPeriod:
    """Return the stretch from the first year to the last one, None for an open end."""
    start = None if first is None else first_day(first)
    end = None if last is None else first_day(last + 1)
    return NamedPeriod(start, end, (first, last))


def months_between(first: tuple[int, int], last: tuple[int, int]) -> NamedPeriod:
    """Return the stretch from a month of a year to another one."""
    return NamedPeriod(first_day(*first), first_day(last[0], last[1] + 1))


def opened(word: str, whole: NamedPeriod) -> NamedPeriod:
    """Return what lies beyond a period, or from it on, as a word before it says."""
    first, last = whole.years or (None, None)
    match word.lower().split()[0]:
        case "since" | "from" | "starting" | "beginning":
            return NamedPeriod(whole.start, None, whole.years and (first, None))
        case "after":
            return NamedPeriod(whole.end, None, None if last is None else (last + 1, None))
        case "before" | "prior" | "pre-" | "pre":
            return NamedPeriod(None, whole.start, None if first is None else (None, first - 1))
        case _:
            return NamedPeriod(None, whole.end, whole.years and (None, last))


def of_year(part: NamedPeriod | NamedPart, year: NamedPeriod | NamedPart) -> NamedPeriod:
    """Return months or quarters of a year as a period."""
    if not isinstance(part, NamedPart) or not isinstance(year, NamedPeriod) or year.start is None:
        raise TypeError("not a part of a year")
    per = 3 if part.part == "quarter" else 1
    last = part.last if part.last >= part.first else part.last + 12 // per
    return NamedPeriod(
        first_day(year.start.year, per * (part.first - 1) + 1), first_day(year.start.year, per * last + 1)
    )


def near(part: NamedPeriod | NamedPart, dated: NamedPeriod | NamedPart) -> Iterator[NamedPeriod]:
    """Yield what a month or a quarter is beside the only one with a year: "fell to 7 in Q1 2014, from 9 in Q4".

    That is the one of the same year, and another one that comes nearer to it.
    """
    if not isinstance(dated, NamedPeriod) or dated.start is None:
        return
    start, year = dated.start, dated.start.year
    around = (of_year(part, years(each, each)) for each in (year - 1, year, year + 1))
    distances = {time: abs((time.start - start).days) for time in around if time.start is not None}
    nearest = min(distances, key=lambda time: distances[time])
    yield from dict.fromkeys((of_year(part, years(year, year)), nearest))
