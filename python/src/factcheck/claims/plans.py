"""Numbers of what is planned: "we want to open 5", "the goal is to answer within 2 days", "the plan foresees 40"."""

from __future__ import annotations

from factcheck.claims.number_context import SUBJECT, NumberContext
from factcheck.claims.suppositions import governs
from factcheck.claims.years import is_year_of_extent

_FORESEEING = frozenset(
    "expect forecast project predict plan anticipate foresee envisage budget assume aim strive".split()
)
"""Verbs whose object is not yet, where the writer, or those whom the text is of, use them in the present."""

_PLANNERS = frozenset("we i management board company group plan forecast budget outlook business".split())
_PLANNED = frozenset("plan propose forecast project expect intend envisage".split())
_WISHING = frozenset({"want", "like", "wish"})
_AIMS = frozenset("target goal aim objective ambition intention plan idea".split())
_LOOKING = frozenset(
    "analyse analyze compare describe discover examine explain explore investigate study summarise summarize survey "
    "understand".split()
)
"""What a text is to do with what there is already: "the goal is to study births across 40 towns"."""
_CHANGING = frozenset(
    "rise fall drop grow shrink increase decrease decline climb reach add save cost bring cut reduce lower".split()
)


def why_planned(context: NumberContext) -> str | None:
    """Return the reason why a number belongs to what is not yet; None if it may state a result.

    Not what many say of themselves, "guests want to stay 5 nights", nor what was planned once.
    """
    tokens, infinitive = context.tree.tokens, ""
    if is_year_of_extent(context):  # "we aim to study records from 1957 to 2020" tells what there is already
        return None
    for index in context.ancestors():
        if not tokens[index].tag.startswith(("VB", "MD")):
            continue
        governed = context.tree.children[index]
        subjects = [child for child in governed if tokens[child].dependency in SUBJECT]
        if any(governs(context, subject) for subject in subjects):
            return None  # "300 visitors are expected", "40 % of them could swim"
        if reason := _reason(context, index, subjects, infinitive):
            return reason
        if subjects:
            return None
        infinitive = tokens[index].lemma.lower() if any(tokens[child].tag == "TO" for child in governed) else ""
    return None


def _reason(context: NumberContext, verb: int, subjects: list[int], infinitive: str) -> str | None:
    """Return why what a verb says is not yet; ``infinitive`` is the one that it governs, "" for none."""
    tokens, children = context.tree.tokens, context.tree.children[verb]
    lemma, tag = tokens[verb].lemma.lower(), tokens[verb].tag
    named = {tokens[subject].lemma.lower() for subject in subjects}
    if infinitive and lemma == "be" and not named.isdisjoint(_AIMS):
        return None if infinitive in _LOOKING else "a target, not a result"
    auxiliaries = {tokens[child].tag for child in children if tokens[child].dependency == "auxpass"}
    is_wish = bool(infinitive) and lemma in _WISHING and not named.isdisjoint({"we", "i"})
    is_foreseen = lemma in _FORESEEING and tag in {"VBP", "VBZ"} and not named.isdisjoint(_PLANNERS)
    is_planned = lemma in _PLANNED and tag == "VBN" and not auxiliaries.isdisjoint({"VBZ", "VBP"})
    if is_wish or is_foreseen or is_planned:
        return "a forecast, not a result"
    modals = {tokens[child].text.lower() for child in children if tokens[child].tag == "MD"}
    is_possible = not modals.isdisjoint({"could", "may"}) and lemma in _CHANGING and tag == "VB"
    return "not stated as a fact" if is_possible else None
