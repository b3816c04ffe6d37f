"""Columns of whole numbers that are a part of a date: the day of the month, the week, the hour; or days: 20240531."""

from __future__ import annotations

from collections.abc import Mapping

from factcheck.catalogue.schema import Column
from factcheck.retrieval.column_ranges import ColumnRange
from factcheck.words.identifiers import split_identifier

_GREATEST: Mapping[str, int] = {
    "day": 366,
    "weekday": 7,
    "dow": 7,
    "doy": 366,
    "week": 53,
    "month": 12,
    "quarter": 4,
    "hour": 24,
}
"""What such a column may hold at most, by the first word of its name; "days" and "hours" say how long."""

_CALLED_DAYS = frozenset({"date", "day", "dt"})
_FIRST_DAY, _LAST_DAY = 1500_01_01, 2199_12_31

_BEHIND = frozenset({"of", "no", "nr", "num", "number"})


def is_part_of_date(column: Column, known: ColumnRange | None) -> bool:
    """Tell whether a column's values are places in a year, a month, a week or a day, by its name and its values."""
    if not column.is_integer or known is None:
        return False
    words = split_identifier(column.name)
    is_called_so = bool(words) and words[0] in _GREATEST and _BEHIND.issuperset(words[1:2])
    return is_called_so and known.least >= 0 and known.greatest <= _GREATEST[words[0]]


def is_day_in_figures(column: Column, known: ColumnRange | None) -> bool:
    """Tell whether a column writes days as whole numbers, by its name and its values: 20240531."""
    if not column.is_integer or known is None or _CALLED_DAYS.isdisjoint(split_identifier(column.name)):
        return False
    return known.least >= _FIRST_DAY and known.greatest <= _LAST_DAY
