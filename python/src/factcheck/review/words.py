"""Values as the page shows them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from factcheck.numbers.written import plain

_MINUTE, _HOUR, _DAY = 60, 3600, 86400


def shown(value: Any) -> str:
    """Write a number as a reader would; what is undefined is told."""
    if value is None:
        return "undefined"
    number = Decimal(str(value))
    return plain(number) if number.is_finite() else str(value)


def counted(number: int, noun: str) -> str:
    """Write a number with its noun."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def ago(moment: datetime) -> str:
    """Say how long ago something was."""
    seconds = int((datetime.now(UTC) - moment).total_seconds())
    if seconds < _MINUTE:
        return "just now"
    if seconds < _HOUR:
        return f"{counted(seconds // _MINUTE, 'minute')} ago"
    if seconds < _DAY:
        return f"{counted(seconds // _HOUR, 'hour')} ago"
    return f"{moment.astimezone():%Y-%m-%d}"


def about_number(reading: Mapping[str, Any]) -> str:
    """Say what a reading gave, how likely it is and whether the claim is right by it."""
    return "agrees with the text" if reading["matches"] else "differs from the text"
