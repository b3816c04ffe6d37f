"""Days as PostgreSQL prints them, also those of years before 1 and after 9999, which Python's dates do not reach."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

_DAY = re.compile(r"([0-9]{4,})-([0-9]{2})-([0-9]{2})(?: ([0-9]{2}):([0-9:.]+)([+-][0-9:]+)?)?( BC)?")
_TIME = re.compile(r"([0-9]{2}):[0-9:.]+(?:[+-][0-9:]+)?")
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
        """The day of the week, from 1, Monday, to 7; days beyond the end of a month are those of the next one."""
        counted = self.year if self.year > 0 else self.year + 1
        return (date(counted % _CYCLE + _CYCLE, self.month, 1) + timedelta(days=self.day - 1)).isoweekday()


@dataclass(frozen=True, slots=True)
class Moment:
    """A day, an hour of one, or an hour of a day that is not known; whoever prints no hour has None."""

    day: Day | None
    hour: int | None


def moment_of(text: str) -> Moment | None:
    """Read a day, a timestamp or a time; None for infinity.  Raises ``ValueError`` for what is none of them.

    What has a time zone is read as of UTC.

    >>> moment_of("2021-03-04 23:30:00-02")
    Moment(day=Day(year=2021, month=3, day=5), hour=1)
    """
    if text in {"infinity", "-infinity"}:
        return None
    if time := _TIME.fullmatch(text):
        return Moment(None, int(time[1]))
    parts = _DAY.fullmatch(text)
    if parts is None:
        raise ValueError(f"not a day: {text}")
    year, month, day = (int(part) for part in parts.groups()[:3])
    if parts[6] is not None and parts[7] is None and year < 9999:
        utc = datetime.fromisoformat(text).astimezone(UTC)
        return Moment(Day(utc.year, utc.month, utc.day), utc.hour)
    return Moment(Day(-year if parts[7] else year, month, day), None if parts[4] is None else int(parts[4]))


def day_of(text: str) -> Day | None:
    """Read the day of a day or timestamp; None for infinity.  Raises ``ValueError`` for what has no day.

    >>> day_of("0044-03-15 BC")
    Day(year=-44, month=3, day=15)
    >>> day_of("10000-01-31").weekday
    1
    """
    moment = moment_of(text)
    if moment is not None and moment.day is None:
        raise ValueError(f"no day: {text}")
    return None if moment is None else moment.day


def next_day(text: str) -> str:
    """Return the day after one of the years 1 to 9998, both as PostgreSQL prints them."""
    return (date.fromisoformat(text) + timedelta(days=1)).isoformat()


def day_before(text: str) -> str:
    """Return the day before one of the years 2 to 9999, both as PostgreSQL prints them."""
    return (date.fromisoformat(text) - timedelta(days=1)).isoformat()
