"""What a sentence leaves out of account, and what it only takes away or puts somewhere."""

from __future__ import annotations

import pytest
from support.passages import parsed_passage

from factcheck.retrieval.generators.left_out import left_out

TOWNS = {"Oslo", "Bergen", "tower"}


def named_in(parser, sentence: str) -> set[str]:
    """Return the towns, and the tower, among the words that a sentence leaves out."""
    passage, _ = parsed_passage(parser, sentence)
    return TOWNS & {passage.tokens[index].text for index in left_out(passage)}


@pytest.mark.parametrize(
    "sentence",
    [
        "Even if you throw out Oslo, the average rent is 998.",
        "If we leave Oslo aside, 40 towns are left.",
        "Leaving Oslo aside, the average rent in Bergen is 998.",
        "Leave out Oslo and the average rent in Bergen is 998.",
        "Oslo aside, the average rent in Bergen is 998.",
        "The average rent, Oslo aside, is 998.",
        "Setting aside Oslo, 40 towns are left.",
        "If Oslo is left out, the average rent in Bergen is 998.",
        "With Oslo removed, 40 towns are left.",
        "Once Oslo is excluded, 40 towns are left.",
        "Removing Oslo, the average rent is 998.",
        "The average rent is 998 if you leave Oslo out.",
        "By ignoring Oslo, we get to 40 towns.",
        "With Oslo taken out, 40 towns are left.",
    ],
)
def test_what_is_left_out(parser, sentence):
    assert named_in(parser, sentence) == {"Oslo"}


@pytest.mark.parametrize(
    "sentence",
    [
        "If you take Oslo, the average rent is 998.",
        "If we leave Oslo, the rent is 998.",
        "If you drop by in Oslo, you find 40 inns.",
        "Oslo set 40 acres aside, Bergen none.",
        "Bergen stepped aside, and 40 towns followed.",
        "Prices fell, dropping 40 percent in Oslo.",
        "The council voted, setting aside 40 acres in Oslo.",
        "Leaving home in Oslo takes 40 minutes.",
        "With Oslo, there are 40 towns.",
        "In Oslo 40 inns were removed.",
        "With the tower removed, 40 towns in Oslo county were glad.",
    ],
)
def test_what_is_not_left_out(parser, sentence):
    assert named_in(parser, sentence) == set()
