"""A unit may stand between a limit and the words that make it one."""

from __future__ import annotations

import pytest

from factcheck.numbers.mentions import find_numbers


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
