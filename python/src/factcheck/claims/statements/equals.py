"""Recognises who is not as much as another, or unequalled: "nobody sold as many", "not as tall as", "came close"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from factcheck.claims.statements.everybody import is_nobody, of_unequalled
from factcheck.claims.statements.statement import Assertion, StatementKind
from factcheck.claims.statements.tree import Words

_FARTHEST = 2
_QUANTITY = frozenset("many much few little often".split())
_NEAR = frozenset("close near nearer closer".split())
_COMING = frozenset("come get".split())
_TWICE, _ABOUT_TWICE = "twice", 1.8
"""A multiple that is no number, and from what on it is said."""
_TIMES = frozenset("twice half times thrice".split())
_NO_MEASURE = frozenset("well good soon far long such same".split())


def equals(words: Words) -> Iterator[Assertion]:
    """Yield what a sentence says by denying that two are equal."""
    for index, token in enumerate(words.tokens):
        assertion = None
        if words.lower(index) in {"as", "so"}:
            assertion = _as_much(index, words)
        elif token.lemma.lower() in _COMING and token.tag.startswith("VB"):
            assertion = _came_close(index, words)
        if assertion is not None:
            yield assertion


def _as_much(index: int, words: Words) -> Assertion | None:
    """Read "as many visitors as Rome", said of nobody or denied, and "twice as many as Rome"."""
    at = next((i for i in range(index + 1, index + 1 + _FARTHEST) if words.tag(i)[:2] in {"JJ", "RB"}), None)
    verb = words.verb(index)
    is_twice = words.lower(index - 1) == _TWICE
    is_multiple = words.lower(index - 1) in _TIMES and not is_twice
    if at is None or verb is None or is_multiple or words.lower(at) in _NO_MEASURE:
        return None
    again = next((i for i in range(at + 1, len(words.tokens)) if words.lower(i) == "as"), None)
    subject = words.subject(verb)
    if again is None or subject is None or (again == at + 1 and again + 1 == len(words.tokens)):
        return None
    owner = words.name(subject)
    is_of_nobody = bool(owner) and is_nobody(owner, words)
    is_denied = bool(words.children(verb, "neg"))
    if not (is_of_nobody or is_denied or is_twice) or (is_twice and (is_of_nobody or is_denied)):
        return None
    targets = words.children(again, "pobj", "nsubj", "pcomp", "nsubjpass")
    others = next((names for target in targets if (names := words.names(target))), ())
    owners = (owner,) if is_of_nobody else words.names(subject)
    if not others or not owners or any(words.tag(i) == "CD" for i in others[0]):
        return None
    noun = words.tokens[at].head if words.tokens[at].dependency == "amod" else None
    is_count = words.lower(at) in _QUANTITY
    said = words.description(noun) if noun is not None else (verb,) if is_count else ()
    if words.lower(at) == "likely":
        said = tuple(i for doing in words.children(at, "xcomp") for i in words.subtree(doing))
    taken = {i for phrase in (*owners, *others) for i in phrase} | {index, at, again}
    measured = tuple(i for i in said if i not in taken and i < again)
    dimension = "many" if is_count else words.lemma(at)
    is_greatest = words.lower(at) not in {"few", "little"}
    cue = (index - is_twice, at, again)
    found = Assertion(StatementKind.COMPARISON, cue, owners, others, measured, dimension, is_greatest)
    if is_twice:
        return replace(found, times=_ABOUT_TWICE) if is_greatest else None
    return of_unequalled(found, words)


def _came_close(verb: int, words: Words) -> Assertion | None:
    """Read "no other city comes close to Rome"."""
    subject = words.subject(verb)
    near = next((i for i in words.children(verb, "advmod", "acomp") if words.lower(i) in _NEAR), None)
    if subject is None or near is None or not is_nobody(words.name(subject), words):
        return None
    targets = [*words.objects(near, "to"), *words.children(near, "pobj")]
    others = next((names for target in targets if (names := words.names(target))), ())
    measured = tuple(i for place in words.objects(verb, "in", "on", "by", "for") for i in words.description(place))
    cue = tuple(sorted((verb, near)))
    found = Assertion(StatementKind.COMPARISON, cue, (words.name(subject),), others, measured)
    return of_unequalled(found, words) if others else None
