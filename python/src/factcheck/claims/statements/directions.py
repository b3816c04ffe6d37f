"""Recognises which way something has changed between two points: "sales rose from 2009 to 2011", "fell in March"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from factcheck.claims.statements.cues import (
    BECOMING,
    FALLING,
    FALLING_NOUNS,
    FROM_THE_SKY,
    RISING,
    RISING_NOUNS,
)
from factcheck.claims.statements.spans_of_change import has_both_values, is_over_same_period, is_to_first
from factcheck.claims.statements.statement import Assertion, Phrase, StatementKind
from factcheck.claims.statements.tree import Words
from factcheck.claims.statements.wanted import UNWANTED
from factcheck.words.adjectives import positives
from factcheck.words.attributes import attributes_of

_GOING = frozenset("go shoot tick move trend creep edge inch pick".split())
_JUDGING = frozenset("improve worsen deteriorate".split())
_BETTER_LOW = UNWANTED | {"time", "duration"}
"""What falls where it improves: "times improved"."""
_TELLING = frozenset("be see show experience record have mark".split())
_EACH = frozenset({"every", "each"})
_OWN = frozenset({"its", "their"})
_WITH = frozenset({"with", "in", "from", "for", "at"})
_NOMINAL = frozenset({"csubj", "nsubj", "nsubjpass", "pcomp", "pobj", "amod"})
_OCCASIONS = frozenset("time way case step turn respect occasion".split())
"""Nouns of which each is none of a column's groups."""
_BEFORE = frozenset("from since between".split())
_MULTIPLES = {"double": 2.0, "triple": 3.0, "treble": 3.0, "quadruple": 4.0, "halve": 2.0}
_ALMOST = frozenset("almost nearly virtually practically".split())
_NEARLY, _ABOUT = 0.8, 0.9
_UNIT_TIMES = frozenset("year month week day quarter season".split())
"""Times that are the unit of a value, rather than points."""
_LONGEST_VALUE = 4
"""Tokens of a value between "from" and its point: "from $ 3.3 million in 1952"."""
_AFTER = frozenset("to in by during until till through on".split())


def directions(words: Words) -> Iterator[Assertion]:
    """Yield what a sentence says of changes."""
    for index, token in enumerate(words.tokens):
        lemma = token.lemma.lower()
        becoming = _becoming(index, words) if lemma in BECOMING and token.tag.startswith("VB") else None
        is_rising = _is_rising(index, words) if becoming is None else True
        if is_rising is None:
            continue
        lemma = lemma if becoming is None else becoming
        measured = _changing(index, words)
        if lemma == "fall" and any(words.lemma(i) in FROM_THE_SKY for i in measured):
            continue
        if any(words.tag(i) == "JJR" for i in measured):  # "more rain fell in May than in June"
            continue
        is_rising = is_rising is not (lemma in _JUDGING and any(words.lemma(i) in _BETTER_LOW for i in measured))
        before, after = _points(index, words)
        kind = _each_of(index, words) if after is None else None
        if measured and kind is not None:
            said = tuple(i for i in measured if i != kind)
            direction = Assertion(StatementKind.DIRECTION, (index,), ((kind,),), (), said, lemma, is_rising)
            yield replace(direction, is_steady=True, is_plain=becoming is not None)
        if kind is None and _is_measured(index, words):
            continue
        is_free = after is None and kind is None and (before is None or words.lower(before) in _UNIT_TIMES)
        is_between_values = is_free and has_both_values(index, words)
        is_same_period = is_free and is_over_same_period(index, words)
        before = None if is_between_values or is_same_period else before  # "120 packs per head and year"
        is_pointless = is_between_values or is_same_period
        is_dated = after is not None or (kind is None and _is_to_the_end(index, before, words))
        if not measured or not (is_dated or is_pointless):
            continue
        measured = tuple(i for i in measured if i not in {before, after})
        others = (words.name(before),) if before is not None else ()
        owners = () if after is None else ((after,) if words.lower(after).isdigit() else words.name(after),)
        yield Assertion(
            StatementKind.DIRECTION,
            (index,),
            owners,
            others,
            measured,
            lemma,
            is_rising,
            times=_times(index, words),
            is_plain=becoming is not None,
            is_between_values=is_between_values,
            is_told_backwards=is_between_values and is_to_first(index, words),
            is_same_period=is_same_period,
        )


