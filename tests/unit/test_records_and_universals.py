"""Statements of records, of all, and of the greater of two are found; a change begins where its first value stands."""

from __future__ import annotations

import pytest
from support.parsing import parsed

from factcheck.claims.statements.spotting import find_statements


def told(parser, text):
    """Return kind, owners, others, end and denial of each statement of a text."""
    document, parses = parsed(parser, text)
    found = []
    for claim in find_statements(document, parses):
        tokens, assertion = parses[claim.paragraph][claim.sentence].tokens, claim.assertion
        owners = tuple(" ".join(tokens[i].text for i in owner) for owner in assertion.owners)
        others = tuple(" ".join(tokens[i].text for i in other) for other in assertion.others)
        found.append((assertion.kind.value, owners, others, assertion.is_greatest))
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Leeds had the best average in reading.", ("superlative", ("Leeds",), (), True)),
        ("Wilma holds the record low of 882 millibars.", ("superlative", ("Wilma",), (), False)),
        ("Oslo has the record high.", ("superlative", ("Oslo",), (), True)),
        ("The record holder is Anna Berg, with 48.5 years.", ("superlative", ("Anna Berg",), (), True)),
        ("The all-time champion is Anna Berg.", ("superlative", ("Anna Berg",), (), True)),
        ("The winner is Rome.", ("superlative", ("Rome",), (), True)),
        ("The slowest winner was Ann Lee.", ("superlative", ("Ann Lee",), (), True)),
        ("The low point was 1995 with 83.7 million.", ("superlative", ("1995",), (), False)),
        ("The bloodiest year of all was 1988.", ("superlative", ("1988",), (), True)),
        ("Film noir is the best loved at 3.96.", ("superlative", ("Film noir",), (), True)),
        ("The epidemic of 1952 was the worst.", ("superlative", ("The epidemic of 1952",), (), True)),
        ("Women have the larger share of the seats.", ("comparison", ("Women",), (), True)),
        ("Adults were late more often.", ("comparison", ("Adults",), (), True)),
        ("The dramas (6.15) beat the comedies (5.96).", ("comparison", ("The dramas",), ("the comedies",), True)),
        ("All of the guests were from Rome.", ("majority", ("from Rome",), (), True)),
        ("Every one of the winners was a woman.", ("majority", ("a woman",), (), True)),
    ],
)
def test_a_record_a_universal_or_the_greater_of_two_is_a_statement(parser, text, expected) -> None:
    assert told(parser, text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "All of this is good.",
        "All three went home.",
        "All the best!",
        "They have the upper hand.",
        "The state's champion is tired.",
        "The winner of the race was Ann.",
        "The point was high.",
        "Oslo came after it.",
        "The hosts beat the visitors.",
    ],
)
def test_what_only_sounds_like_one_states_nothing(parser, text) -> None:
    assert told(parser, text) == []


def test_who_comes_right_after_the_first_follows_it(parser) -> None:
    rows = told(parser, "Rome is the busiest port, and Oslo comes right after it with 29 ships.")
    assert rows == [("superlative", ("Rome",), (), True), ("rank", ("Oslo",), (), True)]


def test_who_is_third_may_take_the_verb_from_who_is_second(parser) -> None:
    rows = told(parser, "Britain is second with nine, Jamaica third with seven, and Canada has five.")
    assert rows == [("rank", ("Britain",), (), True), ("rank", ("Jamaica",), (), True)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sales rose from 5 in 2009 to 7 in 2011.", ("direction", ("2011",), ("2009",), True)),
        ("Sales fell from $3.3 million in 1952 to 1.6 million in 2007.", ("direction", ("2007",), ("1952",), False)),
        ("Sales rose from 2009 to 2011.", ("direction", ("2011",), ("2009",), True)),
    ],
)
def test_a_change_leads_from_the_point_of_its_first_value(parser, text, expected) -> None:
    assert told(parser, text) == [expected]


def test_a_change_to_a_point_that_is_not_named_is_no_change_before_its_first_value(parser) -> None:
    assert told(parser, "Cases rose from 15,227 in 1989 to 27,134 in the following year.") == []
