"""Numbers that the writer says beside the matter: what others tell, what holds of any one, what the text is about."""

from __future__ import annotations

import re

from factcheck.claims.number_context import SUBJECT, NumberContext
from factcheck.numbers.words import CARDINALS

_INDEFINITE = frozenset("some other others certain various several many".split())
_TELLING = frozenset(
    "account source report estimate newspaper historian critic observer witness commentator rumour rumor study "
    "expert analyst".split()
)
_TELLS = frozenset("speak say put talk tell claim give suggest estimate mention name report".split())
_PARTS_OF_A_TEXT = frozenset("thing reason caveat lesson takeaway conclusion remark catch surprise".split())
_ONE_WAY = frozenset("way question problem".split())
_FAMILIAR = frozenset(
    "mother father mum mom dad parent brother sister son daughter wife husband partner uncle aunt cousin grandmother "
    "grandfather gran grandma grandpa friend neighbour neighbor flatmate roommate colleague boss coach teacher".split()
)
_ONE_THING = re.compile(r"\A(?:an?|any|each|every)\Z", re.IGNORECASE)
_AVERAGED = re.compile(r"\b(?:average[sd]?|typical(?:ly)?|mean|median|usual(?:ly)?)\b", re.IGNORECASE)

_MEASURED = re.compile(r"(?<![$€£¥\d.,])\d+\.\d+(?![\d.]*(?:\s?(?:dollar|euro|pound|cent)|[$€£¥]))", re.IGNORECASE)
"""A decimal that is no price, such as no rule sets."""


def why_an_aside(context: NumberContext) -> str | None:
    """Return the reason why a number tells nothing of the data; None if it may."""
    for rule in (_part_of_the_text, _told_by_others, _of_the_writer, _rule_for_any_one):
        if reason := rule(context):
            return reason
    return None


def _part_of_the_text(context: NumberContext) -> str | None:
    """Recognise "two things stand out", "there is only one way to find out"."""
    noun, word = context.counted_noun, context.number.text.lower()
    parts = _PARTS_OF_A_TEXT | (_ONE_WAY if word == "one" else frozenset())
    is_small = word in CARDINALS and noun is not None and noun.lemma.lower() in parts
    return f"counts {noun.text}, parts of what the text says" if is_small and noun is not None else None


def _told_by_others(context: NumberContext) -> str | None:
    """Recognise "some accounts speak of 54 victims": whoever that is, it is not the data."""
    tokens, children = context.tree.tokens, context.tree.children
    for index in context.ancestors():
        for child in children[index]:
            if tokens[child].dependency not in SUBJECT or tokens[index].lemma.lower() not in _TELLS:
                continue
            words = {tokens[each].text.lower() for each in children[child]}
            if tokens[child].lemma.lower() in _TELLING and words & _INDEFINITE:
                return "told by others"
    return None


def _of_the_writer(context: NumberContext) -> str | None:
    """Recognise "my neighbour, who ran 42 km, was proud": about somebody whom the writer knows."""
    tokens, children = context.tree.tokens, context.tree.children
    for index in context.ancestors():
        subjects = [child for child in children[index] if tokens[child].dependency in SUBJECT]
        if tokens[index].dependency == "relcl":
            subjects = [tokens[index].head]
        for child in subjects:
            is_mine = any(tokens[each].text.lower() == "my" for each in children[child])
            if is_mine and tokens[child].lemma.lower() in _FAMILIAR:
                return "about somebody whom the writer knows"
        if subjects:
            return None
    return None


def _rule_for_any_one(context: NumberContext) -> str | None:
    """Recognise "a ticket costs $20": in the present, of any one; not "a ticket costs $20 on average".

    Nor in a sentence with a decimal that is no price: "a male smoker gets through 15.9 a day" is an average; nor of
    what exists: "an address exists for 40 of them" counts these.
    """
    if _AVERAGED.search(context.sentence) or context.number.unit == "percent" or _MEASURED.search(context.sentence):
        return None
    tokens, children = context.tree.tokens, context.tree.children
    for index in context.ancestors():
        subjects = [child for child in children[index] if tokens[child].dependency in SUBJECT]
        if not subjects:
            continue
        articles = [each for each in children[subjects[0]] if _ONE_THING.match(tokens[each].text)]
        is_any = tokens[subjects[0]].tag == "NN" and bool(articles) and not _is_described(context, subjects[0])
        is_rule = is_any and tokens[index].tag == "VBZ" and tokens[index].lemma.lower() != "exist"
        return "holds of any one, no result" if is_rule else None
    return None


def _is_described(context: NumberContext, noun: int) -> bool:
    """Tell whether more than an article belongs to a noun: then it may be one of several groups."""
    return any(context.tree.tokens[child].dependency != "det" for child in context.tree.children[noun])
