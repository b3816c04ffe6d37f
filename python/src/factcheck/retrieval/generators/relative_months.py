"""Months and quarters told from another one: "in the same month", "a month later", "that quarter a year earlier"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from factcheck.claims.passage import Passage
from factcheck.numbers.words import CARDINALS
from factcheck.retrieval.generators.named_periods import NamedPart, NamedPeriod, NamedTime, first_day
from factcheck.retrieval.generators.relative_times import side_of_change
from factcheck.retrieval.generators.time_words import named_times

_COUNT = "|".join(["the", "an?", r"\d{1,2}", *(word for word, value in CARDINALS.items() if value)])
_A_YEAR_BEFORE = (
    r"(?P<year_before>\s(?:(?:in|of|during)\s)?(?:(?:the|our|its|their)\s)?(?:"
    r"(?:previous|preceding|prior|last)\syear|year\sbefore\b|an?\syear\s(?:earlier|before)\b))?"
)
_SAME = re.compile(
    rf"\b(?:that|(?:the\s)?same)\s(?:very\s)?(?P<unit>month|quarter)\b"
    rf"(?:\s(?:of|in)\s(?P<year>(?:1[89]|20)\d\d)\b|{_A_YEAR_BEFORE})",
    re.IGNORECASE,
)
_NOT_OF_THE_DATA = r"\b(?!\s(?:the|an?|this|that|\d+)\b)"  # "the month before the fair"
_SHIFTED = re.compile(
    rf"\b(?:(?P<count>{_COUNT})\s(?P<unit>month|quarter)s?\s(?P<side>earlier|later|before|after){_NOT_OF_THE_DATA}"
    rf"|(?:the\s)(?P<order>previous|preceding|prior|following|next|subsequent)\s(?P<next_unit>month|quarter)\b)",
    re.IGNORECASE,
)
_YEARS_AWAY = re.compile(
    rf"\b(?:(?P<count>{_COUNT})\syears?\s(?P<side>earlier|later|before|after){_NOT_OF_THE_DATA}"
    r"|(?:the\s)?year\s(?P<just>before|earlier)\b(?!\s(?:the|an?|this|that|\d+)\b))",
    re.IGNORECASE,
)
"""Years from a month of one: "in December 2015, 69,000 more than a year before"."""

_ON_THE_LAST = re.compile(
    r"\b(?:(?P<year>year[-\s](?:on|over)[-\s]year|y/y|yoy|y-o-y)|(?P<quarter>quarter[-\s](?:on|over)[-\s]quarter|q/q|qoq|q-o-q)"
    r"|(?P<month>month[-\s](?:on|over)[-\s]month|m/m|mom|m-o-m))\b",
    re.IGNORECASE,
)
"""What a month or a quarter is compared with: the same one of the year before, or the one before it."""

_TO_DATE = re.compile(
    r"\b(?:year[-\s]to[-\s]date|ytd|so\sfar\sth(?:is|at)\syear|(?:the|this)\syear\sso\sfar)\b", re.IGNORECASE
)
_THE_YEAR = re.compile(
    r"\b(?:for|over|of|in|during|throughout)\s(?:the|this|that)\s(?:whole\s|entire\s|full\s|calendar\s)?year\b"
    r"(?!\s(?:before|earlier|so\sfar|to|\d))",
    re.IGNORECASE,
)
"""The year of a month that is named nearby: "total rainfall for the year" under "December 2018"."""

_BACKWARDS = frozenset("earlier before previous preceding prior".split())
MONTHS = {"month": 1, "quarter": 3}
OF_A_YEAR = 12


def relative_months(passages: tuple[Passage, ...], last_day: date | None = None) -> Iterator[NamedTime]:
    """Yield the months and quarters that a claim's sentence tells from others: from the one named last, as a rule.

    A month without a year lies in the year before the data's ``last_day`` where it is told from.
    """
    own = next((passage for passage in passages if passage.is_own), None)
    if own is None:
        return
    yield from _years_away(passages, own, last_day)
    yield from _end_of_change(own, next((passage for passage in passages if not passage.is_own), None))
    for found in _SAME.finditer(own.text):
        if found["year"]:
            yield from _in_year(passages, own, found)
            continue
        shift = -OF_A_YEAR if found["year_before"] else 0
        yield from _told(passages, own, found, found["unit"], shift)
    yield from _compared_with(passages, own)
    yield from _to_date(passages, own)
    yield from _year_of_month(passages, own)
    for found in _SHIFTED.finditer(own.text):
        unit = found["unit"] or found["next_unit"]
        direction = -1 if (found["side"] or found["order"]).lower() in _BACKWARDS else 1
        yield from _told(passages, own, found, unit, direction * _count(found["count"]) * MONTHS[unit.lower()])


def _compared_with(passages: tuple[Passage, ...], own: Passage) -> Iterator[NamedTime]:
    """Yield what the months and quarters of a sentence are compared with: "in May sales rose by 6 % year on year"."""
    for found in _ON_THE_LAST.finditer(own.text):
        weight = own.weight(*found.span())
        units = ("month", "quarter") if found["year"] else ("quarter",) if found["quarter"] else ("month",)
        for unit in units if weight > 0 else ():
            months = OF_A_YEAR if found["year"] else MONTHS[unit]
            for each in _all_named(passages, own, len(own.text), unit):
                if isinstance(each.time, NamedPeriod):
                    yield NamedTime(shifted(each.time, -months), weight, found.start())


def _year_of_month(passages: tuple[Passage, ...], own: Passage) -> Iterator[NamedTime]:
    """Yield the year of the month that a sentence near the claim's names, where that speaks of "the year"."""
    for found in _THE_YEAR.finditer(own.text):
        weight = own.weight(*found.span())
        start = _dated_last(passages, own, found.start()) if weight > 0 else None
        if start is not None:
            yield NamedTime(NamedPeriod(first_day(start.year), first_day(start.year + 1)), weight, found.start())


