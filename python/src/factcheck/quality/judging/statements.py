"""Statements without a number: which rows of a check are about which labelled statement, and what they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from factcheck.port import Row
from factcheck.quality.cases.source_text import Span
from factcheck.quality.cases.statements import PlacedStatement

DECIDED = frozenset({"supported", "refuted"})


@dataclass(frozen=True, slots=True)
class CheckedStatement:
    """A labelled statement, or its false twin, and its verdict, None where it was not spotted."""

    sentence: str
    text: str
    kind: str
    is_correct: bool
    is_twin: bool
    verdict: str | None = None
    p_correct: float | None = None
    claim_text: str | None = None
    description: str | None = None
    message: str | None = None

    @property
    def is_decided(self) -> bool:
        """Whether it was supported or refuted."""
        return self.verdict in DECIDED

    @property
    def is_right(self) -> bool:
        """Whether the verdict is the truth."""
        return self.verdict == ("supported" if self.is_correct else "refuted")

    @property
    def outcome(self) -> str:
        """What became of it: missed, open, right or wrong."""
        if self.verdict is None:
            return "missed"
        if not self.is_decided:
            return "open"
        return "right" if self.is_right else "wrong"


@dataclass(frozen=True, slots=True)
class OtherStatement:
    """A row about a statement that no label is about."""

    text: str
    sentence: str
    verdict: str
    message: str


def is_about_a_number(row: Row) -> bool:
    """Tell rows about numbers from those about statements without one."""
    return row["claimed_value"] is not None


def compare_statements(
    statements: Sequence[PlacedStatement], rows: Sequence[Row], *, is_twin: bool = False
) -> tuple[tuple[CheckedStatement, ...], tuple[OtherStatement, ...]]:
    """Compare the rows of a check with labelled statements: a row is about the statement that it overlaps most."""
    of_statements = [row for row in rows if not is_about_a_number(row)]
    spans = [_span(row) for row in of_statements]
    overlaps = sorted(
        (
            (-_overlap(placed.spans, span), label, index)
            for label, placed in enumerate(statements)
            for index, span in enumerate(spans)
            if _overlap(placed.spans, span) > 0
        ),
    )
    row_of: dict[int, int] = {}
    for _, label, index in overlaps:
        if label not in row_of and index not in row_of.values():
            row_of[label] = index
    checked = tuple(
        _checked(placed, of_statements[row_of[label]] if label in row_of else None, is_twin)
        for label, placed in enumerate(statements)
    )
    others = tuple(
        OtherStatement(str(row["claim_text"]), str(row["sentence"]), str(row["verdict"]), str(row["message"]))
        for index, row in enumerate(of_statements)
        if index not in row_of.values()
    )
    return checked, others


def _span(row: Row) -> Span:
    start = int(row["claim_start"]) - 1
    return Span(start, start + int(row["claim_length"]))


def _overlap(spans: Sequence[Span], other: Span) -> float:
    """Return how much of two spans, taken together, both have; 0 where they are apart."""
    return max((_shared(span, other) for span in spans), default=0.0)


def _shared(one: Span, other: Span) -> float:
    both = min(one.end, other.end) - max(one.start, other.start)
    return max(both, 0) / (max(one.end, other.end) - min(one.start, other.start))


def _checked(placed: PlacedStatement, row: Row | None, is_twin: bool) -> CheckedStatement:
    label = (placed.statement.sentence, placed.text, placed.statement.kind, placed.is_correct, is_twin)
    if row is None:
        return CheckedStatement(*label)
    return CheckedStatement(
        *label,
        verdict=str(row["verdict"]),
        p_correct=float(row["p_correct"]),
        claim_text=str(row["claim_text"]),
        description=row["description"],
        message=str(row["message"]),
    )
