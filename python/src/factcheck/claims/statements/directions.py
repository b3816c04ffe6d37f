"""Recognises which way something has changed between two points: "sales rose from 2009 to 2011", "fell in March"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from factcheck.claims.statements.cues import FALLING, FALLING_NOUNS, RISING, RISING_NOUNS
from factcheck.claims.statements.statement import Assertion, Phrase, StatementKind
from factcheck.claims.statements.tree import Words

_GOING = frozenset("go shoot tick move trend creep edge inch pick".split())
_TELLING = frozenset("be see show experience record have mark".split())
_EACH = frozenset({"every", "each"})
_WITH = frozenset({"with", "in", "from", "for"})
_OCCASIONS = frozenset("time way case step turn respect occasion".split())
"""Nouns of which each is none of a column's groups."""
_BEFORE = frozenset("from since between".split())
_LONGEST_VALUE = 4
"""Tokens of a value between "from" and its point: "from $ 3.3 million in 1952"."""
_AFTER = frozenset("to in by during until till through on".split())


def directions(words: Words) -> Iterator[Assertion]:
    """Yield what a sentence says of changes."""
    for index, token in enumerate(words.tokens):
        lemma = token.lemma.lower()
        is_rising = _is_rising(index, words)
        if is_rising is None:
            continue
        measured = _changing(index, words)
        if any(words.tag(i) == "JJR" for i in measured):  # "more rain fell in May than in June"
            continue
        before, after = _points(index, words)
        kind = _each_of(index, words) if after is None else None
        if measured and kind is not None:
            said = tuple(i for i in measured if i != kind)
            direction = Assertion(StatementKind.DIRECTION, (index,), ((kind,),), (), said, lemma, is_rising)
            yield replace(direction, is_steady=True)
        if not measured or after is None:
            continue
        measured = tuple(i for i in measured if i not in {before, after})
        others = (words.name(before),) if before is not None else ()
        yield Assertion(
            StatementKind.DIRECTION,
            (index,),
            ((after,) if words.lower(after).isdigit() else words.name(after),),
            others,
            measured,
            lemma,
            is_rising,
        )


def _is_rising(index: int, words: Words) -> bool | None:
    """Tell which way a verb, or a noun for a change, says that something goes; None for other words."""
    token, lemma = words.tokens[index], words.lemma(index)
    if token.tag.startswith("VB") and token.tag != "VB":
        if lemma in RISING | FALLING:
            is_to_peak = any(words.lemma(i) == "peak" for i in words.objects(index, "to"))
            return None if is_to_peak else lemma in RISING
        ways = {words.lower(i) for i in words.children(index, "prt", "advmod")} if lemma in _GOING else set()
        return "up" in ways if len(ways & {"up", "down"}) == 1 else None
    if lemma in {"up", "down"} and words.lemma(token.head) == "be" and token.dependency in {"advmod", "acomp", "prt"}:
        return lemma == "up"  # "sales were up in March"
    if token.tag == "NN" and lemma in RISING_NOUNS | FALLING_NOUNS and words.objects(index, "in", "of"):
        verb = words.verb(index)
        is_told = verb is not None and words.lemma(verb) in _TELLING and words.tokens[index].dependency != "nsubj"
        return lemma in RISING_NOUNS if is_told else None
    return None


def _changing(index: int, words: Words) -> Phrase:
    """Return the words of what changes."""
    if words.tag(index) == "NN":
        return tuple(i for target in words.objects(index, "in", "of")[:1] for i in words.description(target))
    verb = words.verb(index)
    subject = words.subject(verb) if verb is not None else None
    return words.description(subject) if subject is not None and words.says(words.name(subject)) else ()


def _points(index: int, words: Words) -> tuple[int | None, int | None]:
    """Return the points before and after a change, as the prepositions in front of them tell."""
    befores, afters = [], []
    last = next((i for i in range(index + 1, len(words.tokens)) if _begins_another(i, words)), len(words.tokens))
    for at in (i for i in words.clause((index,)) if i < last):
        if not words.is_point(at) or words.tokens[at].dependency in {"nummod", "compound"}:
            continue
        preposition = words.lower(at - 1)
        is_compared = preposition in {"with", "to"} and words.lower(at - 2) == "compared"
        if preposition in _BEFORE or is_compared or _is_of_first_value(at, words):
            befores.append(at)
        elif preposition in _AFTER or (preposition in {"and", "-", "–"} and befores):
            afters.append(at)
    return (befores[0] if befores else None), (afters[-1] if afters else None)


def _is_of_first_value(point: int, words: Words) -> bool:
    """Tell whether a point is that of the value before a change: "from 5 in 2009 to 7 in 2011"."""
    preposition = words.tokens[point].head
    within = {preposition, *words.ancestors(preposition)} if words.tokens[point].dependency == "pobj" else set()
    start = max((i for i in range(point) if words.lower(i) == "from"), default=None)
    between = range(start + 1, point - 1) if start is not None else range(0)
    has_value = any(words.tag(i) == "CD" and not words.is_point(i) for i in between)
    is_first = all(words.lower(i) != "to" for i in between)
    return has_value and is_first and (start in within or len(between) <= _LONGEST_VALUE)


def _each_of(index: int, words: Words) -> int | None:
    """Return the kind of which each is followed by a change: "every year", "with each grade", "year after year"."""
    for at in words.clause((index,)):
        if words.tag(at) != "NN" or words.lower(at) in _OCCASIONS:
            continue
        if words.lower(at - 1) in _EACH and (words.lower(at - 2) in _WITH or words.tokens[at].dependency == "npadvmod"):
            return at
        if words.lower(at + 1) in {"after", "by", "on"} and words.lower(at + 2) == words.lower(at) and at > index:
            return at
    return None


def _begins_another(index: int, words: Words) -> bool:
    """Tell whether a token is a verb that says what happened next: "rose in May, and then fell in June".

    "Fell that year before recovering in 2014" says nothing of a fall in 2014.
    """
    if words.tag(index) == "VBG" and words.lower(index - 1) in {"before", "after"}:
        return True
    return words.tokens[index].dependency == "conj" and words.tag(index).startswith("VB")
