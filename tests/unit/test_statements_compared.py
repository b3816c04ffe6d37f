"""Comparatives that the parser takes for other words, or whose other side stands in another form."""

from __future__ import annotations

import pytest
from support.parsing import parsed

from factcheck.claims.statements.spotting import find_statements


def read(parser, text):
    document, parses = parsed(parser, text)
    found = []
    for claim in find_statements(document, parses):
        tokens = parses[claim.paragraph][claim.sentence].tokens
        phrases = [
            " ".join(tokens[i].text for i in phrase)
            for phrase in (*claim.assertion.owners, *claim.assertion.others, claim.assertion.measured)
        ]
        found.append((claim.assertion.kind.value, *phrases))
    return found


def test_what_is_earned_is_measured_where_the_others_are_called_by_two_words(parser):
    assert read(parser, "First mates earned more than second mates.") == [
        ("comparison", "First mates", "second mates", "earned")
    ]


@pytest.mark.parametrize(
    ("text", "owner", "measured"),
    [
        ("Fares are higher on Mondays as well, $31.20 vs $27.90 on Fridays.", "Mondays", "Fares"),
        ("Old barges tend to be dearer.", "Old barges", ""),
        ("Summers are drier.", "Summers", ""),
    ],
)
def test_others_need_not_be_named(parser, text, owner, measured):
    assert read(parser, text) == [("comparison", owner, measured)]


@pytest.mark.parametrize(
    "text", ["Her uncle is a butcher.", "The medal was silver.", "The result was a bother.", "Their drink is water."]
)
def test_a_noun_that_ends_alike_compares_nothing(parser, text):
    assert read(parser, text) == []


@pytest.mark.parametrize(
    ("text", "measured"),
    [
        ("More ferries leave from Bergen than anywhere else.", "ferries"),
        ("Rents are higher in Bergen than anywhere else.", "Rents"),
    ],
)
def test_a_place_is_first_where_there_is_more_than_anywhere_else(parser, text, measured):
    assert read(parser, text) == [("superlative", "Bergen", measured)]


def test_the_base_form_of_a_comparative_is_found_where_the_parser_has_none(parser):
    document, parses = parsed(parser, "Canoes are dearer than rafts.")
    [claim] = find_statements(document, parses)
    assert claim.assertion.dimension == "dear"


@pytest.mark.parametrize(
    ("text", "owner", "measured"),
    [
        ("Four rooms is the most common size by a wide margin.", "Four", "rooms the size"),
        ("The most frequent stay is nine nights.", "nine", "The stay nights"),
        ("Bergen is the largest port by a mile.", "Bergen", "the port"),
        ("Bergen had the most cranes, by a hair.", "Bergen", "the cranes"),
    ],
)
def test_by_how_much_somebody_is_first_names_nobody(parser, text, owner, measured):
    assert read(parser, text) == [("superlative", owner, measured)]


def test_a_number_of_certain_things_is_not_the_most_frequent_one(parser):
    assert read(parser, "The most common complaint is the nine nights before.") != [
        ("superlative", "nine", "The complaint nights")
    ]


def test_a_past_that_the_parser_does_not_know_compares(parser):
    assert read(parser, "The Rovers outspent the Harriers.") == [("comparison", "The Rovers", "the Harriers", "")]


@pytest.mark.parametrize(
    ("text", "part", "whole"),
    [
        ("Among nurses aged 60 or above, more than half retired.", "retired", "nurses aged 60 or above"),
        ("Among the guests, more than half were women.", "women", "the guests"),
        ("In May, more than half of the guests were women.", "women", "the guests"),
    ],
)
def test_of_whom_a_part_is_told_is_not_what_is_said_of_it(parser, text, part, whole):
    [(kind, *phrases)] = read(parser, text)
    assert (kind, phrases) == ("majority", [part, whole])
