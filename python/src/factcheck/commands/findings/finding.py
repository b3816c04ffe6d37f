"""A checked file and the findings in it: where each claim stands, how grave its verdict is, what would be right."""

from __future__ import annotations

import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from factcheck.numbers.replacement import written_like

Row = Mapping[str, Any]
"""A row of ``fact_check``, column by name."""

SEVERITIES = {"refuted": "error", "disputed": "warning", "not_enough_info": "note", "supported": "none"}
"""The severity of each verdict, the gravest first; the names are those of SARIF's levels."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a claim stands: lines and columns count from 1, the end is the character after the last one."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Finding:
    """A claim of a document: its row, place and severity, and its text with the value that the data say."""

    row: Row
    place: Place
    severity: str
    replacement: str | None


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A file with all its findings, in reading order."""

    name: str
    document: str
    findings: tuple[Finding, ...]

    def reaches(self, severity: str) -> bool:
        """Tell whether a finding is as grave as ``severity``, or graver."""
        names = list(SEVERITIES.values())
        grave = names[: names.index(severity) + 1]
        return any(finding.severity in grave for finding in self.findings)


def checked_file(name: str, document: str, rows: Sequence[Row]) -> CheckedFile:
    """Make the findings of a document of its rows; ``name`` is what output calls the file."""
    starts = [0, *(i + 1 for i, character in enumerate(document) if character == "\n")]
    return CheckedFile(name, document, tuple(_finding(row, starts) for row in rows))


def _finding(row: Row, starts: Sequence[int]) -> Finding:
    start = row["claim_start"] - 1
    place = Place(*_line_and_column(start, starts), *_line_and_column(start + row["claim_length"], starts))
    return Finding(row, place, SEVERITIES[row["verdict"]], _replacement(row))


def _line_and_column(offset: int, starts: Sequence[int]) -> tuple[int, int]:
    line = bisect.bisect_right(starts, offset)
    return line, offset - starts[line - 1] + 1


def _replacement(row: Row) -> str | None:
    """Return a refuted claim with the value found, where a number alone can put it right."""
    found, claimed = row["found_value"], row["claimed_value"]
    if row["verdict"] != "refuted" or found is None or claimed is None or row["comparison"] not in {"=", "about"}:
        return None
    text = written_like(row["claim_text"], Decimal(claimed), Decimal(found))
    return text if text != row["claim_text"] else None
