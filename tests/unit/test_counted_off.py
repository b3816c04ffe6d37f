"""Limits of columns that count off days or rounds."""

from __future__ import annotations

import pytest
from support.passages import passage

from factcheck.catalogue.schema import Column, Table
from factcheck.retrieval.generators.counted_off import counted_off
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

DAY = Column(1, 1, "study_day", "study_day", "integer", "N", None)
ROUND = Column(2, 1, "round", "round", "integer", "N", None)
TABLE = Table(1, "sample", "lab.sample", None, (DAY, ROUND))
NAMED = {"day": {1: 1.0}, "days": {1: 1.0}, "round": {2: 1.0}, "rounds": {2: 1.0}}


def limits(text):
    cue = PredicateCue(
        ClaimWords((passage(text, True),)), [TABLE], {}, columns_named_by=NAMED, columns_with={"0": frozenset({1})}
    )
    return [predicate.sql(predicate.column.sql_name) for predicate, _ in counted_off(cue)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("From day 90 on it was 5 %", ["study_day >= 90"]),
        ("Up to day 50 we took 40", ["study_day <= 50"]),
        ("Before it began (counting to day 29) we had 40", ["study_day <= 29"]),
        ("Before round three we had 40", ["round < 3"]),
        ("After round 12 we had 40", ["round > 12"]),
        ("From day 10 to day 20 we had 40", ["study_day BETWEEN 10 AND 20"]),
        ("In the first 30 days we had 40", ["study_day < 30"]),
        ("After the first 60 days we had 40", ["study_day >= 60"]),
        ("In the first three rounds we had 40", ["round <= 3"]),
        ("After the first three rounds we had 40", ["round > 3"]),
        ("After two days we had 40", []),
        ("In the first 30 minutes we had 40", []),
    ],
)
def test_a_place_in_an_order_is_a_limit(text, expected):
    assert limits(text) == expected
