"""How messages on statements without a number say what is ranked."""

from __future__ import annotations

import pytest

from factcheck.check.statement_messages import extreme_words


@pytest.mark.parametrize(
    ("value", "is_greatest", "words"),
    [
        ("the total of sales in orders", False, "the smallest total of sales in orders"),
        ("the number of rows in orders", True, "the greatest number of rows in orders"),
        ("the largest value of length in boat", True, "the largest value of length in boat"),
        ("the smallest value of length in boat", False, "the smallest value of length in boat"),
        ("the largest value of length in boat", False, "the smallest value of the largest value of length in boat"),
        ("sales for each order", True, "the greatest sales for each order"),
    ],
)
def test_an_extreme_is_said_once(value: str, is_greatest: bool, words: str) -> None:
    assert extreme_words(value, is_greatest=is_greatest) == words
