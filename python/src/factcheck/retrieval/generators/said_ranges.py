"""Ranges that a sentence says: "under 18", "aged 25 to 34", and those that words for ages imply: "minors"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import islice

from factcheck.claims.passage import Passage, read_once
from factcheck.numbers.bands import Band
from factcheck.numbers.mentions import Number
from factcheck.numbers.ranges import PEOPLE
from factcheck.numbers.single_units import single_unit_limits
from factcheck.numbers.words import CARDINALS, ordinal_value
from factcheck.retrieval.generators.limit_phrases import phrase_limits
from factcheck.retrieval.generators.named_values import own_passage
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue
from factcheck.weights.weights import WEIGHTS

OLDEST = 120
_OF_AGE = re.compile(
    r"\b(?:aged?|ages|years?[-\s]olds?|months?[-\s]olds?|older|younger|under|over|not\syet\s(?:turned\s)?\d+|turned\s\d+)\b"
    r"|\b(?:people|men|women|children|those|them|[a-z]+s)\s(?:above|below)\s\d"
    rf"|\b{PEOPLE}\s(?:from\s|between\s)?\d|\bfrom\s\d\d\s(?:up(?:wards?)?|onwards?|on)\b",
    re.IGNORECASE,
)
_COMPARISONS = frozenset({">", ">=", "<", "<="})

_AGES_OF_WORDS = {
    r"bab(?:y|ies)|infants?|newborns?": (None, 1),
    r"minors|under-?\s?aged?|juveniles?": (None, 18),
    r"adults?|grown-ups?": (18, None),
    r"teen(?:ager)?s?|teenaged?": (13, 19),
    r"(?:the\s)?elderly|senior\scitizens?|pensioners?": (65, None),
    r"sexagenarians?": (60, 69),
    r"septuagenarians?": (70, 79),
    r"octogenarians?": (80, 89),
    r"nonagenarians?": (90, 99),
    r"centenarians?": (100, None),
}
_OF_THEM = re.compile(r"\bof\s(?:them|these|those|which|whom)\b", re.IGNORECASE)
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_OF_THAT = re.compile(r"(?:of )?(?:that|this|it|these|those|them)\b", re.IGNORECASE)
_OF_THEIRS = re.compile(r"(?:the|its|their|his|her|your|our)\b", re.IGNORECASE)
_MOST_WORDS_OF_THAT = 2
_DECADES = "teens twenties thirties forties fifties sixties seventies eighties nineties".split()
_DECADE = rf"(?:['’]?[1-9]0['’]?s|{'|'.join(_DECADES)})\b"
_ONE_OR_TWO = rf"(?P<decade>{_DECADE})(?:\s(?:and|or|to|through)\s(?:their\s|the\s)?(?P<last>{_DECADE}))?"
_IN_THEIR = re.compile(
    rf"(?:\bin\s(?:their|his|her)\s|\b{PEOPLE}\s(?:in|from|of)\sthe\s(?!['’])){_ONE_OR_TWO}"
    r"|\b(?P<some>twenty|thirty|forty|fifty|sixty|seventy)-?somethings?\b",
    re.IGNORECASE,
)
_AGE_GROUPS = re.compile(rf"\b{_ONE_OR_TWO}\sage[\s-]?(?:groups?|brackets?|ranges?|cohorts?)\b", re.IGNORECASE)
"""People told by the tens of their ages: "the 40s age group", "the 30s and 40s age group"."""
_WORD_OF_AGE = re.compile(
    "|".join(rf"(?P<age_{index}>\b(?:{words})\b)" for index, words in enumerate(_AGES_OF_WORDS)), re.IGNORECASE
)
_WORDS_OF_AGE = (_WORD_OF_AGE, _IN_THEIR, _AGE_GROUPS)
_TENTHS = "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth".split()
_BIRTHDAY = re.compile(
    rf"\b(?:past|pass(?:ed)?|turned|reached|celebrated|beyond|after)\s(?:their|his|her)\s"
    rf"(?P<age>{'|'.join(_TENTHS)}|[1-9]\d(?:st|nd|rd|th))\sbirthdays?\b",
    re.IGNORECASE,
)
_IN_THE_MAJORITY = re.compile(r"\bin\s(?:the\s|a\s)(?:majority|(?P<less>minority))\b(?!\sof)", re.IGNORECASE)
_FIGURES = re.compile(r"\b(four|five|six|seven|eight|nine)[\s-]figures?\b", re.IGNORECASE)
_TENS = {word: ten for ten, word in enumerate("twenty thirty forty fifty sixty seventy".split(), 2)}


@dataclass(frozen=True, slots=True)
class SaidRange:
    """A range that a sentence says, both ends included unless ``is_strict``.

    ``number`` is the number that says so, None for a word; ``weight`` is that of the word, or less than 1 for a number
    that goes with another claim.  ``is_condition`` tells that
    it states no result; ``is_age`` that it may be an age without a word for the column.
    """

    band: Band
    is_strict: bool
    is_condition: bool
    is_age: bool
    number: Number | None = None
    weight: float = 1.0


def said_ranges(cue: PredicateCue) -> Iterator[SaidRange]:
    """Yield the ranges of a claim's own sentence: those of conditions, of other numbers, then those of words."""
    passage = own_passage(cue)
    is_about_age = passage is not None and (passage.written.has(_OF_AGE) or passage.written.has(_IN_THEIR))
    conditions = set(cue.words.conditions)
    of_others = _of_other_claims(cue.words, passage) if passage is not None else frozenset()
    has_ages = False
    for number in (*cue.words.conditions, *(n for n in cue.words.numbers if n not in conditions)):
        band = _band(number)
        if band is not None and not _is_part_of_another(number, passage):
            is_condition = number in conditions
            may_be_in_years = number.measured is None or number.measured.is_age or not number.measured.is_sure
            is_age = number.unit == "plain" and number.scale == 1 and 0 < number.value <= OLDEST and may_be_in_years
            is_strict = number.comparison in {"<", ">"}
            weight = WEIGHTS.predicate.condition_of_another if number in of_others else 1.0
            is_age = is_condition and is_age and is_about_age and not _is_under_itself(number, passage)
            said = SaidRange(band, is_strict, is_condition, is_age, number, weight)
            has_ages = has_ages or (said.is_age and number.comparison == "between")
            yield said
    if passage is not None:  # "teens, those from 10 to 19" are as old as the numbers say
        yield from (said for said in _without_numbers(passage) if not (has_ages and said.is_age))


