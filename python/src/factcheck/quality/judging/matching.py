"""Which row of a check is about which labelled claim."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from factcheck.quality.cases.source_text import Span


@dataclass(frozen=True, slots=True)
class Mention:
    """A labelled number: the places where it may stand in the source, and its value."""

    places: tuple[Span, ...]
    text: str
    value: float


@dataclass(frozen=True, slots=True)
class SpottedNumber:
    """A number that a check took for a claim: the slice of the source, and how it was read."""

    span: Span
    text: str
    value: float | None
    high: float | None = None


def match(mentions: Sequence[Mention], spotted: Sequence[SpottedNumber]) -> list[int | None]:
    """Find for each mention the spotted number that is it, by position; None where it was missed.

    The slices have to overlap, and the number has to be read right: the same text, or the same
    significant digits, so that units and shares may be told in any way ("$18.7 million" as 18.7).
    A spotted range can match two mentions, its ends; any other spotted number only one.
    """
    found: list[int | None] = []
    used: set[tuple[int, bool]] = set()
    for mention in mentions:
        hit = next((key for key in _hits(mention, spotted) if key not in used), None)
        if hit is not None:
            used.add(hit)
        found.append(None if hit is None else hit[0])
    return found


def _hits(mention: Mention, spotted: Sequence[SpottedNumber]) -> list[tuple[int, bool]]:
    """List the spotted numbers that may be a mention, with whether it is the upper end of a range."""
    hits: list[tuple[int, bool]] = []
    for place in mention.places:
        for index, number in enumerate(spotted):
            if not number.span.overlaps(place):
                continue
            if _letters(number.text) == _letters(mention.text) or _same_digits(number.value, mention.value):
                hits.append((index, False))
            elif _same_digits(number.high, mention.value):
                hits.append((index, True))
    return hits


def _letters(text: str) -> str:
    return re.sub(r"[^0-9a-z.]", "", text.lower()).rstrip(".")


def _same_digits(one: float | None, other: float) -> bool:
    return one is not None and _digits(one) == _digits(other)


def _digits(number: float) -> str:
    return f"{abs(Decimal(repr(float(number)))):.9e}".partition("e")[0]
