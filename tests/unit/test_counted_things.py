"""Things that a number counts by a word that no column has: persons, and what the rows of a table are about."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from support.listed_queries import listed, space_of

from factcheck.candidates.claim_view import ClaimView
from factcheck.candidates.claim_words import ClaimWords
from factcheck.candidates.features import OF_PAIR
from factcheck.candidates.generators.comparing_words import superlatives
from factcheck.catalogue.schema import Column, Table
from factcheck.claims.counted_nouns import counted_tokens
from factcheck.claims.keywords import Keyword
from factcheck.nlp.parser import Parser
from factcheck.numbers.mentions import find_numbers
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.functions.counts import COUNT, COUNT_DISTINCT
from factcheck.queries.functions.extremes import MAX
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.retrieval.column_ranges import ColumnRange
from factcheck.retrieval.relevance import Relevance

TOWN = Column(1, 1, "town", "town", "text", "S", None)
MONTH = Column(2, 1, "month", "month", "integer", "N", None)
WEATHER = Column(3, 1, "weather", "weather", "text", "S", None)
RENT = Column(4, 1, "rent", "rent", "integer", "N", None)
REPORTS = Table(1, "reports", "public.reports", None, (TOWN, MONTH, WEATHER, RENT), rows=600)
YEAR = Column(5, 2, "year", "year", "integer", "N", None)
NAME = Column(6, 2, "full_name", "full_name", "text", "S", None)
PRIZE = Column(7, 2, "prize", "prize", "text", "S", None)
PRIZES = Table(2, "prizes", "public.prizes", None, (YEAR, NAME, PRIZE), rows=184)
NOTHING = Relevance(dict.fromkeys(FUNCTIONS, 0.0), {}, {}, ())
VALUES = {TOWN.column_id: 46, MONTH.column_id: 12, WEATHER.column_id: 5, NAME.column_id: 159, PRIZE.column_id: 9}


def scores(parser: Parser, text: str, table: Table) -> dict[str, float]:
    """Return S(f)·S(a) of counting the rows of a table and of counting different values of its columns."""
    aggregates = space_of(parser, text, [table], values=VALUES).product.aggregates
    counts = (one for one in aggregates if one.function in (COUNT, COUNT_DISTINCT))
    return {"rows" if one.column is None else one.column.name: one.score for one in counts}


@pytest.mark.parametrize(
    "text",
    ["We follow 46 markets.", "It covers 46 places.", "The data are from 46 communities.", "46 entities report."],
)
def test_what_rows_are_about_may_be_counted_by_a_word_that_no_column_has(parser: Parser, text: str) -> None:
    found = scores(parser, text, REPORTS)
    assert "town" in found
    assert "weather" not in found


def test_a_column_that_each_row_has_a_value_of_its_own_in_names_rows(parser: Parser) -> None:
    assert "town" not in scores(parser, "We follow 46 markets.", replace(REPORTS, rows=48))


def test_where_a_word_names_what_is_counted_nothing_else_is(parser: Parser) -> None:
    assert "town" not in scores(parser, "There are 46 reports.", REPORTS)


@pytest.mark.parametrize(
    "text",
    [
        "That makes 159 different people.",
        "The money went to 159 men.",
        "159 persons have won.",
        "It was won by 159 women.",
    ],
)
def test_persons_are_counted_by_their_names(parser: Parser, text: str) -> None:
    found = scores(parser, text, PRIZES)
    assert found["full_name"] > 0.4 * found["rows"]


SCORE = Column(8, 3, "score", "score", "numeric", "N", None)
EXAMS = Table(3, "exams", "public.exams", None, (SCORE,), rows=700)
SCORES = {SCORE.column_id: ColumnRange(Fraction(1, 10), Fraction(99, 10), Fraction(7242, 2))}


@pytest.mark.parametrize("function", [SUM, AVG, MAX, COUNT_DISTINCT])
def test_persons_are_neither_values_nor_fractions_of_an_amount(function: AggregationFunction) -> None:
    def score(text: str, counted: str) -> float:
        number = find_numbers(text)[-1]
        keyword = Keyword(counted, counted, 0.5, is_counted=True)
        view = ClaimView(number, replace(NOTHING, ranges=SCORES), ClaimWords(keywords=(keyword,)))
        return OF_PAIR.score(view, function, EXAMS, SCORE)

    assert score("133", "women") < 0.5 * score("133", "points")
    assert score("13.5", "women") == score("13.5", "points")


def test_rows_are_no_different_things(parser: Parser) -> None:
    plain, different = (scores(parser, text, PRIZES) for text in ("159 people won.", "159 different people won."))
    assert different["full_name"] > 10 * different["rows"]
    assert different["rows"] < 0.5 * plain["rows"]


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("As for guests, the list has 43 different ones.", {"guests", "different"}),
        ("Of our shops 12 are new ones.", set()),
        ("We have old boats and 43 new ones.", {"boats"}),
    ],
)
def test_ones_are_what_was_named_before(parser: Parser, text: str, counted: set[str]) -> None:
    [[sentence]] = parser.parse([text])
    number = [index for index, token in enumerate(sentence.tokens) if token.text.isdecimal()]
    assert {sentence.tokens[index].text for index in counted_tokens(sentence, number)} == counted


def test_groups_of_such_things_are_counted_by_an_average(parser: Parser) -> None:
    text = "In eight markets the average rent was more than $200."
    query = "the number of values of town for which the average of rent in reports is above 200"
    assert query in listed(parser, text, [REPORTS], values=VALUES)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("The record we keep has 46 towns.", 0),
        ("It was a busy year on record with 46 towns.", 0),
        ("The record is 46 towns.", 1),
        ("A record 46 towns reported.", 1),
        ("It set a record of 46 towns.", 1),
        ("At 46, the record belongs to May.", 1),
    ],
)
def test_a_record_that_is_kept_is_no_extreme(parser: Parser, text: str, number: int) -> None:
    [[sentence]] = parser.parse([text])
    assert len(list(superlatives(ClaimWords(sentence.tokens)))) == number


@pytest.mark.parametrize(
    ("text", "is_greatest", "about"),
    [
        ("Traffic peaked at 100 visits a day.", True, "day"),
        ("Sales peaked at almost 100 boats in a single month.", True, "month"),
        ("The water peaked at 38 inches.", True, "peaked"),
        ("Sales bottomed out at 20.", False, "bottomed"),
    ],
)
def test_an_end_may_be_reached_by_a_verb(parser: Parser, text: str, is_greatest: bool, about: str) -> None:
    [[sentence]] = parser.parse([text])
    number = next(at for at, token in enumerate(sentence.tokens) if token.text.isdecimal())
    [found] = superlatives(ClaimWords(sentence.tokens, (number,)))
    assert (found.is_greatest, sentence.tokens[found.index].text) == (is_greatest, about)


def test_what_peaked_at_a_time_tells_no_end(parser: Parser) -> None:
    [[sentence]] = parser.parse(["Sales peaked in 2015 with 20 boats."])
    number = next(at for at, token in enumerate(sentence.tokens) if token.text == "20")
    assert list(superlatives(ClaimWords(sentence.tokens, (number,)))) == []


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("There were 43 different guests, 29 of whom came late.", {"guests", "different"}),
        ("There were 43 guests, of whom 29 came late.", {"guests"}),
        ("We lent 43 old boats; 29 of them came back.", {"boats"}),
        ("As for guests, there were 43 different ones, 29 of whom came late.", {"guests", "different"}),
        ("Boats came back, 29 of them late.", set()),
    ],
)
def test_some_of_what_is_counted_is_counted_alike(parser: Parser, text: str, counted: set[str]) -> None:
    [[sentence]] = parser.parse([text])
    number = [index for index, token in enumerate(sentence.tokens) if token.text == "29"]
    assert {sentence.tokens[index].text for index in counted_tokens(sentence, number)} == counted
