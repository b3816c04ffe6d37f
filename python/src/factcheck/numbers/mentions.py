"""Every number written in a text: where it stands, its value, its unit, and how it is hedged."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from factcheck.numbers.parse import COMPARES, Number, read_numbers
from factcheck.numbers.style import USUAL_STYLE, NumberStyle, in_usual_style, plain_characters
from factcheck.numbers.words import CARDINALS, any_of
from factcheck.runtime.checkpoints import with_checkpoints

__all__ = ["Number", "find_numbers"]

_HEDGES = {
    ">": "more than|greater than|higher than|larger than|bigger than|older than|longer than|over|above|beyond|"
    "exceed|exceeds|exceeded|exceeding|surpass|surpasses|surpassed|surpassing|in excess of|upwards of|north of|>",
    ">=": "at least|no fewer than|no less than|not less than|not fewer than|as few as|as little as|as low as|≥|>=",
    "<": "less than|fewer than|lower than|smaller than|younger than|shorter than|under|below|short of|shy of|not quite|"
    "not even|<",
    "<=": "at most|up to|no more than|not more than|no higher than|as many as|as much as|as high as|≤|<=",
    "about": "about|around|approximately|approx\\.?|roughly|nearly|almost|circa|ca\\.|c\\.|some|close to|an estimated|"
    "estimated|barely|hardly|scarcely|virtually|nearing|approaching|in the region of|in the order of|"
    "somewhere around|~|≈|≃",
}
_NAMES = {f"hedge_{index}": comparison for index, comparison in enumerate(_HEDGES)}
_HEDGE_BEFORE = re.compile(
    r"(?:(?<=\W)|\A)(?:"
    + "|".join(
        f"(?P<{name}>{any_of(_HEDGES[comparison].replace(' ', chr(92) + 's').split('|'))})"
        for name, comparison in _NAMES.items()
    )
    + r")\s?(?:(?:a|an|the|a\stotal\sof|as\smany\sas|only|just)\s)?\Z",
    re.IGNORECASE,
)
_LONGEST_HEDGE = 36
_HIGHEST_SCORE = 300
_HEDGE_AFTER = re.compile(
    r"(?P<at_least>\+(?!\w)|[\s-]plus\b(?!\s\d)|\sor\s(?:more|higher|above|greater|older|over|longer)\b|\sand\s(?:over|above|up|older)\b)"
    r"|(?P<at_most>\sor\s(?:fewer|less|lower|below|under|younger)\b)|(?P<about>\sor\s(?:so|thereabouts)\b|-?ish\b|-odd\b|,?\sgive\sor\stake\b)",
    re.IGNORECASE,
)

_COMPOUND_AFTER = re.compile(r"[-‐‑](?!(?:to-|dollar|euro)|(?:plus|odd|ish|strong)\b)[a-z]", re.IGNORECASE)
_COMPOUND_BEFORE = re.compile(r"[a-z][-‐‑]\Z", re.IGNORECASE)

_TIMES_AS_MUCH = re.compile(
    r"[-\s]?fold\b|\s?[x×](?![\w×])(?!\s?\d)|(?:\stimes|\s?[x×])\s(?:as|more|less|fewer|the|that|what"
    r"|(?!over|under|after|other|however|per|together|her)[a-z]{3,}er(?:\sthan)?)\b",
    re.IGNORECASE,
)
_MORE_THAN_ANOTHER = re.compile(
    r"\s(?:[a-z]+\s(?:[a-z]{2,}er|more|less|fewer)|(?:more|fewer|less)(?:\s[a-z]+){0,3})\sthan\s"
    rf"(?!\d|half\b|an?\s|{any_of(CARDINALS)}\b)",
    re.IGNORECASE,
)
_AS_MANY = re.compile(r"\sas\s(?:many|much|often|likely|large|big|high)\b", re.IGNORECASE)
_HOW_OFTEN = re.compile(
    r"(?:\stimes)?\s(?:(?:an?|per|each|every)\s(?:second|minute|hour|day|night|week|month|quarter|season|year|decade)"
    r"|hourly|daily|weekly|monthly|yearly|annually)\b",
    re.IGNORECASE,
)
_RATE_BASE_BEFORE = re.compile(r"\b(?:per|(?:for|in|out\sof)\s(?:every|each))\s\Z", re.IGNORECASE)
_GAME_BEFORE = re.compile(
    r"\b(?:w[io]n|wins|winning|lost|loses?|losing|beat(?:s|en|ing)?|dr[ea]w|drawn?|defeat(?:s|ed)?|victory|loss|scored?"
    r"|scoreline|outnumber(?:s|ed)?|odds|ratio|by)\b(?:\s[a-z]+){0,3}\s\Z",
    re.IGNORECASE,
)
_SCALE_BEFORE = re.compile(r"\bscale\s(?:of|from|between|is|goes\sfrom)\s(?:from\s)?\Z", re.IGNORECASE)
_OUT_OF_BEFORE = re.compile(r"\d\.\d+\s(?:(?:stars?|points?)\s)?(?:out\s)?of\s(?:a\spossible\s)?\Z", re.IGNORECASE)
_COUNTED_AFTER = re.compile(r"\s(?:[a-z]+\s)?(?:[a-z]+[^\Ws]s|people|children|w?o?men)\b", re.IGNORECASE)
_RULE = re.compile(r"([^\w\s]{32})([^\w\s]+)([^\w\s]{32})")
_OR = re.compile(r"\sor\s", re.IGNORECASE)
_HYPHEN = re.compile(r"\s?[-‐‑–—−]\s?")
_TO = re.compile(r"\s?(?:-to-|\sto\s|\sand\s)", re.IGNORECASE)
_BETWEEN_BEFORE = re.compile(r"\bbetween\s(?:about\s|roughly\s|around\s)?\Z", re.IGNORECASE)
_TWO_NUMBERS_BEFORE = re.compile(
    r"\bfrom\s(?:about\s|roughly\s|around\s|just\s|only\s)?\Z|\brang(?:e|es|ed|ing)\b[^.,;]{0,12}\Z", re.IGNORECASE
)


def find_numbers(text: str, style: NumberStyle = USUAL_STYLE) -> list[Number]:
    """Return all numbers of a paragraph in reading order, none overlapping; linear time, never fails.

    What only looks like a quantity is there too, as one number with a ``reason`` ("12 May 2020": a date).
    ``style`` is that of the document, see ``number_style``.
    """
    readable = in_usual_style(_without_rules(plain_characters(text)), style)
    plain = with_checkpoints(read_numbers(readable))
    numbers = _join_ranges(readable, (_in_context(readable, number) for number in plain))
    mentioned = with_checkpoints(_without_enumeration(readable, list(numbers)))
    if readable == text:
        return list(mentioned)
    return [replace(number, text=text[number.start : number.end]) for number in mentioned]


def has_number(text: str, style: NumberStyle = USUAL_STYLE) -> bool:
    """Tell whether ``find_numbers`` finds anything in a paragraph."""
    return next(read_numbers(in_usual_style(_without_rules(plain_characters(text)), style)), None) is not None


def quantities(text: str, style: NumberStyle = USUAL_STYLE) -> Iterator[Number]:
    """Yield numbers of a paragraph that may be quantities: more than ``find_numbers`` finds without a reason."""
    readable = in_usual_style(_without_rules(plain_characters(text)), style)
    return (number for number in read_numbers(readable) if number.reason is None)


def _without_rules(text: str) -> str:
    """Return the text with underscores inside long runs of signs, such as rules and leaders.

    Any sign but these may begin a number; to look for one at each takes a long time, which nothing interrupts.
    """
    return _RULE.sub(lambda run: f"{run[1]}{'_' * len(run[2])}{run[3]}", text)


def _in_context(text: str, number: Number) -> Number:
    """Return the number with the comparison that the words around it make, or the reason why it is no quantity."""
    if number.reason is not None:
        return number
    before = text[max(0, number.start - _LONGEST_HEDGE) : number.start]
    if number.unit == "plain":
        number = replace(number, unit=_comparing_unit(text, number))
    if reason := _why_no_quantity(text, number, before):
        return replace(number, reason=reason)
    if hedge := _HEDGE_BEFORE.search(before):
        return replace(number, comparison=_NAMES[hedge.lastgroup or ""])
    if hedge := _HEDGE_AFTER.match(text, number.end):
        comparison = {"at_least": ">=", "at_most": "<=", "about": "about"}[hedge.lastgroup or ""]
        return replace(number, comparison=comparison)
    return number


def _comparing_unit(text: str, number: Number) -> str:
    """Return the unit of a number that says how much one result is beside another, or ``plain``."""
    if _TIMES_AS_MUCH.match(text, number.end):
        return "times"
    return "more" if _MORE_THAN_ANOTHER.match(text, number.end) else "plain"


def _why_no_quantity(text: str, number: Number, before: str) -> str | None:
    if number.unit not in {"points", "currency"}:
        if number.unit == "percent" and _AS_MANY.match(text, number.end):
            return COMPARES
        if _RATE_BASE_BEFORE.search(before):
            return "the base of a rate"
        if number.unit == "plain" and _OUT_OF_BEFORE.search(before):
            return "a scale"
    if number.unit in {"percent", "points", "times", "more"}:
        return None
    if _COMPOUND_AFTER.match(text, number.end) or (number.text[0].isalpha() and _COMPOUND_BEFORE.search(before)):
        return "part of a compound word"
    is_times = number.text.lower() in {"twice", "thrice"} or text.startswith(" times", number.end)
    return "how often, not how many" if is_times and _HOW_OFTEN.match(text, number.end) else None


def _without_enumeration(text: str, numbers: list[Number]) -> Iterator[Number]:
    """Yield the numbers, those of an enumeration "(1) ... (2) ... (3) ..." with a reason."""
    enumerated: list[int] = []
    for index, number in enumerate(with_checkpoints(numbers)):
        is_bracketed = text[max(0, number.start - 1) : number.start] == "(" and text.startswith(") ", number.end)
        if is_bracketed and number.text == str(len(enumerated) + 1):
            enumerated.append(index)
    marked = set(enumerated) if len(enumerated) > 1 else set()
    for index, number in enumerate(numbers):
        yield replace(number, reason="a list number") if index in marked else number


def _join_ranges(text: str, numbers: Iterable[Number]) -> Iterator[Number]:
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
    if low.reason is not None or high.reason not in {None, COMPARES} or high.start - low.end > 5:
        return None
    gap, before = text[low.end : high.start], text[max(0, low.start - _LONGEST_HEDGE) : low.start]
    if _OR.fullmatch(gap):
        return (_joined(text, low, high),) if _are_alternatives(low, high) else None
    is_between = _BETWEEN_BEFORE.search(before) is not None
    is_hyphen = _HYPHEN.fullmatch(gap) is not None
    if not is_hyphen and (not _TO.fullmatch(gap) or ("and" in gap.lower() and not is_between)):
        return None
    low, high = _share_units(low, high)
    if reason := high.reason or _why_no_range(text, low, high, before, is_hyphen):
        return replace(low, reason=reason), replace(high, reason=reason)
    is_one_number = low.unit == high.unit and low.value < high.value and not _TWO_NUMBERS_BEFORE.search(before)
    return (_joined(text, low, high),) if is_one_number else (low, high)


def _joined(text: str, low: Number, high: Number) -> Number:
    return replace(
        low,
        end=high.end,
        text=text[low.start : high.end],
        high=high.value,
        comparison="between",
        is_integer=low.is_integer and high.is_integer,
    )


def _are_alternatives(low: Number, high: Number) -> bool:
    """Tell whether a writer gives two neighbouring numbers because he does not know which: "five or six"."""
    is_plain = low.reason is high.reason is None and low.unit == high.unit == "plain"
    return (
        is_plain and low.is_integer and high.is_integer and low.scale == high.scale == 1 and high.value - low.value == 1
    )


def _why_no_range(text: str, low: Number, high: Number, before: str, is_hyphen: bool) -> str | None:
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
        low = replace(low, value=low.value * high.scale, scale=high.scale, is_integer=high.is_integer)
    if low.unit == "plain":
        low = replace(low, unit=high.unit)
    elif high.unit == "plain":
        high = replace(high, unit=low.unit)
    return low, high
