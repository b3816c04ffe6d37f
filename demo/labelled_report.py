"""The report with its labelled claims, and the rows of a check compared with them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from factcheck.port import Row
from factcheck.quality.cases.case import LabelledClaim
from factcheck.quality.cases.corruption import CorruptedSource, corrupt
from factcheck.quality.judging.matching import labelled_numbers, match, spotted_number

FOLDER = Path(__file__).resolve().parent
MISSED = "not found"
OUTCOMES = ("supported", "refuted", "not_enough_info", "disputed", MISSED)


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
        """Compare the rows of a check of the corrupted source with the claims, in reading order."""
        errors = {edit.claim: edit.error for edit in corrupted.edits}
        labels = labelled_numbers(self.source, self.claims, corrupted)
        matches = match(labels, [spotted_number(row) for row in rows])
        numbers = [
            JudgedNumber(
                label.text,
                label.spans[0].start,
                index not in errors,
                claim.value_text,
                errors.get(index),
                None if row_index is None else rows[row_index],
            )
            for index, (claim, label, row_index) in enumerate(zip(self.claims, labels, matches, strict=True))
        ]
        for index, row in enumerate(rows):
            if index not in matches:
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
