"""Labelled statements without a number: ``statements.json`` of a case, and documents with false twins."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from factcheck.quality.cases.source_text import SourceText, Span

KINDS = ("superlative", "rank", "comparison", "majority", "direction")


@dataclass(frozen=True, slots=True)
class LabelledStatement:
    """A statement with its truth; ``twin`` is the span of it changed so that it is false, None where there is none."""

    sentence: str
    statement: str
    kind: str
    is_correct: bool
    twin: str | None = None


@dataclass(frozen=True, slots=True)
class PlacedStatement:
    """A labelled statement in a source: the spans where it may stand, and whether it is right there."""

    statement: LabelledStatement
    spans: tuple[Span, ...]
    is_correct: bool
    text: str


def labelled_statement(entry: Mapping[str, object]) -> LabelledStatement:
    """Read a statement; raises ``ValueError`` for one that is not in the format."""
    texts = {name: entry.get(name) for name in ("sentence", "statement", "kind")}
    for name, text in texts.items():
        if not isinstance(text, str) or not text.strip():
            raise ValueError(f"a statement has no text as {name}")
    if texts["kind"] not in KINDS:
        raise ValueError(f"a statement is of the kind {texts['kind']}, which is not known")
    if not isinstance(entry.get("correct"), bool):
        raise ValueError("a statement says neither true nor false as correct")
    twin = entry.get("twin")
    if twin is not None and not isinstance(twin, str):
        raise ValueError("the twin of a statement is no text")
    return LabelledStatement(
        str(texts["sentence"]), str(texts["statement"]), str(texts["kind"]), entry["correct"] is True, twin
    )


def placed(source: str, statements: Sequence[LabelledStatement]) -> list[PlacedStatement]:
    """Find the statements in the source that they are of."""
    text = SourceText(source)
    return [PlacedStatement(each, statement_spans(text, each), each.is_correct, each.statement) for each in statements]


def statement_spans(text: SourceText, statement: LabelledStatement) -> tuple[Span, ...]:
    """Return the spans of the source where a statement may stand."""
    pattern = re.compile(r"\s+".join(map(re.escape, statement.statement.split())))
    return tuple(
        text.span(match.start(), match.end())
        for start, end in text.sentences(statement.sentence)
        for match in pattern.finditer(text.text, start, end)
    )


def twin_documents(
    source: str, statements: Sequence[LabelledStatement]
) -> list[tuple[str, tuple[PlacedStatement, ...]]]:
    """Return documents in which false twins stand instead of statements, with these twins, each in one document.

    One document has all of them, unless some of them overlap.
    """
    text = SourceText(source)
    waiting = []
    for statement in statements:
        spans = statement_spans(text, statement)
        if statement.twin is not None and spans:
            waiting.append((spans[0], statement))
    waiting.sort(key=lambda pair: pair[0])
    documents = []
    while waiting:
        taken: list[tuple[Span, LabelledStatement]] = []
        left = []
        for span, statement in waiting:
            if taken and taken[-1][0].end > span.start:
                left.append((span, statement))
            else:
                taken.append((span, statement))
        documents.append(_with_twins(source, taken))
        waiting = left
    return documents


def _with_twins(
    source: str, twins: Sequence[tuple[Span, LabelledStatement]]
) -> tuple[str, tuple[PlacedStatement, ...]]:
    pieces: list[str] = []
    written: list[PlacedStatement] = []
    position = length = 0
    for span, statement in twins:
        text = html.escape(statement.twin or "", quote=False)
        pieces += [source[position : span.start], text]
        start = length + span.start - position
        length = start + len(text)
        position = span.end
        written.append(PlacedStatement(statement, (Span(start, length),), False, statement.twin or ""))
    return "".join([*pieces, source[position:]]), tuple(written)
