"""Numbers of what is there already, beside what is asked for: "raise it from 41% to 70%", "call the 21% who left"."""

from __future__ import annotations

import re

from factcheck.claims.number_context import NumberContext

_FROM = re.compile(r"\bfrom\s[$€£]?\Z", re.IGNORECASE)
_TO = re.compile(r"(?:\s(?:percent|per\scent|days|hours|minutes))?\sto\b", re.IGNORECASE)
_CHANGE = re.compile(
    r"\b(?:increas|rais|rise|lift|boost|grow|improv|expand|reduc|lower|cut|drop|fall|decreas|bring|mov|push|chang)\w*",
    re.IGNORECASE,
)
_THE = re.compile(r"\bthe\s\Z", re.IGNORECASE)
_OF_WHOM = re.compile(r"\s(?:of|who|that|which)\b", re.IGNORECASE)
_COUNT_IN_A_BRACKET = re.compile(r"\s[a-z]+\)")


def is_known_already(context: NumberContext) -> bool:
    """Tell whether a number is presupposed by the advice or the plan around it.

    That is where something is to start from, a share with an article, and a count alone in a bracket: "from 41% to at
    least 70%", "the 21.5% of complaints", "hire more staff in spring (183 absences)".
    """
    before, after, unit = context.before, context.after, context.number.unit
    is_start = _FROM.search(before) and _TO.match(after) and _CHANGE.search(context.sentence_before)
    is_share = unit == "percent" and _THE.search(before) and _OF_WHOM.match(after)
    is_counted = unit == "plain" and before.endswith("(") and _COUNT_IN_A_BRACKET.match(after)
    return bool(is_start or is_share or is_counted)