def _becoming(verb: int, words: Words) -> str | None:
    """Return the adjective of a comparative that something becomes: "got faster", "became wetter"; None for others."""
    said = verb + 1 + (words.tag(verb + 1) == "RB")
    lower = words.lower(said)
    if not lower.endswith("er") or words.tag(said)[:2] not in {"JJ", "RB", "NN"} or words.lower(said + 1) == "than":
        return None
    return next((each for each in positives(lower) if attributes_of(each)), None)


def _is_measured(index: int, words: Words) -> bool:
    """Recognise a change whose extent is a number, which is the claim: "rose by 5 % in May", "fell 12 points"."""
    extents = (*words.objects(index, "by"), *words.children(index, "npadvmod", "dobj"))
    described = (i for extent in extents for i in (*words.children(extent, "nummod"), extent))
    return any(words.tag(i) == "CD" and not words.is_point(i) for i in described)


def _is_to_the_end(index: int, before: int | None, words: Words) -> bool:
    """Tell whether a change is one until the last of the data: "has risen since 2010", "doubled", "Rome's share fell".

    What just fell may have done so at any time.
    """
    verb = words.verb(index)
    subject = words.subject(verb) if verb is not None else None
    is_of_owner = subject is not None and any(words.tag(i).startswith("NNP") for i in words.children(subject, "poss"))
    is_since = before is not None and "since" in {words.lower(before - 1), words.lower(before - 2)}
    if before is not None and not is_since:
        return False
    return words.tag(index) in {"VBD", "VBN"} and (
        is_since or words.lemma(index) in _MULTIPLES or (is_of_owner and words.tag(index) == "VBD")
    )


def _times(index: int, words: Words) -> float:
    """Return how many times as much, or as little, there is at the least after a change: "nearly doubled"."""
    factor = _MULTIPLES.get(words.lemma(index), 1.0)
    if factor > 1 and words.lower(index - 1) == "than" and words.lower(index - 2) == "more":
        return factor
    return max(factor * (_NEARLY if words.lower(index - 1) in _ALMOST else _ABOUT), 1.0)


def _is_rising(index: int, words: Words) -> bool | None:
    """Tell which way a verb, or a noun for a change, says that something goes; None for other words."""
    token, lemma = words.tokens[index], words.lemma(index)
    if token.tag == "VBG" and token.dependency in _NOMINAL:  # "dropping out was most common in 2015"
        return None
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
    if subject is None or not words.says(words.name(subject)):
        return ()
    own = (i for i in words.children(index, "dobj") if any(words.lower(p) in _OWN for p in words.children(i, "poss")))
    return (*words.description(subject), *(i for each in own for i in words.description(each)))


def _points(index: int, words: Words) -> tuple[int | None, int | None]:
    """Return the points before and after a change, as the prepositions in front of them tell."""
    befores, afters = [], []
    last = next((i for i in range(index + 1, len(words.tokens)) if _begins_another(i, words)), len(words.tokens))
    before = _points_of_another(index, words)
    for at in (i for i in words.clause((index,)) if i < last and i not in before):
        if not words.is_point(at) or words.tokens[at].dependency in {"nummod", "compound"}:
            continue
        preposition = words.lower(at - 1)
        is_compared = preposition in {"with", "to"} and words.lower(at - 2) == "compared"
        if preposition in _BEFORE or is_compared or _is_of_first_value(at, words):
            befores.append(at)
        elif preposition in _AFTER or (preposition in {"and", "-", "–"} and befores):
            afters.append(at)
    return (befores[0] if befores else None), (afters[-1] if afters else None)


def _points_of_another(index: int, words: Words) -> range:
    """Return where the points of the verb before stand that are none of a verb with a value: "fell, and rose to 35"."""
    token = words.tokens[index]
    is_joined = token.dependency == "conj" and token.head < index and words.tag(token.head).startswith("VB")
    has_value = any(words.is_value(i) for each in words.objects(index, "to", "by") for i in words.subtree(each))
    return range(token.head, index) if is_joined and has_value else range(0)


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
