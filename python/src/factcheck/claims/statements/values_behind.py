"""Recognises the value that an extreme has beside it: "the lowest yield with 372", "needs the most ($19,820)"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from factcheck.nlp.parser import Token

_WITH_VALUE = re.compile(
    r"(?:[\w'’-]+\s){0,6}(?:(?:, )?(?:with|at)|[,(]) (?:about |just |nearly |over |only )?(?:[$£€] )?\d[\d.,]*"
    r"(?: (?:%|percent|per cent|million|billion|thousand))?(?: (?P<unit>[^\W\d]+)(?: of it)?)?(?: [.,;)]| and | but |$)"
)
"""A number without a noun, but for a unit, behind "with", "at", a comma or in brackets, in the clause of an extreme."""


def text_behind(tokens: Sequence[Token], first: int) -> str:
    """Return the words of a sentence from a token on, with a blank between all of them."""
    return " ".join(token.text for token in tokens[first:])


def value_behind(tokens: Sequence[Token], first: int) -> tuple[bool, str]:
    """Tell whether a number alone stands behind an extreme, and the noun that may be its unit, "" without one.

    ``first`` is the first token behind what says the extreme.
    """
    found = _WITH_VALUE.match(text_behind(tokens, first))
    return found is not None, "" if found is None else (found["unit"] or "").lower()
