"""What a sentence speaks against: an extreme where only the other is said, a value where another is named, amounts."""

from __future__ import annotations

import pytest

from factcheck.candidates.claim_view import ClaimView
from factcheck.candidates.claim_words import ClaimWords
from factcheck.candidates.features import OF_FUNCTION, OF_PAIR
from factcheck.candidates.predicate_features import OF_PREDICATE
from factcheck.catalogue.schema import Column, Table
from factcheck.claims.keywords import Keyword
from factcheck.numbers.mentions import find_numbers
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.functions.counts import COUNT, COUNT_DISTINCT
from factcheck.queries.functions.extremes import MAX, MIN
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.relevance import Relevance, Seen

NO_FUNCTIONS = dict.fromkeys(FUNCTIONS, 0.5)
TOUR = Column(1, 1, "tour", "tour", "text", "S", None)
TICKETS = Column(2, 1, "tickets", "tickets", "integer", "N", None)


def opposed(*keywords: Keyword) -> set[str]:
    """Return the extremes that words speak against."""
    [number] = find_numbers("The harbour was 31 metres deep.")
    claim = ClaimView(number, Relevance(NO_FUNCTIONS, {}, {}, ()), ClaimWords(keywords=keywords))
    return {
        function.name
        for function in (MIN, MAX)
        for each in OF_FUNCTION.contributions(claim, function)
        if each.name == "opposite extreme" and each.factor < 1
    }


@pytest.mark.parametrize(
    ("words", "expected"),
    [((), set()), (("lowest",), {"max"}), (("highest",), {"min"}), (("highest", "lowest"), set())],
)
def test_an_extreme_is_not_meant_where_only_the_other_one_is_said(words, expected):
    assert opposed(*(Keyword(word, word, 1.0) for word in words)) == expected


def test_words_around_the_sentence_speak_against_nothing():
    assert opposed(Keyword("lowest", "lowest", 0.5, is_said=False)) == set()


def speaks_against_a_rival(text: str, parser) -> bool:
    """Tell whether a value that a sentence does not say loses by another of its column that it names."""
    [sentence] = parser.parse([text])[0]
    claimed = next(at for at, token in enumerate(sentence.tokens) if token.text == "31")
    [number, *_] = find_numbers(text)
    claim = ClaimView(number, Relevance(NO_FUNCTIONS, {}, {}, ()), ClaimWords(sentence.tokens, (claimed,)))
    rival = Seen(1.0, {"words": 0.0, "rival": 1.0})
    contributions = OF_PREDICATE.contributions(claim, Equals(TOUR, "Castle"), rival)
    return any(each.name == "another value is named" and each.factor < 1 for each in contributions)


def test_each_of_several_numbers_may_be_about_a_value_of_its_own(parser):
    assert speaks_against_a_rival("The Fjord tour had 31 guests.", parser)
    assert not speaks_against_a_rival("The Fjord tour had 31 guests, and the Keep 12.", parser)


def speaks_against(text: str, parser, function: AggregationFunction, column: Column | None) -> bool:
    """Tell whether a sentence whose first number counts members of something does not mean a function of a column."""
    [sentence] = parser.parse([text])[0]
    [number, *_] = find_numbers(text)
    relevance = Relevance(NO_FUNCTIONS, {}, {}, (), columns_named_by={"ticket": {TICKETS.column_id: 1.0}})
    claim = ClaimView(number, relevance, ClaimWords(sentence.tokens, (0,)))
    contributions = OF_PAIR.contributions(
        claim, function, Table(1, "trip", "harbour.trip", None, (TOUR, TICKETS)), column
    )
    return any(each.name == "some of them are counted" and each.factor < 1 for each in contributions)


@pytest.mark.parametrize(
    ("text", "function", "column", "expected"),
    [
        ("3 of the trips were late.", COUNT, None, False),
        ("3 of the trips were late.", COUNT_DISTINCT, TOUR, False),
        ("3 of the trips were late.", MAX, TICKETS, True),
        ("3 of the trips were late.", SUM, TICKETS, True),
        ("3 of the tickets were sold late.", SUM, TICKETS, False),
        ("3 tickets were sold.", MAX, TICKETS, False),
    ],
)
def test_members_of_something_are_counted_and_are_no_amount(parser, text, function, column, expected):
    assert speaks_against(text, parser, function, column) is expected


