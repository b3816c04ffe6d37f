"""Reading the numbers of a text one by one: what is written, its value and its unit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from factcheck.number_lookalikes import LOOKALIKES, NAME
from factcheck.number_words import (
    JOIN,
    SCALES,
    SHARE,
    WRITTEN_OUT,
    any_of,
    percentage,
    read_ordinal,
    read_share,
    read_unit_word,
    read_written_out,
)


@dataclass(frozen=True, slots=True)
class Number:
    """One number of a text.

    ``text`` stands at ``start:end`` of the paragraph, as a claim shows it: "1.2 million", "63%", "four".
    ``value`` is in the unit of a query's result: 1200000, 63, and for shares percent, 20 for "one in five".
    ``high`` is the upper end if ``comparison`` is ``between``; other comparisons are ``=``, ``>``, ``>=``,
    ``<``, ``<=`` and ``about``, from the words around it, which are no part of ``text``.
    ``unit`` is ``percent``, ``points`` (percentage points), ``currency``, ``ordinal`` or ``plain``.
    ``scale`` is the factor a word or letter gave ("million": 1000000): a column may be kept in millions.
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


_SPACES = "\u00a0\u202f\u2009"
_DIGITS = rf"""(?:
    \d{{1,3}}(?:,\d{{3}}){{1,9}}(?!\d)(?:\.\d+)?
  | \d{{1,2}}(?:,\d{{2}}){{1,6}},\d{{3}}(?!\d)(?:\.\d+)?
  | \d{{1,3}}(?:[{_SPACES}'’]\d{{3}}){{1,9}}(?!\d)(?:\.\d+)?
  | \d{{1,3}}(?:[ ]\d{{3}}){{1,9}}(?![\d,])(?:\.\d+)?
  | \d{{1,3}}(?:\.\d{{3}}){{2,9}}(?![\d.])
  | \d+(?:\.\d+)?
  | \.\d+
)"""
_CURRENCY = r"(?:(?:US|A|C|AU|CA|NZ|HK|S|R)?\$|[€£¥₹₩₽₺₪฿₲]|(?-i:USD|EUR|GBP|CHF|INR|Rs\.?)\s?)"
_SCALE_LETTERS = {"k": 3, "m": 6, "mn": 6, "mln": 6, "b": 9, "bn": 9, "t": 12, "tn": 12}
_SCALE = (
    rf"(?:{JOIN}?(?P<scale_word>{any_of([*SCALES, 'dozen'])})s?\b"
    r"|\s?(?P<scale_letter>mn|mln|bn|tn)\b|(?P<kilo>k|(?-i:M|B|T))\b|(?(currency)\s?(?P<currency_letter>[kmbt])\b))"
)
_PERCENT = (
    r"(?P<percent>\s?%(?P<point_sign>[\s-]points?\b)?"
    r"|[\s-]?(?:percent|per\scent|pct)\b(?P<point_word>[\s-]points?\b)?"
    r"|[\s-]percentage[\s-](?P<points>points?)\b|\s?(?P<pp>pp)\b)"
)
_MEASURES = any_of(
    "kg g mg t km m cm mm mi ft in lb lbs oz sec ms min mins h hr hrs yr yrs kWh MWh GWh mW MW GW kW GB MB TB KB kB "
    "Hz kHz MHz GHz mph kph km/h °C °F C F ml L l ha ac x pts pp".split()
)
_FRACTION_SIGNS = {"½": "0.5", "⅓": "0.3333", "⅔": "0.6667", "¼": "0.25", "¾": "0.75", "⅕": "0.2", "⅛": "0.125"}

