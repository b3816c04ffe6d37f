"""Recognises a place that a verb gives: "Rome ranks third by visitors", "takes second place", "and Oslo third"."""

from __future__ import annotations

from factcheck.claims.statements.statement import Assertion, StatementKind
from factcheck.claims.statements.tree import Words
from factcheck.numbers.words import ordinal_value

_PLACING = frozenset("rank come place finish stand be sit".split())
_LAST = frozenset("last bottom".split())
_FIRST = frozenset({"top"})
PLACES_NAMED = frozenset("place position rank spot".split())
_BY_FAR = frozenset("distant close clear narrow remote comfortable strong".split())
"""Adjectives of a place: "a distant second"."""
_HOLDING = frozenset("hold take occupy claim".split())


def is_placing(verb: int, words: Words) -> bool:
    """Recognise verbs beside which an ordinal is a place."""
    return words.lemma(verb) in _PLACING


def placed(verb: int, words: Words) -> Assertion | None:
    """Recognise "Rome ranks third by visitors", "Rome is last", "Rome is in second place"."""
    subject = words.subject(verb)
    if subject is None:
        return None
    near = [*words.children(verb, "advmod", "acomp", "attr", "npadvmod"), *words.objects(verb, "in", "on", "at")]
    for index in sorted(near, key=lambda index: abs(index - verb)):  # "and Oslo third" may hang on the verb, too
        candidates = [index, *words.children(index, "amod")]
        for at in candidates:
            place = ordinal_value(words.lower(at))
            is_end = words.lower(at) in _FIRST | _LAST or _is_ahead(at, words)
            is_place = place is not None or is_end
            noun = words.lower(index)
            if not is_place or (at != index and noun not in PLACES_NAMED):
                continue
            described = words.children(index, "amod", "det") if words.tag(index).startswith("NN") else []
            if at == index and described and words.lower(at - 1) not in _BY_FAR and not (is_end and _is_at(at, words)):
                continue
            if owners := words.names(subject):
                measured = tuple(
                    i
                    for target in words.objects(verb, "in", "by", "for", "with")
                    if words.tag(target) != "CD"
                    for i in words.description(target)
                    if i not in {at, index}
                )
                kind = StatementKind.RANK if place and place > 1 else StatementKind.SUPERLATIVE
                end = _end_counted_from(at, words) if place is not None else None
                is_greatest = words.lower(at if end is None else end) not in _LAST
                cue = tuple(sorted({verb, at} | ({end} if end is not None else set())))
                measured = tuple(i for i in measured if i not in cue)
                return Assertion(kind, cue, owners, (), measured, "", is_greatest, place or 1, place or 1)
    return None


def _end_counted_from(place: int, words: Words) -> int | None:
    """Return the end from which a place is counted, by the words alone: "fourth from the bottom", "third from last"."""
    at = place + 1 + (words.lower(place + 1) == "place")
    end = at + 1 + (words.lower(at + 1) == "the")
    return end if words.lower(at) == "from" and words.lower(end) in _LAST | _FIRST else None


def _is_ahead(index: int, words: Words) -> bool:
    """Recognise "was ahead in the South" and "came out ahead", of which nobody is said to be behind."""
    return words.lower(index) == "ahead" and words.lower(index + 1) != "of"


def _is_at(index: int, words: Words) -> bool:
    """Recognise "at the top" and "on top"."""
    return words.lower(words.tokens[index].head) in {"at", "on"} and words.tag(index) == "NN"


def placed_alike(index: int, words: Words) -> Assertion | None:
    """Recognise a name that has a place by the verb of another one: "Rome came second and Oslo third".

    The words alone tell, for the parser takes the name for many things.
    """
    place, first = ordinal_value(words.lower(index)), index
    while words.tag(first - 1).startswith("NNP"):
        first -= 1
    before = _before_a_value(first - 1, words)
    if place is None or place == 1 or first == index or before == first - 1 or before < 1:
        return None
    has_verb = any(words.lemma(i) in _PLACING for i in range(before))
    if not has_verb or ordinal_value(words.lower(before)) is None:
        return None
    return Assertion(StatementKind.RANK, (index,), (tuple(range(first, index)),), first=place, last=place)


def _before_a_value(index: int, words: Words) -> int:
    """Return the last token of the clause before, without what joins the next one and a value: "with nine, and"."""
    while words.lower(index) in {"and", ","}:
        index -= 1
    at = index
    while at > 0 and words.tag(at) in {"CD", "NN", "NNS", "$"}:
        at -= 1
    return at - 1 if at < index and words.lower(at) == "with" else index


def place_held(noun: int, words: Words) -> Assertion | None:
    """Recognise "second place is held by Rome" and "Rome takes second place"."""
    verb = words.verb(noun)
    at = next((i for i in words.children(noun, "amod", "compound") if ordinal_value(words.lower(i))), None)
    if verb is None or at is None or words.lemma(verb) not in _HOLDING:
        return None
    subject = words.subject(verb)
    targets = words.objects(verb, "by") if subject == noun else [] if subject is None else [subject]
    owners = next((names for target in targets if (names := words.names(target))), ())
    place = ordinal_value(words.lower(at)) or 1
    kind = StatementKind.RANK if place > 1 else StatementKind.SUPERLATIVE
    measured = tuple(i for target in words.objects(noun, "in", "by", "for") for i in words.description(target))
    return Assertion(kind, (at, noun), owners, (), measured, first=place, last=place) if owners else None