@read_once
def _without_numbers(passage: Passage) -> Iterator[SaidRange]:
    """Yield the ranges that no number of the claim's sentence says."""
    yield from _of_single_units(passage)
    yield from _of_phrases(passage)
    yield from _of_words(passage) if any(map(passage.written.has, _WORDS_OF_AGE)) else ()
    yield from _of_birthdays(passage) if passage.written.has(_BIRTHDAY) else ()
    yield from _of_figures(passage) if passage.written.has(_FIGURES) else ()
    yield from _of_majorities(passage) if passage.written.has(_IN_THE_MAJORITY) else ()


def _is_under_itself(number: Number, passage: Passage | None) -> bool:
    """Tell whether what may say an age stands within a range alone: "3 to under 4 stars"."""
    return number.is_below and passage is not None and not _OF_AGE.search(passage.text.replace(number.text, ""))


def _is_part_of_another(number: Number, passage: Passage | None) -> bool:
    """Tell whether a number is a part or a multiple of another: "the median is less than half of that".

    "More than twice their budget" is a multiple of a column.
    """
    if passage is None or number.unit not in {"percent", "times", "plain"}:
        return False
    words = islice((token.text for token in passage.tokens if token.start >= number.end), _MOST_WORDS_OF_THAT)
    behind = " ".join(words)
    if number.unit == "percent":
        return _OF_THAT.match(behind) is not None
    is_multiple = number.unit == "times" or behind.startswith("times ")
    return is_multiple and _OF_THEIRS.match(behind.removeprefix("times ")) is not None


def _of_other_claims(words: ClaimWords, passage: Passage) -> frozenset[Number]:
    """Return the conditions that tell what another number of the sentence counts, where the claim has one of its own.

    "28 towns have over 100,000 people, 81 under a thousand": each condition goes with the number in front of it.  What
    stands in front of all numbers is said of each; "of them" takes up what was said before.
    """
    own = min((passage.tokens[index].start for index in passage.own), default=None)
    if own is None or len(words.conditions) <= 1:
        return frozenset()
    counts = [n.start for n in words.numbers if n not in words.conditions and n.reason is None and not _is_year(n)]
    owners = {
        condition: max((start for start in (own, *counts) if start < condition.start), default=None)
        for condition in words.conditions
    }
    if own not in owners.values():
        return frozenset()
    return frozenset(
        condition
        for condition, owner in owners.items()
        if owner not in {own, None} and (owner > own or not _OF_THEM.search(_between(passage, condition.end, own)))
    )


def _is_year(number: Number) -> bool:
    return number.unit == "year" or _YEAR.fullmatch(number.text) is not None


