"""A unit may stand between a limit and the words that make it one."""

from __future__ import annotations

import pytest
from support.passages import parsed_passage

from factcheck.catalogue.schema import Column, Table
from factcheck.numbers.mentions import find_numbers
from factcheck.retrieval.generators.thresholds import threshold_predicates
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

RAIN = Column(1, 1, "rain", "rain", "numeric", "N", None)
WIND_RUN = Column(2, 1, "windrun_km", "windrun_km", "numeric", "N", None, unit="km")
DEPTH = Column(3, 1, "depth_cm", "depth_cm", "numeric", "N", None, unit="cm")
DAYS = Table(1, "daily", "weather.daily", None, (RAIN, WIND_RUN, DEPTH))


@pytest.mark.parametrize(
    ("text", "comparison"),
    [
        ("It was 1.5 g/dl or more in 419 lakes.", ">="),
        ("Speeds of 30 km/h or below are common.", "<="),
        ("From 65 years onwards it rises.", ">="),
        ("From 60 on it rises.", ">="),
        ("They drove from 65 km on Monday to 80.", "="),
        ("They were away from 3 days on the road.", "="),
    ],
)
def test_a_unit_may_stand_between_a_limit_and_its_words(text, comparison):
    assert find_numbers(text)[0].comparison == comparison


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("We had 21 days with 0.2 mm or more of rain.", ["rain >= 0.2"]),
        ("We had 21 days with over 12 km.", ["windrun_km > 12"]),
        ("We had 21 days with over 400 mm.", ["depth_cm > 40"]),
    ],
)
def test_a_limit_in_a_unit_is_of_what_it_measures_and_of_no_unit_much_larger(parser, sentence, expected):
    passage, (_, *conditions) = parsed_passage(parser, sentence)
    words = ClaimWords((passage,), tuple(conditions), tuple(conditions))
    cue = PredicateCue(words, [DAYS], {}, columns_named_by={"rain": {1: 1.0}})
    assert [predicate.sql(predicate.column.sql_name) for predicate, _ in threshold_predicates(cue)] == expected
