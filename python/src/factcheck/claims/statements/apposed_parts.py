"""Recognises a part that is set off behind its whole: "40 patients, most of them women", "few of them old"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.claims.statements.portions import Portion, portion_at
from factcheck.claims.statements.statement import Assertion, StatementKind
from factcheck.claims.statements.tree import FINITE, Words

_MOST = frozenset("most half majority bulk".split())
_FEWER = frozenset("less fewer".split())
_BEFORE = frozenset("the a vast great large overwhelming more less fewer than over under well far".split())
"""Words between a comma and the word for a part: "the vast majority", "more than half"."""
_THEM = frozenset("them whom which these those".split())
_ENDS = frozenset({",", ";", ".", ":", "(", ")", "–", "—", "!"})


def apposed_part(index: int, words: Words) -> Assertion | None:
    """Return what a part of a whole is that was named before a comma; None for other tokens.

    The words alone tell, for the parser takes such a part for many things.
    """
    portion = _portion(index, words)
    if portion is None:
        return None
    last = portion.cue[-1]
    first = portion.cue[0]
    while words.lower(first - 1) in _BEFORE:
        first -= 1
    if (
        words.lower(last + 1) != "of"
        or words.lower(last + 2) not in _THEM
        or words.lower(first - 1) not in {",", "–", "—"}
    ):
        return None
    part = tuple(_until_a_sign(last + 3, words))
    whole = next((i for i in range(first - 2, -1, -1) if words.tag(i) == "NNS"), None)
    is_said = any(words.tag(i).startswith(("NN", "JJ", "VBN", "VBG", "CD")) for i in part)
    if whole is None or not is_said or any(words.tag(i) in FINITE for i in part):
        return None
    return Assertion(
        StatementKind.MAJORITY,
        portion.cue,
        (part,),
        (),
        tuple(i for i in words.name(whole) if i < first and words.tag(i) != "CD"),
        is_negated=portion.is_small,
        unclear=(portion.low, portion.high),
        is_of_counted=True,
    )


def _portion(index: int, words: Words) -> Portion | None:
    """Return the part of a whole that a token is a word for."""
    if words.lower(index) not in _MOST:
        return portion_at(index, words)
    before = {words.lower(index - 1), words.lower(index - 2)}
    if words.lower(index) == "half" and before.isdisjoint({"than", "over", "under"}):
        return None  # "half of them" is a number
    is_small = words.lower(index) == "half" and ("under" in before or not before.isdisjoint(_FEWER))
    return Portion((index,), index, None, is_small)


def _until_a_sign(start: int, words: Words) -> Iterator[int]:
    """Yield the tokens up to the next sign that ends a clause."""
    for index in range(start, len(words.tokens)):
        if words.tokens[index].text in _ENDS:
            return
        yield index
