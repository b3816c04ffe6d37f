"""Numbers of what is counted off, as days and rounds are: "from day 90 on", "after week 12"."""

from __future__ import annotations

import re

from factcheck.claims.number_context import NumberContext

COUNTED_OFF = (
    "second|minute|hour|day|night|week|month|quarter|round|lap|stage|heat|level|grade|page|chapter|episode|volume|issue"
    "|game|match|matchday|inning|over|set|frame|mile|kilometre|kilometer|step|trial|session|wave|cycle|position|place|floor"
)
"""Nouns of what is counted off, as an expression."""
A_PLACE = "the place of something in an order"
_BEFORE = re.compile(
    r"\b(?:from|since|starting\s(?:with|on|at|in)|as\sof|after|beyond|past|before|until|till|to|through)\s"
    rf"(?:{COUNTED_OFF})\s\Z",
    re.IGNORECASE,
)


def why_a_place(context: NumberContext) -> str | None:
    """Return the reason why a number says which one of many that are counted off; None where it does not."""
    number = context.number
    is_place = number.unit == "plain" and number.is_integer and _BEFORE.search(context.before) is not None
    return A_PLACE if is_place else None
