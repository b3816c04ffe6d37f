"""Recognises who has a record: "holds the record low", "the record holder is Ann Lee", "the champion is Rome"."""

from __future__ import annotations

from dataclasses import replace

from factcheck.claims.statements.leads import HIGHS, LOWS
from factcheck.claims.statements.statement import Assertion
from factcheck.claims.statements.tree import Words

_RECORDING = frozenset("hold set have own post".split())
"""Verbs of who has a record."""
_OF_RECORDS = frozenset("the record high low point all - time current overall reigning undisputed".split())
_CHAMPIONS = frozenset("champion frontrunner record-holder winner".split())
_ENDS = {"high": True, "low": False}


def record_end(index: int, words: Words) -> bool | None:
    """Return which end a record is at that a noun names: a champion's is the greatest; None for other words."""
    token, lemma = words.tokens[index], words.lemma(index)
    if _is_champion(index, words):
        return True
    if lemma == "point" and words.lower(index - 1) in _ENDS and token.dependency == "nsubj":
        return _ENDS[words.lower(index - 1)]  # "the low point was 1995"
    is_record = lemma in HIGHS | LOWS and words.lower(index - 1) in {"record", "time", "all-time"}
    if not is_record or token.dependency != "dobj" or words.lemma(token.head) not in _RECORDING:
        return None
    return lemma in HIGHS


def is_the_record(index: int, words: Words) -> bool:
    """Recognise "holds the record"."""
    token = words.tokens[index]
    is_object = token.lemma.lower() == "record" and token.dependency == "dobj" and words.lower(index - 1) == "the"
    return is_object and words.lemma(token.head) in {"hold", "set"}


def without_record(assertion: Assertion, words: Words) -> Assertion:
    """Return what says who has a record without the words for it, which measure nothing: "the all-time champion"."""
    return replace(assertion, measured=tuple(i for i in assertion.measured if words.lower(i) not in _OF_RECORDS))


def _is_champion(index: int, words: Words) -> bool:
    """Recognise "the champion is Rome" and "the record holder", but nobody's champion: "the state's champion"."""
    token = words.tokens[index]
    is_holder = token.lemma.lower() == "holder" and words.lower(index - 1) in {"record", "-"}
    is_named = token.lemma.lower() in _CHAMPIONS or is_holder
    is_described = any(words.tag(i) in {"JJS", "RBS"} for i in words.children(index, "amod"))
    is_own = bool(words.children(index, "poss") or words.objects(index, "of"))
    return is_named and token.tag == "NN" and not is_described and not is_own
