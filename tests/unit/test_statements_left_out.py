"""Statements whose verb, noun or other side is left out, or that the parser takes for other words."""

from __future__ import annotations

import pytest
from support.parsing import parsed

from factcheck.claims.statements.phrases import statement_words
from factcheck.claims.statements.spotting import find_statements


def statements(parser, text):
    document, parses = parsed(parser, text)
    return [
        (claim.assertion, statement_words(claim, parses), parses[claim.paragraph][claim.sentence].tokens)
        for claim in find_statements(document, parses)
    ]


def words(phrases, tokens):
    return [" ".join(tokens[index].text for index in phrase) for phrase in phrases]


@pytest.mark.parametrize(
    ("text", "owner"),
    [
        (
            "Danish sailors have the highest wages, at $4,882 on average, and Norwegian sailors the lowest.",
            "Norwegian sailors",
        ),
        ("Night ferries carried the most cars and mail boats the fewest.", "mail boats"),
        ("Boys from small farms were the fastest of all, and girls from large farms the slowest.", "girls"),
        ("Red wines have the highest prices, while old ports have the lowest.", "old ports"),
    ],
)
def test_a_plural_without_its_verb_has_the_second_extreme(parser, text, owner):
    *_, (assertion, said, tokens) = statements(parser, text)
    assert words(assertion.owners, tokens) == [owner]
    assert said.measured.forms <= {"the", "average", "carried", "carry"}


@pytest.mark.parametrize(
    ("text", "dimension", "measured"),
    [
        ("Oslo had the lowest rate, 66.9.", "low", "the rate"),
        ("Oslo has the highest score.", "high", "the score"),
        ("Oslo has the highest-paid judges.", "paid", "the - judges"),
        ("Hansen is the commonest surname.", "common", "the surname"),
    ],
)
def test_a_superlative_raises_participles_and_no_nouns(parser, text, dimension, measured):
    [(assertion, said, _)] = statements(parser, text)
    assert (assertion.dimension, said.measured.text) == (dimension, measured)


@pytest.mark.parametrize(
    ("text", "kind", "part"),
    [
        ("Most came by train.", "majority", "came by train"),
        ("Most died at sea, as the list puts it.", "majority", "died at sea"),
        ("The most came from Oslo.", "superlative", "Oslo"),
    ],
)
def test_most_alone_is_a_majority(parser, text, kind, part):
    [(assertion, _, tokens)] = statements(parser, text)
    assert (assertion.kind.value, words(assertion.owners, tokens)) == (kind, [part])


@pytest.mark.parametrize(
    ("text", "is_of_counted"),
    [
        ("The port has 40 boats, and ferries are the majority of these.", True),
        ("Most of them were ferries.", True),
        ("Most of those who sailed were men.", False),
        ("Most of the boats were ferries.", False),
    ],
)
def test_a_part_of_them_is_one_of_those_that_were_counted(parser, text, is_of_counted):
    [(assertion, *_)] = statements(parser, text)
    assert assertion.is_of_counted is is_of_counted


def test_what_is_even_more_is_compared_with_what_was_told_before(parser):
    *_, (assertion, _, tokens) = statements(parser, "Fours cost $17,863, and sixes are cheaper still.")
    assert (words(assertion.owners, tokens), words(assertion.others, tokens)) == (["sixes"], ["Fours"])
    assert not statements(parser, "Women are older still.")


def test_a_number_before_a_comma_is_no_extent_of_what_is_more(parser):
    [(assertion, _, tokens)] = statements(parser, "Bergen carries 18 guests, more than anybody else.")
    assert (assertion.kind.value, words(assertion.owners, tokens)) == ("superlative", ["Bergen"])
    assert not statements(parser, "Bergen carries 18 more guests than Vaasa.")


def test_a_number_within_a_word_is_no_bound(parser):
    [(assertion, _, tokens)] = statements(parser, "Four-room flats do better than three-room flats.")
    assert words(assertion.others, tokens) == ["three - room flats"]


def test_who_comes_then_is_named_without_that_word(parser):
    *_, (assertion, _, tokens) = statements(parser, "Cold Creek comes next with 267, then Old Town.")
    assert words(assertion.owners, tokens) == ["Old Town"]


def test_times_of_an_aside_restrict_nothing(parser):
    text = "India, which had 446 sheep in 1960 and more in the 1990s, overtook China in 2022."
    [(_, said, _)] = statements(parser, text)
    assert "1960" not in said.rest.text


def test_what_is_set_apart_behind_a_semicolon_leads_its_clause(parser):
    [(_, said, _)] = statements(parser, "He walks for 28 minutes; among singles, women have the longer trip.")
    assert said.leading.text == "singles"