@pytest.mark.parametrize(
    ("counted", "literal", "expected"),
    [({}, "Castle", True), ({TOUR.column_id: 1.0}, "Castle", False), ({}, "Keep", False)],
)
def test_values_are_not_counted_where_the_sentence_names_one_of_them(counted, literal, expected):
    [number] = find_numbers("31 guests took the Castle tour.")
    seen = (Equals(TOUR, literal), Seen(1.0, {"said": float(literal == "Castle")}))
    claim = ClaimView(number, Relevance(NO_FUNCTIONS, {}, {}, (seen,), counted=counted))
    table = Table(1, "trip", "harbour.trip", None, (TOUR, TICKETS))
    contributions = OF_PAIR.contributions(claim, COUNT_DISTINCT, table, TOUR)
    assert any(each.name == "a value is named" and each.factor < 1 for each in contributions) is expected


@pytest.mark.parametrize(("function", "expected"), [(MAX, False), (MIN, True), (SUM, True), (COUNT_DISTINCT, True)])
def test_a_number_that_is_said_to_be_the_extreme_is_nothing_else(parser, function, expected):
    text = "The highest fee was 31."
    [sentence] = parser.parse([text])[0]
    [number] = find_numbers(text)
    claimed = next(at for at, token in enumerate(sentence.tokens) if token.text == "31")
    words = ClaimWords(sentence.tokens, (claimed,), (Keyword("highest", "high", 1.0),))
    contributions = OF_FUNCTION.contributions(ClaimView(number, Relevance(NO_FUNCTIONS, {}, {}, ()), words), function)
    assert any(each.name == "other than the stated extreme" and each.factor < 1 for each in contributions) is expected


@pytest.mark.parametrize(
    ("text", "loses"),
    [
        ("The boats carried 31 guests on average.", True),
        ("The median was 31.", True),
        ("There were 31 boats.", False),
        ("The 31 boats carried twelve guests on average.", False),  # what carries them is counted
        ("Above average were 31 boats.", False),
        ("We had 31 boats that carry more than the average.", False),
    ],
)
def test_nothing_is_counted_where_an_average_is_asked_for(text, loses, parser):
    [sentence] = parser.parse([text])[0]
    claimed = next(at for at, token in enumerate(sentence.tokens) if token.text == "31")
    number = next(each for each in find_numbers(text) if each.text == "31")
    keywords = tuple(Keyword(token.text.lower(), token.lemma.lower(), 0.5) for token in sentence.tokens)
    claim = ClaimView(number, Relevance(NO_FUNCTIONS, {}, {}, ()), ClaimWords(sentence.tokens, (claimed,), keywords))
    for function in (COUNT, COUNT_DISTINCT, SUM):
        [factor] = [
            e.factor for e in OF_FUNCTION.contributions(claim, function) if e.name == "counted beside an average"
        ]
        assert (factor < 1) is (loses and function is not SUM)


SEX = Column(3, 1, "sex", "sex", "text", "S", None)
TRIP = Table(1, "trip", "harbour.trip", None, (TOUR, TICKETS, SEX))


@pytest.mark.parametrize(
    ("text", "loses"),
    [
        ("There are 31 males.", True),
        ("This is expected, and there are 31 males.", True),
        ("The average of the 31 males.", False),
        ("There are 31 tickets.", False),
        ("It was 31 for males.", False),
    ],
)
def test_a_number_that_counts_a_value_is_no_average(text, loses, parser):
    [sentence] = parser.parse([text])[0]
    claimed = next(at for at, token in enumerate(sentence.tokens) if token.text == "31")
    [number] = find_numbers(text)
    keywords = tuple(Keyword(token.text.lower(), token.lemma.lower(), 0.5) for token in sentence.tokens)
    males = next((at for at, token in enumerate(sentence.tokens) if token.text == "males"), -1)
    said = Seen(1.0, {"said": 1.0, "words": 1.0, "at": float(males)})
    relevance = Relevance(NO_FUNCTIONS, {}, {}, ((Equals(SEX, "M"), said),), columns_named_by={"tickets": {2: 1.0}})
    claim = ClaimView(number, relevance, ClaimWords(sentence.tokens, (claimed,), keywords))
    for function in (AVG, SUM, COUNT):
        column = None if function is COUNT else TICKETS
        [factor] = [
            each.factor
            for each in OF_PAIR.contributions(claim, function, TRIP, column)
            if each.name == "value that is counted"
        ]
        assert (factor < 1) is (loses and function is AVG), function.name
