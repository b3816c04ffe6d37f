"""Limits that phrases say: "beat the six-hour target", "the under-30s", "before they were 30", "where most commute"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from factcheck.claims.passage import Passage
from factcheck.numbers.mentions import Number, find_numbers
from factcheck.numbers.rounding import place_of
from factcheck.numbers.words import CARDINALS, any_of

_HALF = Decimal(50)
_SMALL = {word: value for word, value in CARDINALS.items() if value}
_TARGET = re.compile(
    rf"\b(?P<amount>\d{{1,4}}|{any_of(_SMALL)})[\s-](?P<unit>second|minute|hour|day|week|month|year)s?[\s-]"
    r"(?:target|limit|goal|deadline|mark|threshold|window|cap|standard|maximum|turnaround)\b",
    re.IGNORECASE,
)
_BEYOND = re.compile(
    r"\b(?:miss(?:es|ed|ing)?|exceed(?:s|ed|ing)?|overr[au]n(?:s|ning)?|broke(?:n)?|break(?:s|ing)?|over|beyond|past|above|outside"
    r"|pass(?:es|ed|ing)?|fail(?:s|ed|ing)?)\b",
    re.IGNORECASE,
)
"""What makes a span of time that is aimed at one that was not kept."""
_REACH = 48

_OF_THAT_AGE = re.compile(r"\b(?P<side>under|over)[\s-](?P<age>\d{1,2})['’]?s\b", re.IGNORECASE)
_AT_AN_AGE = re.compile(
    r"\b(?P<side>before|until|by|after|past|beyond)\s"
    r"(?:the\sage\sof|turning|reaching|(?:they|he|she|it|one)\s(?:was|were|is|are|turned|reached|had\sturned))\s"
    rf"(?P<age>\d{{1,2}}|{any_of(_SMALL)})\b(?!\s?(?:%|per\b|percent))",
    re.IGNORECASE,
)
_OF_SIDE = {"before": "<", "until": "<", "by": "<=", "after": ">", "past": ">", "beyond": ">"}
_LEVEL = re.compile(
    r"\b(?:(?P<less>below|under|short\sof|behind|(?:less|lower|worse)\sthan)|above|over|beyond|ahead\sof|(?:more|higher|better)\sthan)\s"
    r"(?:the\s|its\s|their\s)?(?:level|mark|figure|value|rate|share|average|score|result|standard)\s(?:of|in|for)\s"
    r"[^,;:()\d]{2,40}?(?:,\s|\s\()(?:only\s|just\s)?(?P<amount>[$€£]?\d[\d.,]*(?:\s?%|\s?per\s?cent|\s[a-z]+)?)",
    re.IGNORECASE,
)
"""The level of another one, which the sentence tells: "six states remain below the level of Oslo, 53 percent"."""
_MOST = re.compile(
    r"\b(?P<where>where|in\swhich|whose|of\swhom|of\swhich)\s(?:[\w'’-]+\s){0,3}?"
    r"(?:most(?:ly)?|(?:the|a)\smajority|more\soften\sthan\snot|(?P<less>only\sa\sminority))\b(?!\s(?:expensive|cheap|\w+est\b))"
    r"|\bif\s(?:the\s|a\s)?(?:most|majority)\b",
    re.IGNORECASE,
)
"""A share of more than a half, as that of each thing that is counted: "districts where most pupils are poor"."""

_BOUND = r"-?\d+(?:,\d{3}(?!\d))*(?:\.\d+)?"
_INTERVAL = re.compile(rf"(?P<left>[\[(])\s?(?P<low>{_BOUND}),\s?(?P<high>{_BOUND})\s?(?P<right>[\])])")
_OF_INTERVALS = re.compile(
    r"\b(?:bins?|buckets?|intervals?|ranges?|brackets?|class(?:es)?|bars?|bands?)\b", re.IGNORECASE
)
"""Words for what an interval in brackets is one of, rather than how sure an estimate is, or where a place lies."""


@dataclass(frozen=True, slots=True)
class PhraseLimit:
    """A limit at ``start:end`` of a sentence, with its number, which stands in the text of the paragraph as others do.

    ``is_age`` tells that it is an age, ``is_without_low`` and ``is_without_high`` that an end does not belong to it.
    """

    start: int
    end: int
    number: Number
    is_age: bool = False
    is_without_low: bool = False
    is_without_high: bool = False


def phrase_limits(passage: Passage) -> Iterator[PhraseLimit]:
    """Yield the limits that phrases of a sentence say."""
    yield from _targets(passage) if passage.written.has(_TARGET) else ()
    yield from _levels(passage) if passage.written.has(_LEVEL) else ()
    yield from _intervals(passage) if passage.written.has(_INTERVAL) else ()
    for found in _OF_THAT_AGE.finditer(passage.text) if passage.written.has(_OF_THAT_AGE) else ():
        comparison = "<" if found["side"].lower() == "under" else ">"
        number = Number(0, 0, found[0], Decimal(found["age"]), comparison=comparison)
        yield PhraseLimit(*found.span(), _placed(number, passage, found), is_age=True)
    for found in _AT_AN_AGE.finditer(passage.text) if passage.written.has(_AT_AN_AGE) else ():
        age = Decimal(found["age"]) if found["age"].isdecimal() else Decimal(_SMALL[found["age"].lower()])
        number = Number(0, 0, found[0], age, comparison=_OF_SIDE[found["side"].lower()])
        yield PhraseLimit(*found.span(), _placed(number, passage, found), is_age=True)
    for found in _MOST.finditer(passage.text) if passage.written.has(_MOST) else ():
        number = Number(0, 0, found[0], _HALF, comparison="<" if found["less"] else ">", unit="percent")
        yield PhraseLimit(*found.span(), _placed(number, passage, found))


def _intervals(passage: Passage) -> Iterator[PhraseLimit]:
    """Yield intervals as mathematics writes them: "the [1000, 1500) bin" leaves 1500 out."""
    for found in _INTERVAL.finditer(passage.text) if _OF_INTERVALS.search(passage.text) else ():
        low, high = (Decimal(found[end].replace(",", "")) for end in ("low", "high"))
        if low < high and passage.own.isdisjoint(passage.within(*found.span())):
            number = Number(0, 0, found[0], low, high=high, comparison="between")
            is_without = found["left"] == "(", found["right"] == ")"
            yield PhraseLimit(*found.span(), _placed(number, passage, found), False, *is_without)


def _levels(passage: Passage) -> Iterator[PhraseLimit]:
    """Yield levels of others as limits: as they are rounded, what is below one does not round to it either."""
    for found in _LEVEL.finditer(passage.text):
        if not passage.own.isdisjoint(passage.within(*found.span("amount"))):
            continue
        for number in find_numbers(found["amount"])[:1]:
            half = (number.place or place_of(number.value)) / 2
            bound = number.value - half if found["less"] else number.value + half
            limit = replace(number, value=bound, comparison="<" if found["less"] else ">", reason=None)
            yield PhraseLimit(*found.span(), _placed(limit, passage, found, "amount"))


def _targets(passage: Passage) -> Iterator[PhraseLimit]:
    """Yield spans of time that are aimed at, as limits of what took as long or less, or longer where one was missed."""
    for found in _TARGET.finditer(passage.text):
        before = passage.text[max(0, found.start() - _REACH) : found.start()]
        for number in find_numbers(f"{found['amount']} {found['unit']}s")[:1]:
            limit = replace(number, comparison=">" if _BEYOND.search(before) else "<=", text=found[0], reason=None)
            yield PhraseLimit(*found.span(), _placed(limit, passage, found))


def _placed(number: Number, passage: Passage, found: re.Match[str], group: str | int = 0) -> Number:
    places = [passage.tokens[index] for index in passage.within(*found.span(group))]
    return replace(number, start=places[0].start, end=places[-1].end)
