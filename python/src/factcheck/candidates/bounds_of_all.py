"""Numbers that no thing goes beyond, or that one thing is singled out by: each is an extreme, in other words.

"Everyone has rated at least 20 films", "no school sent more than 67 pupils", "one person was tested 20 times".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from factcheck.candidates.claim_words import ClaimWords
from factcheck.candidates.sentence_form import SUBJECTS

_ALL = frozenset("everyone everybody everything every each all".split())
_NONE = frozenset("no nobody none never neither".split())
_NO_QUANTIFIERS = frozenset("in at after above of for and with".split())
"""Words before "all" that make something else of it: "in all", "at all", "for all"."""

_LEAST, _MOST = "least", "most"
_BEFORE = tuple(
    (re.compile(rf"\b(?:{words})(?:\s(?:an?|about|some|\$|€|£))*\s?\Z"), end, is_strict)
    for words, end, is_strict in (
        (r"at\sleast|n(?:o|ot)\s(?:fewer|less|under|below)(?:\sthan)?|a\sminimum\sof", _LEAST, False),
        (r"at\smost|n(?:o|ot)\s(?:more|over|above)(?:\sthan)?|up\sto|a\smaximum\sof", _MOST, False),
        (r"(?:fewer|less|lower|smaller|shorter|younger|lighter|cheaper)\sthan|under|below", _LEAST, True),
        (r"(?:more|greater|higher|larger|longer|older|heavier|bigger)\sthan|over|above|exceed(?:s|ed)?", _MOST, True),
    )
)
_BEHIND = re.compile(r"(?:[\w-]+\s){0,3}or\s(?P<word>more|fewer|less)\b(?!\sthan)")
_CLAUSE_ENDS = frozenset({";", ":", ".", "—", "–"})
_AS_MANY_AS = re.compile(r"\b(?:as\s(?:many|often|much)\sas|up\sto|a\smaximum\sof)\s\Z")
_ONE = frozenset({"one", "single"})


@dataclass(frozen=True, slots=True)
class BoundOfAll:
    """Which extreme a number is, and the index of the word that says of what: "no" of "no school"."""

    index: int
    is_greatest: bool


def bound_of_all(words: ClaimWords) -> BoundOfAll | None:
    """Return the extreme that a number is since all things stay on its side, or none goes beyond it; else None.

    What all have more than, and none has at least, is no value of theirs.
    """
    said = _hedge(words)
    quantifier = None if said is None else _quantifier(words, said[2])
    if said is None or quantifier is None:
        return None
    end, is_strict, _ = said
    is_of_none = words.tokens[quantifier].text.lower() in _NONE
    if is_of_none != is_strict:
        return None
    return BoundOfAll(quantifier, end == _MOST)


def _hedge(words: ClaimWords) -> tuple[str, bool, str] | None:
    """Return which end "at least" or the like tells of a number, whether beyond it, and the text before these words."""
    before = words.text_before() + " "
    for pattern, end, is_strict in _BEFORE:
        found = pattern.search(before)
        if found is not None:
            return end, is_strict, before[: found.start()]
    behind = _BEHIND.match(words.text_after())
    return None if behind is None else (_LEAST if behind["word"] == "more" else _MOST, False, before)


def _quantifier(words: ClaimWords, before: str) -> int | None:
    """Return the index of the last word for all or none in the beginning of a sentence, as far as a clause goes."""
    for index in range(len(before.split()) - 1, -1, -1):
        word = words.tokens[index].text.lower()
        if word in _CLAUSE_ENDS:
            return None
        is_apart = word == "all" and index > 0 and words.tokens[index - 1].text.lower() in _NO_QUANTIFIERS
        if word in _ALL | _NONE and not is_apart:
            return index
    return None


def singled_out(words: ClaimWords) -> Iterator[BoundOfAll]:
    """Yield what a sentence singles out by a number: "one person was tested 20 times", "as many as 14 orders each".

    The number belongs to what the one thing does or has.
    """
    if not words.claimed:
        return
    if _AS_MANY_AS.search(words.text_before() + " "):
        yield BoundOfAll(words.claimed[0], is_greatest=True)
    verbs = set(_heads(words, words.claimed[-1]))
    for index, token in enumerate(words.tokens[: words.claimed[0]]):
        if token.text.lower() not in _ONE or index in words.claimed:
            continue
        noun = index if token.dependency in SUBJECTS else token.head
        subject = words.tokens[noun]
        is_same_clause = subject.dependency in SUBJECTS and subject.head in verbs
        if is_same_clause and noun < words.claimed[0] and subject.tag != "NNS":
            yield BoundOfAll(index, is_greatest=True)


def _heads(words: ClaimWords, index: int) -> Iterator[int]:
    """Yield what a token depends on, up to the first verb."""
    while words.tokens[index].head != index:
        index = words.tokens[index].head
        yield index
        if words.tokens[index].tag.startswith("VB"):
            return
