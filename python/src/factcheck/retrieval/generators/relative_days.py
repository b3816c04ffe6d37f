"""Days told by others and by the month a text is about: "Thursday the 10th", "the day before", "on New Year's Eve"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from factcheck.claims.passage import Passage
from factcheck.numbers.words import CARDINALS, any_of
from factcheck.queries.predicates.calendar_words import MONTHS, WEEKDAYS
from factcheck.retrieval.generators.named_periods import NamedPart, NamedPeriod, first_day
from factcheck.retrieval.generators.time_words import named_times

_WEEKDAY = any_of(WEEKDAYS)
_NUMBER = r"(?P<{0}>[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)\b"
_DAY = rf"(?:(?P<{{0}}_weekday>{_WEEKDAY}),?\s(?:the\s)?|the\s){_NUMBER}"
_STRETCH = re.compile(
    rf"\b(?:(?P<between>between)\s)?{_DAY.format('first')}\s?(?:(?P<and>and)|to|until|till|through|[-–—])\s?"
    rf"(?:(?P<last_weekday>{_WEEKDAY}),?\s)?(?:the\s)?{_NUMBER.format('last')}",
    re.IGNORECASE,
)
_ON_WEEKDAY = re.compile(rf"\b(?P<day_weekday>{_WEEKDAY}),?\s(?:the\s)?{_NUMBER.format('day')}", re.IGNORECASE)
_GOES_ON = "there it he she we they you the a an only just some about and or but with was were is are saw had".split()
_ON_DAY = re.compile(
    rf"\bon\sthe\s{_NUMBER.format('day')}"
    rf"(?=\s?[.,;:)]|\s?\Z|\s(?:{any_of(_GOES_ON)})\b|\s\d|\sof\s(?:that|the\s(?:same\s)?)month\b|\sof\s{any_of(MONTHS)}\b)",
    re.IGNORECASE,
)
_COUNT = any_of(["the", "a", "one", r"\d{1,2}", *(word for word, value in CARDINALS.items() if value > 1)])
_SHIFTED = re.compile(
    rf"\b(?:(?P<count>{_COUNT})\sdays?\s(?P<side>before|earlier|after|later)\b(?!\s(?:(?:the|an?|this|that)\b|\d|(?-i:[A-Z])))"
    r"|the\s(?P<order>previous|preceding|following|next)\sday\b)",
    re.IGNORECASE,
)
_BACKWARDS = frozenset({"before", "earlier", "previous", "preceding"})
_FEASTS = {
    r"new\syear['’]?s?['’]?\seve": (12, 31),
    r"new\syear['’]?s?['’]?\sday": (1, 1),
    r"valentine['’]?s\sday": (2, 14),
    r"(?:st\.?|saint)\spatrick['’]?s\sday": (3, 17),
    r"april\sfools?['’]?s?['’]?\sday": (4, 1),
    r"hallowe['’]?en": (10, 31),
    r"christmas\seve": (12, 24),
    r"christmas\sday": (12, 25),
    r"boxing\sday": (12, 26),
}
_FEAST = re.compile(
    r"\b(?:" + "|".join(rf"(?P<feast_{index}>{words})" for index, words in enumerate(_FEASTS)) + r")\b", re.IGNORECASE
)
_ANY = re.compile(rf"\d(?:st|nd|rd|th)\b|\bdays?\b|{_FEAST.pattern}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ToldDays:
    """Days that words at ``start:end`` of a sentence tell, with the weight of the heaviest of these."""

    time: NamedPeriod
    weight: float
    start: int
    end: int


def relative_days(passages: tuple[Passage, ...], years: Collection[int]) -> tuple[ToldDays, ...]:
    """Return the days that a claim's sentence tells by others, by the month named last, or by the year of the text.

    ``years`` are all that the text names.
    """
    own = next((passage for passage in passages if passage.is_own), None)
    if own is None or not own.written.has(_ANY):
        return ()
    told = [*_stretches(passages, own, years)]
    told += [day for day in _single(passages, own, years) if not any(s.start <= day.start < s.end for s in told)]
    told += _shifted(passages, own, years)
    return tuple(each for each in told if each.weight > 0)


def single_day(time: NamedPeriod | NamedPart) -> date | None:
    """Return the day that a time is, None where it is no single one."""
    if isinstance(time, NamedPart) or time.start is None or time.end is None:
        return None
    return time.start if time.end - time.start == timedelta(days=1) else None


def _stretches(passages: tuple[Passage, ...], own: Passage, years: Collection[int]) -> Iterator[ToldDays]:
    """Yield days in a row: "from Monday the 3rd to Sunday the 9th"."""
    for found in _STRETCH.finditer(own.text):
        if found["and"] and not found["between"]:
            continue
        month = _month_meant(passages, own, found, years)
        first, last = (_day(month, int(found[end]), found[f"{end}_weekday"]) for end in ("first", "last"))
        if first is not None and last is not None and first < last:
            yield _told(own, found, first, last)


def _single(passages: tuple[Passage, ...], passage: Passage, years: Collection[int]) -> Iterator[ToldDays]:
    """Yield single days that a sentence names by their number in a month, or as a feast."""
    for pattern in (_ON_WEEKDAY, _ON_DAY):
        for found in pattern.finditer(passage.text):
            weekday = found["day_weekday"] if pattern is _ON_WEEKDAY else None
            day = _day(_month_meant(passages, passage, found, years), int(found["day"]), weekday)
            if day is not None:
                yield _told(passage, found, day, day)
    for found in _FEAST.finditer(passage.text):
        year = _year_meant(passages, passage, years)
        month, number = tuple(_FEASTS.values())[int(str(found.lastgroup).removeprefix("feast_"))]
        if year is not None:
            yield _told(passage, found, date(year, month, number), date(year, month, number))


def _shifted(passages: tuple[Passage, ...], own: Passage, years: Collection[int]) -> Iterator[ToldDays]:
    """Yield days told from the day named last: "the day before"."""
    for found in _SHIFTED.finditer(own.text):
        from_day = _day_named_last(passages, own, found.start(), years)
        if from_day is not None:
            word = (found["count"] or "the").lower()
            count = int(word) if word.isdecimal() else int(CARDINALS.get(word, 1))
            is_back = (found["side"] or found["order"]).lower() in _BACKWARDS
            day = from_day + timedelta(days=-count if is_back else count)
            yield _told(own, found, day, day)


def _told(passage: Passage, found: re.Match[str], first: date, last: date) -> ToldDays:
    return ToldDays(
        NamedPeriod(first, last + timedelta(days=1)), passage.weight(*found.span()), found.start(), found.end()
    )


def _day(month: tuple[int, int] | None, number: int, weekday: str | None) -> date | None:
    """Return a day of a month; None where the month has none, or it is another day of the week."""
    if month is None or number >= (first_day(month[0], month[1] + 1) - first_day(*month)).days + 1:
        return None
    day = date(*month, number)
    return day if weekday is None or WEEKDAYS[day.weekday()].lower() == weekday.lower() else None


def _day_named_last(passages: tuple[Passage, ...], own: Passage, end: int, years: Collection[int]) -> date | None:
    """Return the day named last before a place of the claim's sentence, or else the only one of a sentence near it."""
    for passage in (own, *(each for each in passages if not each.is_own)):
        told = _single(passages, passage, years)
        days = [(each.start, day) for each in told if (day := single_day(each.time)) is not None]
        days += [(each.start, day) for each in named_times(passage) if (day := single_day(each.time)) is not None]
        known = [day for at, day in sorted(days) if not passage.is_own or at < end]
        if known:
            return known[-1] if passage.is_own or len(set(known)) == 1 else None
    return None


