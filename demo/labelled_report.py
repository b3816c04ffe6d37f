"""The report with its labelled claims, and the rows of a check laid beside the truth."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from factcheck.quality.cases.case import LabelledClaim, locate_claims
from factcheck.quality.cases.corruption import CorruptedSource, corrupt
from factcheck.quality.cases.source_text import SourceText, Span
from factcheck.quality.judging.matching import Mention, SpottedNumber, match

FOLDER = Path(__file__).resolve().parent
MISSED = "not found"
OUTCOMES = ("supported", "refuted", "not_enough_info", "disputed", MISSED)

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class JudgedNumber:
    """A number of the report, as it stands there, and what the check said of it.

    ``is_right`` is None for a number that is no labelled claim; ``intended`` is the number of a claim
    before an error was written into it, ``error`` the kind of error.  ``row`` is None for a claim that the
    check did not find.
    """

    text: str
    start: int
    is_right: bool | None
    intended: str
    error: str | None
    row: Row | None

    @property
    def outcome(self) -> str:
        """The verdict, or that the claim was not found."""
        return MISSED if self.row is None else str(self.row["verdict"])


@dataclass(frozen=True, slots=True)
class Report:
    """The source of a report and its claims, all of them right."""

    source: str
    claims: tuple[LabelledClaim, ...]

    def corrupted(self, share: float, seed: int) -> CorruptedSource:
        """Write errors into a share of the claims; the same seed writes the same errors."""
        return corrupt(self.source, self.claims, share, seed)

    def judged(self, corrupted: CorruptedSource, rows: Sequence[Row]) -> list[JudgedNumber]:
        """Lay the rows of a check of the corrupted source beside the claims, in reading order."""
        edits = {edit.claim: edit for edit in corrupted.edits}
        mentions = []
        for index, (claim, places) in enumerate(
            zip(self.claims, locate_claims(SourceText(self.source), self.claims), strict=True)
        ):
            moved = tuple(corrupted.moved(place) for place in places)
            edit = edits.get(index)
            text, value = (edit.text, edit.value) if edit else (claim.value_text, claim.value)
            mentions.append(Mention(moved, text, value))
        found = match(mentions, [_spotted(row) for row in rows])
        numbers = []
        for index, (mention, position) in enumerate(zip(mentions, found, strict=True)):
            edit = edits.get(index)
            numbers.append(
                JudgedNumber(
                    mention.text,
                    mention.places[0].start,
                    edit is None,
                    self.claims[index].value_text,
                    edit.error if edit else None,
                    None if position is None else rows[position],
                )
            )
        for position, row in enumerate(rows):
            if position not in found:
                text, start = str(row["claim_text"]), int(row["claim_start"]) - 1
                numbers.append(JudgedNumber(text, start, None, text, None, row))
        return sorted(numbers, key=lambda number: number.start)


def read_report() -> Report:
    """Read the report and its claims, which lie beside this file."""
    entries = json.loads((FOLDER / "claims.json").read_text("utf-8"))
    claims = (
        LabelledClaim(
            entry["sentence"], entry["value_text"], entry["value"], entry["sql"], entry["result"], entry["correct"]
        )
        for entry in entries
    )
    return Report((FOLDER / "report.html").read_text("utf-8"), tuple(claims))


def outcomes(numbers: Iterable[JudgedNumber], is_right: bool) -> Counter[str]:
    """Count what the right, or the wrong, claims came out as."""
    return Counter(number.outcome for number in numbers if number.is_right is is_right)


def _spotted(row: Row) -> SpottedNumber:
    start = int(row["claim_start"]) - 1
    high = row["claimed_high"]
    return SpottedNumber(
        Span(start, start + int(row["claim_length"])),
        str(row["claim_text"]),
        float(row["claimed_value"]),
        None if high is None else float(high),
    )