def _between(passage: Passage, start: int, end: int) -> str:
    reach = 3
    words = [token.text for token in passage.tokens if token.start >= start]
    behind = [token.text for token in passage.tokens if token.start >= end]
    return " ".join(words[: len(words) - len(behind) + reach])


def _band(number: Number) -> Band | None:
    """Return the range that a number says with its words; None where it is a single one."""
    if number.comparison == "between" and number.high is not None and number.high > number.value:
        return Band(number.value, number.high, is_without_high=number.is_below)
    if number.comparison not in _COMPARISONS:
        return None
    return Band(number.value, None) if number.comparison.startswith(">") else Band(None, number.value)


def _of_single_units(passage: Passage) -> Iterator[SaidRange]:
    for limit in single_unit_limits(passage.text):
        weight = passage.weight(limit.start, limit.end)
        places = [passage.tokens[index] for index in passage.within(limit.number.start, limit.number.end)]
        band = _band(limit.number)
        if weight <= 0 or not places or band is None:
            continue
        stated = replace(limit.number, start=places[0].start, end=places[-1].end)
        is_strict = stated.comparison in {"<", ">"}
        yield SaidRange(band, is_strict, is_condition=True, is_age=False, number=stated, weight=weight)


def _of_phrases(passage: Passage) -> Iterator[SaidRange]:
    for limit in phrase_limits(passage):
        band, weight = _band(limit.number), passage.weight(limit.start, limit.end)
        if band is not None and weight > 0:
            band = replace(band, is_without_low=limit.is_without_low, is_without_high=limit.is_without_high)
            is_strict = limit.number.comparison in {"<", ">"}
            yield SaidRange(band, is_strict, is_condition=True, is_age=limit.is_age, number=limit.number, weight=weight)


def _of_words(passage: Passage) -> Iterator[SaidRange]:
    for found in _WORD_OF_AGE.finditer(passage.text):
        low, high = tuple(_AGES_OF_WORDS.values())[int(str(found.lastgroup).removeprefix("age_"))]
        yield from _age(passage, found, low, high)
    for found in (*_IN_THEIR.finditer(passage.text), *_AGE_GROUPS.finditer(passage.text)):
        told = found.groupdict()
        first = _TENS[told["some"].lower()] if told.get("some") else _tens(told["decade"])
        last = _tens(told["last"]) if told["last"] else first
        if first <= last:
            yield from _age(passage, found, 13 if first == 1 else 10 * first, 10 * last + 9)


def _tens(decade: str) -> int:
    """Return how many tens a decade of life begins with: 3 for "30s" and "thirties"."""
    word = decade.lower().strip("'’")
    return _DECADES.index(word) + 1 if word in _DECADES else int(word[0])


def _of_birthdays(passage: Passage) -> Iterator[SaidRange]:
    """Yield ages that are reached: "past their fortieth birthday"."""
    for found in _BIRTHDAY.finditer(passage.text):
        yield from _age(passage, found, ordinal_value(found["age"].lower()), None)


def _of_figures(passage: Passage) -> Iterator[SaidRange]:
    """Yield amounts of so many figures: "earn six figures" is 100,000 or more, as it is said."""
    for found in _FIGURES.finditer(passage.text):
        weight = passage.weight(*found.span())
        if weight > 0:
            least = Decimal(10) ** (CARDINALS[found[1].lower()] - 1)
            yield SaidRange(Band(least, None), is_strict=False, is_condition=True, is_age=False, weight=weight)


def _of_majorities(passage: Passage) -> Iterator[SaidRange]:
    """Yield shares of more than a half, or less: "where learners are in the majority"."""
    for found in _IN_THE_MAJORITY.finditer(passage.text):
        weight = passage.weight(*found.span())
        if weight > 0:
            places = [passage.tokens[index] for index in passage.within(*found.span())]
            half = Number(places[0].start, places[-1].end, found[0], Decimal(50), unit="percent")
            band = Band(None, half.value) if found["less"] else Band(half.value, None)
            yield SaidRange(band, is_strict=True, is_condition=True, is_age=False, number=half, weight=weight)


def _age(passage: Passage, found: re.Match[str], low: int | None, high: int | None) -> Iterator[SaidRange]:
    weight = passage.weight(*found.span())
    if weight > 0:
        band = Band(None if low is None else Decimal(low), None if high is None else Decimal(high))
        # whoever is older than a minor is 18
        yield SaidRange(band, is_strict=low is None, is_condition=True, is_age=True, weight=weight)