def _dated_last(passages: tuple[Passage, ...], own: Passage, end: int) -> date | None:
    """Return where the month or the day with a year begins that is named last before a place of the claim's sentence.

    Else that of the nearest sentence with any: "20th December" of the one before is of no year.
    """
    for passage in (own, *(each for each in passages if not each.is_own)):
        named = [each for each in named_times(passage) if not passage.is_own or each.start < end]
        for each in sorted(named, key=lambda time: -time.start):
            if isinstance(each.time, NamedPeriod) and each.time.end and each.time.years is None:
                return each.time.start
    return None


def _to_date(passages: tuple[Passage, ...], own: Passage) -> Iterator[NamedTime]:
    """Yield a year up to a month of it: "year-to-date sales through June 2023", or that a sentence nearby names."""
    for found in _TO_DATE.finditer(own.text):
        weight = own.weight(*found.span())
        named = named_times(own) or _all_named(passages, own, found.start(), "month")[:1]
        for each in named if weight > 0 else ():
            if isinstance(each.time, NamedPeriod) and each.time.end is not None:
                last = date.fromordinal(each.time.end.toordinal() - 1)
                yield NamedTime(NamedPeriod(first_day(last.year), each.time.end), weight, found.start())


def month_before(month: NamedPart, last_day: date) -> NamedPeriod | None:
    """Return the last time that a month, or a quarter, came before a day or has it; None for other parts of days."""
    if month.part not in MONTHS or month.first != month.last:
        return None
    months = MONTHS[month.part]
    first = _first_month(month)
    year = last_day.year if first <= last_day.month else last_day.year - 1
    return NamedPeriod(first_day(year, first), first_day(year, first + months))


def _first_month(time: NamedPeriod | NamedPart) -> int:
    """Return the number of the month that a month or a quarter begins with."""
    if isinstance(time, NamedPart):
        return (time.first - 1) * MONTHS[time.part] + 1
    return 1 if time.start is None else time.start.month


def _in_year(passages: tuple[Passage, ...], own: Passage, found: re.Match[str]) -> Iterator[NamedTime]:
    """Yield months or quarters of another year that is named: "in the same month of 2014"."""
    weight, unit, year = own.weight(*found.span()), found["unit"].lower(), int(found["year"])
    for time in _named(passages, own, found.start(), unit) if weight > 0 else ():
        first = _first_month(time)
        there = NamedPeriod(first_day(year, first), first_day(year, first + MONTHS[unit]))
        yield NamedTime(there, weight, found.start())


