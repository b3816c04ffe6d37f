"""Words and digits of a sentence that name a day: "March 5, 2018", "the fifth of March 2018", "2018-03-05"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date

from factcheck.claims.passage import Passage
from factcheck.queries.predicates.calendar_words import MONTHS
from factcheck.retrieval.generators.named_periods import NamedPart, NamedPeriod, NamedTime, opened

_SHORT_MONTHS = {name[:3].lower(): number for number, name in enumerate(MONTHS, 1)} | {"sept": 9}
MONTH_WORDS = "|".join([f"(?i:{'|'.join(MONTHS)})", r"(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?"])
YEAR = r"(?:1[5-9]|20)\d\d"
TO = r"\s?(?:to|through|until|till|[-–—])\s?"

_NO_CHANGE = "".join(
    f"(?<!{word}\\s)"
    for word in "increase decrease rise growth gain jump drop decline fall change improvement up down".split()
)
"""Not behind a change from what was before: "a 33 % increase from December 2023"."""

OPEN = (
    rf"(?P<open>(?i:since|{_NO_CHANGE}from|after|before|prior\sto|until|till|through|by|up\sto|starting\sin|beginning\sin))\s"
    r"(?:the\s(?:year|end\sof)\s)?"
)
"""Before a time from or up to which all is meant."""

_ORDINAL_ONES = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth"
).split()
_ORDINAL_DAYS = (
    {word: number for number, word in enumerate(_ORDINAL_ONES, 1)}
    | {f"twenty-{word}": 20 + number for number, word in enumerate(_ORDINAL_ONES[:9], 1)}
    | {"twentieth": 20, "thirtieth": 30, "thirty-first": 31}
)
_ORDINALS = "|".join(sorted(_ORDINAL_DAYS, key=len, reverse=True))
_NUMBER = rf"(?:(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?|(?i:{_ORDINALS}))"
_IN_DIGITS = rf"{YEAR}(?:-[01]\d-[0-3]\d|/[01]\d/[0-3]\d)(?![-/\w])"
_IN_WORDS = rf"(?:{_NUMBER}\s(?:of\s)?(?:{MONTH_WORDS})|(?:{MONTH_WORDS})\s{_NUMBER}),?\s{YEAR}\b"
_THE = r"(?:the\s)?"
_DAY = rf"(?:{_IN_DIGITS}|{_IN_WORDS})"
_PARTS = re.compile(
    rf"(?:(?P<before>{_NUMBER})\s(?:of\s)?)?(?P<month>{MONTH_WORDS})(?:\s(?P<behind>{_NUMBER}))?,?\s(?P<year>{YEAR})"
)

_BETWEEN_DAYS = re.compile(rf"\b(?i:between)\s{_THE}(?P<first>{_DAY})\sand\s{_THE}(?P<last>{_DAY})")
_TWO_DAYS = re.compile(rf"\b(?P<first>{_DAY}){TO}{_THE}(?P<last>{_DAY})")
_ONE_DAY = re.compile(rf"\b(?:{OPEN}{_THE})?(?P<at>{_DAY})")

_WITH_ITS_DAY = {"after": "since", "before": "until"}
_OF_WITH_ITS_DAY = 0.5
"""What is left of the weight of "after 2024-03-01" where that day is counted, too."""


def month_number(word: str) -> int:
    """Return the number of a month by its name, or the beginning of it."""
    lower = word.lower().rstrip(".")
    return _SHORT_MONTHS.get(lower) or _SHORT_MONTHS[lower[:3]]


def _read_day(text: str) -> NamedPeriod | None:
    """Read a day; None where the calendar has none such."""
    told = _PARTS.fullmatch(text)
    try:
        if told is None:
            return _whole(date.fromisoformat(text.replace("/", "-")))
        number = _number(told["before"] or told["behind"])
        return _whole(date(int(told["year"]), month_number(told["month"]), number))
    except ValueError:
        return None


def _number(text: str) -> int:
    word = text.lower()
    return int(word.rstrip("stndrh")) if word[0].isdigit() else _ORDINAL_DAYS[word]


def _whole(day: date) -> NamedPeriod:
    return NamedPeriod(day, date.fromordinal(day.toordinal() + 1))


def _two_days(found: re.Match[str]) -> NamedPeriod | None:
    first, last = _read_day(found["first"]), _read_day(found["last"])
    if first is None or last is None or first.start is None or last.end is None or first.start >= last.end:
        return None
    return NamedPeriod(first.start, last.end)


def _one_day(found: re.Match[str]) -> NamedPeriod | None:
    day = _read_day(found["at"])
    return day if day is None or found["open"] is None else opened(found["open"], day)


DAYS = ((_BETWEEN_DAYS, _two_days), (_TWO_DAYS, _two_days), (_ONE_DAY, _one_day))
"""What names days, the longest first, each with what reads it."""


def with_its_day(named: NamedTime, found: re.Match[str]) -> Iterator[NamedTime]:
    """Yield "after 2024-03-01" with that day, as many mean it; nothing of what is no such day."""
    word = _WITH_ITS_DAY.get((found["open"] or "").lower()) if found.re is _ONE_DAY else None
    day = _read_day(found["at"]) if word is not None else None
    if word is not None and day is not None:
        yield NamedTime(opened(word, day), named.weight * _OF_WITH_ITS_DAY, named.start, named.end)


_OF_A_MONTH = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b(?P<day>{_NUMBER})\s(?:of\s)?(?P<month>{MONTH_WORDS})(?!\w)(?!,?\s(?:of\s|in\s)?{YEAR}\b)",
        rf"\b(?P<month>{MONTH_WORDS})\s(?P<day>(?i:{_NUMBER}))\b(?![.,:]\d)(?!,?\s(?:of\s|in\s)?{YEAR}\b)",
    )
)


_STRETCHES_OF_MONTHS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b(?P<month>{MONTH_WORDS})\s(?P<first>{_NUMBER}){TO}(?:(?P<other>{MONTH_WORDS})\s)?(?P<last>{_NUMBER})\b"
        rf"(?![.,:]\d)(?!,?\s(?:of\s|in\s)?{YEAR}\b)",
        rf"\b(?P<first>{_NUMBER}){TO}(?P<last>{_NUMBER})\s(?:of\s)?(?P<month>{MONTH_WORDS})(?!\w)"
        rf"(?!,?\s(?:of\s|in\s)?{YEAR}\b)",
    )
)


def days_of_months(passage: Passage, year: NamedPeriod | NamedPart) -> Iterator[NamedTime]:
    """Yield the days of a month that a sentence names without a year, as those of a year: "the sixteenth of May".

    Of days that are joined, as in "July 13-19", the stretch is named, and neither end.
    """
    if not isinstance(year, NamedPeriod) or year.start is None or not names_a_day([passage]):
        return
    joined = [found for pattern in _STRETCHES_OF_MONTHS for found in pattern.finditer(passage.text)]
    for found in joined:
        ends = ((found["first"], found["month"]), (found["last"], found.groupdict().get("other") or found["month"]))
        first, last = (_read_day(f"{day} {month} {year.start.year}") for day, month in ends)
        start, end = None if first is None else first.start, None if last is None else last.end
        weight = passage.weight(*found.span())
        if start is not None and end is not None and start < end and weight > 0:
            yield NamedTime(NamedPeriod(start, end), weight)
    for pattern in _OF_A_MONTH if not joined else ():
        for found in pattern.finditer(passage.text):
            day = _read_day(f"{found['day']} {found['month']} {year.start.year}")
            weight = passage.weight(*found.span())
            if day is not None and weight > 0:
                yield NamedTime(day, weight)


_A_DAY = re.compile(
    rf"\b(?:(?:{MONTH_WORDS})\s(?:\d{{1,2}}\b(?!:)|(?i:{_ORDINALS})\b)"
    rf"|(?:\d{{1,2}}(?:st|nd|rd|th)?|(?i:{_ORDINALS}))\s(?:of\s)?(?:{MONTH_WORDS})"
    r"|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})\b"
)


def names_a_day(passages: Iterable[Passage]) -> bool:
    """Tell whether sentences name a day of a month, with or without its year."""
    return any(_A_DAY.search(passage.text) for passage in passages)
