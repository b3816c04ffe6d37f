"""How long something took, in hours, minutes and seconds as watches show them: "2:05:06"."""

from __future__ import annotations

import re
from decimal import Decimal

from factcheck.numbers.stated_units import StatedUnit
from factcheck.units.unit import UNITS

TIME_TAKEN = r"(?<!\bat\s)(?<!\d\s)\d{1,3}:[0-5]\d:[0-5]\d(?:\.\d{1,3})?\b(?!:|\s?[ap]\.?m\b)"
"""A time taken, as an expression: "won in 2:05:06", but no time of day: "at 12:05:06"."""

_PARTS = re.compile(r"(\d+):(\d\d):(\d\d(?:\.\d+)?)")
_MINUTE, _HOUR = 60, 3600
_SECONDS = UNITS.by_name["seconds"]

IN_SECONDS = StatedUnit(_SECONDS.name, (_SECONDS,))
"""The unit in which such times are read."""


def is_time_taken(text: str) -> bool:
    """Tell whether a number is written so."""
    return _PARTS.fullmatch(text) is not None


def read_time_taken(text: str) -> tuple[Decimal, Decimal]:
    """Return how many seconds a time is, and what one unit of its last digit is worth; raises ``ValueError``."""
    parts = _PARTS.fullmatch(text)
    if parts is None:
        raise ValueError(text)
    seconds = Decimal(parts[3])
    value = _HOUR * int(parts[1]) + _MINUTE * int(parts[2]) + seconds
    return value, Decimal(1).scaleb(int(seconds.as_tuple().exponent))


def written_time(seconds: Decimal, place: Decimal) -> str:
    """Write seconds, rounded to a place, as such a time.

    >>> written_time(Decimal("8741.96"), Decimal(1))
    '2:25:42'
    """
    rounded = abs(seconds).quantize(place)
    minutes, rest = divmod(rounded, _MINUTE)
    hours, of_hour = divmod(int(minutes), _MINUTE)
    return f"{'-' if seconds < 0 else ''}{hours}:{of_hour:02d}:{'0' if rest < 10 else ''}{rest}"
