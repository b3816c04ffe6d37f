"""Recognises extremes told by labels: "Members: most on Friday (2,078)", "Top 3 states by sales: Ohio, Utah, Iowa"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.claims.statements.statement import Assertion, Phrase, StatementKind
from factcheck.claims.statements.tree import Words
from factcheck.words.adjectives import positives
from factcheck.words.attributes import is_known_degree

_COUNTS = {"most": True, "least": False, "fewest": False}
_BEFORE_EXTREME = frozenset({":", ",", ";", "(", "–", "—", "and"})
_BEFORE_OWNER = frozenset({"on", "in", "at", "during", "for"})
_ENDS = frozenset({"(", ")", ",", ";", ".", ":", "and", "with", "–", "—", "~", "≈", "="})
_LONGEST_OWNER = 4
_BEST = frozenset({"top", "best", "leading", "largest", "biggest", "highest"})


def labelled_extreme(index: int, words: Words) -> Assertion | None:
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
    label = tuple(at for at in range(colon) if words.says((at,)))
    return Assertion(StatementKind.SUPERLATIVE, (index,), (owner,), (), label, dimension, is_greatest)


def first_of_label(index: int, words: Words) -> Assertion | None:
    """Return who takes the first places by a label: "Top 3 states by sales: Ohio, Utah, Iowa", in this order."""
    colon = next((at for at in range(index, len(words.tokens)) if words.lower(at) == ":"), None)
    if index > 0 or words.lower(index) not in _BEST or colon is None or _has_verb(range(colon), words):
        return None
    owners = tuple(_listed(colon + 1, words))
    stated = next((words.lower(at) for at in range(colon) if words.tag(at) == "CD"), str(len(owners)))
    by = next((at for at in range(colon) if words.lower(at) == "by"), None)
    if (
        len({tuple(map(words.lower, owner)) for owner in owners}) < max(len(owners), 2)
        or by is None
        or stated != str(len(owners))
    ):
        return None
    measured = tuple(at for at in range(1, colon) if words.tag(at) != "CD" and at != by)
    places = len(owners)
    return Assertion(StatementKind.RANK, (index,), owners, (), measured, last=places, is_ordered=True)


def _dimension(word: str) -> str | None:
    """Return what a superlative is about: "many" for most and least, the adjective it is made of for another."""
    if word in _COUNTS:
        return "many"
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
        if words.lower(at) in _ENDS or words.tag(at) == "$" or any(map(str.isdigit, words.lower(at))):
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
