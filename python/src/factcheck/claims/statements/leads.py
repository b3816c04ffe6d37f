"""Recognises who leads and when something peaks: "Greg leads on sales", "sales rose to a peak of 300 in 2015"."""

from __future__ import annotations

from factcheck.claims.statements.ends import OF_LISTS
from factcheck.claims.statements.statement import Assertion, StatementKind
from factcheck.claims.statements.tree import Words

LOWS = frozenset("bottom trough nadir low minimum".split())
HIGHS = frozenset("peak high maximum zenith".split())
_LEADING = frozenset("lead top dominate peak bottom trough".split())
_TURNING = frozenset("peak bottom trough".split())
_STRETCHES = frozenset("period phase wave rush half window shift session spell season".split())
"""What has a peak of its own beside that of all: "the second period starts at 4 pm and peaks at 6 pm"."""

_REACHING = frozenset("reach hit see rise climb grow have".split())


def leads(verb: int, words: Words) -> bool:
    """Recognise "Rome leads" and "Rome heads the table"."""
    is_of_list = any(words.lower(i) in OF_LISTS for i in words.children(verb, "dobj"))
    return words.lemma(verb) in _LEADING or (words.lemma(verb) == "head" and is_of_list)


def leading(verb: int, words: Words) -> Assertion | None:
    """Recognise "Greg leads on sales", "Texas tops the list", "sales peaked in July"; not "this leads to"."""
    subject = words.subject(verb)
    if subject is None or words.objects(verb, "to", "into"):
        return None
    lemma = words.lemma(verb)
    is_greatest = lemma not in LOWS
    if lemma in _TURNING:
        if words.lemma(subject) in _STRETCHES:
            return None
        places = words.objects(verb, "in", "at", "on", "during")
        places += [i for place in places for i in words.objects(place, "in", "on", "during")]
        amounts = {i for i in places if any(map(words.is_value, (i, *words.children(i, "nummod"))))}
        places = [place for place in places if place not in amounts]  # "peaked at 30 percent in 1998"
        owners = words.names(places[0]) if places else ()
        measured = words.description(subject)
    else:
        owners = words.names(subject)
        measured = tuple(
            index
            for target in (*words.objects(verb, "in", "on", "by", "with", "for"), *words.children(verb, "dobj"))
            if not (target < subject and words.tag(target).startswith("NNP"))  # "in Kent, oaks lead" is about Kent
            for index in words.description(target)
        )
    dimension = "numerous" if any(_is_counted(target, words) for target in words.objects(verb, "with")) else ""
    if not owners or (lemma == "top" and not words.children(verb, "dobj")):
        return None
    kind = StatementKind.RANK if len(owners) > 1 else StatementKind.SUPERLATIVE
    return Assertion(kind, (verb,), owners, (), measured, dimension, is_greatest, 1, len(owners))


def _is_counted(noun: int, words: Words) -> bool:
    """Tell whether a number counts what a noun names: "65 orders", not "$65" and "65% growth"."""
    numbers = [i for i in words.children(noun, "nummod") if words.tag(i) == "CD"]
    return any(words.tag(noun) == "NNS" and words.lower(i - 1) != "$" for i in numbers)


def is_reached(noun: int, words: Words) -> bool:
    """Tell whether a peak is what something reaches: "the volume hit its peak"."""
    verb = words.verb(noun)
    return verb is not None and words.lemma(verb) in _REACHING and words.subject(verb) != noun


def peak_at(noun: int, words: Words) -> Assertion | None:
    """Recognise "sales rose to a peak of 300 in 2015"."""
    verb = words.verb(noun)
    subject = words.subject(verb) if verb is not None else None
    if verb is None or subject is None or subject == noun:
        return None
    targets = [noun, *words.objects(noun, "of"), *([verb] if is_reached(noun, words) else [])]
    points = [
        point
        for target in targets
        for point in words.objects(target, "in", "on", "at", "during")
        if words.is_point(point)
    ]
    if not points:
        return None
    is_greatest = words.lemma(noun) not in LOWS
    owner = words.name(points[0])
    return Assertion(StatementKind.SUPERLATIVE, (noun,), (owner,), (), words.description(subject), "", is_greatest)
