"""Recognises what two of a kind are told apart by: "rents in Rome ... those in Oslo", "Norway's share ... Spain's"."""

from __future__ import annotations

from factcheck.claims.statements.statement import Phrase
from factcheck.claims.statements.tree import Words

_AGAIN = frozenset("that those one ones".split())
_HAVING = frozenset("with without".split())
_GENITIVE = "of"


def told_apart(left: int, right: int, words: Words) -> tuple[Phrase, Phrase] | None:
    """Return what tells two apart, by the nouns of both sides; None where the nouns themselves do."""
    is_again = words.lower(right) in _AGAIN or words.lemma(right) == words.lemma(left)
    if is_again:
        pair = _by_participles(left, right, words) or _by_clauses(left, right, words) or _by_having(left, right, words)
        if pair is not None:
            return pair
    behind = _whose(right, words, is_again=is_again)
    if behind is None:
        return None
    relation, other = behind
    owner = _related(left, relation, words)
    names = words.names(owner) if owner is not None else ()
    named = _without_case(names[0], words) if names else ()
    return (named, other) if named and named != other else None


def _by_participles(left: int, right: int, words: Words) -> tuple[Phrase, Phrase] | None:
    """Return what participles lead to: "guests paying by card ... those paying in cash"."""
    sides = []
    for noun in (left, right):
        participles = words.children(noun, "acl")
        places = [place for each in participles for place in (*words.children(each, "dobj"), *words.objects(each))]
        sides.append(words.names(places[0]) if places else ())
    return (sides[0][0], sides[1][0]) if all(sides) else None


def _by_clauses(left: int, right: int, words: Words) -> tuple[Phrase, Phrase] | None:
    """Return what relative clauses say: "guests who paid ... those who did not pay"."""
    other = next(iter(words.children(right, "relcl")), None)
    if other is None:
        return None
    own = next(iter(words.children(left, "relcl")), None)
    owner = words.name(left) if own is None else _clause(own, words)
    return owner, _clause(other, words)


def _clause(verb: int, words: Words) -> Phrase:
    return tuple(i for i in words.subtree(verb, {"advcl", "punct"}) if words.tag(i) not in {"WP", "WDT"})


def _by_having(left: int, right: int, words: Words) -> tuple[Phrase, Phrase] | None:
    """Return what one side has and the other has not: "homes with a garage ... those without one"."""
    preposition = next((i for i in words.children(left, "prep") if words.lower(i) in _HAVING), None)
    behind = next((i for i in (right + 1, right) if words.lower(i) in _HAVING), None)
    if preposition is None or behind is None or words.lower(preposition) == words.lower(behind):
        return None
    return words.subtree(preposition), words.subtree(behind)


def _whose(noun: int, words: Words, *, is_again: bool) -> tuple[str, Phrase] | None:
    """Return how the second side names its owner, and the owner: "those in Oslo", "that of Oslo", "Oslo's"."""
    if is_again:
        place = next(iter(words.children(noun + 1, "pobj")), None) if words.tag(noun + 1) == "IN" else None
        names = words.names(place) if place is not None else ()
        return (words.lower(noun + 1), _without_case(names[0], words)) if names else None
    if words.tag(noun + 1) == "POS" and not words.tag(noun + 2).startswith(("NN", "JJ", "VB")):
        name = _without_case(words.name(noun), words)
        return (_GENITIVE, name) if name else None
    return None


def _related(noun: int, relation: str, words: Words) -> int | None:
    """Return what a noun is related to by a preposition, or as its owner where that is "of"."""
    if relation == _GENITIVE and (owners := words.children(noun, "poss")) and words.tag(owners[0]) != "PRP$":
        return owners[0]
    within = (i for i in words.subtree(noun, {"relcl", "acl", "conj"}) if words.lower(i) == relation)
    return next((place for preposition in within for place in words.children(preposition, "pobj")), None)


def _without_case(phrase: Phrase, words: Words) -> Phrase:
    return tuple(index for index in phrase if words.tag(index) != "POS")
