"""The years of what something changed from, and to, which a sentence leaves to the reader."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.passages import parsed_passage

from factcheck.catalogue.schema import Column, Table
from factcheck.claims.told_times import ToldTimes
from factcheck.retrieval.dated_columns import DatedColumn
from factcheck.retrieval.generators.ends_of_changes import ends_of_changes
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

YEAR = Column(1, 1, "year", "year", "integer", "N", None)
DAY = Column(2, 1, "day", "day", "date", "D", None)
TRIPS = Table(1, "trip", "harbour.trip", None, (YEAR, DAY))


def restricted(parser, sentence: str, number: int, *, years=(2015, 2016, 2018), told=()) -> list[str]:
    """Return the predicates for one number of a sentence, where the rows are of some years."""
    passage, numbers = parsed_passage(parser, sentence)
    at = numbers[number]
    own = frozenset(i for i, token in enumerate(passage.tokens) if at.start <= token.start < at.end)
    words = ClaimWords((replace(passage, own=own),), (), tuple(numbers), times=ToldTimes(frozenset(told)))
    dated = (DatedColumn(DAY, "", has_day=True, has_hour=False),)
    cue = PredicateCue(words, [TRIPS], {}, dated=dated, years={1: years} if years else {})
    return [predicate.sql(predicate.column.sql_name) for predicate, _ in ends_of_changes(cue)]


@pytest.mark.parametrize(
    ("sentence", "first", "last"),
    [
        ("The number of trips grew from 483 to 495.", ["year = 2015"], ["year = 2018"]),
        ("Visibility improved a little, from 6.9 miles to 7.7.", ["year = 2015"], ["year = 2018"]),
        ("Visibility improved from six miles to nine.", ["year = 2015"], ["year = 2018"]),
        ("Trips with a guide went from 40% to just over 69.6%.", ["year = 2015"], ["year = 2018"]),
        ("In 2018 trips rose from 20 to 30.", [], []),
        ("Boats from 10 to 19 feet are free.", [], []),
    ],
)
def test_what_changed_from_and_to_is_of_the_first_and_the_last_year(parser, sentence, first, last):
    offset = 1 if sentence.startswith("In 2018") else 0
    assert restricted(parser, sentence, offset) == first
    assert restricted(parser, sentence, offset + 1) == last


@pytest.mark.parametrize(
    "sentence", ["The number of trips rose to 495 from 483.", "The number of trips fell to nine from only 48."]
)
def test_what_something_changed_to_may_be_said_first(parser, sentence):
    assert restricted(parser, sentence, 0) == ["year = 2018"]
    assert restricted(parser, sentence, 1) == ["year = 2015"]


def test_of_days_the_text_tells_which_years(parser):
    sentence = "The number of trips grew from 483 to 495."
    assert restricted(parser, sentence, 0, years=()) == []
    [begun] = restricted(parser, sentence, 0, years=(), told=(2018, 2017))
    [ended] = restricted(parser, sentence, 1, years=(), told=(2018, 2017))
    assert "2017-01-01" in begun
    assert "2018-12-31" in ended


@pytest.mark.parametrize(
    ("sentence", "number", "expected"),
    [
        ("Since 2016 the number of trips has fallen by 8.5%.", -1, ["year = 2018", "year = 2016"]),
        ("Trips are up 12.4% since 2016.", 0, ["year = 2018", "year = 2016"]),
        ("Trips grew by 12% compared with 2015.", 0, ["year = 2018", "year = 2015"]),
        ("Since 2016 there were 30 trips.", -1, []),
        ("Since 2016 trips fell by 3%, after they had risen in 2015.", 1, []),
        ("Since 2012 trips fell by 3%.", -1, []),
        ("Trips fell by 3% in 2016.", 0, []),
    ],
)
def test_a_change_since_a_year_is_one_to_the_last_year(parser, sentence, number, expected):
    assert restricted(parser, sentence, number) == expected


def test_since_then_is_since_the_year_named_before(parser):
    passage, numbers = parsed_passage(parser, "Since then trips have fallen by 43%.")
    before, _ = parsed_passage(parser, "In 2015 there were 80 trips.")
    own = frozenset(i for i, token in enumerate(passage.tokens) if token.start == numbers[0].start)
    words = ClaimWords((replace(passage, own=own), replace(before, is_own=False)), (), tuple(numbers))
    cue = PredicateCue(words, [TRIPS], {}, years={1: (2015, 2016, 2018)})
    assert [p.sql(p.column.sql_name) for p, _ in ends_of_changes(cue)] == ["year = 2018", "year = 2015"]
