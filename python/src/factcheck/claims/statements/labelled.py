"""Recognises extremes told by labels: "Members: most on Friday (2,078)", "Top 3 states by sales: Ohio, Utah, Iowa"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from factcheck.claims.statements.statement import Assertion, Phrase, StatementKind
from factcheck.claims.statements.tree import Words
from factcheck.words.adjectives import positives
from factcheck.words.attributes import is_known_degree

_COUNTS = {"most": True, "least": False, "fewest": False}
_HEIGHTS = {"highest": "high", "lowest": "low", "peak": ""}
_OPPOSITES = frozenset("highest lowest longest shortest largest smallest oldest youngest best worst most least".split())
"""Superlatives that say by themselves that they are the other end of what was told before: "Lowest: Utah"."""

_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_BEFORE_EXTREME = frozenset({":", ",", ";", "(", "–", "—", "and"})
_BEFORE_OWNER = frozenset({"on", "in", "at", "during", "for"})
_ENDS = frozenset({"(", ")", ",", ";", ".", ":", "and", "with", "–", "—", "~", "≈", "="})
_LONGEST_OWNER, _LONGEST_LABEL = 4, 6
_BEST = frozenset({"top", "best", "leading", "largest", "biggest", "highest"})


def told_by_label(index: int, words: Words) -> Assertion | None:
    """Return what a token says of firsts behind a label, or as one; None for any other."""
    return _behind_label(index, words) or _first_of_label(index, words) or _other_end(index, words)


def _behind_label(index: int, words: Words) -> Assertion | None:
    """Return who is first by an entry behind a label: "Guests: longest on Saturday (24 min), shortest on Friday".

    The label says of whom, and what stands behind the superlative has the extreme.
    """
    dimension = _dimension(words.lower(index))
    colon = _colon_before(index, words)
    if dimension is None or colon is None or words.lower(index - 1) not in _BEFORE_EXTREME:
        return None
    owner = _owner(index + 2, words) if words.lower(index + 1) in _BEFORE_OWNER else ()
    if not owner:
        return None
    is_greatest = _COUNTS.get(words.lower(index), True)
    label = tuple(at for at in range(colon) if words.lower(at)[0].isalnum())
    return Assertion(StatementKind.SUPERLATIVE, (index,), (owner,), (), label, dimension, is_greatest)


def _first_of_label(index: int, words: Words) -> Assertion | None:
    """Return who takes the first places by a label: "Top 3 states by sales: Ohio, Utah, Iowa", in this order."""
    if index > 0 or words.lower(0) not in _BEST:
        return None
    colon = next((at for at in range(len(words.tokens)) if words.lower(at) == ":"), None)
    if colon is None or _has_verb(range(colon), words):
        return None
    owners = tuple(_listed(colon + 1, words))
    stated = next((words.lower(at) for at in range(colon) if words.tag(at) == "CD"), str(len(owners)))
    by = next((at for at in range(colon) if words.lower(at) == "by"), None)
    different = {tuple(map(words.lower, owner)) for owner in owners}
    if by is None or len(different) < max(len(owners), 2) or stated != str(len(owners)):
        return None
    measured = tuple(at for at in range(1, colon) if words.tag(at) != "CD" and at != by)
    places = len(owners)
    return Assertion(StatementKind.RANK, (index,), owners, (), measured, last=places, is_ordered=True)


def named_behind_label(index: int, words: Words) -> Assertion | None:
    """Return who is first by a label that is all else of its entry: "Shortest average wait: August 2020 (33.7 min)"."""
    dimension = None if index else _dimension(words.lower(0))
    if dimension is None:
        return None
    label = range(1, next((at for at in range(1, len(words.tokens)) if words.lower(at) == ":"), 0))
    if not 0 < len(label) <= _LONGEST_LABEL or _has_verb(label, words):
        return None
    owner = _owner(label.stop + 1, words)
    measured = tuple(at for at in label if words.lower(at)[0].isalnum())
    is_greatest = _COUNTS.get(words.lower(0), True)
    return Assertion(StatementKind.SUPERLATIVE, (0,), (owner,), (), measured, dimension, is_greatest) if owner else None


def _other_end(index: int, words: Words) -> Assertion | None:
    """Return who is at the other end by an entry that says no more: "Longest wait: May (37 min); shortest: August"."""
    if index or words.lower(0) not in _OPPOSITES or words.lower(1) != ":":
        return None
    owner = _owner(2, words)
    return Assertion(StatementKind.SUPERLATIVE, (0,), (owner,), is_opposite=True) if owner else None


def _dimension(word: str) -> str | None:
    """Return what a superlative is about: "many" for most and least, the adjective it is made of for another."""
    if word in _COUNTS or word in _HEIGHTS:
        return _HEIGHTS.get(word, "many")
    if not word.endswith("est") or not is_known_degree(word):
        return None
    return next(iter(positives(word)), None)


def _colon_before(index: int, words: Words) -> int | None:
    """Return the colon of the label before a token; None without one, or where the label is a clause."""
    colon = next((at for at in reversed(range(1, index)) if words.lower(at) == ":"), None)
    return None if colon is None or _has_verb(range(colon), words) else colon


def _has_verb(label: range, words: Words) -> bool:
    return any(words.tag(at).startswith(("VBZ", "VBD", "VBP", "MD")) for at in label)


def _owner(first: int, words: Words) -> Phrase:
    """Return the words from a token to the sign that ends a name; none where they are many, or have a verb."""
    phrase = tuple(_until_end(first, words))
    return phrase if len(phrase) <= _LONGEST_OWNER and not _has_verb(range(first, first + len(phrase)), words) else ()


def _until_end(first: int, words: Words) -> Iterator[int]:
    for at in range(first, len(words.tokens)):
        is_figure = any(map(str.isdigit, words.lower(at))) and not _YEAR.fullmatch(words.lower(at))
        if words.lower(at) in _ENDS or words.tag(at) == "$" or is_figure:
            return
        yield at


def _listed(first: int, words: Words) -> Iterator[Phrase]:
    """Yield the names of a list, each without the value that it may have."""
    at = first
    while at < len(words.tokens):
        phrase = _owner(at, words)
        if phrase:
            yield phrase
        at += max(len(phrase), 1)
        while at < len(words.tokens) and words.lower(at) not in {",", "and", ";"}:
            at += 1
        while at < len(words.tokens) and words.lower(at) in {",", "and", ";"}:
            at += 1
