"""Recognises comparisons with the rest by an adjective alone: "flats are small", "dramas are long"."""

from __future__ import annotations

from factcheck.claims.statements.statement import Assertion, StatementKind
from factcheck.claims.statements.tree import Words
from factcheck.words.attributes import attributes_of

SIZES = {"small": "compact", "tiny": "compact", "large": "voluminous", "big": "voluminous", "huge": "voluminous"}
"""Adjectives that may say how many there are as well, with those that say how large each is, which is meant here."""
_VAGUE = frozenset("good bad high low poor strong hard light full empty dry cool".split())
"""Adjectives that say many things."""
_DEGREES = frozenset("very also relatively comparatively fairly quite rather pretty generally usually".split())
_SEVERAL = frozenset({"NNS", "NNPS", "NNP"})
_BEHIND = frozenset({"", ".", ",", ":", "CC", "-LRB-"})
"""Tags of what may stand behind the adjective."""


def plain(index: int, words: Words) -> Assertion | None:
    """Return what an adjective says of several things; None for other words, and for what is pointed at."""
    verb = words.tokens[index].head
    subject = next(iter(words.children(verb, "nsubj")), None)
    adjective = words.lower(index)
    is_of_measure = adjective in SIZES or any(each.nouns for each in attributes_of(adjective))
    if subject is None or words.lemma(verb) != "be" or not is_of_measure or adjective in _VAGUE:
        return None
    if any(words.lower(i) not in _DEGREES for i in words.children(index)) or words.tag(index + 1) not in _BEHIND:
        return None
    is_denied = bool(words.children(verb, "neg", "aux", "mark"))
    is_pointed_at = bool(words.children(subject, "det", "poss", "nummod", "relcl", "conj"))
    if is_denied or is_pointed_at or words.tag(subject) not in _SEVERAL or words.tokens[verb].dependency != "ROOT":
        return None
    owners = words.names(subject)
    if not owners:
        return None
    dimension = SIZES.get(adjective, adjective)
    return Assertion(StatementKind.COMPARISON, (index,), owners, dimension=dimension, is_plain=True)
