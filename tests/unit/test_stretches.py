"""Stretches of years that are counted off from an end of the data, or from a year of the text."""

from __future__ import annotations

import pytest
from support.passages import passage

from factcheck.catalogue.schema import Column, Table
from factcheck.retrieval.generators.times import time_predicates
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

YEAR = Column(1, 1, "year", "year", "integer", "N", None)
TABLE = Table(1, "contest", "fair.contest", None, (YEAR,))
EVERY_FOURTH = tuple(range(1968, 2013, 4))


def restrictions(own, *context):
    passages = (passage(own, True), *(passage(text, False) for text in context))
    cue = PredicateCue(ClaimWords(passages), [TABLE], {}, years={1: EVERY_FOURTH})
    return {predicate.sql("year") for predicate, _ in time_predicates(cue)}


@pytest.mark.parametrize(
    ("own", "context", "expected"),
    [
        ("At the last two contests there were 6 .", "Prizes", "year BETWEEN 2008 AND 2012"),
        ("The first three contests brought 40 .", "Prizes", "year BETWEEN 1968 AND 1976"),
        ("The last ten years brought 40 .", "Prizes", "year BETWEEN 2003 AND 2012"),
        ("In the closing decade there were 40 .", "Prizes", "year BETWEEN 2003 AND 2012"),
        ("In its first decade there were 40 .", "Prizes", "year BETWEEN 1968 AND 1977"),
        ("The two years after it brought 40 .", "In 1976 there were 30 .", "year BETWEEN 1977 AND 1978"),
        ("In 1976 there were 30 and in the following three years 40 .", "Prizes", "year BETWEEN 1977 AND 1979"),
        ("The two years before that brought 40 .", "In 1976 there were 30 .", "year BETWEEN 1974 AND 1975"),
        ("Since then there have been 40 .", "Between 1970 and 1979 there were 30 .", "year >= 1980"),
        ("It doubled since the seventies , from 5 to 40 .", "Prizes", "year BETWEEN 1970 AND 1979"),
        ("Until then there had been 40 .", "In 1976 there were 30 .", "year <= 1975"),
        ("The year before it was 40 .", "In the final year there were 30 .", "year = 2011"),
        ("In the last season it was 30 , up from 40 the year before .", "In 1980 it was 3 .", "year = 2011"),
    ],
)
def test_a_stretch_of_years_is_counted_off(own, context, expected):
    assert expected in restrictions(own, context)


@pytest.mark.parametrize(
    "own",
    [
        "The last two years of the war brought 40 .",
        "Since then there have been 40 .",
        "The last two shops sold 40 .",
        "The two years after it brought 40 .",
    ],
)
def test_no_stretch_is_told_where_nothing_tells_its_end(own):
    assert not restrictions(own, "Prizes")
