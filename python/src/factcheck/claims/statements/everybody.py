"""Recognises comparisons with everybody, which say who is first: "more than anyone", "nobody beats Rome"."""

from __future__ import annotations

from dataclasses import replace

from factcheck.claims.statements.statement import Assertion, Phrase, StatementKind
from factcheck.claims.statements.tree import PLACE_PREPOSITIONS, Words

_EVERYBODY = frozenset("anyone anybody everyone everybody anything everything anywhere everywhere".split())
_EACH = frozenset("any every all each".split())
_OTHER = frozenset("other others else".split())
_AVERAGES = frozenset({"average", "mean"})
_OF_WHAT = frozenset({"of", "in", "for"})
_NOBODY = frozenset("nobody none nothing nowhere".split())


def all_others(first: int, words: Words) -> Phrase | None:
    """Return what calls the others where a phrase means all of them, () where nothing does; None for other phrases.

    It is "city" of "any other city", and nothing of "anyone" and "anybody else".
    """
    at = first + 1 if words.lower(first) in PLACE_PREPOSITIONS else first
    if words.lower(at) in _EVERYBODY:
        return ()
    if words.lower(at) not in _EACH:
        return None
    at += words.lower(at + 1) in {"of", "the"}
    at += words.lower(at + 1) in {"of", "the"}
    if words.lower(at + 1) not in _OTHER:
        return _of_kind(at, words)
    called = at + 2
    return (called,) if words.tag(called) in {"NN", "NNS"} else ()


def _of_kind(at: int, words: Words) -> Phrase | None:
    """Return the noun of "any city" and "any small town" with what restricts it; None for other phrases."""
    if words.lower(at) != "any":
        return None
    end = next(i for i in range(at + 1, len(words.tokens) + 1) if words.tag(i)[:2] not in {"JJ", "NN"})
    called = tuple(range(at + 1, end))
    return called if called and words.tag(called[-1]) in {"NN", "NNS"} else None


def is_of_some(called: Phrase, words: Words) -> bool:
    """Tell whether what calls the others restricts them: "small town"."""
    return len(called) > 1 and any(words.tag(i).startswith(("JJ", "NNP")) for i in called[:-1])


def is_of_rest(first: int, words: Words) -> bool:
    """Tell whether a phrase means those that were not named: "the rest", "the others", "the field"."""
    at = first + 1 if words.lower(first) in PLACE_PREPOSITIONS else first
    at += words.lower(at) in {"the", "their", "its"}
    is_field = words.lower(at) == "field" and words.lower(at - 1) == "the" and words.lower(at + 1) != "of"
    return is_field or (words.lower(at) in _OTHER | {"rest"} and words.tag(at + 1) not in {"NN", "NNP"})


def of_average(first: int, words: Words) -> int | None:
    """Return the word of an average that a phrase means: "than average", "than the average guest"; None for others.

    "Than average prices" and "than the average of Rome" name what is averaged.
    """
    at = first + (words.lower(first) in {"the", "an", "a"})
    one = {"NN"} if at > first else set()
    is_named = words.tag(at + 1).startswith(("NN", "JJ")) and not (words.tag(at + 1) in one and _ends(at + 2, words))
    return at if words.lower(at) in _AVERAGES and not is_named and words.lower(at + 1) not in _OF_WHAT else None


def _ends(index: int, words: Words) -> bool:
    """Tell whether a phrase ends before a token."""
    return not words.tag(index).startswith(("NN", "JJ")) and words.lower(index) not in _OF_WHAT


def is_nobody(phrase: Phrase, words: Words) -> bool:
    """Tell whether a phrase means nobody: "nobody", "no one", "no other city", "no city"; not so an empty one."""
    if not phrase:
        return False
    first, following = words.lower(phrase[0]), phrase[0] + 1
    is_none = first == "no" and (words.lower(following) in {"one", "other"} or words.tag(following) in {"NN", "NNS"})
    return first in _NOBODY or is_none


def of_first(assertion: Assertion, called: Phrase, *, is_of_some: bool = False) -> Assertion:
    """Return a comparison of one with all others as what it says: that the one is first."""
    measured = tuple(sorted({*assertion.measured, *called}))
    last, kind = len(assertion.owners), StatementKind.SUPERLATIVE
    return replace(assertion, kind=kind, others=(), measured=measured, last=last, is_of_some=is_of_some)


def of_unequalled(assertion: Assertion, words: Words) -> Assertion:
    """Return a comparison as what it says where it is nobody who is said to be more: that the other is first."""
    if len(assertion.owners) != 1 or not assertion.others or not is_nobody(assertion.owners[0], words):
        return assertion
    behind = (i for i in assertion.owners[0][1:] if words.lower(i) not in {"one", "other"})
    called = tuple(i for i in behind if words.tag(i) in {"NN", "NNS"})
    return of_first(replace(assertion, owners=assertion.others), called)