def _years_away(passages: tuple[Passage, ...], own: Passage, last_day: date | None) -> Iterator[NamedTime]:
    """Yield the same months of other years, where they are named with a year, or the data's last day tells it."""
    for found in _YEARS_AWAY.finditer(own.text):
        weight = own.weight(*found.span())
        for month in _named(passages, own, found.start(), "month") if weight > 0 else ():
            there = month_before(month, last_day) if isinstance(month, NamedPart) and last_day is not None else month
            if isinstance(there, NamedPeriod):
                direction = -1 if (found["side"] or found["just"]).lower() in _BACKWARDS else 1
                months = direction * OF_A_YEAR * _count(found["count"])
                yield NamedTime(shifted(there, months), weight, found.start())


def _end_of_change(own: Passage, before: Passage | None) -> Iterator[NamedTime]:
    """Yield the month from which, or to which, something went in the only stretch of months, here or before."""
    side, at = side_of_change(own)
    for passage in (own, before) if side else ():
        parts = [each.time for each in named_times(passage) if isinstance(each.time, NamedPart)] if passage else []
        stretches = [part for part in parts if part.part in MONTHS and part.first != part.last]
        if len(stretches) == 1:
            end = stretches[0].last if side == "to" else stretches[0].first
            yield NamedTime(replace(stretches[0], first=end, last=end), own.weights[at], own.start_of(at))
        if parts:
            return


def _told(
    passages: tuple[Passage, ...], own: Passage, found: re.Match[str], unit: str, months: int
) -> Iterator[NamedTime]:
    weight = own.weight(*found.span())
    time = _named_last(passages, own, found.start(), unit.lower()) if weight > 0 else None
    if time is not None:
        yield NamedTime(shifted(time, months), weight, found.start())


def _count(word: str | None) -> int:
    word = (word or "a").lower()
    return int(word) if word.isdecimal() else int(CARDINALS.get(word, 1))


def _named(passages: tuple[Passage, ...], own: Passage, end: int, unit: str) -> Iterator[NamedPeriod | NamedPart]:
    """Yield the month or quarter named last, and the first one: "April had more than March" is about April."""
    named = _all_named(passages, own, end, unit)
    if named:
        yield from dict.fromkeys((_last(named), min(named, key=lambda each: each.start).time))


def _named_last(passages: tuple[Passage, ...], own: Passage, end: int, unit: str) -> NamedPeriod | NamedPart | None:
    """Return the month or quarter named last before a place of the claim's sentence, or else in one near it."""
    named = _all_named(passages, own, end, unit)
    return _last(named) if named else None


def _last(named: Sequence[NamedTime]) -> NamedPeriod | NamedPart:
    """Return the last of some times; one with its year tells more than the name of the month alone."""
    return max(named, key=lambda each: (isinstance(each.time, NamedPeriod), each.start)).time


def _all_named(passages: tuple[Passage, ...], own: Passage, end: int, unit: str) -> list[NamedTime]:
    """Return the months or quarters named before a place of the claim's sentence, or else in the nearest with any."""
    for passage in (own, *(each for each in passages if not each.is_own)):
        named = [each for each in named_times(passage) if is_one(each.time, unit)]
        if passage.is_own:
            named = [each for each in named if each.start < end]
        if named:
            return named
    return []


def is_one(time: NamedPeriod | NamedPart, unit: str) -> bool:
    """Tell whether a time is one month, or one quarter."""
    if isinstance(time, NamedPart):
        return time.part == unit and time.first == time.last
    if time.start is None or time.end is None or time.start.day != 1:
        return False
    return time.end == first_day(time.start.year, time.start.month + MONTHS[unit])


def shifted(time: NamedPeriod | NamedPart, months: int) -> NamedPeriod | NamedPart:
    """Return the month or the quarter that lies some months after another one."""
    if isinstance(time, NamedPart):
        per = MONTHS["quarter" if time.part == "quarter" else "month"]
        place = (time.first - 1 + months // per) % (OF_A_YEAR // per) + 1
        return replace(time, first=place, last=place)
    start, end = (
        None
        if day is None
        else first_day(day.year + (day.month - 1 + months) // OF_A_YEAR, (day.month - 1 + months) % OF_A_YEAR + 1)
        for day in (time.start, time.end)
    )
    return NamedPeriod(start, end)
