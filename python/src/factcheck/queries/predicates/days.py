"""Days as PostgreSQL prints them, also those of years before 1 and after 9999, which Python's dates do not reach."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

_DAY = re.compile(r"(\d{4,})-(\d\d)-(\d\d)( BC)?")
_CYCLE = 400
"""Years after which weekdays and leap years come again."""


@dataclass(frozen=True, slots=True, order=True)
class Day:
    """A day of the calendar; years BC are negative, as ``extract`` gives them, and there is no year 0."""

    year: int
    month: int
    day: int

    @property
    def quarter(self) -> int:
        """The quarter of the year."""
        return (self.month + 2) // 3

    @property
    def weekday(self) -> int:
        """The day of the week, from 1, Monday, to 7."""
        counted = self.year if self.year > 0 else self.year + 1
        return date(counted % _CYCLE + _CYCLE, self.month, self.day).isoweekday()


def day_of(text: str) -> Day | None:
    """Read a day; None for infinity.  Raises ``ValueError`` for what is no day.

    >>> day_of("0044-03-15 BC")
    Day(year=-44, month=3, day=15)
    >>> day_of("10000-01-31").weekday
    1
    """
    if text in {"infinity", "-infinity"}:
        return None
    parts = _DAY.fullmatch(text)
    if parts is None:
        raise ValueError(f"not a day: {text}")
    year, month, day = (int(part) for part in parts.groups()[:3])
    return Day(-year if parts[4] else year, month, day)
