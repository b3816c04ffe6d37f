"""Words of a sentence that name a time: years, months, weekdays, hours, and stretches of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from factcheck.claims.passage import Passage, read_once
from factcheck.numbers.words import CARDINALS, DECADES, HOURS, PART_OF_DAY
from factcheck.queries.predicates.calendar_words import MONTHS, WEEKDAYS
from factcheck.queries.predicates.date_part import Part
from factcheck.retrieval.generators.bare_hours import BARE_HOURS, bare_hours
from factcheck.retrieval.generators.named_days import (
    DAYS,
    MONTH_WORDS,
    OPEN,
    TO,
    YEAR,
    days_of_months,
    month_number,
    with_its_day,
)
from factcheck.retrieval.generators.named_periods import (
    NamedPart,
    NamedPeriod,
    NamedTime,
    months_between,
    near,
    of_year,
    opened,
    years,
)

_DAY_WORDS = "|".join([*(rf"(?i:{name}s?)" for name in WEEKDAYS), r"(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)\b\.?"])
_QUARTERS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4, "last": 4}
_PARTS_OF_DAY = {
    "morning": (5, 11),
    "afternoon": (12, 16),
    "evening": (17, 20),
    "night": (21, 4),
    "nighttime": (21, 4),
}
_DECADES_TOLD = re.compile(r"\bdecades?\b|\b\d\d[1-9]0['’]?s\b|['’]\d0s\b", re.IGNORECASE)
"""What a sentence about decades has, in which "the 1900s" are one, too."""

_HALF = rf"(?P<{{0}}_half>[ap]\.?m\b\.?|o['’]clock\b|{PART_OF_DAY}\b|(?<=noon)|(?<=midnight))"
_HOUR = rf"(?P<{{0}}>1[0-2]|0?[1-9]|noon|midnight|{HOURS})(?::00)?\s?{_HALF}"
_BARE_HOUR = rf"(?P<{{0}}>1[0-2]|0?[1-9]|noon|midnight|{HOURS})(?::00)?(?:\s?{_HALF})?"
_CLOCK = r"(?P<{0}>[01]?\d|2[0-3]):00"
_LAST_CLOCK = r"(?P<last>[01]?\d|2[0-3]):(?P<minute>00|59)"
_THIS_CENTURY = 2000
_SHORTENED = 2
_MONTHS_OF_YEAR = 12
_FROM_ANOTHER_NUMBER = re.compile(r"\b(?:in|of|for)\s\Z", re.IGNORECASE)
"""Before a year behind which another number may follow: "from 62 in 2012 to 81 in 2013" names no year 2081."""
_CENTURIES = {
    **{word: number for number, word in enumerate("sixteenth seventeenth eighteenth nineteenth twentieth".split(), 16)},
    "twenty-first": 21,
    **{f"{number}th": number for number in range(16, 21)},
    "21st": 21,
}
_NAMED_HOURS = {"noon": 12, "midnight": 0}


def _weekday_number(word: str) -> int:
    return next(number for number, name in enumerate(WEEKDAYS, 1) if name.lower().startswith(word.lower()[:3]))


Read = Callable[[re.Match[str]], "NamedPeriod | NamedPart | None"]


def _two_months(found: re.Match[str]) -> NamedPeriod | None:
    last = int(found["last_year"]), month_number(found["last"])
    first = int(found["first_year"] or found["last_year"]), month_number(found["first"])
    return months_between(first, last) if first <= last else None


def _one_month(found: re.Match[str]) -> NamedPeriod:
    month = int(found["year"]), month_number(found["month"])
    return months_between(month, month)


def _open_month(found: re.Match[str]) -> NamedPeriod:
    month = int(found["year"]), month_number(found["month"])
    whole = months_between(month, month)
    return opened(found["open"], whole)


def _edge_of_year(found: re.Match[str]) -> NamedPeriod:
    """Read "at the start of 2008" as its first month, of columns of years as the year."""
    year = int(found["year"])
    month = 12 if found["edge"].lower() in {"end", "close"} else 1
    return replace(months_between((year, month), (year, month)), years=(year, year))


def _quarter(found: re.Match[str]) -> NamedPeriod | NamedPart:
    digit, year_text = found["number"] or found["number_after"], found["year"] or found["year_before"]
    number = int(digit) if digit else _QUARTERS[found["word"].lower()]
    if year_text is None:
        return NamedPart("quarter", number, number)
    year = int(year_text)
    return months_between((year, 3 * number - 2), (year, 3 * number))


def _quarter_alone(found: re.Match[str]) -> NamedPart | None:
    """Read "in the third" behind "the first quarter"."""
    number = _QUARTERS[found["word"].lower()]
    return NamedPart("quarter", number, number) if "quarter" in found.string[: found.start()].lower() else None


def _half_year(found: re.Match[str]) -> NamedPeriod:
    number = int(found["number"]) if found["number"] else 1 if found["word"].lower() == "first" else 2
    year = int(found["year"])
    return months_between((year, 6 * number - 5), (year, 6 * number))


def _part_of_year(found: re.Match[str]) -> NamedPeriod | None:
    """Read "the first nine months of 2019"; no more of them than a year has."""
    count, year = found["count"].lower(), int(found["year"])
    months = (3 if found["unit"].lower() == "quarters" else 1) * int(CARDINALS.get(count, count))
    if not 0 < months < _MONTHS_OF_YEAR:
        return None
    if found["side"].lower() in {"first", "opening"}:
        return months_between((year, 1), (year, months))
    return months_between((year, _MONTHS_OF_YEAR + 1 - months), (year, _MONTHS_OF_YEAR))


def _two_years(found: re.Match[str]) -> NamedPeriod | None:
    first, last = int(found["first"]), found["last"]
    if len(last) == _SHORTENED and _FROM_ANOTHER_NUMBER.search(found.string, 0, found.start()) and " " in found[0]:
        return None
    full = int(last) if len(last) == 4 else first // 100 * 100 + int(last)
    return years(first, full) if first < full else None


def _decade(found: re.Match[str]) -> NamedPeriod:
    """Read "the 1900s" as a century, but as a decade in a sentence about decades."""
    digits = found["decade"]
    first = int(digits) if len(digits) == 4 else 1900 + int(digits) if int(digits) >= 30 else 2000 + int(digits)
    is_century = digits.endswith("00") and digits != "2000" and not _DECADES_TOLD.search(found.string)
    return years(first, first + (99 if is_century else 9))


def _decade_in_words(found: re.Match[str]) -> NamedPeriod:
    first = 1900 + DECADES[found["decade"].lower()]
    return years(first, first + 9)


def _open_decade(found: re.Match[str]) -> NamedPeriod:
    """Read "since the Eighties", "until the end of the 1970s", "before the Nineties"."""
    word = found["decade"].lower().rstrip("s") if found["decade"][0].isdigit() else ""
    first = int(word) if word else 1900 + DECADES[found["decade"].lower()]
    is_beginning = (found["edge"] or "").lower() in {"start", "beginning"}
    is_until = found["open"].lower() in {"until", "till", "up to"}
    if is_beginning and is_until:
        return years(None, first - 1)
    return opened(found["open"], years(first, first + 9))


def _century(found: re.Match[str]) -> NamedPeriod:
    if found["this"]:
        return years(2000, None)
    first = 1900 if found["last"] else 100 * (_CENTURIES[found["number"].lower()] - 1)
    return years(first, first + 99) if first < _THIS_CENTURY else years(first, None)


def _until_the_beginning(found: re.Match[str]) -> NamedPeriod | None:
    first, last = int(found["first"]), int(found["last"]) - 1
    return years(first, last) if first < last else None


def _turn_of_the_century(found: re.Match[str]) -> NamedPeriod:
    return years(None, 1999) if found["open"].lower() in {"before", "until"} else years(2000, None)


def _hour(digits: str, half: str | None) -> int:
    if digits.lower() in _NAMED_HOURS:
        return _NAMED_HOURS[digits.lower()]
    number = int(digits) if digits.isdecimal() else int(CARDINALS[digits.lower()])
    if half is None or half.lower().startswith("o"):
        return number
    told = half.lower()
    is_late = told.startswith("p") or told.endswith(("afternoon", "evening")) or (told == "at night" and number > 5)
    return number % 12 + (12 if is_late else 0)


def _hours(found: re.Match[str]) -> NamedPart | None:
    last_half = found["last_half"]
    first, last = _hour(found["first"], found["first_half"] or last_half), _hour(found["last"], last_half)
    if found["first_half"] is None and first > last:  # "11 to 2 pm" begins in the morning
        first = _hour(found["first"], None) % 12
    return None if first == last else NamedPart("hour", first, (last - 1) % 24)


def _clock_hours(found: re.Match[str]) -> NamedPart | None:
    first, last = int(found["first"]), int(found["last"]) + (found["minute"] == "59")
    return None if first == last else NamedPart("hour", first, (last - 1) % 24)


def _one_hour(found: re.Match[str]) -> NamedPart:
    hour = _hour(found["at"], found["at_half"])
    match (found["open"] or "").lower():
        case "after" | "since" | "from":
            return NamedPart("hour", hour, 23)
        case "before" | "until" | "by":
            return NamedPart("hour", 0, (hour - 1) % 24)
        case _:
            return NamedPart("hour", hour, hour)


def _part(part: Part, number: Callable[[str], int]) -> Read:
    def read(found: re.Match[str]) -> NamedPart:
        first = number(found["first"])
        return NamedPart(part, first, number(found["last"]) if found["last"] else first)

    return read


def _days_of_the_week(found: re.Match[str]) -> NamedPart:
    return NamedPart("isodow", *((6, 7) if "end" in found["days"].lower() else (1, 5)))


def _part_of_day(found: re.Match[str]) -> NamedPart:
    return NamedPart("hour", *_PARTS_OF_DAY[found["part"].lower().rstrip("s")])


_ONWARDS = r"\s(?:on|onwards?|and\s(?:later|after|beyond)|or\slater)\b"
_IN_YEAR = rf",?\s(?:of\s|in\s)?(?P<year>{YEAR})\b"


def _named(pattern: str, group: str) -> str:
    return f"(?P<{group}>{pattern})"


_PATTERNS: tuple[tuple[re.Pattern[str], Read], ...] = DAYS + tuple(
    (re.compile(pattern), read)
    for pattern, read in (
        (
            rf"\b{_named(MONTH_WORDS, 'first')}(?:,?\s(?P<first_year>{YEAR}))?(?:{TO}|\sand\s)"
            rf"{_named(MONTH_WORDS, 'last')},?\s(?P<last_year>{YEAR})\b",
            _two_months,
        ),
        (
            rf"\b(?i:at|by|from|since)\s(?i:the\s(?:very\s)?)(?P<edge>(?i:start|beginning|end|close))\s(?i:of\s)"
            rf"(?P<year>{YEAR})\b",
            _edge_of_year,
        ),
        (rf"\b{OPEN}{_named(MONTH_WORDS, 'month')}{_IN_YEAR}", _open_month),
        (rf"\b{_named(MONTH_WORDS, 'month')}{_IN_YEAR}", _one_month),
        (
            r"\b(?:(?:Q(?P<number>[1-4])|(?i:(?P<word>first|second|third|fourth|1st|2nd|3rd|4th|last)\squarter))"
            rf"(?:{_IN_YEAR})?|(?P<year_before>{YEAR})['’s]*\s(?:Q(?P<number_after>[1-4])))\b",
            _quarter,
        ),
        (
            r"\bin\sthe\s(?P<word>first|second|third|fourth)\b(?=\s?[,.;:)]|\s(?:it|they|to|and|but|is|was|were|of\s\d{4})\b|\s?\Z)",
            _quarter_alone,
        ),
        (
            rf"\b(?:H(?P<number>[12])|(?i:(?P<word>first|second|last|latter)\shalf))\s(?i:of\s(?:the\syear\s)?)?"
            rf"(?P<year>{YEAR})\b",
            _half_year,
        ),
        (
            rf"\b(?i:(?P<side>first|opening|last|final)\s(?P<count>{'|'.join(CARDINALS)}|\d\d?)\s(?P<unit>months|quarters)"
            rf"\s(?:of|in)\s(?:the\syear\s)?)(?P<year>{YEAR})\b",
            _part_of_year,
        ),
        (
            rf"\b(?P<first>{YEAR})\s(?i:to|until|till|up\sto)\s(?i:the\s(?:beginning|start)\sof\s)(?P<last>{YEAR})\b",
            _until_the_beginning,
        ),
        (
            rf"\b(?P<first>{YEAR})\s?(?:[-–—/]|(?i:to|through|until|till))\s?(?P<last>{YEAR}|\d\d)\b(?![.,]\d|\s?%)",
            _two_years,
        ),
        (rf"\b(?i:between)\s(?P<first>{YEAR})\sand\s(?P<last>{YEAR})\b", _two_years),
        (
            r"(?i:\b(?P<open>since|after|before|until|till|up\sto)\s(?:the\s(?P<edge>end|start|beginning)\sof\s)?the\s"
            rf"(?:early\s|late\s)?(?P<decade>{'|'.join(DECADES)}|(?:1[5-9]|20)\d0s)\b)",
            _open_decade,
        ),
        (
            r"(?i:\b(?:this|the\scurrent)\s(?P<this>century|millennium)\b|\bthe\s(?P<last>last|previous|past)\scentury\b"
            rf"|\bthe\s(?:early\s|late\s)?(?P<number>{'|'.join(_CENTURIES)})\scentury\b)",
            _century,
        ),
        (r"\b(?P<decade>(?:1[5-9]|20)\d0)['’]?s\b", _decade),
        (r"['’](?P<decade>\d0)s\b", _decade),
        (rf"(?i:\bthe\s(?:early\s|mid-?|late\s)?(?P<decade>{'|'.join(DECADES)})\b)", _decade_in_words),
        (
            r"(?i:\b(?P<open>since|after|from|before|until)\sthe\sturn\sof\sthe\s(?:century|millennium)\b)",
            _turn_of_the_century,
        ),
        (rf"\b(?P<year>{YEAR}){_ONWARDS}", lambda found: years(int(found["year"]), None)),
        (rf"\b{OPEN}(?P<year>{YEAR})\b", lambda found: opened(found["open"], years(*[int(found["year"])] * 2))),
        (rf"\b(?i:pre)-(?P<year>{YEAR})\b", lambda found: years(None, int(found["year"]) - 1)),
        (rf"\b(?P<year>{YEAR})\b", lambda found: years(int(found["year"]), int(found["year"]))),
        (
            rf"\b(?i:between)\s{_named(MONTH_WORDS, 'first')}\sand\s{_named(MONTH_WORDS, 'last')}(?!\w)",
            _part("month", month_number),
        ),
        (
            rf"\b{_named(MONTH_WORDS, 'first')}(?:{TO}{_named(MONTH_WORDS, 'last')})?(?!\w)",
            _part("month", month_number),
        ),
        (
            rf"\b(?i:between)\s{_named(_DAY_WORDS, 'first')}\sand\s{_named(_DAY_WORDS, 'last')}(?!\w)",
            _part("isodow", _weekday_number),
        ),
        (
            rf"\b{_named(_DAY_WORDS, 'first')}(?:{TO}{_named(_DAY_WORDS, 'last')})?(?!\w)",
            _part("isodow", _weekday_number),
        ),
        (r"\b(?P<days>(?i:weekends?|weekdays?))\b", _days_of_the_week),
        (
            rf"(?i:\b(?:between|from)\s{_BARE_HOUR.format('first')}\s?(?:and|to|until|till|[-–—])\s?"
            rf"{_HOUR.format('last')})",
            _hours,
        ),
        (rf"(?i:\b{_BARE_HOUR.format('first')}\s?[-–—]\s?{_HOUR.format('last')})", _hours),
        (rf"\b{_CLOCK.format('first')}\s?(?:and|to|until|[-–—])\s?{_LAST_CLOCK}\b", _clock_hours),
        (rf"(?i:\b(?:(?P<open>after|before|since|from|until|by)\s)?{_HOUR.format('at')})", _one_hour),
        (r"\b(?P<part>(?i:mornings?|afternoons?|evenings?|nights?|nighttime))\b", _part_of_day),
    )
)
"""What names a time, the longest first: words that one pattern has read are not read by the next."""

_ANY_TIME = re.compile(
    rf"{BARE_HOURS.pattern}|{YEAR}|['’]\d0s\b|(?:enti|irti|orti|ifti|ixti|ighti|ineti)es\b|\bcentury\b|\bmillennium\b|\d\s?[ap]\.?m\b|\d:00|o['’]clock|noon|midnight|\bQ[1-4]\b|quarter|week|morning|afternoon|evening|night"
    r"|\b(?-i:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
    rf"|\b(?:{'|'.join((*MONTHS, *WEEKDAYS))})",
    re.IGNORECASE,
)
"""What any of the patterns needs: most sentences have none of it."""


@read_once
def named_times(passage: Passage) -> Iterator[NamedTime]:
    """Yield the times that the words of a sentence name; words that state the claim name none.

    A month of the claim's own sentence is one of the only year of that sentence, too, or of each year behind the month.
    """
    if not passage.written.has(_ANY_TIME):
        return
    taken: list[tuple[int, int]] = []
    said: list[NamedPeriod | NamedPart] = []
    months, single_years, dated = [], [], []
    for pattern, read in _PATTERNS:
        for found in pattern.finditer(passage.text):
            start, end = found.span()
            if any(start < other_end and other_start < end for other_start, other_end in taken):
                continue
            time = None if _is_no_name(passage, found) else read(found)
            weight = passage.weight(start, end)
            if time is None or weight <= 0:
                continue
            taken.append((start, end))
            if time in said:  # "at noon, 12 pm"
                continue
            said.append(time)
            named = NamedTime(time, weight, start, end)
            yield named
            yield from with_its_day(named, found)
            if isinstance(time, NamedPart) and time.part in {"month", "quarter"}:
                months.append(named)
            elif isinstance(time, NamedPeriod) and time.years and time.years[0] == time.years[1]:
                single_years.append(named)
            elif isinstance(time, NamedPeriod) and time.start and time.end and time.years is None:
                dated.append(named)
    yield from bare_hours(passage, taken)
    if len(single_years) == 1:
        yield from (replace(month, time=of_year(month.time, single_years[0].time)) for month in months)
        yield from days_of_months(passage, single_years[0].time)
    elif len(months) == 1:
        behind = (year for year in single_years if year.start > months[0].start)
        weights = ((year, min(year.weight, months[0].weight)) for year in behind)
        yield from (NamedTime(of_year(months[0].time, year.time), weight) for year, weight in weights)
    if len(dated) == 1 and not single_years:
        yield from (replace(part, time=time) for part in months for time in near(part.time, dated[0].time))


def _is_no_name(passage: Passage, found: re.Match[str]) -> bool:
    """Recognise "may" and "march" as verbs; not in "May had the most orders"."""
    if found[0].lower() not in {"may", "march"}:
        return False
    places = list(passage.within(*found.span()))
    follows = passage.tokens[places[-1] + 1].tag if places and places[-1] + 1 < len(passage.tokens) else ""
    if found[0][0].isupper() and (found.start() > 0 or follows in {"VBD", "VBZ"}):
        return False
    return any(passage.tokens[index].tag.startswith(("MD", "VB")) for index in places)
