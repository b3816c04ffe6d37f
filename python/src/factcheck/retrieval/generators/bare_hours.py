"""Hours of which a sentence says no half of the day: "between five and six", "after eight"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from factcheck.claims.passage import Passage
from factcheck.numbers.words import CARDINALS, HOURS
from factcheck.retrieval.generators.named_periods import NamedPart, NamedTime

BARE_HOURS = re.compile(
    rf"\b(?:between\s(?:{HOURS})\sand|(?:before|after|until|from)(?:\s(?:{HOURS})\sto)?)\s(?:{HOURS})"
    r"(?=\s?(?:[,.;:)]|\Z)|\s(?:the|it|they|we|he|she|you|an?|is|was|are|were|on|there)\b)",
    re.IGNORECASE,
)
"""Hours of which only the clock tells: "between five and six we are busiest", "after eight it eases off"."""


def bare_hours(passage: Passage, taken: Sequence[tuple[int, int]]) -> Iterator[NamedTime]:
    """Yield hours that may be those of the morning or of the evening; the spans that are ``taken`` are read already."""
    for found in BARE_HOURS.finditer(passage.text):
        start, end = found.span()
        weight = passage.weight(start, end)
        if weight <= 0 or any(start < other_end and other_start < end for other_start, other_end in taken):
            continue
        opening, *words = found[0].lower().split()
        hours = [int(CARDINALS[word]) for word in words if word in CARDINALS]
        for half in (0, 12):
            first, last = hours[0] % 12 + half, hours[-1] % 12 + half
            if len(hours) > 1:
                part = NamedPart("hour", first, last - 1) if first < last else None
            else:
                part = NamedPart("hour", first, 23) if opening in {"after", "from"} else NamedPart("hour", 0, first - 1)
            if part is not None and part.first <= part.last:
                yield NamedTime(part, weight, start)
