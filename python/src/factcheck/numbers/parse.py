"""Reading the numbers of a text one by one: what is written, its value and its unit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from factcheck.numbers.lookalikes import LOOKALIKES
from factcheck.numbers.patterns import ANY_NUMBER, FRACTION_SIGNS, SCALE_LETTERS
from factcheck.numbers.stated_units import StatedUnit
from factcheck.numbers.style import SPACES
from factcheck.numbers.times_taken import IN_SECONDS, read_time_taken
from factcheck.numbers.words import (
    SCALES,
    percentage,
    read_multiple,
    read_ordinal,
    read_share,
    read_share_of_scale,
    read_spoken_year,
    read_unit_word,
    read_vague,
    read_written_out,
)

COMPARES = "compares two results"
"""The reason of a share that tells how large one result is beside another: "70% as many"."""


@dataclass(frozen=True, slots=True)
class Number:
    """One number of a text.

    ``text`` stands at ``start:end`` of the paragraph, as a claim shows it: "1.2 million", "63%", "four".
    ``value`` is in the unit of a query's result: 1200000, 63, and for shares percent, 20 for "one in five" and 0.5
    for "5‰"; basis points are hundredths of percentage points.
    ``high`` is the upper end if ``comparison`` is ``between``; other comparisons are ``=``, ``>``, ``>=``,
    ``<``, ``<=`` and ``about``, from the words around it, which are no part of ``text``.
    ``unit`` is ``percent``, ``points`` (percentage points), ``currency``, ``ordinal`` or ``plain``; of numbers that
    compare two results ``times`` ("twice as many") or ``more`` ("12 more than in May").
    ``scale`` is the factor a word or letter gave ("million": 1000000): a column may be kept in millions.
    ``measured`` is the unit of measurement or the currency that the text gives with it, None where it gives none.
    ``place`` is what one unit of the last written digit is worth: 100000 for "1.2 million"; None where the value shows
    it: 0.1 for "20.0".
    ``is_fraction`` tells one that is told as a part ("a third", "1 in 20"), which writers round more than digits.
    ``is_hundredths`` tells an amount of money in cents or pence, which a column may hold in dollars or pounds.
    ``is_exact`` says that the writer rules out rounding ("exactly 100").
    ``implied`` are words that the form of the sentence stands for: "minimum" at the lower end of a range of values.
    ``ends`` are both ends of what ``between`` joins, each as a number of its own, of which ``is_below`` leaves
    out the upper one.
    ``is_of_one`` tells a decimal of a sentence about a proportion, which may be a share: 0.41 is 41 per cent.
    ``reason`` says what it is if it is surely no quantity ("a date"); None if it may be a claim.
    """

    start: int
    end: int
    text: str
    value: Decimal
    high: Decimal | None = None
    comparison: str = "="
    unit: str = "plain"
    is_integer: bool = True
    scale: int = 1
    reason: str | None = None
    place: Decimal | None = None
    is_fraction: bool = False
    is_hundredths: bool = False
    is_exact: bool = False
    implied: tuple[str, ...] = ()
    ends: tuple[Number, Number] | None = None
    is_below: bool = False
    measured: StatedUnit | None = None
    is_of_one: bool = False


_FIGURES = re.compile(r"\d+")
_WHOLE = r"(\d{1,3}(?:,\d{3})+|\d{1,9})"
_DIVISION = re.compile(
    rf"(?<![\d./]){_WHOLE}\s?/\s?{_WHOLE}(?=\s?\)?\s?[=≈]\s?[\d.])"
    rf"|(?<=%\s\(){_WHOLE}\s?/\s?{_WHOLE}(?=\))"
)
_SAYS_DIVIDED = re.compile(r"/[^/=≈]*[=≈]|%\s\(\d")
"""Two numbers of which the quotient follows."""

_REASONS = {f"lookalike_{index}": reason for index, reason in enumerate(LOOKALIKES)}
_MOST_DIGITS = 15
"""Digits of a number written without a break, after which it is an identifier ..."""

_MOST_DIGITS_OF_AMOUNT = 30
"""... but not where thousands are set off, or a currency comes before it."""

_LARGEST_POWER = 24
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_USUAL_PARTS = {2, 3, 4, 5, 6, 8, 10}
_SCORES_AT_BEST = {5, 10}  # "led with all of its ratings at the top (5/5)"; without a bracket it may be a day

_CURRENCY_WORD = re.compile(
    r"\s?(?:(?:us|american|canadian|australian)\s)?(?:dollars?|euros?|pounds?\ssterling|yen|yuan|rupees?|pesos?|francs?"
    r"|kron(?:or|er|a|e)|naira|reais|taka|cedis?|shillings?|ringgit|usd|eur|gbp|chf|inr|jpy|cny|aud|cad|sek|nok|dkk|pln"
    r"|ngn|zar|kes|ghs|brl|mxn|php|pkr|bdt)\b",
    re.IGNORECASE,
)
_PERCENT_WORD = re.compile(
    r"[\s-](?:(?:percent|per\scent)(?P<points>age[\s-]points?|[\s-]points?)?|per\s(?P<mille>mille?|thousand)"
    r"|(?P<basis>basis[\s-]points?))\b",
    re.IGNORECASE,
)
_GRAND = re.compile(
    r"\s(?-i:grand)\b(?=\s?(?:[.,;:!?)]|\Z)|\s(?:an?|and|or|in|on|at|of|for|from|to|by|per|each|every|more|less|than|mark|barrier"
    r"|is|are|was|were|but|while|that|which|who|apart|extra|upwards?|plus|with|this|last|off|worth|cheaper)\b)",
    re.IGNORECASE,
)
"""A thousand of a currency, as it is said: "50 grand"; not "two grand pianos"."""

_EMPHASIS = re.compile(r"\b(?:only|just|exactly|than|least|most|precisely|merely)\s$", re.IGNORECASE)
_BEFORE_PRONOUN = re.compile(
    r"\b(?:this|that|the|each|every|any|no|which|another|last|next|other|first|a|an|by|as|if|when|how)\s$",
    re.IGNORECASE,
)
_AFTER_PRONOUN = re.compile(
    r"\s(?:of|another|that|who|which|would|can|could|should|may|might|must|will|by|or|and|to"
    r"|thing|day|way|hand|side|such)\b|['’]s|\s?(?:[.,;:!?)]|\Z)",
    re.IGNORECASE,
)
_PART_BEFORE = re.compile(
    r"\b(?:first|second|other|latter|better|upper|lower|top|bottom|and\sa|each|every|last|next)[\s-]$", re.IGNORECASE
)
_IN_BEFORE, _OF_AFTER = re.compile(r"\bin\s$", re.IGNORECASE), re.compile(r"\sof\s", re.IGNORECASE)
"""Before and behind a share: "cut in half" tells none, "in a third of the cases" does."""

_PART_AFTER = re.compile(
    r"[\s-]?(?:-\w|an?\s(?:hour|century|day|year|mile|decade)|past\b|times?\b|hours?\b|finals?\b|century\b|marathons?\b)",
    re.IGNORECASE,
)


def read_numbers(text: str) -> Iterator[Number]:
    """Yield the numbers of a paragraph in reading order, none overlapping, without regard to the words around."""
    divided = {found.start(): found for found in _DIVISION.finditer(text)} if _SAYS_DIVIDED.search(text) else {}
    end = 0
    for match in ANY_NUMBER.finditer(text):
        kind = match.lastgroup or ""
        if match.start() < end:
            continue
        if division := divided.get(match.start()):
            yield from _read_division(division)
            end = division.end()
        elif read := _READERS.get(kind):
            yield read(match)
        elif _REASONS.get(kind) == "an ordinal" and match[0][0].isalpha():
            yield _number(match, read_ordinal(match[0]), unit="ordinal", reason="an ordinal")
        elif figures := _FIGURES.search(match[0]):
            unit = "ordinal" if _REASONS.get(kind) == "an ordinal" else "plain"
            yield _number(match, Decimal(figures[0]), unit=unit, reason=_REASONS.get(kind, "part of a name"))


def _read_division(division: re.Match[str]) -> Iterator[Number]:
    """Yield both numbers of a quotient that is worked out: "45/224 = 0.20", "(45/224) = 20%", "20% (45/224)"."""
    for group in (1, 2) if division[1] else (3, 4):
        value = Decimal(division[group].replace(",", ""))
        yield Number(division.start(group), division.end(group), division[group], value)


def _number(match: re.Match[str], value: Decimal, **others: Any) -> Number:
    return Number(match.start(), match.end(), match[0], value, is_integer=value % 1 == 0, **others)


def _read_numeral(match: re.Match[str]) -> Number:
    digits = re.sub(rf"[,'’ {SPACES}]", "", match["digits"])
    if digits.count(".") > 1:
        digits = digits.replace(".", "")
    most = _MOST_DIGITS if digits == match["digits"] and not match["currency"] else _MOST_DIGITS_OF_AMOUNT
    if len(digits) > most or re.match(r"0\d", digits):
        return _number(match, Decimal(digits.lstrip(".")[0]), reason="an identifier")
    word = match["scale_word"]
    letter = match["scale_letter"] or match["kilo"] or match["letter_apart"] or match["currency_letter"]
    power = SCALES.get((word or "").lower(), 0) + SCALE_LETTERS.get((letter or "").lower(), 0)
    scale = 12 if word and word.lower() == "dozen" else 10**power
    value = (Decimal(digits) + _fraction_of(match["fraction_sign"])) * scale
    if match["exponent"]:
        value = _scaled(value, re.sub(r"\A\s?[x×·*⋅]\s?10", "", match["exponent"], flags=re.IGNORECASE))
    if abs(value.adjusted()) > _LARGEST_POWER:
        return _number(match, Decimal(digits.lstrip(".")[0]), reason="an identifier")
    if match["sign"] or match["late_sign"]:
        value = -value
    number = _in_unit(match, value, scale, is_exact="." not in digits or scale > 1 or match["exponent"] is not None)
    decimals = len(digits.partition(".")[2]) or (1 if match["fraction_sign"] else 0)
    has_short_form = scale > 1 or match["exponent"] is not None
    return _in_grand(match, replace(number, place=_place(value, digits, decimals)) if has_short_form else number)


def _in_grand(match: re.Match[str], number: Number) -> Number:
    """Return a number in thousands of a currency where it is said in these: "50 grand"."""
    grand = _GRAND.match(match.string, match.end())
    if grand is None or number.unit not in {"plain", "currency"} or number.scale > 1:
        return number
    place = Decimal(1) if number.value % 1 == 0 else Decimal(1).scaleb(int(number.value.as_tuple().exponent))
    value, text = number.value * 1000, match.string[number.start : grand.end()]
    is_whole = value % 1 == 0
    return replace(
        number,
        end=grand.end(),
        text=text,
        value=Decimal(f"{value:.0f}") if is_whole else value,
        unit="currency",
        scale=1000,
        place=place * 1000,
        is_integer=is_whole,
    )


def _place(value: Decimal, digits: str, decimals: int) -> Decimal:
    """Return what one unit of the last digit is worth in a value whose digits are multiplied by a scale."""
    factor = abs(value) / Decimal(digits) if Decimal(digits) else Decimal(1)
    return Decimal(f"{factor.scaleb(-decimals).normalize():f}")


def _in_unit(match: re.Match[str], value: Decimal, scale: int, is_exact: bool) -> Number:
    """Return the number of a match; ``is_exact``: without decimals, but for those that the scale takes away."""
    unit = _unit(match)
    if match["mille"] or match["basis"]:
        value = (value / (10 if match["mille"] else 100)).normalize()
    whole = is_exact and value % 1 == 0
    return replace(
        _number(match, Decimal(f"{value:.0f}") if whole else value, unit=unit, scale=scale), is_integer=whole
    )


def _fraction_of(sign: str | None) -> Decimal:
    """Return the value of a character such as "⅔", to four decimals."""
    if sign is None:
        return Decimal(0)
    above, below = FRACTION_SIGNS[sign][0], FRACTION_SIGNS[sign][1:].lstrip("/")
    return (Decimal(above) / Decimal(below)).quantize(Decimal("0.0001")).normalize()


def _scaled(value: Decimal, power: str) -> Decimal:
    """Return the value times the power of ten that is written "e6", "^-3" or in raised figures."""
    return value.scaleb(int(power.translate(_RAISED).lstrip("eE^ ").replace("−", "-")))


def _read_power_of_ten(match: re.Match[str]) -> Number:
    value = _scaled(Decimal(1), match["power"])
    if abs(value.adjusted()) > _LARGEST_POWER:
        return _number(match, Decimal(10), reason="an identifier")
    return _number(match, Decimal(f"{value:f}"))


def _unit(match: re.Match[str]) -> str:
    if match["percent"]:
        is_points = match["point_sign"] or match["point_word"] or match["points"] or match["pp"] or match["basis"]
        return "points" if is_points else "percent"
    if match["currency"] or match["currency_after"] or _CURRENCY_WORD.match(match.string, match.end()):
        return "currency"
    return "plain"


def _read_written_out(match: re.Match[str]) -> Number:
    words = match[0][len(match["minus"] or "") :]
    value = -read_written_out(words) if match["minus"] else read_written_out(words)
    number = _number(match, value)
    text = match.string
    if percent := _PERCENT_WORD.match(text, match.end()):
        unit = "points" if percent["points"] or percent["basis"] else "percent"
        value /= 10 if percent["mille"] else 100 if percent["basis"] else 1
        return replace(number, end=percent.end(), text=text[number.start : percent.end()], unit=unit, value=value)
    last_word = re.split(r"\W", words.lower())[-1]
    if SCALES.get(last_word, 0) > 2:
        scale = 10 ** SCALES[last_word]
        decimals = (number.value / scale).normalize().as_tuple().exponent
        number = replace(number, scale=scale, place=Decimal(scale).scaleb(min(int(decimals), 0)))
    if _CURRENCY_WORD.match(text, match.end()):
        return replace(number, unit="currency")
    if (in_grand := _in_grand(match, number)) is not number:
        return in_grand
    return replace(number, reason="a pronoun") if words.lower() == "one" and _is_pronoun(match) else number


def _is_pronoun(one: re.Match[str]) -> bool:
    before = one.string[max(0, one.start() - 20) : one.start()]
    if _EMPHASIS.search(before):
        return False
    return bool(_BEFORE_PRONOUN.search(before) or _AFTER_PRONOUN.match(one.string, one.end()))


def _read_one_in_some(match: re.Match[str]) -> Number:
    part = read_unit_word(match["part"] or match["named"] or match["single"] or match["some"])
    whole = read_unit_word(match["whole"] or match["of_named"] or match["of_many"] or match["of_whole"])
    if part >= whole:
        return _number(match, part, unit="percent", reason="a ratio")
    share = percentage(part, whole)
    return _number(match, share, unit="percent", comparison="about", place=share / 5, is_fraction=True)


def _read_share(match: re.Match[str]) -> Number:
    before = match.string[max(0, match.start() - 12) : match.start()]
    is_cut = _IN_BEFORE.search(before) and not _OF_AFTER.match(match.string, match.end())
    is_part = is_cut or _PART_BEFORE.search(before) or _PART_AFTER.match(match.string, match.end())
    reason = "a part, not a share" if is_part else None
    return _number(match, read_share(match[0]), unit="percent", comparison="about", reason=reason, is_fraction=True)


def _read_share_of_scale(match: re.Match[str]) -> Number:
    scale = 10 ** SCALES[match[0].lower().split()[-1]]
    return _number(match, read_share_of_scale(match[0]), comparison="about", scale=scale, is_fraction=True)


def _read_fraction(match: re.Match[str]) -> Number:
    if match["above"] is None:
        share = _fraction_of(match[0][-1])
    else:
        above, below = Decimal(match["above"]), Decimal(match["below"])
        if above == below and above in _SCORES_AT_BEST and match.string[: match.start()].endswith("("):
            return _number(match, above)
        if below not in _USUAL_PARTS or above >= below:
            return _number(match, above, reason="a ratio or a date")
        share = percentage(above, below) / 100
    if match["units"]:
        return _number(match, Decimal(match["units"]) + share)
    value = Decimal(f"{(share * 100).normalize():f}")
    return _number(match, value, unit="percent", comparison="about", is_fraction=True)


def _read_time_taken(match: re.Match[str]) -> Number:
    value, place = read_time_taken(match[0])
    return _number(match, value, place=place, measured=IN_SECONDS)


_READERS: dict[str, Callable[[re.Match[str]], Number]] = {
    "time_taken": _read_time_taken,
    "numeral": _read_numeral,
    "ten": _read_power_of_ten,
    "one_in_some": _read_one_in_some,
    "share": _read_share,
    "share_of_scale": _read_share_of_scale,
    "fraction": _read_fraction,
    "written_out": _read_written_out,
    "times": lambda match: _number(match, read_multiple(match[0])),
    "multiple": lambda match: _number(match, read_multiple(match[0]), unit="times"),
    "vague": lambda match: _number(match, read_vague(match[0]), comparison="about", reason="a vague quantity"),
    "spoken_year": lambda match: _number(match, read_spoken_year(match[0]), reason="a year"),
    "nothing": lambda match: _number(match, Decimal(0)),
}
