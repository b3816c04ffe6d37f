"""Times told from others: "the year before", "five years later", "the latest season", "April" in a text about 2018."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from factcheck.catalogue.schema import Column
from factcheck.claims.passage import Passage
from factcheck.numbers.words import CARDINALS, DECADES
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.generators.named_days import days_of_months
from factcheck.retrieval.generators.named_periods import NamedPart, NamedPeriod, NamedTime, of_year, years
from factcheck.retrieval.generators.named_values import columns_named, own_passage
from factcheck.retrieval.generators.time_words import named_times
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.words.identifiers import number_of_label

_COUNT = "|".join(["the", "an?", r"\d{1,3}", *(word for word, value in CARDINALS.items() if value)])
_A_YEAR = rf"(?P<count>{_COUNT})\s(?P<unit>year|season|decade|century)s?"
_NOT_OF_THE_DATA = r"\b(?!\s(?:the|a|an|this|that|\d{4})\b)"  # "the year before the war"
_BEFORE = re.compile(
    rf"\b(?:{_A_YEAR}\s(?:earlier|previously|ago\b|(?:before|prior){_NOT_OF_THE_DATA})"
    r"|(?:previous|preceding|prior)\s(?:year|season)\b)",
    re.IGNORECASE,
)
_AFTER = re.compile(
    rf"\b(?:{_A_YEAR}\s(?:later|afterwards|(?:after|on){_NOT_OF_THE_DATA})"
    r"|(?:following|next|subsequent)\s(?:year|season)\b)",
    re.IGNORECASE,
)
_LAST_YEAR = re.compile(r"(?<!\bthe\s)(?<!\bvery\s)\blast\s(?:year|season)\b", re.IGNORECASE)
"""The year before that of the text, or of what it has just told: "in 2009 there were 12, and 14 last year"."""

_ANY_DECADE = re.compile(rf"\b(?P<first>(?:1[5-9]|20)\d0)s\b|\bthe\s(?P<word>{'|'.join(DECADES)})\b", re.IGNORECASE)
_DECADE_BESIDE = re.compile(
    r"\bthe\s(?:(?:(?P<next>following|next|subsequent)|previous|preceding|prior)\sdecade"
    rf"|decade\s(?:(?P<after>after(?:wards)?|later|that\sfollowed)|before(?:hand)?|earlier){_NOT_OF_THE_DATA})",
    re.IGNORECASE,
)
"""A decade told from another one that has a name: "7.3 percent in the 1990s and 5.0 percent in the decade after"."""

_SAME = re.compile(r"\b(?:that|(?:the\s)?same)\s(?:very\s)?(?:year|season)\b", re.IGNORECASE)
_END = re.compile(
    r"\b(?:the|its|their|our|this)\s(?:very\s)?"
    r"(?:(?P<last>last|latest|most\srecent|newest|final)|(?P<first>first|earliest|opening))\s",
    re.IGNORECASE,
)
_YEAR_OR_SEASON = re.compile(r"(?:year|season)\b", re.IGNORECASE)
_AT_END = re.compile(
    r"\b(?:at|by|in|to)\sthe\s(?:(?P<last>(?:very\s)?(?:end|last|latest))|(?P<first>(?:beginning|start|outset|first)))"
    r"\b(?:\sof\s(?:the|this|our|its|their)\s(?:(?:whole|entire)\s)?(?:period|series|time\sseries|data|records?|time\sspan)\b"
    r"|(?!\s\w))",
    re.IGNORECASE,
)
"""The last or the first year of all, where no other noun follows: "from 28 in 1990 to 150 at the end"."""
_BY_YEAR = re.compile(
    r"\bby\s(?:the\s(?:end|start|beginning|middle)\sof\s)?(?P<year>(?:1[5-9]|20)\d\d)\b", re.IGNORECASE
)
"""A year by whose end something is as it is told: "by 2014 it stood at seven"."""

_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_BOTH_ENDS = 2
_MOST_YEARS_AROUND = 4

_AROUND_NUMBERS = frozenset("about around almost nearly roughly just only some over under more less than $ € £".split())
_YEARS = {"year": 1, "season": 1, "decade": 10, "century": 100}
_IN_ORDER = frozenset(
    "year season series edition round week matchday chapter volume episode semester term wave".split()
)


def relative_times(passages: tuple[Passage, ...]) -> Iterator[NamedTime]:
    """Yield the years told from another one, and the months of the year that the text is about.

    That year is the last one named before in the sentence, or else the only one of a sentence or a headline near it;
    after "27 in January 2018 and 31 in January 2019" the months may be of each of its years.
    """
    own = next((passage for passage in passages if passage.is_own), None)
    if own is None:
        return
    for year, weight in told_years(passages):
        yield NamedTime(years(year, year), weight)
    yield from _decades_beside(own, next((passage for passage in passages if not passage.is_own), None))
    around = _years_around(passages)
    times = list(named_times(own))
    if not 0 < len(around) <= _MOST_YEARS_AROUND or any(isinstance(each.time, NamedPeriod) for each in times):
        return
    for each in times:
        if isinstance(each.time, NamedPart) and each.time.part in {"month", "quarter"}:
            yield from (replace(each, time=of_year(each.time, years(year, year))) for year in around)
    if len(around) == 1:
        yield from days_of_months(own, years(around[0], around[0]))


def _decades_beside(own: Passage, before: Passage | None) -> Iterator[NamedTime]:
    """Yield decades told from the one that the sentence names last before, or else from the only one before it."""
    for found in _DECADE_BESIDE.finditer(own.text):
        named = _decades(own.text[: found.start()])
        others = set(_decades(before.text)) if before is not None and not named else set()
        first = named[-1] if named else next(iter(others)) if len(others) == 1 else None
        if first is not None and (weight := own.weight(*found.span())) > 0:
            start = first + (10 if found["next"] or found["after"] else -10)
            yield NamedTime(years(start, start + 9), weight)


def _decades(text: str) -> list[int]:
    """Return the first years of the decades that a text names, in its order."""
    matches = _ANY_DECADE.finditer(text)
    return [int(each["first"]) if each["first"] else 1900 + DECADES[each["word"].lower()] for each in matches]


def told_years(passages: tuple[Passage, ...]) -> Iterator[tuple[int, float]]:
    """Yield the years that the claim's sentence tells from another one, and what the words weigh that tell it."""
    own = next((passage for passage in passages if passage.is_own), None)
    if own is None:
        return
    around = _year_around(passages)
    for pattern, direction in ((_BEFORE, -1), (_AFTER, 1)):
        for found in pattern.finditer(own.text):
            weight = own.weight(*found.span())
            year = _year_before(own, found.start()) or around
            if weight > 0 and year is not None:
                yield year + direction * _distance(found), weight
    for found in _LAST_YEAR.finditer(own.text):
        year = _year_before(own, found.start()) or around
        if (weight := own.weight(*found.span())) > 0 and year is not None:
            yield year - 1, weight
    for found in _SAME.finditer(own.text):
        year = _year_before(own, found.start()) or last_year(passages)
        if (weight := own.weight(*found.span())) > 0 and year is not None:
            yield year, weight
    for found in _BY_YEAR.finditer(own.text):
        if (weight := own.weight(*found.span())) > 0:
            yield int(found["year"]), weight
    yield from _end_of_change(own, next((passage for passage in passages if not passage.is_own), None))


