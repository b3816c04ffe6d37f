"""Recognises who is ahead of whom, or above the average: "Rome finished behind Oslo", "rents were above average"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.claims.statements.pairs import told_apart
from factcheck.claims.statements.statement import Assertion, Phrase, StatementKind
from factcheck.claims.statements.tree import PLACE_PREPOSITIONS, Words

_AHEAD = {"ahead": True, "above": True, "behind": False, "below": False}
_STANDING = frozenset("be lag trail rank come finish place stay remain sit stand lie fall score perform end".split())
_MEASURING = frozenset("score perform".split())
_ALL = frozenset("average mean norm rest others field".split())
"""What stands for all others."""
_PLANS = frozenset(
    "schedule time plan plans target targets expectation expectations forecast forecasts budget us them it him her me "
    "this all scenes bars curve".split()
)
_DEGREES = frozenset("bit little shade touch tad lot some".split())
"""How far one is ahead, without a number: "a bit below that of"."""
_HAVING = frozenset("be have show record report reach".split())
_AMOUNTING = frozenset("earn make get sell cost spend pay receive score win lose".split())
"""Verbs of amounts, as in "earned more"."""
_LONGEST_VALUE = 4
"""Tokens from a number to the sign behind it: "$261 on average,"."""
_RESPECTS = ("in", "on", "by", "for", "with")


def alongside(words: Words) -> Iterator[Assertion]:
    """Yield what a sentence says of one beside another by a preposition."""
    for index in range(len(words.tokens)):
        if words.lower(index) in _AHEAD:
            assertion = _standing(index, words) or _set_off(index, words)
            if assertion is not None:
                yield assertion


def _standing(index: int, words: Words) -> Assertion | None:
    verb = words.verb(index)
    subject = words.subject(verb) if verb is not None else None
    targets = words.objects(index, "of") if words.lower(index) == "ahead" else words.children(index, "pobj")
    if verb is None or subject is None or subject > index or not targets or not _stands(verb, index, words):
        return None
    target = targets[0]
    is_of_all = words.lower(target) in _ALL
    pair = None if is_of_all else told_apart(subject, target, words)
    others = () if is_of_all else (pair[1],) if pair is not None else words.names(target)
    owners, measured = ((pair[0],), words.description(subject)) if pair is not None else _owners(subject, words)
    is_sure = is_of_all or pair is not None or words.lemma(verb) != "be"
    if not owners or not (is_of_all or _are_others(target, others, words, is_sure=is_sure)):
        return None
    measured += tuple(i for place in words.objects(verb, *_RESPECTS) if place > index for i in words.description(place))
    measured += (verb,) if words.lemma(verb) in _MEASURING else ()
    taken = {i for phrase in (*owners, *others) for i in phrase} | {index, verb}
    said = tuple(sorted({i for i in measured if i not in taken}))
    cue = tuple(sorted({verb, index}))
    is_ahead = _AHEAD[words.lower(index)]
    if any(words.lower(i) == "only" for i in words.subtree(index)):  # "behind only Oslo" is second
        return Assertion(StatementKind.RANK, cue, owners, (), said, "", not is_ahead, 2, 2)
    return Assertion(StatementKind.COMPARISON, cue, owners, others, said, "", is_ahead)


def _set_off(index: int, words: Words) -> Assertion | None:
    """Recognise what is set off behind a value: "keepers averaged $261, ahead of wingers", "a bit below that of"."""
    comma = index - 1
    while words.tag(comma) in {"RB", "DT"} or words.lower(comma) in _DEGREES:
        comma -= 1
    verb = words.verb(comma) if words.lower(comma) == "," else None
    subject = words.subject(verb) if verb is not None else None
    targets = words.objects(index, "of") if words.lower(index) == "ahead" else words.children(index, "pobj")
    if verb is None or subject is None or not targets or not subject < verb < comma:
        return None
    is_told_elsewhere = any(words.tag(i) in {"JJS", "RBS"} for i in range(comma))  # who is first is so in one respect
    if is_told_elsewhere or not _is_valued(verb, comma, words):
        return None
    inner = words.objects(targets[0], "of") if words.lower(targets[0]) in {"that", "those"} else []
    pair = told_apart(subject, targets[0], words)
    others = (pair[1],) if pair is not None else words.names((*inner, *targets)[0])
    owners, measured = ((pair[0],), words.description(subject)) if pair is not None else _owners(subject, words)
    if not owners or not _are_others(targets[0], others, words, is_sure=True):
        return None
    if words.lemma(verb) in _HAVING:
        measured += tuple(i for noun in words.children(verb, "dobj") for i in words.description(noun) if i < comma)
    else:
        measured += (verb,)
    taken = {i for phrase in (*owners, *others) for i in phrase} | {index}
    said = tuple(sorted({i for i in measured if i not in taken and words.tag(i) not in {"CD", "$"}}))
    dimension = "many" if words.lemma(verb) in _AMOUNTING else ""
    return Assertion(StatementKind.COMPARISON, (index,), owners, others, said, dimension, _AHEAD[words.lower(index)])


def _is_valued(verb: int, end: int, words: Words) -> bool:
    """Tell whether a number right before a sign is what a verb is about: "averaged $261,", "came to 12 points,"."""
    last = next((i for i in range(end - 1, verb, -1) if words.tag(i) == "CD"), None)
    return last is not None and not words.is_point(last) and words.verb(last) == verb and end - last <= _LONGEST_VALUE


def _stands(verb: int, index: int, words: Words) -> bool:
    return words.lemma(verb) in _STANDING and words.tokens[index].head in {verb, index - 1}


def _are_others(target: int, others: tuple[Phrase, ...], words: Words, *, is_sure: bool) -> bool:
    """Tell whether one can stand beside others: not beside plans and times, and things may be "below the mat"."""
    tags = {words.tag(i) for phrase in others for i in phrase}
    is_named = is_sure or any(tag.startswith("NNP") for tag in tags)
    return bool(others) and is_named and "CD" not in tags and words.lower(target) not in _PLANS


def _owners(subject: int, words: Words) -> tuple[tuple[Phrase, ...], Phrase]:
    """Return who is said to be ahead, and in respect of what: "rents in Rome", "Rome's rents"."""
    owned = words.children(subject, "poss")
    for place in (*owned, *words.objects(subject, "of", *sorted(PLACE_PREPOSITIONS))):
        if names := words.names(place):
            kept = tuple(tuple(i for i in name if words.tag(i) != "POS") for name in names)
            return kept, words.description(subject)
    return words.names(subject), ()
