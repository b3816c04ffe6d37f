"""Years and ages that a text adds to a count, or gives as the reach of a list: which are claims, in many topics."""

from __future__ import annotations

import pytest
from support.parsing import parsed

from factcheck.claims.spotting import find_claims


def claims_of(parser, text):
    return [claim.number for claim in find_claims(*parsed(parser, text))]


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("The list holds 312 bridges, built between 1840 and 1960.", [1840, 1960]),
        ("Floods hit nine towns, all of them between 1909 and 1910.", [1909, 1910]),
        ("We own 47 coins, from 19 mints, crop years 1914 to 1917, and like them.", [1914, 1917]),
        ("We read a list of 123 famous comets of that age, from 1702 to 1799, for fun.", [1702, 1799]),
        ("We took the atlas, whose tenth version runs from 1950 to 2019.", [1950, 2019]),
    ],
)
def test_years_added_to_a_count_or_a_list_are_its_first_and_its_last(parser, text, ends):
    assert [number.value for number in claims_of(parser, text) if number.unit == "year"] == ends


@pytest.mark.parametrize(
    "text",
    [
        "The shop closed after the war, built between 1840 and 1960.",
        "They sold 31 boats, from 1950 to 1960.",
        "Between 1840 and 1960 they built 31 bridges.",
        "The list, from 1902 to 1999, is long.",
        "In 31 towns, all from 1950 on, it snowed.",
    ],
)
def test_years_in_which_things_happened_are_no_claims(parser, text):
    assert [number.text for number in claims_of(parser, text) if number.unit == "year"] == []


def test_a_height_behind_a_count_is_no_year(parser):
    assert [number.unit for number in claims_of(parser, "We scored 31 goals, all of them from 40 metres.")] == [
        "plain"
    ] * 2


def test_ages_of_those_who_are_told_of_reach_from_the_least_to_the_greatest(parser):
    numbers = claims_of(parser, "Those who sang were between 16 and 97 years old.")
    assert [(number.text, number.implied) for number in numbers] == [("16", ("minimum",)), ("97", ("maximum",))]


def test_ages_that_say_who_is_meant_are_no_claims(parser):
    assert claims_of(parser, "Guests between 16 and 97 years old came.") == []
    assert [number.text for number in claims_of(parser, "31 singers were between 20 and 29 years old.")] == ["31"]
