"""Ranges that say how far the values of many things reach: the lower end is the smallest, the upper the largest."""

from __future__ import annotations

import re

from factcheck.claims.degrees import limits_a_degree
from factcheck.claims.number_context import DEFINITE, SUBJECT, NumberContext
from factcheck.numbers.mentions import Number
from factcheck.numbers.ranges import as_extremes

_MEASURING = frozenset(
    "age be carry charge contain cost drive earn extend fetch get hold last lie live measure pay range receive run "
    "score spend stay stretch take vary wait weigh work".split()
)
_MOSTLY = frozenset("usually typically generally normally mostly often commonly average".split())
"""Words with which a range is no longer that of all."""
_AGGREGATING = frozenset("average mean median total sum number typical combined share percentage rate".split())
_EACH_TIME = re.compile(
    r"\s(?:[a-z]+\s){1,2}(?:(?:was|were|are|is)\s[a-z]+\s)?(?:per|each|every)\s(?:hour|day|week|month|quarter|year|season)\b",
    re.IGNORECASE,
)
"""Behind a range of what is counted by times: "between 2,890 and 8,426 boys were baptized per year"."""

_RANGE_BEFORE = re.compile(r"\b(?:range|spread)(?:\sof\s\w+)?\s?[:=]\s?\Z", re.IGNORECASE)
_RANGE_BEHIND = re.compile(r"\s(?:[a-z]+\s){0,2}(?:range|spread)\b", re.IGNORECASE)
_FEWEST_COUNTED = 30
"""The lower end of what is counted so, rather than what one does each day: "5 to 6 meals per day"."""


def ends_of_spread(number: Number, context: NumberContext) -> tuple[Number, Number] | None:
    """Return both ends of "the penguins weighed between 2,700 and 6,300 grams" as extremes; None if no spread.

    The subject is plural, so that the number is no single value of which the writer is unsure, and the verb measures
    each of them, so that it is no count or sum of all either; or what is counted is told per year or the like.  Where
    the subject is counted, as in "152 runners were between 25 and 34", the range says which are.
    """
    if number.ends is None or number.unit == "percent":
        return None
    if number.unit == "currency" and _is_of_amounts(context):
        return as_extremes(*number.ends)
    return _of_many(number.ends, context) if " " in number.text else None  # "25-34" is a group


def _of_many(ends: tuple[Number, Number], context: NumberContext) -> tuple[Number, Number] | None:
    """Return both ends as extremes where a verb measures each of several things between them."""
    if _EACH_TIME.match(context.sentence_after) and ends[0].value >= _FEWEST_COUNTED:
        return as_extremes(*ends)
    tokens, children = context.tree.tokens, context.tree.children
    for index in context.ancestors():
        token = tokens[index]
        is_within_phrase = token.tag == "IN" and token.text.lower() not in {"between", "from"}
        if is_within_phrase or token.dependency in {"relcl", "acl", "advcl"}:
            return None
        subjects = [child for child in children[index] if tokens[child].dependency in SUBJECT]
        if not subjects:
            continue
        subject = subjects[0]
        words = {tokens[each].lemma.lower() for each in (subject, *children[subject])}
        is_plural = tokens[subject].tag in {"NNS", "NNPS"} or tokens[subject].text.lower() in {"they", "these", "those"}
        is_counted = words.isdisjoint(DEFINITE) and any(tokens[each].tag == "CD" for each in children[subject])
        is_each = is_plural and not is_counted and words.isdisjoint(_AGGREGATING) and subject < context.covered[0]
        is_of_all = index < context.covered[0] and _MOSTLY.isdisjoint(context.tree.lowered)
        return as_extremes(*ends) if is_each and is_of_all and token.lemma.lower() in _MEASURING else None
    return None


def _is_of_amounts(context: NumberContext) -> bool:
    """Recognise "$43K-$93K salary range" and "doctors ($85K-$93K)": between these ends lie the amounts of all."""
    is_bracketed = context.before.endswith("(") and context.after.startswith(")")
    is_called_so = _RANGE_BEFORE.search(context.before) or _RANGE_BEHIND.match(context.after)
    return bool(is_called_so) or (is_bracketed and not limits_a_degree(context))
