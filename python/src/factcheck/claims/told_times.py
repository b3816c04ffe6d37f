"""Which years a text names, and whether it tells how things are at the end of its data: "today", "last year"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b(?![,.]\d)")
"""A year as texts write it, but no amount: "2,015.50"."""
PRESENT = re.compile(
    r"\b(?:(?:last|this|the\s(?:current|present|latest|most\srecent|newest|final|last))\s(?:year|season)"
    r"|now|today|currently|nowadays|to\sdate|at\spresent|these\sdays)\b",
    re.IGNORECASE,
)
"""What says that something is as the last year of the data tells it."""
_END = re.compile(r"[.!?]")


@dataclass(frozen=True, slots=True)
class ToldTimes:
    """The years that a text names, and whether it tells of the present."""

    years: frozenset[int] = frozenset()
    is_of_present: bool = False


NO_TIMES = ToldTimes()


def told_times(texts: Iterable[str]) -> ToldTimes:
    """Return what the paragraphs of a text tell of times; a question tells nothing: "How are things these days?"."""
    years: set[int] = set()
    is_of_present = False
    for text in texts:
        years.update(int(found[0]) for found in YEAR.finditer(text))
        is_of_present = is_of_present or any(not _is_asked(text, found.end()) for found in PRESENT.finditer(text))
    return ToldTimes(frozenset(years), is_of_present)


def _is_asked(text: str, end: int) -> bool:
    """Tell whether the sentence that goes on at some place of a text is a question."""
    found = _END.search(text, end)
    return found is not None and found[0] == "?"
