"""Which row of a check is about which labelled claim."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from factcheck.port import Row
from factcheck.quality.cases.case import LabelledClaim, locate_claims
from factcheck.quality.cases.corruption import CorruptedSource
from factcheck.quality.cases.source_text import SourceText, Span


@dataclass(frozen=True, slots=True)
class LabelledNumber:
    """A labelled number: the spans of the source where it may stand, its text and its value."""

    spans: tuple[Span, ...]
    text: str
    value: float


@dataclass(frozen=True, slots=True)
class SpottedNumber:
    """A number that a check took for a claim: its span of the source, its text, and the value that was read."""

    span: Span
    text: str
    value: float | None
    high: float | None = None


def labelled_numbers(source: str, claims: Sequence[LabelledClaim], corrupted: CorruptedSource) -> list[LabelledNumber]:
    """Return the number of each claim of ``source`` as it stands in the corrupted source."""
    numbers = [(claim.value_text, claim.value) for claim in claims]
    for edit in corrupted.edits:
        numbers[edit.claim] = edit.text, edit.value
    locations = locate_claims(SourceText(source), claims)
    return [
        LabelledNumber(tuple(corrupted.moved(span) for span in spans), *number)
        for spans, number in zip(locations, numbers, strict=True)
    ]


def spotted_number(row: Row) -> SpottedNumber:
    """Return the number that a row of a check is about."""
    start = int(row["claim_start"]) - 1
    value, high = row["claimed_value"], row["claimed_high"]
    return SpottedNumber(
        Span(start, start + int(row["claim_length"])),
        str(row["claim_text"]),
        None if value is None else float(value),
        None if high is None else float(high),
    )


def match(labels: Sequence[LabelledNumber], spotted: Sequence[SpottedNumber]) -> list[int | None]:
    """Find for each labelled number the index of the spotted number that is it; None where it was missed.

    The spans have to overlap, and the number has to be read right: the same text, or the same significant
    digits, so that units and shares may be told in any way ("$18.7 million" as 18.7).  A spotted range can
    match two labelled numbers, its ends; any other spotted number only one.
    """
    matches: list[int | None] = []
    used: set[tuple[int, bool]] = set()
    for label in labels:
        hit = next((key for key in _hits(label, spotted) if key not in used), None)
        if hit is not None:
            used.add(hit)
        matches.append(None if hit is None else hit[0])
    return matches


def _hits(label: LabelledNumber, spotted: Sequence[SpottedNumber]) -> list[tuple[int, bool]]:
    """List the indexes of the spotted numbers that may be a label's, with whether it is the upper end of a range."""
    hits: list[tuple[int, bool]] = []
    for span in label.spans:
        for index, number in enumerate(spotted):
            if not number.span.overlaps(span):
                continue
            if _letters(number.text) == _letters(label.text) or has_same_digits(number.value, label.value):
                hits.append((index, False))
            elif has_same_digits(number.high, label.value):
                hits.append((index, True))
    return hits


def _letters(text: str) -> str:
    return re.sub(r"[^0-9a-z.]", "", text.lower()).rstrip(".")


def has_same_digits(one: float | None, other: float) -> bool:
    """Tell whether two numbers differ at most in sign and magnitude, as in per cent and as a fraction."""
    return one is not None and _digits(one) == _digits(other)


def _digits(number: float) -> str:
    return f"{abs(Decimal(repr(float(number)))):.9e}".partition("e")[0]
