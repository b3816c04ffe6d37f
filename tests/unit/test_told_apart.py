"""A claim may be about some of a kind only, which the form of its clause says."""

from __future__ import annotations

import pytest
from support.parsing import parsed

from factcheck.claims.claim import Told
from factcheck.claims.spotting import find_claims


def told(parser, text, number):
    [claim] = [each for each in find_claims(*parsed(parser, text)) if each.number.text == number]
    return claim.told


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("The 312 songs that lived on were sold.", "312"),
        ("Those with a sail had a mean length of 52.1 feet.", "52.1"),
        ("Boats without a keel cost 400 dollars on average.", "400"),
        ("The average was 7.5 in the remainder.", "7.5"),
        ("Sailors who had won before earned 812 dollars on average.", "812"),
    ],
)
def test_what_is_told_apart_is_some_of_a_kind(parser, text, number):
    assert told(parser, text, number) is Told.SOME


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("The harbour has 312 boats.", "312"),
        ("The boats, which are old, cost 400 dollars on average.", "400"),
        ("The mean length of the boats was 52.1 feet.", "52.1"),
        ("The 312 boats that we counted were sold.", "312"),
    ],
)
def test_what_holds_of_all_is_not(parser, text, number):
    assert told(parser, text, number) is None
