"""Seasons and fiscal years that a column writes as two years, and which of them a sentence means."""

from __future__ import annotations

import pytest
from support.passages import passage

from factcheck.catalogue.schema import Column, Table
from factcheck.catalogue.split_years import are_split_years
from factcheck.retrieval.dated_columns import dated_columns
from factcheck.retrieval.generators.split_years import split_years
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

SEASON = Column(1, 1, "season", "season", "text", "S", None)
TABLE = Table(1, "game", "club.game", None, (SEASON,))
SEASONS = ["2011/12", "2009/10", "2010/11", "2008/09"]


def restrictions(text, values=SEASONS):
    cue = PredicateCue(ClaimWords((passage(text, True),)), [TABLE], {}, values={1: values})
    return [predicate.sql(predicate.column.sql_name) for predicate, _ in split_years(cue)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("They won 11 games in 2010/11 .", ["2010/11"]),
        ("They won 11 games in 2010-2011 .", ["2010/11"]),
        ("They won 11 games in 08/09 .", ["2008/09"]),
        ("They won 11 games this season .", ["2011/12"]),
        ("They won 11 games last year and 8 the year before .", ["2010/11", "2009/10"]),
        ("They won 11 games the previous season .", ["2010/11"]),
        ("They won 11 % more over the previous season .", ["2010/11", "2011/12"]),
        ("They won 11 games in 2010 .", []),
        ("They won 11 of 38 games , 2-1 or 3-2 .", []),
        ("They won 11 games the year before that and 8 in 1910/11 .", ["2010/11"]),
    ],
)
def test_a_season_is_named_or_told_from_the_last_one(text, expected):
    assert restrictions(text) == [f"season = '{season}'" for season in expected]


def test_columns_of_other_texts_have_no_seasons():
    assert restrictions("They won 11 games in 2010/11 .", ["2010/11", "2010/12"]) == []
    assert restrictions("They won 11 games this season .", ["18-24", "25-34"]) == []


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["2010/11", "2011/12"], True),
        (["FY99-00", "FY00-01"], True),
        (["2010/11"], False),
        (["2010/11", "2010/12"], False),
        (["2-1", "3-0"], False),
        ([], False),
    ],
)
def test_seasons_are_told_from_months_and_results(values, expected):
    assert are_split_years(values) is expected
    months = {each.column for each in dated_columns([TABLE], {1: values}) if each.has_day}
    assert not (expected and months)
