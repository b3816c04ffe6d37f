"""Seasons that a sentence names, as months."""

from __future__ import annotations

from datetime import date

import pytest
from support.passages import parsed_passage

from factcheck.retrieval.generators.named_periods import NamedPart, NamedPeriod
from factcheck.retrieval.generators.seasons import seasons

SUMMER, WINTER = NamedPart("month", 6, 8), NamedPart("month", 12, 2)
AUTUMN, SPRING = NamedPart("month", 9, 11), NamedPart("month", 3, 5)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("70% of the summer readings were high.", [SUMMER, WINTER]),
        ("Winters had 12 readings.", [WINTER, SUMMER]),
        ("In the fall, 12 readings were high.", [AUTUMN, SPRING]),
        ("12 prices spring up.", []),
        ("12 readings are from Spring Street.", []),
        ("12 prices fall in May.", []),
    ],
)
def test_a_season_is_its_months_on_either_side_of_the_equator(parser, text, expected):
    assert [each.time for each in seasons(parsed_passage(parser, text)[0])] == expected


def test_a_season_of_a_year_is_in_it(parser):
    times = [each.time for each in seasons(parsed_passage(parser, "In the summer of 2014 it sold 12 tents.", 1)[0])]
    assert NamedPeriod(date(2014, 6, 1), date(2014, 9, 1)) in times
