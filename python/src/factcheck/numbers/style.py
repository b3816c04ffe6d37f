"""The style in which a document writes its numbers: 1,204.5 with a decimal point, or 1.204,5 with a decimal comma."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from factcheck.numbers.lookalikes import LOOKALIKES, OTHER_STYLE
from factcheck.runtime.checkpoints import with_checkpoints

SPACES = "\u00a0\u202f\u2009"
"""Spaces at which no line breaks: between the thousands of a number they are separators."""


@dataclass(frozen=True, slots=True)
class NumberStyle:
    """What parts the decimals of a document's numbers: ``decimal_mark`` is "." or ",".

    ``evidence`` is the first number of the document that can be read in no other way, None for the usual style.
    """

    decimal_mark: str = "."
    evidence: str | None = None


USUAL_STYLE = NumberStyle()
"""The style of English: 1,204.5."""

_UNIT_AFTER = re.compile(
    r"\s?(?:[%‰€£₽₹]|\$(?!\s?\d)|(?:percent|per\scent|million|billion|thousand|bn|mn|mln|mio|kg|km|eur|usd)\b)|[kmb]\b",
    re.IGNORECASE,
)
_CURRENCIES = "$€£¥₹"

# With a decimal comma; the usual style is the same with points and commas exchanged.
_SURE = re.compile(
    rf"\d{{1,3}}(?:\.\d{{3}})+,\d+|\d{{1,3}}(?:[ {SPACES}'’]\d{{3}})+,(?:\d\d?|\d{{4,}})"
    r"|\d{1,3}(?:\.\d{3}){2}|0,(?:\d*[2-9]|\d+1)"
)
_SURE_WITH_UNIT = re.compile(r"\d+,(?:\d\d?|\d{4,})")
_LIKELY = re.compile(r"[1-9]\d{0,2}\.\d{3}|\d+,(?:\d\d?|\d{4,})")
_MAY_HAVE_DECIMAL_COMMA = re.compile(r"\d,(?:\d\d?|\d{4,})(?!\d)|0,\d|\d\.\d{3}[.,]\d")
_PIECE = 20_000
_EXCHANGED = str.maketrans(".,", ",.")

_LOOK_ALIKE = {"٪": "%", "﹪": "%", "٫": ".", "٬": ",", "\u017f": "s", "\u212a": "K", "\u0130": "I", "\u0131": "i"}
_FOREIGN = re.compile(rf"(?![0-9])\d|[\uff01-\uff5e{''.join(_LOOK_ALIKE)}]")


def number_style(texts: Iterable[str]) -> NumberStyle:
    """Return the style of a document's paragraphs; the usual one unless a number has to have a decimal comma.

    One number that can only be read with a decimal point speaks against it, and so do numbers that most likely are
    if they outweigh those with a comma: "1,204" rather has thousands than three decimals.
    """
    plain = [plain_characters(text) for text in with_checkpoints(texts)]
    if not any(map(_MAY_HAVE_DECIMAL_COMMA.search, plain)):
        return USUAL_STYLE
    counts: Counter[str] = Counter()
    evidence = None
    for text in plain:
        for number, kind in with_checkpoints(_kinds(text)):
            counts[kind] += 1
            if kind == "comma" and evidence is None:
                evidence = number[0]
    if evidence is None or counts["point"] or counts["likely point"] >= counts["comma"] + counts["likely comma"]:
        return USUAL_STYLE
    return NumberStyle(",", evidence)


def in_usual_style(text: str, style: NumberStyle) -> str:
    """Return the text with its numbers in English style, each character at its place: "1.204,5" becomes "1,204.5".

    With a decimal comma in force, points and commas change places in all numbers; else only in those that can be
    read in no other way.  Dates, versions and the like stay as they are.
    """
    if style.decimal_mark == "." and not _MAY_HAVE_DECIMAL_COMMA.search(text):
        return text
    pieces, reached = [], 0
    for number, kind in _kinds(text):
        if style.decimal_mark == "," or kind == "comma":
            pieces += [text[reached : number.start()], number[0].translate(_EXCHANGED)]
            reached = number.end()
    return "".join((*pieces, text[reached:]))


def plain_characters(text: str) -> str:
    """Return the text with the digits and full-width forms of all scripts as ASCII, each character at its place."""
    if text.isascii():
        return text
    starts = with_checkpoints(range(0, len(text), _PIECE), 1)
    pieces = (text[start : start + _PIECE] for start in starts)
    return "".join(_FOREIGN.sub(lambda match: _as_ascii(match[0]), piece) for piece in pieces)


def _as_ascii(character: str) -> str:
    if character in _LOOK_ALIKE:
        return _LOOK_ALIKE[character]
    digit = unicodedata.digit(character, None)
    return str(digit) if digit is not None else chr(ord(character) - 0xFEE0)


@cache
def _with_marks() -> re.Pattern[str]:
    """Return the expression of numbers with a point or a comma, and of what looks like one.

    It is compiled for the first text that may have a decimal comma: that takes as long as for fifty others.
    """
    lookalikes = "|".join(pattern for reason, pattern in LOOKALIKES.items() if reason != OTHER_STYLE)
    return re.compile(
        rf"(?<![\w.,])(?:{lookalikes}"
        rf"|(?P<number>\d{{1,3}}(?:[ {SPACES}'’]\d{{3}})++[.,]\d++(?![.,]\d)|\d++(?:[.,]\d++)++))",
        re.IGNORECASE,
    )


def _kinds(text: str) -> Iterator[tuple[re.Match[str], str]]:
    """Yield the numbers with a point or comma inside, and what they speak for: "comma", "likely point" ..., or ""."""
    for number in _with_marks().finditer(text):
        if number["number"] is None:
            continue
        has_unit = _UNIT_AFTER.match(text, number.end()) or text[max(0, number.start() - 1)] in _CURRENCIES
        yield (
            number,
            _kind(number[0], "comma", bool(has_unit))
            or _kind(number[0].translate(_EXCHANGED), "point", bool(has_unit)),
        )


def _kind(number: str, mark: str, has_unit: bool) -> str:
    if _SURE.fullmatch(number) or (has_unit and _SURE_WITH_UNIT.fullmatch(number)):
        return mark
    return f"likely {mark}" if _LIKELY.fullmatch(number) else ""
