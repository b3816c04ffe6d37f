"""Recognises who comes after what was stated before: "followed by Rome", "then Oslo", "Bern comes next"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from factcheck.claims.statements.statement import Assertion, Phrase, StatementKind
from factcheck.claims.statements.tree import Words

_OF_VERBS = frozenset({"advmod", "acomp", "attr"})
_COMING = frozenset({"be", "come", "rank"})
_GOING_ON = frozenset("then finally lastly".split())
_NAMED_BEFORE = frozenset("it them him her that this".split())
_RIGHT = frozenset("right just directly immediately straight".split())


def orders(words: Words) -> Iterator[Assertion]:
    """Yield the places that a sentence gives after those stated before."""
    for index, token in enumerate(words.tokens):
        if token.lemma.lower() == "follow" and token.tag in {"VBN", "VBD", "VBP", "VBZ"}:
            targets = words.objects(index, "by")
            subject = words.subject(index)
            if not targets and subject is not None and token.tag != "VBN" and not words.children(index, "dobj"):
                targets = [subject]
        elif token.text.lower() == "then" and words.lower(index - 1) in {",", "and"} and token.dependency == "advmod":
            targets = [token.head] if words.tag(token.head).startswith("NNP") else _coming(token.head, words)
        elif token.text.lower() in _GOING_ON and _opens_sentence(index, words):
            targets = _listed(index, words)
        elif token.text.lower() == "next" and token.dependency in _OF_VERBS and words.lower(index - 1) != "the":
            targets = _coming(token.head, words)
        elif token.text.lower() == "after" and any(words.lower(i) in _NAMED_BEFORE for i in words.children(index)):
            targets = _right_behind(index, words)
        else:
            continue
        owners = tuple(_without_then(name, words) for t in targets for name in words.names(t))
        if owners and owners[0][0] < index:  # "Rome and Oslo follow"
            places = len(owners)
            yield Assertion(StatementKind.RANK, (index,), owners, last=places, is_ordered=places > 1, follows=True)
            continue
        for number, owner in enumerate(owners):
            cue = (index,) if number == 0 else (_joined_by(owner, words),)
            yield Assertion(StatementKind.RANK, cue, (owner,), follows=True)


def _opens_sentence(index: int, words: Words) -> bool:
    return index == 0 or (index == 1 and words.lower(0) == "and")


def _listed(index: int, words: Words) -> list[int]:
    """Return who is named in a sentence without a verb, or with one of coming: "Then oaks, at 24 metres"."""
    head = words.tokens[index].head
    if words.tag(head).startswith("VB"):
        return _coming(head, words)
    is_named = words.tag(head).startswith("NN") and not words.children(head, "det", "poss")
    return [head] if is_named and _has_value(head, words) else []


def _without_then(name: Phrase, words: Words) -> Phrase:
    """Return a name without the word that says when it comes, which the parser may take for a part of it."""
    while len(name) > 1 and (words.lower(name[0]) in _GOING_ON or not words.lower(name[0])[0].isalnum()):
        name = name[1:]
    return name


def is_next_with_value(assertion: Assertion, words: Words) -> bool:
    """Recognise "Bern is next with 27 percent", whose value tells what is ranked where nothing was stated before it."""
    return words.lower(assertion.cue[0]) == "next" and _has_value(assertion.owners[0][-1], words)


def as_second(assertion: Assertion) -> Assertion:
    """Return a place after what was told without a statement: the second, unless more were told of."""
    return replace(assertion, follows=False, first=2, last=2, is_of_some=True)


def _coming(verb: int, words: Words) -> list[int]:
    """Return who comes next by a verb: "Bern comes next", "next is Bern"; times come in their own order."""
    if words.lemma(verb) not in _COMING:
        return []
    subject = words.subject(verb)
    targets = [*([] if subject is None else [subject]), *words.children(verb, "attr")]
    return [target for target in targets if _may_come(target, words) and not words.is_point(target)][:1]


def _may_come(noun: int, words: Words) -> bool:
    """Tell whether a noun names one of those in an order: a name, or a plural that is not pointed at, "oaks".

    What has a value is one of them, too: "the holm oak comes next, at 24 metres".
    """
    is_pointed_at = bool(words.children(noun, "det", "poss"))
    if words.tag(noun) == "NN":
        return words.lower(min(words.subtree(noun))) == "the" and _has_value(noun, words)
    return words.tag(noun).startswith("NNP") or (words.tag(noun) == "NNS" and not is_pointed_at)


def _has_value(noun: int, words: Words) -> bool:
    """Tell whether a number stands behind the place of a noun: "is next with 100"."""
    verb = words.verb(noun)
    behind = range(noun if verb is None else verb + 1, len(words.tokens))
    at = next((i for i in behind if words.lower(i) in {"with", "at"}), None)
    return at is not None and any(words.tag(i) in {"CD", "$"} for i in range(at + 1, min(at + 3, len(words.tokens))))


def _right_behind(after: int, words: Words) -> list[int]:
    """Return who "comes right after it"; what only comes after it may come at any place."""
    verb = words.verb(after)
    subject = words.subject(verb) if verb is not None and words.lemma(verb) in _COMING else None
    is_right = words.lower(after - 1) in _RIGHT
    return [subject] if subject is not None and is_right else []


def _joined_by(owner: Phrase, words: Words) -> int:
    """Return the "and" before a name, its first word where there is none."""
    return owner[0] - 1 if words.lower(owner[0] - 1) == "and" else owner[0]
