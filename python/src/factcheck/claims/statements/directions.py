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
        before = [t for t in words.objects(index, "from", "since", "between") if _is_point(t, words)]
        after = [t for t in words.objects(index, "to", "in", "by", "during", "until") if _is_point(t, words)]
        if before and not after:
            after = [t for t in words.joined(before[0])[1:] if _is_point(t, words)]
        if not after:
            continue
        others = (words.name(before[0]),) if before else ()
        cue, measured = (index,), words.description(subject)
        yield Assertion(
            StatementKind.DIRECTION, cue, (words.name(after[-1]),), others, measured, lemma, lemma in RISING
        )


_POINTS = frozenset(
    "january february march april may june july august september october november december monday tuesday wednesday "
    "thursday friday saturday sunday year month quarter week q1 q2 q3 q4 spring summer autumn fall winter".split()
)


def _is_point(index: int, words: Words) -> bool:
    text = words.lower(index)
    return (text.isdigit() and len(text) == 4) or text in _POINTS
