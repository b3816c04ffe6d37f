"""From which mark on one has passed, as a text tells it: "a passing score of 70", "at least 50 marks to pass"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal

_LIMIT = r"(?:(?:at\sleast|a\sminimum\sof|minimum|above|over|>=|≥|>)\s)?"
_NUMBER = r"(?P<mark>\d{1,3})(?!\d|[.,]\d)"
_TOLD = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?:pass(?:ing)?|cut-?off)[\s-](?:marks?|scores?|grades?|threshold)\s?"
        rf"(?:(?:is|was|are|were|of|as|at|=|:|being|set\sat)\s?)?{_LIMIT}{_NUMBER}",
        r"\bpass(?:ed|ing)?\b[^.;%]{0,40}\b(?:defined|considered|counted|means?|meaning|requires?|takes)\b[^.;%\d]{0,40}"
        rf"{_NUMBER}",
        rf"\b(?:at\sleast|minimum\sof|(?:marks?|scores?|grades?)\sof|scor(?:ed|es?|ing))\s{_LIMIT}{_NUMBER}"
        r"\s?(?:%|percent|points|marks)?(?:\sor\s\w+)?\s(?:in\sorder\s)?to\spass\b",
    )
)
_MOST = 100


def told_pass_mark(texts: Iterable[str]) -> Decimal | None:
    """Return the mark that the paragraphs of a text say one passes with; None where they tell none, or several."""
    found = (each for text in texts for pattern in _TOLD for each in pattern.finditer(text))
    marks = {Decimal(each["mark"]) for each in found if 0 < int(each["mark"]) <= _MOST}
    return marks.pop() if len(marks) == 1 else None
