"""Items of a list of numbers: "31 % were gold, 33 % silver and 36 % bronze"."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import takewhile

from factcheck.nlp.parser import Token

_ENDS_ITEM = frozenset(", ; : . and but while whereas against versus".split())


def own_item(tokens: Sequence[Token], number: Collection[int]) -> list[int]:
    """Return the tokens around a number up to a comma, "and", a bracket or another number, in their order.

    ``number`` are the indexes of its tokens.
    """
    if not number:
        return []
    behind = takewhile(lambda at: not _ends_item(tokens[at], "("), range(max(number) + 1, len(tokens)))
    before = takewhile(lambda at: not _ends_item(tokens[at], ")"), range(min(number) - 1, -1, -1))
    return [*reversed(list(before)), *behind]


def _ends_item(token: Token, bracket: str) -> bool:
    return token.text.lower() in _ENDS_ITEM or token.tag == "CD" or token.text == bracket