_NUMERAL = rf"""(?x:
    (?P<sign>(?<![\w)%.,])(?<!\d\s)[-−–])?(?:(?P<currency>{_CURRENCY})\s?(?P<late_sign>[-−])?)?
    (?>(?P<digits>{_DIGITS}))(?P<fraction_sign>[½⅓⅔¼¾⅕⅛])?{_SCALE}?{_PERCENT}?(?P<euro>\s?[€£₽₲])?
    (?=\W|\Z|[¹²³⁰-⁹½]|(?-i:{_MEASURES})\b)
)"""
_FRACTION = r"(?:(?P<units>\d{1,3})\s)?(?:(?P<above>\d{1,2})[/⁄](?P<below>\d{1,3})(?![\d/])|[½⅓⅔¼¾⅕⅛])(?!\w)"
_WHOLES = any_of("two three four five six seven eight nine ten twelve twenty 2 3 4 5 6 7 8 9 10 20 50 100 1000".split())
_SPANS = any_of("second minute hour day week month year decade inning game match attempt".split())
_ONE_IN_SOME = (
    rf"(?P<part>one|two|three|four|five|six|seven|eight|nine|1(?=\sin\b))\s(?:in|out\sof)\s(?:every\s)?"
    rf"(?P<whole>{_WHOLES})\b(?![.,]\d|\s?%|\s{_SPANS}s?\b)"
)
_NOTHING = r"no(?=\s(?:[a-z]+\s)?[a-z]+(?<!s)s\b)|none\b"

_ANY = re.compile(
    r"(?<!\w)(?:"
    + "|".join(f"(?P<lookalike_{index}>{pattern})" for index, pattern in enumerate(LOOKALIKES.values()))
    + rf"|(?P<one_in_some>{_ONE_IN_SOME})|(?P<share>{SHARE})|(?P<fraction>{_FRACTION})|(?P<written_out>{WRITTEN_OUT})"
    + rf"|(?P<nothing>{_NOTHING})|(?P<numeral>{_NUMERAL})|(?P<name>{NAME}))",
    re.IGNORECASE,
)
_FIGURES = re.compile(r"\d+")
_REASONS = {f"lookalike_{index}": reason for index, reason in enumerate(LOOKALIKES)}
_MOST_DIGITS = 15
_USUAL_PARTS = {2, 3, 4, 5, 6, 8, 10}

_CURRENCY_WORD = re.compile(
    r"\s?(?:(?:us|american|canadian|australian)\s)?(?:dollars?|euros?|pounds?\ssterling|yen|yuan|rupees?|usd|eur|gbp)\b",
    re.IGNORECASE,
)
_PERCENT_WORD = re.compile(r"[\s-](?:percent|per\scent)(?P<points>age\spoints?|\spoints?)?\b", re.IGNORECASE)
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
    r"\b(?:first|second|other|latter|better|upper|lower|top|bottom|in|and\sa|each|every|last|next)[\s-]$", re.IGNORECASE
)
_PART_AFTER = re.compile(
    r"[\s-]?(?:-\w|an?\s(?:hour|century|day|year|mile|decade)|past\b|times?\b|hours?\b|finals?\b|century\b)",
    re.IGNORECASE,
)


def read_numbers(text: str) -> Iterator[Number]:
    """The numbers of a paragraph in reading order, none overlapping, without regard to the words around."""
    for match in _ANY.finditer(text):
        kind = match.lastgroup or ""
        if read := _READERS.get(kind):
            yield read(match)
        elif _REASONS.get(kind) == "an ordinal" and match[0][0].isalpha():
            yield _number(match, read_ordinal(match[0]), unit="ordinal", reason="an ordinal")
        elif figures := _FIGURES.search(match[0]):
            unit = "ordinal" if _REASONS.get(kind) == "an ordinal" else "plain"
            yield _number(match, Decimal(figures[0]), unit=unit, reason=_REASONS.get(kind, "part of a name"))


def _number(match: re.Match[str], value: Decimal, **others: Any) -> Number:
    return Number(match.start(), match.end(), match[0], value, is_integer=value % 1 == 0, **others)


