"""Two numbers that belong together: a range, the extremes of what a text is about, or a score."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from decimal import Decimal

from factcheck.numbers.parse import COMPARES, Number
from factcheck.numbers.rounding import place_of
from factcheck.numbers.stated_units import StatedUnit
from factcheck.numbers.words import CARDINALS, any_of

_LONGEST_BEFORE = 64
_LONGEST_GAP, _LONGEST_PLAIN_GAP = 32, 5
_HIGHEST_SCORE = 300
_GAME_BEFORE = re.compile(
    r"\b(?:w[io]n|wins|winning|lost|loses?|losing|beat(?:s|en|ing)?|dr[ea]w|drawn?|defeat(?:s|ed)?|victory|loss|scored?"
    r"|scoreline|outnumber(?:s|ed)?|odds|ratio)\b(?:\s[a-z]+){0,3}\s\Z",
    re.IGNORECASE,
)
_SCALE_BEFORE = re.compile(r"\bscale\s(?:of|from|between|is|goes\sfrom)\s(?:from\s)?\Z", re.IGNORECASE)
_COUNTED_AFTER = re.compile(r"\s(?:[a-z]+\s)?(?:[a-z]+[^\Ws]s|people|children|w?o?men)\b", re.IGNORECASE)
_OR = re.compile(r"\sor\s", re.IGNORECASE)
_HYPHEN = re.compile(r"\s?[-‐‑–—−]\s?")
_DASH_BETWEEN_CLAUSES = re.compile(r"\s—\s")
_SPACED_DASH = re.compile(r"\s[-‐‑–—−]\s")
_TO = re.compile(r"\s?(?:-to-|\sto\s|\sand\s)", re.IGNORECASE)
_TO_BELOW = re.compile(
    r"\s(?P<and>and|to|up\sto)\s(?:just\s|but\s)?(?:less\sthan|lower\sthan|under|below)\s"
    r"|\s(?:up\s)?to,?\s(?:but\s|though\s|and\s)?(?:not\sincluding|excluding),?\s",
    re.IGNORECASE,
)
"""Between the ends of a range of which the upper one is left out: "25 to less than 30"."""

_BETWEEN_BEFORE = re.compile(r"\bbetween\s(?:about\s|roughly\s|around\s)?\Z", re.IGNORECASE)
_FROM_BEFORE = re.compile(r"\bfrom\s(?:about\s|roughly\s|around\s|just\s|only\s)?\Z", re.IGNORECASE)
PEOPLE = any_of(
    "those people persons individuals users players customers clients buyers shoppers members subscribers visitors "
    "guests patients employees workers students respondents participants men women boys girls children adults teens "
    "teenagers kids pupils learners teachers parents mothers fathers residents tenants passengers travellers travelers "
    "commuters runners riders drivers swimmers walkers cyclists smokers drinkers voters readers viewers "
    "listeners".split()
)
"""Words for several persons, whose ages a text may tell without saying that these are ages, as an expression."""
PEOPLE_BEFORE = re.compile(rf"\b{PEOPLE}\s(?:from\s|between\s)?\Z", re.IGNORECASE)
"""Before the ends of how old people are: "runners from 30 to 39", "those between 30 and 39"."""

_OF_COUNTED_BEFORE = re.compile(
    rf"\b(?:\d[\d,]*|{any_of([*CARDINALS])})\s(?:[a-z-]+\s){{1,3}}?(?:ha[ds]|have|having|with|paid|pay|earn(?:ed)?|costs?|weigh(?:ed)?"
    r"|measured?|scored?|took|take|lasted|last|stayed|stay|drew|draw|got|get)\s(?:an?\s|the\s)?(?:[a-z-]+\s){0,4}from\s\Z",
    re.IGNORECASE,
)
"""Before the ends between which those lie who are counted: "68 homes had a rent from 300 to 400"."""

ENDS_A_LABEL = re.compile(r"(?:\s[a-z]+){0,3}(?:\s\([^)]*\))?\s?:\s")
"""Behind two limits of a label: "From 100 to 200 (185 shops): 6,227"."""

_OLDEST = 110
_SPREAD_BEFORE = re.compile(
    r"\b(?:rang(?:e|es|ed|ing)|var(?:y|ies|ied|ying)|span(?:s|ned|ning)?|(?:fluctuat|oscillat)(?:e|es|ed|ing))\b"
    r"(?:\s?[,:]\s?|[^.,;\d]{0,24})\Z",
    re.IGNORECASE,
)
_UNIT = re.compile(r"\s?(?:[^\W\d_]+|°\s?[CF])(?!\w)", re.IGNORECASE)
_CHANGE_BEFORE = re.compile(
    r"\b(?:r[io]se[sn]?|rising|gr[eo]w(?:s|n|ing)?|climb|increas|jump|surg|soar|advanc|improv|expand|f[ae]ll|drop|declin"
    r"|decreas|slip|shr[aiu]nk|dip|s[aiu]nk|plung|tumbl|up\b|down\b)[a-z]*(?:\s(?:slightly|sharply|again|further))?"
    r"(?:\sby)?(?:\s(?:about|roughly|around|almost|nearly|just|only|some))?\s\Z",
    re.IGNORECASE,
)
_POINT_IN_TIME_BEFORE = re.compile(r"\b(?:in|since|by|during|of|from|year)\s\Z", re.IGNORECASE)
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_LARGEST_CHANGE = Decimal("0.35")
"""A number after a word of change is one of two ends as far as it is not much smaller than the number after it."""


def join_ranges(text: str, numbers: Iterable[Number]) -> Iterator[Number]:
    """Yield the numbers, with two that are the ends of a range in place of one another, joined or as extremes."""
    waiting: Number | None = None
    for number in numbers:
        joined = _as_range(text, waiting, number) if waiting is not None else None
        if joined is not None:
            yield from joined
            waiting = None
        else:
            if waiting is not None:
                yield waiting
            waiting = number
    if waiting is not None:
        yield waiting


def _as_range(text: str, low: Number, high: Number) -> tuple[Number, ...] | None:
    """Return one number for "between 3 and 5", two for "from 3 to 5" (a change, or the extremes); None if no range."""
    if low.reason is not None or high.reason is not None or high.start - low.end > _LONGEST_GAP:
        return None
    gap, before = text[low.end : high.start], text[max(0, low.start - _LONGEST_BEFORE) : low.start]
    if (below := _TO_BELOW.fullmatch(gap)) is not None:
        return _up_to_below(text, low, high, before, is_and=(below["and"] or "").lower() == "and")
    if _is_spread_of_units(text, low, high, before):
        return as_extremes(low, high)
    return _as_plain_range(text, low, high, gap, before) if len(gap) <= _LONGEST_PLAIN_GAP else None


def _is_spread_of_units(text: str, low: Number, high: Number, before: str) -> bool:
    """Tell whether two numbers are the ends of a spread, each with its unit: "ranges from 1.7 mph to 20.7 mph"."""
    own, others = _UNIT.match(text, low.end), _UNIT.match(text, high.end)
    if own is None or others is None or _without_plural(own.group()) != _without_plural(others.group()):
        return False
    is_range = low.unit == high.unit and low.value < high.value
    return is_range and _TO.fullmatch(text, own.end(), high.start) is not None and bool(_SPREAD_BEFORE.search(before))


def _without_plural(unit: str) -> str:
    return unit.strip().lower().removesuffix("s")


def _as_plain_range(text: str, low: Number, high: Number, gap: str, before: str) -> tuple[Number, ...] | None:
    """Return what two numbers are that have nothing but a sign or a short word between them."""
    if _OR.fullmatch(gap):
        return (_joined(text, low, high),) if _are_alternatives(low, high) else None
    is_hyphen = _HYPHEN.fullmatch(gap) is not None
    if _parts_clauses(gap, low, high) or (not is_hyphen and not _leads_on(text, low, high, gap, before)):
        return None
    low, high = _share_units(low, high)
    if reason := high.reason or _why_no_range(text, low, high, before, is_hyphen):
        return replace(low, reason=reason), replace(high, reason=reason)
    is_range = low.unit == high.unit and low.value < high.value
    if is_range and _SPREAD_BEFORE.search(before):
        return as_extremes(low, high)
    is_limit = _is_of_people(low, high, before) or _is_of_counted(low, before) or _opens_a_label(text, high, before)
    is_joined = is_limit or not _FROM_BEFORE.search(before)
    return (_joined(text, low, high),) if is_range and is_joined else (low, high)


def _up_to_below(text: str, low: Number, high: Number, before: str, *, is_and: bool) -> tuple[Number] | None:
    """Return one number for "25 to less than 30"; None for "grew from 25 to less than 30"."""
    is_between = _BETWEEN_BEFORE.search(before) is not None  # "5 and under" is no limit then
    is_said = is_between if is_and else low.comparison in {"=", ">="}
    if not is_said or _CHANGE_BEFORE.search(_FROM_BEFORE.sub("", before)):
        return None
    low, high = _share_units(low, high)
    is_range = high.reason is None and low.unit == high.unit and low.value < high.value
    return (replace(_joined(text, low, high), is_below=True),) if is_range else None


def _opens_a_label(text: str, high: Number, before: str) -> bool:
    """Tell whether a text begins with two limits, and goes on about what lies between them."""
    return before.strip().lower() == "from" and ENDS_A_LABEL.match(text, high.end) is not None


def _is_of_people(low: Number, high: Number, before: str) -> bool:
    """Tell whether "from 30 to 39" says how old people are: "runners from 30 to 39 take longer"."""
    is_age = low.is_integer and high.is_integer and low.unit == "plain" and high.value <= _OLDEST
    return is_age and low.comparison == "=" and PEOPLE_BEFORE.search(before) is not None


def _is_of_counted(low: Number, before: str) -> bool:
    """Tell whether "from 300 to 400" says which ones are counted: "68 homes had a rent from 300 to 400"."""
    is_change = _CHANGE_BEFORE.search(_FROM_BEFORE.sub("", before)) is not None
    return low.comparison == "=" and not is_change and _OF_COUNTED_BEFORE.search(before) is not None


def _parts_clauses(gap: str, low: Number, high: Number) -> bool:
    """Tell whether a dash between two numbers is punctuation: "the worst at 84.5% — 10% below the best"."""
    is_falling = low.value >= high.value and not (
        low.is_integer and high.is_integer and low.unit == high.unit == "plain"
    )
    return _DASH_BETWEEN_CLAUSES.fullmatch(gap) is not None or (is_falling and _SPACED_DASH.fullmatch(gap) is not None)


def _leads_on(text: str, low: Number, high: Number, gap: str, before: str) -> bool:
    """Tell whether "to", or "and" after "between", leads from one end of a range to the other."""
    if _BETWEEN_BEFORE.search(before):
        return _TO.fullmatch(gap) is not None
    is_to = _TO.fullmatch(gap) is not None and "and" not in gap.lower()
    return is_to and not _are_unlike(text, low, high, before)


def as_extremes(low: Number, high: Number) -> tuple[Number, Number]:
    """Return both ends of a range as the smallest and the largest of the values that the text is about."""
    return replace(low, implied=("minimum",)), replace(high, implied=("maximum",))


def _are_unlike(text: str, low: Number, high: Number, before: str) -> bool:
    """Tell whether "to" leads from one thing to another: "5% to 1,204", "in 1952 to 4.6 million", "by 12 to 120".

    After a word of change the first number is how much, the second is what it came to, unless both are about as large.
    """
    if low.unit not in {"plain", high.unit}:
        return low.unit != "currency" or high.unit != "plain"
    if _is_year(text, low) and not _is_year(text, high):
        return _POINT_IN_TIME_BEFORE.search(before) is not None or high.scale > 1
    is_level = low.scale == high.scale and abs(low.value) < _LARGEST_CHANGE * abs(high.value)
    return is_level and low.unit == high.unit != "percent" and _CHANGE_BEFORE.search(before) is not None


def _is_year(text: str, number: Number) -> bool:
    return _YEAR.fullmatch(text, number.start, number.end) is not None


def _joined(text: str, low: Number, high: Number) -> Number:
    return replace(
        low,
        end=high.end,
        text=text[low.start : high.end],
        high=high.value,
        comparison="between",
        is_integer=low.is_integer and high.is_integer,
        ends=(low, high),
    )


def _are_alternatives(low: Number, high: Number) -> bool:
    """Tell whether a writer gives two neighbouring numbers because he does not know which: "five or six"."""
    is_plain = low.reason is high.reason is None and low.unit == high.unit == "plain"
    return (
        is_plain and low.is_integer and high.is_integer and low.scale == high.scale == 1 and high.value - low.value == 1
    )


def _why_no_range(text: str, low: Number, high: Number, before: str, is_hyphen: bool) -> str | None:
    if high.unit == "times" and high.value < 1 <= low.value:  # "60 to 70% as many as before"
        return COMPARES
    if _SCALE_BEFORE.search(before):
        return "a scale"
    if _BETWEEN_BEFORE.search(before):
        return None
    if is_hyphen and low.value >= high.value:
        return "a score"
    is_small = low.unit == high.unit == "plain" and low.is_integer and high.is_integer and low.value < _HIGHEST_SCORE
    is_game = is_small and _GAME_BEFORE.search(before) and not _COUNTED_AFTER.match(text, high.end)
    return "a score" if is_game else None


def _share_units(low: Number, high: Number) -> tuple[Number, Number]:
    """Return both ends in the same unit where one end leaves it out: "3 to 5 million", "$3-5", "10 to 20%"."""
    if low.scale == 1 and high.scale > 1 and 0 <= low.value < 1000:
        low = _scaled_like(low, high)
    if low.unit == "plain":
        low = replace(low, unit=high.unit)
    elif high.unit == "plain":
        high = replace(high, unit=low.unit)
    measured = low.measured or high.measured
    return (low, high) if low.measured == high.measured else (_measured(low, measured), _measured(high, measured))


def _measured(number: Number, measured: StatedUnit | None) -> Number:
    return number if number.measured is not None else replace(number, measured=measured)


def _scaled_like(low: Number, high: Number) -> Number:
    value = Decimal(f"{(low.value * high.scale).normalize():f}")  # 3.7 million is 3700000, whose zeros say nothing
    place = place_of(low.value) * high.scale
    return replace(low, value=value, scale=high.scale, place=place, is_integer=high.is_integer)
