"""Numbers of what is supposed, wished or expected: "if a shop sells 5 cups", "it should be at least 5"."""

from __future__ import annotations

import re

from factcheck.claims.hypotheticals import behind_address, is_compared_with_thoughts, is_worked_out
from factcheck.claims.known_already import is_known_already
from factcheck.claims.number_context import SUBJECT, NumberContext
from factcheck.claims.years import is_year_of_extent
from factcheck.nlp.parser import Token

_DASH = re.compile(r"\s[–—-]\s|—|;\s")
_NO_INTENTION = frozenset("be have need take cost mean become remain require suffice".split())
_SUPPOSED = re.compile(r"\b(?:if|unless|otherwise|assuming|suppos\w+|in\sthat\scase|then)\b", re.IGNORECASE)
_PRESENTING = frozenset("consider look compare focus zoom examine see".split())
_OF_THE_READER = frozenset({"we", "you", "one"})
"""Who looks at the data: "if we consider the average delay, 8 March was the worst day"."""

_EXPECTING = frozenset("expect forecast project predict plan anticipate hope aim intend propose strive".split())
_NOT_YET = {
    **dict.fromkeys("should must would might ought".split(), "not stated as a fact"),
    **dict.fromkeys("will shall 'll ’ll".split(), "a forecast, not a result"),
}


def why_supposed(context: NumberContext) -> str | None:
    """Recognise "if a shop sells 5 cups", "it should be at least 5"; what follows from a condition is a statement."""
    tokens, children = context.tree.tokens, context.tree.children
    is_infinitive = False
    if is_year_of_extent(context) or is_known_already(context):  # "we plan to study records from 1957 to 2020"
        return None
    for index in context.ancestors():
        if not tokens[index].tag.startswith(("VB", "MD")):
            continue
        governed = [tokens[child] for child in children[index]]
        if any(token.dependency == "mark" and token.text.lower() in {"if", "unless"} for token in governed):
            is_told = behind_address(context) is not None or _is_behind_presenting(context, index)
            return None if is_told else "a condition, not a statement"
        if is_compared_with_thoughts(context, index):
            continue
        if is_infinitive and tokens[index].lemma.lower() in _EXPECTING:
            is_able = any(token.text.lower() in {"can", "could"} for token in governed)
            is_told = is_able or _continues_a_count(context, index) or _is_a_share_in_a_bracket(context)
            return None if is_told else "a forecast, not a result"
        for token in governed:
            if token.tag == "MD" and token.text.lower() in _NOT_YET and not _is_behind_dash(context, token):
                is_fact = _says_what_some_would_do(context, index) or is_worked_out(context, index)
                return None if is_fact else _NOT_YET[token.text.lower()]
        is_reason = tokens[index].tag == "VBD" and tokens[index].dependency == "advcl"  # "as 13 % left, we should call"
        if is_reason or any(token.dependency in SUBJECT | {"expl"} for token in governed):
            return None
        is_infinitive = any(token.tag == "TO" for token in governed)
    return None


def _is_a_share_in_a_bracket(context: NumberContext) -> bool:
    """Recognise how many intend something: "most intend to move (51 %)"."""
    is_alone = context.before.endswith("(") and context.after.startswith(")")
    return is_alone and context.number.unit == "percent"


def _is_behind_presenting(context: NumberContext, verb: int) -> bool:
    """Recognise the result behind "if we look at delays, ": such a condition supposes nothing."""
    words = context.tree.lowered
    comma = next((at for at in range(verb, len(words)) if words[at] == ","), len(words))
    is_presented = context.tree.tokens[verb].lemma.lower() in _PRESENTING
    return is_presented and not _OF_THE_READER.isdisjoint(words[:verb]) and comma < context.covered[0]


def _is_behind_dash(context: NumberContext, modal: Token) -> bool:
    """Tell whether a dash parts a number from what is advised behind it: "58% default – banks should ask more".

    So does a bracket: "a yield of 0.3 % (it would take 322 years of rent)".
    """
    between = context.paragraph.text[context.number.end : modal.start]
    return _DASH.search(between) is not None or between.count("(") > between.count(")")


def _says_what_some_would_do(context: NumberContext, verb: int) -> bool:
    """Recognise "80% of the guests would recommend it": it tells how many said so; "12 jobs would be lost" does not.

    So do "twice the 21% of the others" behind it, and "those who would recommend it (80%)".
    """
    tokens, children = context.tree.tokens, context.tree.children[verb]
    if not tokens[verb].tag.startswith("VB") or tokens[verb].lemma.lower() in _NO_INTENTION:
        return False
    governed = {tokens[child].text.lower() for child in children if tokens[child].tag == "MD"}
    auxiliaries = (tokens[child].lemma.lower() for child in children if tokens[child].dependency.startswith("aux"))
    if governed != {"would"} or not _NO_INTENTION.isdisjoint(auxiliaries) or _SUPPOSED.search(context.sentence):
        return False
    subjects = [child for child in children if tokens[child].dependency in SUBJECT]
    is_bracketed = context.before.endswith("(") and context.after.startswith(")")
    return (
        any(governs(context, subject) for subject in subjects)
        or (context.number.unit == "percent" and any(tokens[subject].text == "%" for subject in subjects))
        or (is_bracketed and any(tokens[subject].tag == "WP" for subject in subjects))
    )


def governs(context: NumberContext, word: int) -> bool:
    """Tell whether the number is a word, or stands in its phrase."""
    return word in context.covered or word in context.ancestors()


def _continues_a_count(context: NumberContext, verb: int) -> bool:
    """Recognise "89 hoped to vote by post and 68 in person": both tell how many gave an answer."""
    tokens, first = context.tree.tokens, context.covered[0]
    counts = (child for child in context.tree.children[verb] if tokens[child].dependency in SUBJECT)
    is_count = any(tokens[child].tag == "CD" for child in counts)
    is_listed = tokens[first - 1].text.lower() in {"and", ",", ";", "but", "while"}
    between = tokens[verb + 1 : first]
    return is_count and is_listed and not any(token.tag == "CD" for token in between) and context.counted_noun is None
