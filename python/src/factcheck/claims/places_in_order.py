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
_ASKED = "question|item|task|phase|visit|test|attempt"
_BEFORE_IN_WORDS = re.compile(
    rf"(?:\b(?:in|by|at|on|during|for|of|made\sit\sto|reached)|\A)\s?(?:{COUNTED_OFF}|{_ASKED})\s\Z",
    re.IGNORECASE,
)
"""Before a number in words that stands behind the singular of what is counted off: "the mean weight in week two"."""
_NO_PLACES = re.compile(r"\b(?:by\s(?:day|night)|at\snight|in\splace|on\sset|of\sage)\s\Z", re.IGNORECASE)


def why_a_place(context: NumberContext) -> str | None:
    """Return the reason why a number says which one of many that are counted off; None where it does not."""
    number = context.number
    if number.unit != "plain" or not number.is_integer:
        return None
    is_limit = number.comparison != "="  # "revenue from over 10,800 orders"
    is_place = (_BEFORE.search(context.before) is not None and not is_limit) or _is_place_in_words(context)
    return A_PLACE if is_place else None


def _is_place_in_words(context: NumberContext) -> bool:
    """Recognise "in week two" and "Week two was cold"; not "in one week two hens died", "by night two men watch"."""
    if not context.number.text.isalpha() or _NO_PLACES.search(context.before):
        return False
    noun = context.counted_noun
    is_counting = noun is not None and noun.tag in {"NNS", "NNPS"}
    return not is_counting and _BEFORE_IN_WORDS.search(context.sentence_before) is not None
