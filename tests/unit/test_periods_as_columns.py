"""Columns for each month or quarter of a year, which add up to the year."""

from __future__ import annotations

import pytest

from factcheck.candidates.periods_as_columns import sums_of_years
from factcheck.catalogue.expressions import columns_of
from factcheck.catalogue.schema import Column

MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()


def sums(names: list[str]) -> list[tuple[str, ...]]:
    """Return the columns that are added up."""
    columns = [Column(at, 1, name, name, "integer", "N", None) for at, name in enumerate(names, 1)]
    found = {tuple(column.name for column in columns_of(each.expression)) for each in sums_of_years(columns)}
    return sorted(found)


@pytest.mark.parametrize(
    "names",
    [
        MONTHS,
        [f"rain_{month}" for month in MONTHS],
        ["q1", "q2", "q3", "q4"],
        [f"sales_quarter_{quarter}" for quarter in range(1, 5)],
    ],
)
def test_all_periods_of_a_year_are_added_up(names):
    assert sums([*names, "station"]) == [tuple(names)]


def test_series_are_added_up_apart():
    rain, snow = ([f"{what}_{month}" for month in MONTHS] for what in ("rain", "snow"))
    assert sums([*rain, *snow]) == [tuple(rain), tuple(snow)]


@pytest.mark.parametrize("names", [MONTHS[:11], ["q1", "q2", "q3"], ["grade_1", "grade_2", "grade_3", "grade_4"], []])
def test_what_is_no_whole_year_is_not(names):
    assert sums(names) == []
