"""Limits of one unit, which have an article in the place of a number: "under an hour", "more than half a mile"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from factcheck.numbers.mentions import OR_LESS, OR_MORE, Number, find_numbers
from factcheck.units.unit import UNITS

_PARTS = {"half": "0.5", "a quarter of": "0.25"}
_WITHIN = re.compile(r"\bwithin\b", re.IGNORECASE)
_A_SINGLE_UNIT = re.compile(
    r"\b(?:(?:more|less|longer|shorter|later|earlier|older|younger|fewer|cheaper)\sthan|over|under|above|below|beyond"
    r"|at\s(?:least|most)|within|exceed(?:s|ed|ing)?|up\sto)\s(?P<amount>(?:(?P<part>half|a\squarter\sof)\s)?an?\s"
    r"(?:full\s|whole\s|single\s)?(?P<unit>[a-z]+)(?P<more>\sand\sa\shalf)?)\b"
    r"(?!\s(?:ago|later|earlier|before|after|per|of|in|that|which|who|ahead|\d))(?!['’-])",
    re.IGNORECASE,
)
"""A limit of one, or of a part of it: "more than half an hour late", "started below a dollar"."""
_A_SINGLE_UNIT_OR = re.compile(
    rf"\b(?P<amount>(?:(?P<part>half|a\squarter\sof)\s)?an?\s(?P<unit>[a-z]+)(?P<more>\sand\sa\shalf)?)"
    rf"\sor\s(?P<side>{OR_MORE}|{OR_LESS})\b",
    re.IGNORECASE,
)
"""The same with the comparison behind it: "a week or shorter"."""


@dataclass(frozen=True, slots=True)
class SingleUnitLimit:
    """A limit at ``start:end`` of a text, with its number, which stands where the article does."""

    start: int
    end: int
    number: Number


def single_unit_limits(text: str) -> Iterator[SingleUnitLimit]:
    """Yield the limits of one unit, or of a part of one, that a text says."""
    for pattern in (_A_SINGLE_UNIT, _A_SINGLE_UNIT_OR):
        for found in pattern.finditer(text):
            if found["unit"].lower() not in UNITS.by_word:
                continue
            before = found[0][: found.start("amount") - found.start()]
            behind = f" or {found['side']}" if pattern is _A_SINGLE_UNIT_OR else ""
            amount = "1.5" if found["more"] else _PARTS.get((found["part"] or "").lower(), "1")
            start, end = found.span("amount")
            for number in find_numbers(f"{_WITHIN.sub('at most', before)}{amount} {found['unit']}{behind}")[:1]:
                yield SingleUnitLimit(*found.span(), replace(number, start=start, end=end, text=found["amount"]))
