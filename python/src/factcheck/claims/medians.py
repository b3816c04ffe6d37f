"""Medians in disguise: "half of the members have fewer than 600 residents" states that 600 is the one in the middle."""

from __future__ import annotations

from dataclasses import replace

from factcheck.claims.number_context import SUBJECT, NumberContext, Tree
from factcheck.numbers.mentions import Number

_LIMITS = frozenset({">", ">=", "<", "<="})
_LIMITING = frozenset("than under over below above beyond least most".split())
_HEDGES = frozenset("than over under nearly almost just least not well".split())


def as_median(context: NumberContext) -> Number | None:
    """Return the limit of half of all things as what it states, their median; None where the number is none.

    "More than half earn less than 600" says of the median only on which side of 600 it lies; "half have at least one
    child" says how many have any.
    """
    if context.number.comparison not in _LIMITS or context.number.unit == "percent" or context.number.value == 1:
        return None
    tree, first = context.tree, context.covered[0]
    for index in context.ancestors():
        subjects = [child for child in tree.children[index] if tree.tokens[child].dependency in SUBJECT]
        if subjects:
            is_limit = any(_is_half(tree, child) for child in subjects) and _first_number(tree, index) == first
            return replace(context.number, comparison="=", implied=("median",)) if is_limit else None
        if tree.tokens[index].dependency in {"relcl", "acl", "advcl"}:
            return None
    return None


def splits_at_median(context: NumberContext) -> bool:
    """Tell whether a number is the half of "half of them earn less than 600": it says that 600 is the median."""
    tree, subject = context.tree, context.root_index
    if tree.tokens[subject].dependency == "predet":
        subject = tree.tokens[subject].head
    verb = tree.tokens[subject].head
    number = _first_number(tree, verb)
    is_any = number is not None and tree.tokens[number].text.lower() in {"one", "1"}
    if number is None or is_any or context.number.unit != "percent" or not _is_half(tree, subject):
        return False
    between = {token.text.lower() for token in tree.tokens[verb + 1 : number]}
    behind = [token.text.lower() for token in tree.tokens[number + 1 : number + 4]]
    return not between.isdisjoint(_LIMITING) or "or" in behind


def _is_half(tree: Tree, subject: int) -> bool:
    """Tell whether a subject is half of something, no more and no less: "half of them", "half our guests"."""
    parts = [subject, *(child for child in tree.children[subject] if tree.tokens[child].dependency == "predet")]
    half = next((part for part in parts if tree.tokens[part].text.lower() == "half"), None)
    if half is None or tree.tokens[subject].dependency not in SUBJECT:
        return False
    before = {token.text.lower() for token in tree.tokens[max(0, half - 3) : half]}
    return before.isdisjoint(_HEDGES) and tree.tokens[half - 1 if half else half].text.lower() != "other"


def _first_number(tree: Tree, verb: int) -> int | None:
    """Return the index of the first number behind a verb; a sign of a currency belongs to it."""
    behind = range(verb + 1, len(tree.tokens))
    number = next((index for index in behind if tree.tokens[index].tag == "CD"), None)
    return number - 1 if number and tree.tokens[number - 1].tag == "$" else number