def side_of_change(passage: Passage) -> tuple[str, int]:
    """Return "from" or "to" where one of them stands before the claim's number, and its index; else nothing and 0."""
    at = min(passage.own, default=0) - 1
    while at > 0 and passage.tokens[at].text.lower() in _AROUND_NUMBERS:
        at -= 1
    word = passage.tokens[at].text.lower() if at > 0 else ""
    return (word, at) if word in {"from", "to"} else ("", 0)


def _end_of_change(passage: Passage, before: Passage | None) -> Iterator[tuple[int, float]]:
    """Yield the year of a claim that says from what, or to what, something went in the only stretch of years.

    "Between 2010 and 2019 they went up from 3 to 13": the 3 is that of 2010.  Where the sentence names no year, the
    stretch is that of the sentence before, or from the one to the other of its two years.
    """
    side, at = side_of_change(passage)
    stretches = [
        (each.time.years[side == "to"], each.weight)
        for each in (named_times(passage) if side else ())
        if isinstance(each.time, NamedPeriod) and each.time.years and each.time.years[0] != each.time.years[1]
    ]
    if len(stretches) == 1 and stretches[0][0] is not None:
        yield stretches[0][0], stretches[0][1]
    elif side and before is not None and _year_before(passage, len(passage.text)) is None:
        named = sorted({int(year) for year in _YEAR.findall(before.text)})
        if len(named) == _BOTH_ENDS:
            yield named[side == "to"], passage.weights[at]


def _distance(found: re.Match[str]) -> int:
    """Return how many years lie between two times: ten for "a decade later"."""
    count = (found["count"] or "").lower()
    number = int(count) if count.isdecimal() else CARDINALS.get(count, 1)
    return int(number) * _YEARS[(found["unit"] or "year").lower()]


