"""Statements that put several in order: who follows whom, and who comes next."""

from __future__ import annotations

import pytest
from support.told_statements import statements, told, words


def test_who_follows_with_a_number_is_not_who_is_first(parser) -> None:
    first, *_ = statements(parser, "Card is the most used method at 55.2%, followed by Cash at 20.4%, Cheque at 17.4%.")
    assert told(*first) == ("superlative", ("Card",), (), "used")


def test_each_that_follows_is_a_statement_of_its_own(parser) -> None:
    first, *others = statements(parser, "Rome had the most visitors, followed by Oslo and Leeds.")
    before = first[0]
    for (claim, tokens), name in zip(others, ("Oslo", "Leeds"), strict=True):
        assertion = claim.assertion
        assert assertion.follows
        assert [words(owner, tokens) for owner in assertion.owners] == [name]
        assert claim.before is not None
        assert claim.before.assertion == before.assertion
        before = claim


@pytest.mark.parametrize(
    "text", ["Rome has the most parks. Oslo comes next.", "Rome has the most parks, then comes Oslo."]
)
def test_who_comes_next_follows_what_was_stated(parser, text) -> None:
    claims = statements(parser, text)
    assert [told(*each)[:2] for each in claims] == [("superlative", ("Rome",)), ("rank", ("Oslo",))]
    assert [claim.assertion.follows for claim, _ in claims] == [False, True]


@pytest.mark.parametrize("text", ["Rome has the most parks. The fair comes next.", "Rome leads. It opens next May."])
def test_things_and_times_that_come_next_have_no_place(parser, text) -> None:
    assert len(statements(parser, text)) == 1


def test_those_that_are_named_before_they_follow_do_so_in_order(parser) -> None:
    _, (claim, tokens) = statements(parser, "Rome had the most visitors. Oslo and Paris followed.")
    assertion = claim.assertion
    assert [words(owner, tokens) for owner in assertion.owners] == ["Oslo", "Paris"]
    assert (assertion.follows, assertion.is_ordered, assertion.first, assertion.last) == (True, True, 1, 2)
