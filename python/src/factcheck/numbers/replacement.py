"""Writing another value in the place of a number of a text, in the style that the number is written in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Context, Decimal

from factcheck.numbers.words import any_of, below_a_hundred

_DIGITS = Context(prec=60)
_MOST_DIGITS = 30
_WORDS = {below_a_hundred(number): number for number in range(100)}
_WORD = re.compile(rf"\b{any_of(_WORDS)}\b", re.IGNORECASE)
_FIGURES = re.compile(r"\d(?:[\d.,'’\u00a0\u202f\u2009 ]*\d)?")
_STYLES = ((",", "."), (".", ","), ("'", "."), ("’", "."), *((space, ".") for space in "\u00a0\u202f\u2009 "))
_STYLES_OF_COMMAS = tuple((space, ",") for space in "\u00a0\u202f\u2009 ")
_FACTORS = frozenset(Decimal(1).scaleb(power) for power in (-2, -1, 0, 2, 3, 5, 6, 7, 9, 12))
"""What units of a number can stand for: basis points, per mille, and words such as thousand or crore."""


def written_like(text: str, stated: Decimal, value: Decimal) -> str | None:
    """Write ``value`` as ``text`` writes ``stated``: separators, unit, decimals; None where the style has no way.

    >>> written_like("1.2 million", Decimal(1200000), Decimal(2345678))
    '2.3 million'
    >>> written_like("four", Decimal(4), Decimal(16))
    'sixteen'
    >>> written_like("one in five", Decimal(20), Decimal(30)) is None
    True
    """
    if not value.is_finite() or value.adjusted() > _MOST_DIGITS or (stated < 0) != (value < 0) or stated == 0:
        return None
    stated, value = abs(stated), abs(value)
    figures = list(_FIGURES.finditer(text))
    if len(figures) == 1:
        body = _figures_like(figures[0][0], stated, value)
        return None if body is None else f"{text[: figures[0].start()]}{body}{text[figures[0].end() :]}"
    words = list(_WORD.finditer(text))
    if figures or len(words) != 1 or _WORDS[words[0][0].lower()] != stated:
        return None
    word = _word_like(words[0][0], value)
    return None if word is None else f"{text[: words[0].start()]}{word}{text[words[0].end() :]}"


def _figures_like(body: str, stated: Decimal, value: Decimal) -> str | None:
    """Write a value in the style in which ``body`` has the stated value, in the unit that follows it."""
    readings = [(style, number) for style in (*_STYLES, *_STYLES_OF_COMMAS) for number in _read(body, *style)]
    for (group, point), number in sorted(readings, key=lambda reading: reading[1] != stated):
        if not number or (factor := _DIGITS.divide(stated, number).normalize(_DIGITS)) not in _FACTORS:
            continue
        decimals = len(body.rpartition(point)[2]) if point in body else 0
        in_unit = _DIGITS.divide(value, factor)
        if value and in_unit.adjusted() < -decimals:  # no digit of it would be left: 500 is no "1 thousand"
            return None
        shown = in_unit.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP, _DIGITS)
        is_grouped = group in body or (number < 1000 and group != " ")
        return f"{shown:{',' if is_grouped else ''}f}".translate({ord(","): group, ord("."): point})
    return None


def _read(body: str, group: str, point: str) -> Iterator[Decimal]:
    """Yield the number that figures are under a style; nothing where they do not have it."""
    if re.fullmatch(rf"(?:\d+|\d{{1,3}}(?:{re.escape(group)}\d{{3}})+)(?:{re.escape(point)}\d+)?", body):
        yield Decimal(body.replace(group, "").replace(point, "."))


def _word_like(word: str, value: Decimal) -> str | None:
    rounded = value.quantize(Decimal(1), ROUND_HALF_UP, _DIGITS)
    if rounded >= len(_WORDS):
        return None
    other = below_a_hundred(int(rounded))
    return other.capitalize() if word[0].isupper() else other