def values_in_order(cue: PredicateCue) -> Iterator[tuple[Equals, float]]:
    """Yield the first or the last value of columns that number what comes one after another: "the latest season"."""
    passage = own_passage(cue)
    columns = {
        column.column_id: column
        for column in cue.columns
        if (column.is_integer or column.is_text) and cue.values.get(column.column_id)
    }
    if passage is None or not (columns or cue.years):
        return
    yield from _ends_of_years(passage, cue)
    yield from _beside_ends(passage, cue)
    for found in _END.finditer(passage.text):
        index = max(passage.within(*found.span()), default=len(passage.tokens)) + 1
        if index >= len(passage.tokens) or passage.tokens[index].lemma.lower() not in _IN_ORDER:
            continue
        pick = max if found["last"] else min
        for column, _ in columns_named(cue, passage.tokens[index].text, columns):
            numbered = _numbered(cue, column)
            if numbered:
                yield Equals(column, numbered[pick(numbered)]), passage.weights[index]


def _ends_of_years(passage: Passage, cue: PredicateCue) -> Iterator[tuple[Equals, float]]:
    """Yield the first or the last year of columns of years: "the opening year", "at the end"."""
    for pattern in (_END, _AT_END):
        for found in pattern.finditer(passage.text):
            named = range(max(passage.within(*found.span()), default=-1), len(passage.tokens))
            at = named[0] if pattern is _AT_END else next(iter(named[1:]), len(passage.tokens))
            is_year = pattern is _AT_END or (at < len(passage.tokens) and passage.tokens[at].lemma.lower() in _YEARS)
            weight = max(passage.weights[at], passage.weight(*found.span())) if is_year else 0.0
            for column in cue.columns if weight > 0 else ():
                if ends := cue.years.get(column.column_id):
                    yield Equals(column, str(ends[-1 if found["last"] else 0])), weight


def _beside_ends(passage: Passage, cue: PredicateCue) -> Iterator[tuple[Equals, float]]:
    """Yield the year before the last one of columns of years, or the year after the first: "2.9, up from 2.7 before".

    The sentence says "the year before" of the year that it calls the last one, or that a sentence before calls so.
    """
    before = next((each for each in cue.words.passages if not each.is_own), None)
    is_told_there = before is not None and _year_before(before, len(before.text)) is not None
    for pattern, direction in ((_BEFORE, -1), (_AFTER, 1)):
        for found in pattern.finditer(passage.text):
            weight = passage.weight(*found.span())
            ends = [end for end in _named_ends(passage) if end[0] < found.start()]
            if not ends and before is not None and not is_told_there:
                ends = _named_ends(before)
            is_told = _year_before(passage, found.start()) is not None
            for column in cue.columns if weight > 0 and ends and not is_told else ():
                if known := cue.years.get(column.column_id):
                    year = known[-1 if ends[-1][1] else 0] + direction * _distance(found)
                    yield Equals(column, str(year)), weight


def _named_ends(passage: Passage) -> list[tuple[int, bool]]:
    """Return where a sentence names the last year, or the first one (False), of what there is."""
    return [
        (found.start(), bool(found["last"]))
        for found in _END.finditer(passage.text)
        if _YEAR_OR_SEASON.match(passage.text, found.end())
    ]


def _numbered(cue: PredicateCue, column: Column) -> dict[int, str]:
    """Return the values of a column by their numbers, where all are numbers, or letters with one behind: S01, S02."""
    numbers = {int(v) if v.isdecimal() else number_of_label(v): v for v in cue.values[column.column_id]}
    return {number: value for number, value in numbers.items() if number is not None} if None not in numbers else {}


def _year_around(passages: tuple[Passage, ...]) -> int | None:
    """Return the only year of the nearest sentence or headline that names a time with a year."""
    around = _years_around(passages)
    return around[0] if len(around) == 1 else None


def _years_around(passages: tuple[Passage, ...]) -> list[int]:
    """Return the years of the nearest sentence or headline that names a time with a year, in ascending order."""
    for passage in passages:
        named = set() if passage.is_own else {year for each in named_times(passage) for year in _years_of(each)}
        if named:
            return sorted(named)
    return []


def last_year(passages: tuple[Passage, ...]) -> int | None:
    """Return the year that the nearest sentence with any names last: "that year" is that one."""
    years_before = (_year_before(passage, len(passage.text)) for passage in passages if not passage.is_own)
    return next((year for year in years_before if year is not None), None)


def _year_before(passage: Passage, end: int) -> int | None:
    """Return the year named last before a position of a sentence."""
    found = _YEAR.findall(passage.text[:end])
    return int(found[-1]) if found else None


def _years_of(named: NamedTime) -> Iterator[int]:
    if isinstance(named.time, NamedPeriod):
        yield from (day.year for day in (named.time.start,) if day is not None)
        if named.time.years and named.time.years[0] != named.time.years[1]:
            yield from (year for year in named.time.years if year is not None)
