"""Spans of time, which tell when or how long: "in three years sales doubled"."""

from __future__ import annotations

import re

from factcheck.claims.counted_periods import counts_periods, counts_periods_averaged
from factcheck.claims.number_context import DEFINITE, NumberContext
from factcheck.nlp.parser import Token

A_SPAN = "a span of time"
SPANS_OF_TIME = frozenset("second minute hour day night week weekend month quarter year season decade century".split())
_BEFORE_A_SPAN = frozenset("after within before during every in per since".split())
_PART_OF_A_SPAN = re.compile(
    r"\sof\s(?:the|a|this|that|each|every|last)\s(?:hour|day|week|month|quarter|season|year|decade|century)\b(?!['’])",
    re.IGNORECASE,
)
_OF_DATA = re.compile(r"\s(?:days?|weeks?|months?|years?)(?:['’]s?)?\s(?:worth\s)?of\sdata\b", re.IGNORECASE)
_TIMES_COUNTED = re.compile(
    r"\s(?:years?|months?|weeks?|days?|quarters?|seasons?)\b(?!\s(?:of|to|from|since|time)\b).{0,80}?"
    r"\b(?:\w+er\sthan|more\sthan|less\sthan|over|under|above|below|at\sleast|at\smost|exceed(?:s|ed)?|no)\b",
    re.IGNORECASE,
)
_OF_A_GREATER = re.compile(
    r"\s(?:days?|nights?|weeks?|months?)\sof\s(?:the|that)\s(?:week|month|quarter|season|year)\b", re.IGNORECASE
)
_DIFFERENT = re.compile(r"\s(?:different|separate|distinct)\b", re.IGNORECASE)
_DURING = frozenset("over during within across throughout in through".split())
_PUT_IN = re.compile(r"\bput(?:s|ting)?\sin\s\Z", re.IGNORECASE)
"""Before what somebody works, which parsers take for a place at times: "she put in 42 hours a week"."""


def why_a_span(context: NumberContext) -> str | None:
    """Return the reason why a number tells when or how long, None if it counts spans of time or none at all."""
    noun, previous = context.counted_noun, context.previous
    if _OF_DATA.match(context.after) or (context.number.unit == "percent" and _PART_OF_A_SPAN.match(context.after)):
        return A_SPAN
    if noun is None or noun.lemma.lower() not in SPANS_OF_TIME:
        return None
    if re.match(r"\s\w+\s(?:ago|later|earlier|before|after|this|last)\b", context.after):
        return A_SPAN
    if previous is None or previous.tag == "RP" or _PUT_IN.search(context.before) or _is_counted(context):
        return None
    if _is_during(context, noun):
        return A_SPAN
    is_known = previous.text.lower() in DEFINITE and context.word_at(-2) in _DURING
    # "resolved in 19.1 hours" tells how long it took: nobody names a span of time with a decimal
    is_span = previous.text.lower() in _BEFORE_A_SPAN and context.number.comparison == "=" and context.number.is_integer
    return A_SPAN if is_known or is_span else None


def _is_during(context: NumberContext, noun: Token) -> bool:
    """Tell whether "over" means throughout: "over 32 days we got 1,037 answers", not "over 32 days were lost"."""
    is_fronted = context.word_at(-1) == "over" and context.word_at(-2) in {"", ","}
    return is_fronted and noun.dependency in {"npadvmod", "pobj"}


def _is_counted(context: NumberContext) -> bool:
    """Tell whether spans are counted: "in 7 years they made more than 50 tons" says how many such years there were.

    Different ones are: "he passed forty in eleven different seasons", and so are days of a month: "fog during 6 days of
    the month".
    """
    if _DIFFERENT.match(context.after) or _OF_A_GREATER.match(context.after):
        return True
    is_first = not context.word_at(-2) and context.word_at(-1) in {"in", "on"}
    is_counted = is_first and _TIMES_COUNTED.match(context.after) is not None
    return is_counted or counts_periods(context) or counts_periods_averaged(context)
