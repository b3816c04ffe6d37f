"""The time before the one that a change is told of, which a sentence leaves to the reader."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.passages import parsed_passage

from factcheck.retrieval.generators.moved_from import moved_from

YEARS = range(2015, 2020)


def told(parser, *sentences: str, number: int, years=YEARS) -> list[str]:
    """Return the times that one number of the first of some sentences is told of, as first and last day."""
    own, _ = parsed_passage(parser, sentences[0], number)
    others = (replace(parsed_passage(parser, each)[0], own=frozenset(), is_own=False) for each in sentences[1:])
    times = [each.time for each in moved_from((own, *others), years)]
    return [f"{getattr(t, 'start', None) or t.part} {getattr(t, 'end', None) or t.first}" for t in times]


@pytest.mark.parametrize(
    ("sentence", "number", "expected"),
    [
        ("Trips fell in 2016, the year of the storm, from 40 to 35.", 1, ["2015-01-01 2016-01-01"]),
        ("In 2016 trips rose from 20 to 30.", 1, ["2015-01-01 2016-01-01"]),
        ("In 2016 trips rose to 30 from 20.", 2, ["2015-01-01 2016-01-01"]),
        ("There were 30 trips in 2016, up from 20.", 2, ["2015-01-01 2016-01-01"]),
        ("In May 2016 trips rose to 30 from 20.", 2, ["2016-04-01 2016-05-01", "2015-05-01 2015-06-01"]),
        (
            "In the first quarter of 2016 trips fell to 30 from 40.",
            -1,
            ["2015-10-01 2016-01-01", "2015-01-01 2015-04-01"],
        ),
        ("In June trips rose to 30 from 20.", 1, ["month 5"]),
    ],
)
def test_what_something_changed_from_is_of_the_time_before(parser, sentence, number, expected):
    assert told(parser, sentence, number=number) == expected


@pytest.mark.parametrize(
    ("sentence", "number"),
    [
        ("In 2016 trips rose from 20 to 30.", 2),
        ("In 2016 boats from 10 to 19 feet were free.", 1),
        ("In 2016 trips rose by 20.", 1),
        ("Trips rose from 20 in 2015 to 30 in 2016.", 0),
        ("In 2016 trips rose to 30 from 20 in April.", 2),
        ("In 2016 trips rose to 30 from 20 two years earlier.", 2),
        ("In 2015 trips rose from 20 to 30.", 1),  # no row tells of the year before
    ],
)
def test_a_number_that_says_its_time_or_is_no_start_of_a_change_tells_none(parser, sentence, number):
    assert told(parser, sentence, number=number) == []


def test_the_time_may_be_named_in_the_sentence_before(parser):
    before = "One harbour was rebuilt in 2018."
    assert told(parser, "Trips fell to 30 from 40.", before, number=1) == ["2017-01-01 2018-01-01"]
    assert told(parser, "Trips fell to 30 from 40.", "One was rebuilt between May and August 2018.", number=1) == []


def test_without_columns_of_years_any_year_may_be_meant(parser):
    assert told(parser, "In 2015 trips rose from 20 to 30.", number=1, years=()) == ["2014-01-01 2015-01-01"]
