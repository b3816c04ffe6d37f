"""Limits that a clause opens with, before it states a result: "Below 40 metres there are 98 wrecks"."""

from __future__ import annotations

import re

from factcheck.claims.number_context import SUBJECT, NumberContext
from factcheck.numbers.mentions import OR_LESS, OR_MORE

_COMPARISONS = frozenset({">", ">=", "<", "<="})
_CLAUSE = r"(?:\A|[;:]\s)\W*(?:(?:and|but|while)\s)?"
_OPENS = re.compile(
    rf"{_CLAUSE}(?:below|above|under|over|beyond|from|up\sto)\s(?:the\sage\sof\s)?[$€£]?\s?\Z", re.IGNORECASE
)
_OPENS_WITH = re.compile(
    rf"{_CLAUSE}(?:with|at|for)\s(?:(?:more|fewer|less)\sthan\s|at\s(?:least|most)\s|under\s|over\s)?[$€£]?\s?\Z",
    re.IGNORECASE,
)
"""Before a limit that may be a result, "with more than 300 members, the club is large", unless it is told again."""

_SAID_AGAIN = r"(?<![\d.,]){}(?![\d%]|[.,]\d)"
_OR_BEYOND = re.compile(rf"(?:\s?[^\s\d,;.:]+){{0,2}}?\s(?:or|and)\s(?:{OR_MORE}|{OR_LESS})\b", re.IGNORECASE)
"""Behind a limit that nothing else can be: "at 110 pounds or more it was 26 %"."""

_MAIN_CLAUSE = re.compile(
    rf"(?:\s?[^\s\d,;.:]+){{0,2}}?(?:\s(?:or|and)\s(?:{OR_MORE}|{OR_LESS}))?(?:\sonwards?|\supwards?|\son)?"
    r"(?:,\s(?!\S+\s(?:of\s(?:them|these|those|which|whom)|in\stotal)\b)|\s(?=(?:there|it|they|she|he|the|this|these|those)\b))",
    re.IGNORECASE,
)
"""Behind a limit: its unit and the clause that it is said of; not "over 300 guests, 12 of them children"."""


def opens_as_limit(context: NumberContext) -> bool:
    """Tell whether a limit opens a clause that states another number: it says which things that number is about."""
    if context.number.comparison not in _COMPARISONS or context.number.unit == "year":
        return False
    is_limit = _OPENS.search(context.sentence_before) is not None
    if not is_limit and _OPENS_WITH.search(context.sentence_before):
        is_limit = _OR_BEYOND.match(context.after) is not None or _is_told_again(context)
    return is_limit and not _is_subject(context) and _states_another(context)


def _is_subject(context: NumberContext) -> bool:
    """Tell whether the number, or what it counts, does something: "over 300 guests came"."""
    noun = context.counted_noun
    return context.root.dependency in SUBJECT or (noun is not None and noun.dependency in SUBJECT)


def _states_another(context: NumberContext) -> bool:
    behind = _MAIN_CLAUSE.match(context.sentence_after)
    tokens = context.tree.tokens[context.covered[-1] + 1 :]
    return behind is not None and any(token.tag == "CD" for token in tokens)


def _is_told_again(context: NumberContext) -> bool:
    """Tell whether another limit of the paragraph is the same number: what lies on both of its sides is told apart."""
    text, number = context.paragraph.text, context.number
    others = re.finditer(_SAID_AGAIN.format(re.escape(number.text)), text, re.IGNORECASE)
    return any(found.start() >= number.end or found.end() <= number.start for found in others)
