"""Statements of a change at each step, of places without a verb of their own, and of what a pronoun owns."""

from __future__ import annotations

import pytest
from support.parsing import parsed

from factcheck.claims.statements.phrases import statement_words
from factcheck.claims.statements.spotting import find_statements


def spotted(parser, text):
    document, parses = parsed(parser, text)
    found = []
    for claim in find_statements(document, parses):
        said = statement_words(claim, parses)
        found.append((claim.assertion, [owner.text for owner in said.owners], said))
    return found


@pytest.mark.parametrize(
    ("text", "kind", "is_rising"),
    [
        ("Sales rose every year.", "year", True),
        ("The default rate falls with every grade.", "grade", False),
        ("Prices grew year after year.", "year", True),
        ("Visits dropped each month.", "month", False),
    ],
)
def test_a_change_at_each_step_is_about_all_of_a_kind(parser, text, kind, is_rising) -> None:
    [(assertion, owners, _)] = spotted(parser, text)
    assert (assertion.kind, owners, assertion.is_greatest) == ("direction", [kind], is_rising)
    assert assertion.is_steady


@pytest.mark.parametrize(
    "text", ["The price goes up each time.", "It crept up every year.", "Every year they grow tomatoes."]
)
def test_a_change_without_steps_or_without_what_changes_is_left_out(parser, text) -> None:
    assert spotted(parser, text) == []


def test_a_change_between_two_points_is_no_change_at_each_step(parser) -> None:
    [(assertion, owners, _)] = spotted(parser, "Sales rose in every year from 2009 to 2012.")
    assert (owners, assertion.is_steady) == (["2012"], False)


def test_names_have_the_places_behind_them_by_the_verb_of_the_first(parser) -> None:
    found = spotted(parser, "Germany came second, France third and South Korea fourth.")
    assert [(owners, assertion.first) for assertion, owners, _ in found][1:] == [(["France"], 3), (["South Korea"], 4)]


@pytest.mark.parametrize("text", ["Leeds slept and Bristol third.", "Oslo came early and Rome third of all."])
def test_a_name_with_an_ordinal_has_no_place_beside_another_verb_or_place(parser, text) -> None:
    assert spotted(parser, text) == []


@pytest.mark.parametrize(("text", "count"), [("Oak came first; ash was rarest.", 2), ("He was honest.", 0)])
def test_a_superlative_without_article_is_one_where_it_says_how_many(parser, text, count) -> None:
    assert len(spotted(parser, text)) == count


@pytest.mark.parametrize(
    ("text", "owners"),
    [("The most frequent age was 25.", [["25"]]), ("The most interesting age was 25.", [])],
)
def test_a_number_may_be_what_is_most_frequent(parser, text, owners) -> None:
    assert [each for _, each, _ in spotted(parser, text)] == owners


def test_what_a_pronoun_owns_is_measured(parser) -> None:
    *_, (_, owners, said) = spotted(parser, "Rome had more guests. Its prices were higher than in Oslo.")
    assert owners == ["Rome"]
    assert said.measured.text == "prices"


@pytest.mark.parametrize(("word", "is_greatest"), [("better", True), ("worse", False)])
def test_who_pays_worse_pays_less(parser, word, is_greatest) -> None:
    [(assertion, _, _)] = spotted(parser, f"Leeds pays {word} than Bristol.")
    assert (assertion.dimension, assertion.is_greatest) == ("pay", is_greatest)


def test_other_prepositions_of_time_and_place_may_tell_two_apart(parser) -> None:
    [(_, owners, said)] = spotted(parser, "More people died on Sunday than during May.")
    assert (owners, said.others[0].text) == (["Sunday"], "May")


def test_on_average_says_by_what_a_change_is_measured(parser) -> None:
    [(_, _, said)] = spotted(parser, "Prices rose from 2009 to 2012, from 3 euros on average to 13.")
    assert "average" in said.measured.text


def test_a_number_behind_a_noun_is_part_of_the_name(parser) -> None:
    document, parses = parsed(parser, "Store 14 has the most orders, 90 in all.")
    [claim] = find_statements(document, parses)
    numbers = [i for i, token in enumerate(parses[0][0].tokens) if token.text in {"14", "90"}]
    assert statement_words(claim, parses, stated=numbers).owners[0].text == "Store 14"


@pytest.mark.parametrize(
    ("text", "measured"),
    [
        ("Women were older than average.", "average"),
        ("Men have fewer beds than the average guest.", "beds average"),
        ("Women were older than the field.", ""),
    ],
)
def test_all_others_may_be_named_by_their_average(parser, text, measured) -> None:
    [(assertion, _, said)] = spotted(parser, text)
    assert (assertion.kind, assertion.others, said.measured.text) == ("comparison", (), measured)


def test_the_average_of_something_else_is_not_that_of_all_others(parser) -> None:
    for text in ("Rents were higher than the average of Rome.", "Average rents were higher than average prices."):
        [(assertion, _, _)] = spotted(parser, text)
        assert assertion.others != ()
