"""The values that a chart of a verdict shows: what is stated and what was found, or the groups that are compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any


@dataclass(frozen=True, slots=True)
class ComparedGroup:
    """A group or side that a statement compares; ``is_claimed`` tells whether the statement is about it."""

    name: str
    value: Decimal
    is_claimed: bool


@dataclass(frozen=True, slots=True)
class VerdictValues:
    """The values of a row of ``fact_check``; ``groups`` are there for statements without a number alone."""

    stated: Decimal | None
    stated_high: Decimal | None
    found: Decimal | None
    groups: tuple[ComparedGroup, ...] = ()


def verdict_values(claim: Mapping[str, Any]) -> VerdictValues:
    """Return the values that a chart of a claim can show; those that are no finite numbers are left out."""
    best = (claim.get("alternatives") or [{}])[0]
    groups = tuple(
        ComparedGroup(str(group["name"]), value, bool(group.get("is_claimed")))
        for group in best.get("compared") or []
        if (value := decimal(group["value"])) is not None
    )
    return VerdictValues(
        decimal(claim.get("claimed_value")),
        decimal(claim.get("claimed_high")),
        decimal(claim.get("found_value")),
        groups,
    )


def decimal(value: Any) -> Decimal | None:
    """Return a number of JSON without loss; None for what is no finite number."""
    number = None if value is None else Decimal(str(value))
    return number if number is not None and number.is_finite() else None