def _read_numeral(match: re.Match[str]) -> Number:
    digits = re.sub(rf"[,'’ {_SPACES}]", "", match["digits"])
    if digits.count(".") > 1:
        digits = digits.replace(".", "")
    if len(digits) > _MOST_DIGITS or re.match(r"0\d", digits):
        return _number(match, Decimal(match["digits"][0]), reason="an identifier")
    word, letter = match["scale_word"], match["scale_letter"] or match["kilo"] or match["currency_letter"]
    power = SCALES.get((word or "").lower(), 0) + _SCALE_LETTERS.get((letter or "").lower(), 0)
    scale = 12 if word and word.lower() == "dozen" else 10**power
    value = (Decimal(digits) + Decimal(_FRACTION_SIGNS.get(match["fraction_sign"], 0))) * scale
    if match["sign"] or match["late_sign"]:
        value = -value
    whole = value % 1 == 0 and ("." not in digits or scale > 1)
    return replace(
        _number(match, value.quantize(Decimal(1)) if whole else value, unit=_unit(match), scale=scale),
        is_integer=whole,
    )


def _unit(match: re.Match[str]) -> str:
    if match["percent"]:
        is_points = match["point_sign"] or match["point_word"] or match["points"] or match["pp"]
        return "points" if is_points else "percent"
    if match["currency"] or match["euro"] or _CURRENCY_WORD.match(match.string, match.end()):
        return "currency"
    return "plain"


def _read_written_out(match: re.Match[str]) -> Number:
    number = _number(match, read_written_out(match[0]))
    text = match.string
    if percent := _PERCENT_WORD.match(text, match.end()):
        unit = "points" if percent["points"] else "percent"
        return replace(number, end=percent.end(), text=text[number.start : percent.end()], unit=unit)
    last_word = re.split(r"\W", match[0].lower())[-1]
    if SCALES.get(last_word, 0) > 2:
        number = replace(number, scale=10 ** SCALES[last_word])
    if _CURRENCY_WORD.match(text, match.end()):
        return replace(number, unit="currency")
    return replace(number, reason="a pronoun") if match[0].lower() == "one" and _is_pronoun(match) else number


def _is_pronoun(one: re.Match[str]) -> bool:
    before = one.string[max(0, one.start() - 20) : one.start()]
    if _EMPHASIS.search(before):
        return False
    return bool(_BEFORE_PRONOUN.search(before) or _AFTER_PRONOUN.match(one.string, one.end()))


def _read_one_in_some(match: re.Match[str]) -> Number:
    part, whole = read_unit_word(match["part"]), read_unit_word(match["whole"])
    reason = None if part < whole else "a ratio"
    return _number(match, percentage(part, whole), unit="percent", reason=reason)


def _read_share(match: re.Match[str]) -> Number:
    before = match.string[max(0, match.start() - 12) : match.start()]
    is_part = _PART_BEFORE.search(before) or _PART_AFTER.match(match.string, match.end())
    reason = "a part, not a share" if is_part else None
    return _number(match, read_share(match[0]), unit="percent", comparison="about", reason=reason)


def _read_fraction(match: re.Match[str]) -> Number:
    if match["above"] is None:
        share = Decimal(_FRACTION_SIGNS[match[0][-1]])
    else:
        below = Decimal(match["below"])
        if below not in _USUAL_PARTS or Decimal(match["above"]) >= below:
            return _number(match, Decimal(match["above"]), reason="a ratio or a date")
        share = percentage(Decimal(match["above"]), below) / 100
    if match["units"]:
        return _number(match, Decimal(match["units"]) + share)
    return _number(match, (share * 100).normalize(), unit="percent", comparison="about")


_READERS: dict[str, Callable[[re.Match[str]], Number]] = {
    "numeral": _read_numeral,
    "one_in_some": _read_one_in_some,
    "share": _read_share,
    "fraction": _read_fraction,
    "written_out": _read_written_out,
    "nothing": lambda match: _number(match, Decimal(0)),
}
