"""Stored claims with their readings, as the database hands them over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from factcheck.inference.verdicts import Verdict
from factcheck.numbers.mentions import Number, find_numbers


@dataclass(frozen=True, slots=True)
class StoredQuery:
    """A query as it was stored: its SQL and its words."""

    text: str
    description: str

    def sql(self) -> str:
        """Return the query as SQL."""
        return self.text

    def words(self) -> str:
        """Return what the query computes, in plain words."""
        return self.description


@dataclass(frozen=True, slots=True)
class StoredReading:
    """A reading of a stored claim: its rank and probability, and what it gave when the text was checked.

    ``is_allowed`` tells whether it may be run: its tables are still added, its columns the same and readable.
    """

    rank: int
    query: StoredQuery
    value: Decimal | None
    probability: float
    matches: bool
    is_allowed: bool


@dataclass(frozen=True, slots=True)
class StoredClaim:
    """A claim of a stored check, with its readings in order.

    ``checked_verdict`` and ``p_correct`` are those of the check that these readings come from; ``verdict``,
    ``found_value`` and ``message`` were stored last, by that check or a recheck since.  ``number`` is None for a
    statement without a number.
    """

    claim_no: int
    number: Number | None
    checked_verdict: Verdict
    p_correct: float
    is_certified: bool
    readings: tuple[StoredReading, ...]
    verdict: Verdict
    found_value: Decimal | None
    message: str


def stored_claims(rows: Sequence[Mapping[str, Any]]) -> list[StoredClaim]:
    """Read stored claims from JSON, whose numbers are decimals."""
    return [
        StoredClaim(
            row["claim_no"],
            _number(row),
            Verdict(row["checked_verdict"]),
            float(row["p_correct"]),
            row["is_certified"],
            tuple(_reading(reading) for reading in row["readings"]),
            Verdict(row["verdict"]),
            _decimal(row["found_value"]),
            row["message"],
        )
        for row in rows
    ]


def _number(row: Mapping[str, Any]) -> Number | None:
    value = _decimal(row["claimed_value"])
    if value is None or row["comparison"] is None:
        return None
    text = row["claim_text"]
    high, comparison = _decimal(row["claimed_high"]), row["comparison"]
    for number in find_numbers(text):  # which knows the precision that is stated
        if number.value == value:
            return replace(number, high=high, comparison=comparison)
    return Number(0, len(text), text, value, high, comparison)


def _reading(row: Mapping[str, Any]) -> StoredReading:
    return StoredReading(
        row["rank"],
        StoredQuery(row["query"], row["description"]),
        _decimal(row["value"]),
        float(row["probability"]),
        row["matches"],
        row["is_allowed"],
    )


def _decimal(value: Decimal | int | None) -> Decimal | None:
    return None if value is None else Decimal(value)
