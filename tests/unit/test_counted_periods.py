"""Periods that are counted are claims; spans of time that things took are none."""

from __future__ import annotations

import pytest
from support.parsing import parsed

from factcheck.claims.claim import Told
from factcheck.claims.spotting import find_claims, find_mentions


def claimed(parser, text):
    return [claim.number.text for claim in find_claims(*parsed(parser, text))]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("The wait was above 20 minutes in 25 months.", ["25"]),
        ("The wait was over 40 minutes in 31 of the weeks.", ["31"]),
        ("The rate remained under 4 percent in 31 weeks.", ["31"]),
        ("The lake stayed above 3 metres in two years.", ["two"]),
        ("In 46 months the lake stayed below five.", ["46"]),
        ("The lake rose late, and in 46 months, most of them before 1970, it stayed below five.", ["46"]),
        ("A double-digit rate was seen in 200 months.", ["200"]),
        ("Frost was recorded in 14 weeks.", ["14"]),
        ("On 57 days the heat killed more than a hundred.", ["57"]),
        ("Over the 574 months on record the average was 7.8.", ["574", "7.8"]),
        ("On average over the 574 months it was 7.77 million.", ["574", "7.77 million"]),
        ("In that country the average nurse put in 1,972 hours a year.", ["1,972"]),
        ("Nurses with children put in 42 hours a week.", ["42"]),
    ],
)
def test_periods_of_which_something_holds_are_counted(parser, text, claims):
    assert claimed(parser, text) == claims


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("It grew by 5 % in 25 months.", "25"),
        ("It grew by more than 5 % in 25 months.", "25"),
        ("In three years sales doubled.", "three"),
        ("They sold over 500 cars in two years.", "two"),
        ("There were more than 500 accidents in 14 months.", "14"),
        ("The total was over 500 in 18 months.", "18"),
        ("Rainfall was above 300 mm in 3 days.", "3"),
        ("The lake was never below 12 degrees in 28 months.", "28"),
        ("A rise of more than 5 % was seen in 15 months.", "15"),
        ("The highest level was seen in 15 months.", "15"),
        ("The tower was finished in 14 months.", "14"),
        ("Over the 24 months the lake rose.", "24"),
        ("They broke in 3 days later.", "3"),
    ],
)
def test_the_time_that_something_took_is_a_span(parser, text, span):
    reasons = {mention.number.text: mention.reason for mention in find_mentions(*parsed(parser, text))}
    assert reasons[span] == "a span of time"


def test_the_limit_says_which_periods_are_counted(parser):
    mentions = find_mentions(*parsed(parser, "The wait was above 20 minutes in 25 months."))
    assert [(m.number.text, m.reason) for m in mentions if not m.is_claim] == [("20", "the threshold of a condition")]


@pytest.mark.parametrize(
    ("text", "number", "counts_periods"),
    [
        ("The wait was above 20 minutes in 25 months.", "25", True),
        ("Frost was recorded in 14 weeks.", "14", True),
        ("Frost was recorded in 31 towns.", "31", False),
        ("Rainfall was above 300 mm in 3 days.", "300", False),
    ],
)
def test_a_claim_tells_whether_it_counts_periods(parser, text, number, counts_periods):
    [claim] = [each for each in find_claims(*parsed(parser, text)) if each.number.text == number]
    assert (claim.told is Told.PERIODS) is counts_periods
