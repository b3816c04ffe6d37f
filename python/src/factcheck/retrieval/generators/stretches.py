"""Stretches of years that are counted off: "the last two Games", "in its first decade", "the two years after it"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from factcheck.catalogue.schema import Column
from factcheck.claims.passage import Passage
from factcheck.numbers.words import CARDINALS, DECADES, any_of
from factcheck.retrieval.generators.named_periods import NamedPeriod, years
from factcheck.retrieval.generators.named_values import own_passage
from factcheck.retrieval.generators.time_words import named_times
from factcheck.retrieval.predicate_cue import PredicateCue

_COUNTS = {word: int(value) for word, value in CARDINALS.items() if 2 <= value <= 99}
_COUNT = rf"(?P<count>\d{{1,2}}|{any_of(_COUNTS)})"
_ONCE_A_YEAR = (
    r"seasons?|editions?|games|olympics|elections?|championships?|tournaments?|finals|festivals?|harvests?|census(?:es)?|congresses"
    r"|cups|races|ceremonies|conventions|campaigns|winters|summers|springs|autumns|terms|contests|conferences|classes|vintages"
)
"""What has one of its kind in a year, or in every second or fourth one."""
_NOT_OF_THE_DATA = (
    r"(?!\s(?:of|before|after|in)\s(?:the\s|a\s|his\s|her\s|my\s|this\s|that\s)?"
    r"(?!data|file|record|series|table|sample|list|period)[a-z]+)"
)
"""No "last two years of the war"."""
_AT_AN_END = re.compile(
    r"\b(?:the|its|their|our|these|his|her)\s(?:very\s)?"
    r"(?:(?P<last>last|latest|most\srecent|final|closing|past)|(?P<first>first|earliest|opening|initial))\s"
    rf"(?:{_COUNT}\s(?P<unit>years?|decades?|{_ONCE_A_YEAR})|(?P<decade>decade))\b{_NOT_OF_THE_DATA}",
    re.IGNORECASE,
)
_BESIDE_A_YEAR = re.compile(
    rf"\b(?:the|these|those)\s{_COUNT}\s(?:years|seasons)\s(?:(?P<after>after|following|thereafter|that\sfollowed|from\sthen)"
    r"|(?P<before>before|earlier|prior|preceding|leading\sup\sto))\b(?!\s(?:the|a|an)\b)"
    r"|\b(?:the\s)?(?:(?P<next>next|following|subsequent)|(?P<previous>previous|preceding))\s"
    rf"{_COUNT.replace('count', 'many')}\s(?:years|seasons)\b",
    re.IGNORECASE,
)
_SINCE_THEN = re.compile(
    r"\b(?:since\s(?:then|that\s(?:year|time|season))|after\sthat|ever\ssince|thereafter)\b", re.IGNORECASE
)
_BEFORE_THEN = re.compile(
    r"\b(?:before\s(?:that\b(?!\s[a-z]+\s(?:had|was|were)\b)|then\b)|(?:until|up\sto)\sthen\b)", re.IGNORECASE
)
_SINCE_A_DECADE = re.compile(
    rf"\bsince\sthe\s(?:early\s|late\s)?(?P<decade>{'|'.join(DECADES)}|(?:1[5-9]|20)\d0s)\b", re.IGNORECASE
)
"""A decade from which something has changed: "doubled since the seventies, from 5% to 11%"."""
_FROM_ITSELF = 0.8
"""What is left of the weight of "since then" where the year itself is counted, too."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of years; of ``column`` alone where its values tell which years these are."""

    time: NamedPeriod
    weight: float
    column: Column | None = None


def stretches(cue: PredicateCue) -> Iterator[Stretch]:
    """Yield the stretches of years that the claim's sentence counts off from an end of the data, or from a year."""
    passage = own_passage(cue)
    if passage is None:
        return
    yield from _at_an_end(passage, cue)
    yield from _beside_a_year(passage, cue)
    yield from _since_then(passage, cue)
    for found in _SINCE_A_DECADE.finditer(passage.text):
        word = found["decade"].lower()
        first = int(word[:-1]) if word[0].isdecimal() else 1900 + DECADES[word]
        if (weight := passage.weight(*found.span())) > 0:
            yield Stretch(years(first, first + 9), weight)


def _at_an_end(passage: Passage, cue: PredicateCue) -> Iterator[Stretch]:
    for found in _AT_AN_END.finditer(passage.text):
        weight = passage.weight(*found.span())
        count = 10 if found["decade"] else _number(found["count"])
        unit = "decades" if found["decade"] else found["unit"].lower()
        is_of_calendar = unit.startswith(("year", "decade"))
        length = 10 * count if unit.startswith("decade") and not found["decade"] else count
        for column in cue.columns if weight > 0 else ():
            known = cue.years.get(column.column_id, ())
            if not known or (not is_of_calendar and len(known) < length):
                continue
            if is_of_calendar:
                first, last = known[0], known[-1]
                ends = (last - length + 1, last) if found["last"] else (first, first + length - 1)
            else:
                ends = (known[-length], known[-1]) if found["last"] else (known[0], known[length - 1])
            yield Stretch(years(*ends), weight, column)


def _beside_a_year(passage: Passage, cue: PredicateCue) -> Iterator[Stretch]:
    """Yield as many years before or after the one that the text has named last."""
    for found in _BESIDE_A_YEAR.finditer(passage.text):
        weight = passage.weight(*found.span())
        named = _period_before(passage, found.start(), cue)
        if weight <= 0 or named is None:
            continue
        count = _number(found["count"] or found["many"])
        first, last = named
        is_after = found["after"] or found["next"]
        yield Stretch(years(last + 1, last + count) if is_after else years(first - count, first - 1), weight)


def _since_then(passage: Passage, cue: PredicateCue) -> Iterator[Stretch]:
    for pattern, is_after in ((_SINCE_THEN, True), (_BEFORE_THEN, False)):
        for found in pattern.finditer(passage.text):
            weight, named = passage.weight(*found.span()), _period_before(passage, found.start(), cue)
            if weight <= 0 or named is None:
                continue
            first, last = named
            yield Stretch(years(last + 1, None) if is_after else years(None, first - 1), weight)
            if first == last and is_after:
                yield Stretch(years(first, None), _FROM_ITSELF * weight)


def _period_before(passage: Passage, end: int, cue: PredicateCue) -> tuple[int, int] | None:
    """Return the first and the last year of the stretch that is named last before a place, here or further up."""
    own = [each for each in _years_named(passage) if each[0] < end]
    earlier = (_years_named(each) for each in _passages_before(cue))
    named = own or next((each for each in earlier if each), [])
    return named[-1][1:] if named else None


def _passages_before(cue: PredicateCue) -> Iterator[Passage]:
    yield from (each.passage for each in cue.words.carried)
    yield from (each for each in cue.words.passages if not each.is_own)


def _years_named(passage: Passage) -> list[tuple[int, int, int]]:
    """Return the years and stretches of years that a sentence names, in its order, each with where it stands."""
    named = []
    for each in named_times(passage):
        first, last = (each.time.years if isinstance(each.time, NamedPeriod) else None) or (None, None)
        if first is not None and last is not None:
            named.append((each.start, first, last))
    return sorted(named)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else _COUNTS[text.lower()]
