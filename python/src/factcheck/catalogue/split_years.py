"""Seasons and fiscal years that texts write as two years in a row: "2010/11", "FY04-05"."""

from __future__ import annotations

import re
from collections.abc import Collection

TWO_YEARS = r"(?P<first>(?:1[89]|20)?\d\d)\s?[-–/]\s?(?P<last>(?:1[89]|20)?\d\d)"
"""Two years of two or four digits, of which the second has to be the next one."""

_VALUE = re.compile(rf"\D*{TWO_YEARS}\D*")
_FEWEST = 2
_CENTURY, _NEW_CENTURY, _FIRST_OF_THE_OLD = 100, 2000, 50


def first_year(value: str) -> int | None:
    """Return the first of the two years that a value is written as; None for anything else.

    >>> [first_year(value) for value in ("2010/11", "FY99-00", "2-1", "18-24")]
    [2010, 1999, None, None]
    """
    written = _VALUE.fullmatch(value)
    return None if written is None else first_of(written)


def first_of(written: re.Match[str]) -> int | None:
    """Return the first year of a match of ``TWO_YEARS``; None where the second is not the next one."""
    first, last = int(written["first"]), int(written["last"])
    if (first + 1) % _CENTURY != last % _CENTURY:
        return None
    if first >= _CENTURY:
        return first
    return first + _NEW_CENTURY - (_CENTURY if first >= _FIRST_OF_THE_OLD else 0)


def years_later(value: str, years: int) -> str | None:
    """Return the value that is written like this one of the years after; None of no two years in a row.

    >>> [years_later("FY99-00", 1), years_later("2010/11", -1), years_later("18-24", 1)]
    ['FY00-01', '2009/10', None]
    """
    written = _VALUE.fullmatch(value)
    if written is None or first_of(written) is None:
        return None
    first, last = (_moved(written[name], years) for name in ("first", "last"))
    between = value[written.end("first") : written.start("last")]
    return f"{value[: written.start('first')]}{first}{between}{last}{value[written.end('last') :]}"


def _moved(year: str, years: int) -> str:
    """Move a year in as many digits as it is written with."""
    return f"{(int(year) + years) % 10 ** len(year):0{len(year)}d}"


def are_split_years(values: Collection[str]) -> bool:
    """Tell whether values are seasons, each of a year and the next one: "2010/11" and "2011/12" are no months."""
    return len(values) >= _FEWEST and all(first_year(value) is not None for value in values)
