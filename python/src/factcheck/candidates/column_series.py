"""Columns that tell the same of many times: names that differ in a number alone, such as a year."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from factcheck.catalogue.schema import Column
from factcheck.words.identifiers import split_identifier

_FEWEST = 3
_YEARS = range(1500, 2200)


@dataclass(frozen=True, slots=True)
class PlaceInSeries:
    """The series of a column, by its table and the words of its name, and the last year in the name; 0 for none."""

    series: tuple[int | str, ...] = ()
    year: int = 0


NO_SERIES = PlaceInSeries()


def column_series(columns: Iterable[Column]) -> dict[int, PlaceInSeries]:
    """Return the places of columns in series of three or more, by ``column_id``."""
    places: dict[int, PlaceInSeries] = {}
    sizes: dict[tuple[int | str, ...], int] = {}
    for column in columns:
        words = split_identifier(column.name)
        numbers = [int(word) for word in words if word.isdecimal()]
        if numbers:
            series: tuple[int | str, ...] = (column.table_id, *("" if w.isdecimal() else w for w in words))
            places[column.column_id] = PlaceInSeries(series, max((n for n in numbers if n in _YEARS), default=0))
            sizes[series] = sizes.get(series, 0) + 1
    return {number: place for number, place in places.items() if sizes[place.series] >= _FEWEST}
