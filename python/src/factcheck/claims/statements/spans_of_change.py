"""Recognises changes without a point of time: "sales fell from 120 to 95", "prices rose over the same period"."""

from __future__ import annotations

from factcheck.claims.statements.tree import Words

_SAME = frozenset("period time span years decade interval".split())
_OVER = ("over", "in", "during", "within")
_SIGNS = frozenset({",", ";", ".", ":", "(", ")", "–", "—"})
_UNITS = 4
"""Tokens from a value to the word before the next one, at most: "from 120 packs a head to 95"."""


def has_both_values(index: int, words: Words) -> bool:
    """Tell whether a change is one between two values: "fell from $ 120 to $ 95", by the words alone.

    Times are none: "rose from 2009 to 2011".
    """
    if is_to_first(index, words):
        return True
    behind = (i for i in range(index + 1, len(words.tokens)) if words.lower(i + 1) != "from")
    start = next((i for i in behind if words.lower(i) == "from" or _ends(i, words)), None)
    if start is None or words.lower(start) != "from":
        return False
    before = _value_behind(start, words)
    if before is None:
        return False
    within = range(before + 1, min(before + 2 + 2 * _UNITS, len(words.tokens)))
    to = next((i for i in within if words.lower(i) == "to" or _ends(i, words)), None)
    return to is not None and words.lower(to) == "to" and _value_behind(to, words) is not None


def is_to_first(index: int, words: Words) -> bool:
    """Recognise a change told from its end: "rose to 23 from 18", "increased last year, to nine from seven"."""
    near = range(index + 1, min(index + 2 + 2 * _UNITS, len(words.tokens)))
    to = next((i for i in near if words.lower(i) == "to" or words.tag(i) in {"VBD", "VBZ", "VBP"}), None)
    after = _value_behind(to, words) if to is not None and words.lower(to) == "to" else None
    if after is None:
        return False
    within = range(after + 1, min(after + 2 + _UNITS, len(words.tokens)))
    start = next((i for i in within if words.lower(i) == "from" or _ends(i, words)), None)
    return start is not None and words.lower(start) == "from" and _value_behind(start, words) is not None


def is_over_same_period(index: int, words: Words) -> bool:
    """Recognise "over the same period", which was told before."""
    targets = words.objects(index, *_OVER)
    return any(words.lower(i) in _SAME and words.lower(i - 1) == "same" for i in targets)


def _ends(index: int, words: Words) -> bool:
    return words.tokens[index].text in _SIGNS or words.tag(index) in {"VBD", "VBZ", "VBP"}


def _value_behind(preposition: int, words: Words) -> int | None:
    """Return the number right behind a preposition, with a sign for its unit before it or not."""
    at = preposition + 1 + (words.tag(preposition + 1) in {"$", "RB", "IN"})
    return at if words.tag(at) == "CD" and not words.is_point(at) else None
