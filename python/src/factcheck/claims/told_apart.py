"""Clauses that are about some of a kind only: "the 312 songs that lived on", "those with a garage cost 400"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.claims.number_context import SUBJECT, NumberContext

_OF_SOME = frozenset({"those", "others", "remainder", "rest"})
_RELATIVE = frozenset({"that", "who", "whose"})
_HAVING = frozenset({"with", "without"})
_BEFORE_A_GROUP = frozenset("in among for of at from with by".split())
_OF_THE_TEXT = frozenset("we i you us me".split())


def is_of_some(context: NumberContext) -> bool:
    """Tell whether what a number counts, or is said of, is told apart from others of its kind.

    Behind a comma a clause adds what holds of all: "the songs, which are old".
    """
    return any(_is_told_apart(context, noun) for noun in _nouns(context))


def _nouns(context: NumberContext) -> Iterator[int]:
    """Yield what the number counts, what its clause is about, and the noun behind a preposition that follows it."""
    tokens, children = context.tree.tokens, context.tree.children
    root = context.root_index
    if tokens[root].tag == "CD" and tokens[root].dependency == "nummod":
        yield tokens[root].head
    for at in (root, *context.ancestors()):
        if subjects := [child for child in children[at] if tokens[child].dependency in SUBJECT]:
            yield from subjects
            break
    behind = context.covered[-1] + 1
    if behind < len(tokens) and context.tree.lowered[behind] in _BEFORE_A_GROUP:
        yield from (child for child in children[behind] if tokens[child].dependency == "pobj")


def _is_told_apart(context: NumberContext, noun: int) -> bool:
    tokens, children, lowered = context.tree.tokens, context.tree.children, context.tree.lowered
    if lowered[noun] in _OF_SOME:
        return True
    for child in children[noun]:
        if child < noun:
            continue
        if lowered[child] in _HAVING and tokens[child].dependency == "prep":
            return True
        if tokens[child].dependency == "relcl" and lowered[noun + 1] in _RELATIVE:
            subjects = (each for each in children[child] if tokens[each].dependency in SUBJECT)
            return all(lowered[each] not in _OF_THE_TEXT for each in subjects)
    return False
