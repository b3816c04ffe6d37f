"""Recognises who is the only one: "Rome is the only city with a port", "only Rome has a port", "Rome alone has one"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.claims.statements.statement import Assertion, Phrase, StatementKind
from factcheck.claims.statements.tree import FINITE, Words

_NEARLY_ALL = (90, 99)
"""Percentages between which readers may let "the only one" pass."""
_DESCRIBING = ("relcl", "acl", "prep")


def soles(words: Words) -> Iterator[Assertion]:
    """Yield what a sentence says that one alone is, or has."""
    for index, token in enumerate(words.tokens):
        lower = token.text.lower()
        if lower == "only" and words.lower(index - 1) == "the" and token.dependency == "amod":
            assertion = _the_only(index, words)
        elif lower == "only" and token.dependency == "advmod" and index < token.head:
            assertion = _only(index, token.head, words)
        elif lower == "alone" and token.dependency == "advmod" and words.tag(index - 1).startswith("NN"):
            assertion = _only(index, index - 1, words)
        else:
            continue
        if assertion is not None:
            yield assertion


def _the_only(index: int, words: Words) -> Assertion | None:
    """Read "Rome is the only city with a port" and "the only city with a port is Rome"."""
    noun = words.tokens[index].head
    verb = words.verb(noun)
    if verb is None or words.lemma(verb) != "be" or not words.children(noun, *_DESCRIBING):
        return None
    if words.tokens[noun].dependency == "attr":
        subject = words.subject(verb)
        owners = words.names(subject) if subject is not None else ()
    else:
        owners = next((names for i in words.children(verb, "attr") if (names := words.names(i))), ())
    taken = {i for owner in owners for i in owner}
    said = tuple(i for i in words.subtree(noun) if i != index and i not in taken)
    return _sole(index, owners, said, is_negated=bool(words.children(verb, "neg")))


def _only(index: int, name: int, words: Words) -> Assertion | None:
    """Read "only Rome has a port" and "Rome alone has a port"."""
    verb = words.verb(name)
    is_known = not any(words.lower(i) in {"a", "an"} or words.tag(i) == "CD" for i in words.children(name))
    if verb is None or words.tag(verb) not in FINITE or words.subject(verb) != name or not is_known:
        return None
    subject = set(words.subtree(name))
    said = tuple(i for i in words.subtree(verb, {"advcl", "conj", "cc"}) if i not in subject and i != index)
    owners = tuple(tuple(i for i in owner if i != index) for owner in words.names(name))
    return _sole(index, owners, said, is_negated=bool(words.children(verb, "neg")))


def _sole(index: int, owners: tuple[Phrase, ...], said: Phrase, *, is_negated: bool) -> Assertion | None:
    if len(owners) != 1 or not said:
        return None
    return Assertion(
        StatementKind.MAJORITY, (index,), owners, (), said, unclear=_NEARLY_ALL, is_negated=is_negated, is_sole=True
    )
