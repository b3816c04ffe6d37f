"""Recognises comparisons with what was told before: "trains are slow, but buses are even slower"."""

from __future__ import annotations

from factcheck.claims.statements.statement import Phrase
from factcheck.claims.statements.tree import Words


def is_beyond(comparative: int, raised: int, words: Words) -> bool:
    """Recognise "even cheaper" and "cheaper still"; ``raised`` is the adjective of "even more expensive"."""
    first, last = sorted((comparative, raised))
    return words.lower(first - 1) in {"even", "still"} or words.lower(last + 1) == "still"


def named_before(verb: int, words: Words) -> tuple[Phrase, ...]:
    """Return whom the clause names that another one is joined to; none where the sentence has no such clause."""
    head = words.tokens[verb].head
    subject = words.subject(head) if words.tokens[verb].dependency == "conj" and head < verb else None
    return () if subject is None else words.names(subject)[:1]
