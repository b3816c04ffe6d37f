"""A number word behind the singular of what is counted off is its place; behind anything else it counts."""

from __future__ import annotations

import pytest
from support.parsing import parsed

from factcheck.claims.places_in_order import A_PLACE
from factcheck.claims.spotting import find_mentions


def places(parser, text):
    return {each.number.text for each in find_mentions(*parsed(parser, text)) if each.reason == A_PLACE}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("The average weight in week two was 46.", "two"),
        ("By round ten 25 boxers were out.", "ten"),
        ("Week five was reached by 43 hens.", "five"),
        ("In trial two the mean was 12.4.", "two"),
        ("The mean of question three is 3.4.", "three"),
    ],
)
def test_a_place_in_words_is_no_result(parser, text, place):
    assert place in places(parser, text)


@pytest.mark.parametrize(
    "text",
    [
        "In one week two hens died.",
        "By night two men watch the gate.",
        "In round three hens were sold.",
        "Over the month two were lost.",
        "In winter three died.",
        "Of the week two days were cold.",
    ],
)
def test_what_is_counted_behind_such_a_noun_is_a_result(parser, text):
    assert places(parser, text) == set()
