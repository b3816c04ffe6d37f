"""Recognises who is at an end of a list: "at the bottom are Rome and Oslo", "at the other end sits Bern"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.claims.statements.statement import Assertion, Phrase, StatementKind
from factcheck.claims.statements.tree import Words

_ENDS = {"top": True, "head": True, "bottom": False, "foot": False, "tail": False, "rear": False}
_OPPOSITE = frozenset("other opposite far".split())
_OPPOSITE_NOUNS = frozenset("end extreme".split())
OF_LISTS = frozenset(
    "list table ranking rankings scale spectrum ladder league pile heap field range order chart".split()
)
"""What has a top and a bottom without being the thing that is ranked."""
_STANDING = frozenset("be sit stand come lie rank languish find".split())
_VALUING = frozenset("with at on".split())
_NAMING = ("NNP", "NNS", "NN", "CD")
_MOST_TOKENS = 8
"""Tokens between an end and the verb behind it: "at the bottom of the table for 2019 is"."""


def ends(words: Words) -> Iterator[Assertion]:
    """Yield who a sentence says is at an end of what was ranked before, in the order of the sentence."""
    for index in range(len(words.tokens)):
        is_opposite = words.lower(index) in _OPPOSITE_NOUNS and words.lower(index - 1) in _OPPOSITE
        if not is_opposite and not _is_end(index, words):
            continue
        verb = _verb_behind(index, words)
        owners = _names_behind(verb, words) if verb is not None else ()
        if not owners and is_opposite:
            verb, owners = _standing_before(index, words)
        if verb is None or not owners:
            continue
        is_greatest = is_opposite or _ENDS[words.lower(index)]
        kind = StatementKind.RANK if len(owners) > 1 else StatementKind.SUPERLATIVE
        cue = tuple(sorted({index, verb}))
        yield Assertion(kind, cue, owners, is_greatest=is_greatest, last=len(owners), is_opposite=is_opposite)


def _is_end(noun: int, words: Words) -> bool:
    """Recognise "at the bottom", "bottom of the table" and "bringing up the rear", said before the verb."""
    lower, before = words.lower(noun), words.lower(noun - 1)
    if lower not in _ENDS:
        return False
    if lower == "rear":
        return before == "the" and words.lower(noun - 2) == "up"
    is_of_list = words.lower(noun + 1) == "of" and any(words.lower(i) in OF_LISTS for i in range(noun + 2, noun + 5))
    is_alone = words.lower(noun + 1) != "of"
    is_said = before == "the" and words.lower(noun - 2) in {"at", "on"} and (is_alone or is_of_list)
    return is_said or (is_of_list and noun <= 1)


def _verb_behind(noun: int, words: Words) -> int | None:
    """Return the verb that stands behind an end and before who is there."""
    for index in range(noun + 1, min(noun + 1 + _MOST_TOKENS, len(words.tokens))):
        if words.tag(index).startswith("VB"):
            is_said = words.tag(index) in {"VBZ", "VBD", "VBP"} and words.lemma(index) in _STANDING
            return index if is_said else None
        if words.lower(index) in {";", ".", "("} or words.tag(index).startswith("PRP"):
            return None
    return None


def _standing_before(noun: int, words: Words) -> tuple[int | None, tuple[Phrase, ...]]:
    """Return the verb and the subject of "Rome is at the other end"."""
    verb = words.verb(noun)
    subject = words.subject(verb) if verb is not None else None
    if verb is None or subject is None or not subject < verb < noun or words.lemma(verb) not in _STANDING:
        return None, ()
    return verb, words.names(subject)


def _names_behind(verb: int, words: Words) -> tuple[Phrase, ...]:
    """Return the names behind a verb, one by one: "are Rome with 47 and Oslo with 44".

    The words alone tell, for the parser joins the second name to the value of the first.
    """
    names: list[Phrase] = []
    index = verb + 1
    while index < len(words.tokens):
        begin = index
        while words.tag(index) == "DT":
            index += 1
        first = index
        while words.tag(index).startswith(_NAMING) or words.tag(index) in {"JJ", "POS"}:
            index += 1
        if index == first or not any(words.tag(i).startswith("N") for i in range(first, index)):
            break
        names.append(tuple(range(begin, index)))
        index = _behind_value(index, words)
        if words.lower(index) == "," and words.lower(index + 1) == "and":
            index += 1
        if words.lower(index) not in {"and", ","}:
            break
        index += 1
    return tuple(names) if all(map(words.says, names)) else ()


def _behind_value(index: int, words: Words) -> int:
    """Return the place behind a value that a name has: "with 47", "(44)"."""
    if words.lower(index) == "(":
        return next((i + 1 for i in range(index, len(words.tokens)) if words.lower(i) == ")"), index)
    at = index + 1
    while words.lower(index) in _VALUING and words.tag(at) in {"CD", "$", "NN", "NNS"}:
        at += 1
    return at if at > index + 1 else index
