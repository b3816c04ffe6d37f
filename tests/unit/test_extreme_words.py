"""How messages and descriptions say what the first of ordered groups has."""

from __future__ import annotations

import pytest

from factcheck.queries.groups import extreme_words


@pytest.mark.parametrize(
    ("value", "which", "words"),
    [
        ("the total of sales in orders", "smallest", "the smallest total of sales in orders"),
        ("the number of rows in orders", "greatest", "the greatest number of rows in orders"),
        ("the largest value of length in boat", "greatest", "the largest value of length in boat"),
        ("the smallest value of length in boat", "smallest", "the smallest value of length in boat"),
        (
            "the largest value of length in boat",
            "smallest",
            "the smallest value of the largest value of length in boat",
        ),
        ("the total of sales in orders", "third largest", "the third largest total of sales in orders"),
        (
            "the largest value of length in boat",
            "third largest",
            "the third largest value of the largest value of length in boat",
        ),
        ("sales for each order", "greatest", "the greatest sales for each order"),
    ],
)
def test_an_extreme_is_said_once(value: str, which: str, words: str) -> None:
    assert extreme_words(which, value) == words
