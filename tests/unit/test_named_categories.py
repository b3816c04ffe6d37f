"""Kinds of values: what the number counts, and what a sentence calls a value, speak for columns and against others."""

from __future__ import annotations

import pytest

from factcheck.candidates.claim_view import ClaimView
from factcheck.candidates.claim_words import ClaimWords
from factcheck.candidates.features import OF_PAIR
from factcheck.candidates.predicate_features import OF_PREDICATE
from factcheck.catalogue.schema import Column, Table
from factcheck.claims.keywords import Keyword
from factcheck.numbers.mentions import find_numbers
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.functions.counts import COUNT_DISTINCT
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.relevance import Relevance, Seen

NO_FUNCTIONS = dict.fromkeys(FUNCTIONS, 0.5)
CARGO = Column(1, 1, "cargo", "cargo", "text", "S", None)
HARBOUR = Column(2, 1, "harbour", "harbour", "text", "S", None)
TABLE = Table(1, "trip", "sea.trip", None, (CARGO, HARBOUR))


def factor_of_counting(kinds, counted=None) -> float:
    """Return what the kinds of a column's values are worth where a sentence counts fruits."""
    [number] = find_numbers("They shipped 4 fruits.")
    words = ClaimWords(keywords=(Keyword("fruits", "fruit", 1.0, is_counted=True),))
    claim = ClaimView(number, Relevance(NO_FUNCTIONS, {}, {}, (), counted=counted or {}, kinds=kinds), words)
    [factor] = [
        each.factor
        for each in OF_PAIR.contributions(claim, COUNT_DISTINCT, TABLE, CARGO)
        if each.name == "kind of what is counted"
    ]
    return factor


def test_a_column_of_what_is_counted_gains():
    assert factor_of_counting({CARGO.column_id: {"fruit": 1.0}}) > factor_of_counting({CARGO.column_id: {"fruit": 0.3}})
    assert factor_of_counting({CARGO.column_id: {"fruit": 0.3}}) > 1


def test_a_column_whose_values_are_something_else_is_not_counted():
    assert factor_of_counting({CARGO.column_id: {"fruit": 0.0}}) < 0.1


def test_unless_the_column_is_named_so():
    assert factor_of_counting({CARGO.column_id: {"fruit": 0.0}}, {CARGO.column_id: 1.0}) == 1


@pytest.mark.parametrize("kinds", [{}, {CARGO.column_id: {}}, {HARBOUR.column_id: {"fruit": 0.0}}])
def test_what_is_not_known_tells_nothing(kinds):
    assert factor_of_counting(kinds) == 1


def factor_of_value(parser, text, kinds) -> float:
    """Return what the kinds of a column's values are worth for the value Bergen."""
    [sentence] = parser.parse([text])[0]
    [number, *_] = find_numbers(text)
    claim = ClaimView(number, Relevance(NO_FUNCTIONS, {}, {}, (), kinds=kinds), ClaimWords(sentence.tokens))
    contributions = OF_PREDICATE.contributions(claim, Equals(HARBOUR, "Bergen"), Seen(1.0, {"words": 1.0}))
    [factor] = [each.factor for each in contributions if each.name == "kind of the value"]
    return factor


FILMS, CITIES = ({HARBOUR.column_id: {"film": share}} for share in (1.0, 0.0))


@pytest.mark.parametrize("text", ["The film Bergen had 31 guests.", "Bergen, a film, had 31 guests."])
def test_a_value_is_of_the_column_whose_values_are_what_the_sentence_calls_it(parser, text):
    assert factor_of_value(parser, text, FILMS) > 1
    assert factor_of_value(parser, text, CITIES) < 0.1


@pytest.mark.parametrize("text", ["Bergen had 31 guests.", "A film of Bergen had 31 guests.", "31 Bergen films ran."])
def test_what_is_only_near_a_value_does_not_call_it_anything(parser, text):
    assert factor_of_value(parser, text, CITIES) == 1
