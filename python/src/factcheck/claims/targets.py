"""Numbers that are to be reached: targets, goals, thresholds and quotas, which are no results."""

from __future__ import annotations

import re

from factcheck.claims.known_already import is_known_already
from factcheck.claims.number_context import SUBJECT, NumberContext

_TARGETS = frozenset("target goal threshold cutoff cut-off quota ceiling".split())
_OF_SEVERAL = re.compile(
    r"\b(?:average|mean|median|total|combined|highest|lowest|largest|smallest)\s(?:[a-z]+\s)?(?:targets?|goals?|quotas?)\s"
    r"(?:(?:is|was|are|were)\s)?(?:of|at)?\s?\Z",
    re.IGNORECASE,
)
"""Before what is told of several goals, which are data then: "plays had an average goal of $5,000"."""

_OF_A_STATISTIC = re.compile(
    r"\b(?:average|mean|median)s?\b[^.;()\d]{0,40}\s(?:of|at|is|are|was|were)\s(?:roughly\s|about\s|around\s|approximately\s)?"
    r"(?:[$€£₹]?\d[\d.,]*[kKmM%]?\s(?:and|or)\s)?\Z",
    re.IGNORECASE,
)
"""Before an average, whatever of: "fell short of their goals with mean and median amounts of $559 and $103"."""

_BEFORE_A_TARGET = re.compile(
    r"\b(?:targets?|goals?|thresholds?|cut-?offs?|quotas?|ceilings?)\s(?:(?:is|was|are|were)\s)?(?:of|at|to|is|was)\s\Z"
    r"|\b(?:target|goal|quota)\s(?:for|on)\s(?:[a-z]+\s){1,4}(?:is|was)\s(?:now\s|still\s)?\Z"
    r"|\b(?:set|sets|setting)\s(?:\w+\s){0,3}(?:targets?|goals?)\sto\s[^.;,\d]*\Z",
    re.IGNORECASE,
)


def why_a_target(context: NumberContext) -> str | None:
    """Recognise "a target of 5%" and "set the goal at 40"; not goals that are shot, nor those that are data."""
    if (
        is_known_already(context)
        or _OF_SEVERAL.search(context.before)
        or _OF_A_STATISTIC.search(context.sentence_before)
    ):
        return None
    if _BEFORE_A_TARGET.search(context.before):
        return "a target, not a result"
    for index in context.ancestors():
        token = context.tree.tokens[index]
        is_counted = any(context.tree.tokens[child].tag == "CD" for child in context.tree.children[index])
        is_aside = token.tag.startswith("VB") and "(" in context.paragraph.text[token.end : context.number.start]
        if is_aside or _is_reached(context, index):  # "we targeted large firms (with 250 people)" tells of the firms
            return None
        is_target = token.lemma.lower() in _TARGETS and not _are_shot(context, index)
        if is_target and token.start < context.number.start and not is_counted:
            return "a target, not a result"
        if any(context.tree.tokens[child].dependency in SUBJECT for child in context.tree.children[index]):
            return None
    return None


def _are_shot(context: NumberContext, noun: int) -> bool:
    """Tell whether goals are nobody's, so that they are counted, or told of each row: "goals against: 27"."""
    tokens, children = context.tree.tokens, context.tree.children[noun]
    return tokens[noun].text.lower() == "goals" and not any(tokens[child].tag in {"PRP$", "POS"} for child in children)


def _is_reached(context: NumberContext, verb: int) -> bool:
    """Tell whether a number counts what was aimed at, not how far: "the campaign targeted three cities"."""
    token, noun = context.tree.tokens[verb], context.counted_noun
    is_past = token.lemma.lower() == "target" and token.tag == "VBD"
    is_object = noun is not None and noun.dependency == "dobj" and noun.tag == "NNS" and noun.head == verb
    return is_past and is_object and context.number.unit == "plain" and context.number.text.isalpha()
