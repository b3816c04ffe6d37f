"""Places in a ranking are stated numbers; numbers of houses, lines and pages are labels."""

from __future__ import annotations

import pytest
from support.parsing import parsed

from factcheck.claims.spotting import find_claims, find_mentions
from factcheck.numbers.mentions import find_numbers


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("In May the average novel sat at number 80.", ["80"]),
        ("Those with two editions stood at number 26 on average.", ["26"]),
        ("The game peaked at number 3 in May.", ["3"]),
        ("The film debuted at number 55.", ["55"]),
        ("The novel climbed to number 4 and fell back to number 17.", ["4", "17"]),
        ("The average ship entered at number 41.", ["41"]),
        ("The poem reached number 12.", ["12"]),
    ],
)
def test_a_place_in_a_ranking_is_a_claim(parser, text, places):
    assert [claim.number.text for claim in find_claims(*parsed(parser, text))][-len(places) :] == places


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("The minister lives at number 10 Downing Street.", "number 10"),
        ("The fire started at number 7 Mill Lane.", "number 7"),
        ("The fire started at number 7.", "number 7"),
        ("The shop stood at number 7 Mill Lane.", "number 7"),
        ("She lives at number 26.", "number 26"),
        ("He waited for bus number 26.", "number 26"),
        ("It is told on page number 3.", "number 3"),
        ("Number 7 was late.", "Number 7"),
    ],
)
def test_the_number_of_one_thing_is_a_label(text, label):
    assert [(number.text, number.reason) for number in find_numbers(text)] == [(label, "a label")]


def test_a_limit_among_places_tells_which_are_counted(parser):
    mentions = find_mentions(*parsed(parser, "Four of them entered below number 90."))
    (limit,) = (mention for mention in mentions if mention.number.value == 90)
    assert (limit.number.comparison, limit.reason) == ("<", "the threshold of a condition")


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("You get 15.3 miles in town and on the highway 22.2.", ["15.3", "22.2"]),
        ("On page 12.5 words are misspelt on average.", ["12.5"]),
        ("On the route 8.4 kilometres are flat.", ["8.4"]),
        ("Per row 3.5 seats are free.", ["3.5"]),
    ],
)
def test_no_road_or_page_has_a_decimal(text, numbers):
    assert [number.text for number in find_numbers(text) if number.reason is None] == numbers


@pytest.mark.parametrize(
    "text",
    ["See section 2.2.", "Table 3.1 shows it.", "Version 2.2 was used.", "Take route 66.", "On highway 101 it snowed."],
)
def test_sections_and_versions_keep_their_decimals_and_roads_their_numbers(text):
    assert [number.reason for number in find_numbers(text)] == ["a label"]
