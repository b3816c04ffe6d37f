"""Recognises who comes after what was stated before: "followed by Rome", "then Oslo"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.claims.statements.statement import Assertion, StatementKind
from factcheck.claims.statements.tree import Words


def orders(words: Words) -> Iterator[Assertion]:
    """Yield the places that a sentence gives after those stated before."""
    for index, token in enumerate(words.tokens):
        if token.lemma.lower() == "follow" and token.tag in {"VBN", "VBD", "VBP", "VBZ"}:
            targets = words.objects(index, "by")
            subject = words.subject(index)
            if not targets and subject is not None and token.tag != "VBN" and not words.children(index, "dobj"):
                targets = [subject]
        elif token.text.lower() == "then" and words.lower(index - 1) in {",", "and"} and token.dependency == "advmod":
            targets = [token.head] if words.tag(token.head).startswith("NNP") else []
        else:
            continue
        owners = tuple(name for t in targets for name in words.names(t))
        if owners:
            yield Assertion(
                StatementKind.RANK, (index,), owners, (), (), "", True, 1, len(owners), len(owners) > 1, follows=True
            )
