"""What checks say of a text that is about other data: each verdict but ``not_enough_info`` is an error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from factcheck.port import Row
from factcheck.quality.judging.metrics import Ratio, ratio_over_data_sets
from factcheck.quality.judging.statements import is_about_a_number


@dataclass(frozen=True, slots=True)
class ForeignRow:
    """A row of a check of a foreign text; ``is_number`` is false for a statement without one."""

    text: str
    sentence: str
    verdict: str
    message: str
    is_number: bool


@dataclass(frozen=True, slots=True)
class ForeignCheck:
    """The check of another case's document, which is about another data set; ``case_id`` is that of its case."""

    case_id: str
    rows: tuple[ForeignRow, ...]


def foreign_check(case_id: str, rows: Sequence[Row]) -> ForeignCheck:
    """Take the rows of a check for those of a foreign text."""
    return ForeignCheck(
        case_id,
        tuple(
            ForeignRow(
                str(row["claim_text"]),
                str(row["sentence"]),
                str(row["verdict"]),
                str(row["message"]),
                is_about_a_number(row),
            )
            for row in rows
        ),
    )


def foreign_ratios(checks: Sequence[tuple[str, ForeignCheck]]) -> dict[str, Ratio]:
    """Compute the shares supported and refuted; each check stands beside the data set that was asked."""
    return {
        f"{name} {verdict}": ratio_over_data_sets(
            (data_set, _count([row.verdict for row in check.rows if row.is_number is is_number], verdict))
            for data_set, check in checks
        )
        for name, is_number in (("numbers", True), ("statements without a number", False))
        for verdict in ("supported", "refuted")
    }


def _count(verdicts: Sequence[str], verdict: str) -> tuple[int, int]:
    return verdicts.count(verdict), len(verdicts)