def _month_meant(
    passages: tuple[Passage, ...], passage: Passage, found: re.Match[str], years: Collection[int]
) -> tuple[int, int] | None:
    """Return the year and month of a day: named right behind it, or last before it, or last in a sentence near it."""
    for place in (passage, *(each for each in passages if each is not passage and not each.is_own)):
        months = _months_of(place)
        if place is passage:
            behind = [month for at, month in months if 0 <= at - found.end() <= len(" of ")]
            chosen = behind[:1] or [month for at, month in months if at < found.start()][-1:]
        else:
            chosen = [month for _, month in months][-1:]
        if chosen:
            year = chosen[0][0] or _year_meant(passages, passage, years)
            return None if year is None else (year, chosen[0][1])
    return None


def _months_of(passage: Passage) -> list[tuple[int, tuple[int | None, int]]]:
    """Return the single months that a sentence names, each with its place and its year, as far as it is told."""
    months: dict[int, tuple[int | None, int]] = {}
    for each in named_times(passage):
        time = each.time
        if isinstance(time, NamedPart):
            if time.part == "month" and time.first == time.last:
                months.setdefault(each.start, (None, time.first))
        elif time.start is not None and time.end is not None and time.years is None:
            is_within = time.end <= first_day(time.start.year, time.start.month + 1)
            months |= {each.start: (time.start.year, time.start.month)} if is_within else {}
    return sorted(months.items())


def _year_meant(passages: tuple[Passage, ...], passage: Passage, years: Collection[int]) -> int | None:
    """Return the only year of a sentence, or else of the nearest one that names any, or of the whole text."""
    for place in (passage, *(each for each in passages if each is not passage and not each.is_own)):
        named = {
            each.time.start.year
            for each in named_times(place)
            if isinstance(each.time, NamedPeriod) and each.time.start is not None
        }
        if named:
            return named.pop() if len(named) == 1 else None
    return next(iter(years)) if len(years) == 1 else None
