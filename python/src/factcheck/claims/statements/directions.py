"""Recognises which way something has changed between two points: "sales rose from 2009 to 2011", "fell in March"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.claims.statements.cues import FALLING, RISING
from factcheck.claims.statements.statement import Assertion, StatementKind
from factcheck.claims.statements.tree import Words


def directions(words: Words) -> Iterator[Assertion]:
    """Yield what a sentence says of changes."""
    for index, token in enumerate(words.tokens):
        lemma = token.lemma.lower()
        if lemma not in RISING | FALLING or not token.tag.startswith("VB") or token.tag == "VB":
            continue
        subject = words.subject(index)
        if subject is None or not words.says(words.name(subject)):
            continue
        before = [t for t in words.objects(index, "from", "since", "between") if words.is_point(t)]
        after = [t for t in words.objects(index, "to", "in", "by", "during", "until") if words.is_point(t)]
        if before and not after:
            after = [t for t in words.joined(before[0])[1:] if words.is_point(t)]
        if not after:
            continue
        others = (words.name(before[0]),) if before else ()
        cue, measured = (index,), words.description(subject)
        yield Assertion(
            StatementKind.DIRECTION, cue, (words.name(after[-1]),), others, measured, lemma, lemma in RISING
        )
