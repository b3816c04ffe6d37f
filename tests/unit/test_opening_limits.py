"""A limit that a clause opens with says which things are meant; a number that is counted states a result."""

from __future__ import annotations

import pytest
from support.parsing import parsed

from factcheck.claims.conditions import BOUNDS, THRESHOLD
from factcheck.claims.spotting import find_mentions


def reasons(parser, text):
    mentions = find_mentions(*parsed(parser, text))
    return {each.number.text: each.reason for each in mentions if not each.is_claim}


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("Below $20,000 there are 98 boats, with a mean length of 7 metres.", "$20,000"),
        ("Above 2,000 metres, the snow lasts for 140 days.", "2,000"),
        ("Beyond 40 kilometres it was only 26%.", "40"),
        ("At 110 tons or more it was only 26%.", "110"),
        ("From 65 years onwards it was 52.8%.", "65"),
        ("The young pumps lose 3 litres; above 60 they lose 8.", "60"),
        ("With ten pupils or fewer, 34% of the classes were closed. With more than ten pupils, it was 12.9%.", "ten"),
    ],
)
def test_a_limit_that_a_clause_opens_with_is_a_condition(parser, text, limit):
    assert reasons(parser, text).get(limit) in {THRESHOLD, BOUNDS}


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("Over 65 employees left.", "65"),
        ("Over 300 guests, 12 of them children, were poisoned.", "300"),
        ("Over $20,000 was raised, the 12 donors say.", "$20,000"),
        ("With more than 3,000 members, it has 12 halls.", "3,000"),
        ("In over 40 shops, prices rose by 3%.", "40"),
        ("Under 40 people, mostly students, attended the 12 talks.", "40"),
    ],
)
def test_what_is_counted_at_the_beginning_is_a_result(parser, text, result):
    assert result not in reasons(parser, text)
