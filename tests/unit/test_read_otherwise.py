"""A claim whose likeliest reading is not of the kind that its clause asks for is in doubt."""

from __future__ import annotations

from decimal import Decimal
from types import SimpleNamespace

import pytest
from support.parsing import parsed

from factcheck.candidates.claim_words import NO_WORDS, ClaimWords
from factcheck.catalogue.schema import Column, Table
from factcheck.check.read_otherwise import claims_read_otherwise
from factcheck.claims.claim import Told
from factcheck.claims.spotting import find_claims
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.closeness import Closeness
from factcheck.numbers.mentions import find_numbers
from factcheck.queries.functions.counts import COUNT, PERCENTAGE
from factcheck.queries.functions.extremes import MAX
from factcheck.queries.functions.median import MEDIAN
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.negation import Not
from factcheck.queries.product_query import product_query
from factcheck.queries.query import Measure

WAIT = Column(1, 1, "wait", "wait", "numeric", "N", None)
VISITS = Column(3, 1, "visits", "visits", "integer", "N", None)
TOWN = Column(2, 1, "town", "town", "text", "S", None)
QUEUES = Table(1, "queues", "public.queues", None, (WAIT, TOWN, VISITS))
IN_OSLO = Equals(TOWN, "Oslo")
BELOW_20, IN_2015 = SimpleNamespace(unit="plain", comparison="<"), SimpleNamespace(unit="year", comparison="=")


def is_in_doubt(
    function,
    *predicates,
    agrees=False,
    told=None,
    conditions=(),
    is_mark_unknown=False,
    stated="12%",
    value=None,
    closeness=Closeness.FAR,
    column=WAIT,
    words=NO_WORDS,
):
    column = None if function in {COUNT, PERCENTAGE} else column
    query = product_query(Measure(function, column), Relations([QUEUES]).of(frozenset([1])), predicates, ())
    claim = SimpleNamespace(told=told, conditions=conditions)
    best = (SimpleNamespace(query=query, closeness=closeness),)
    relevance = SimpleNamespace(is_mark_unknown=is_mark_unknown)
    reading = SimpleNamespace(
        posterior=SimpleNamespace(best=best),
        agrees=agrees,
        relevance=relevance,
        number=find_numbers(stated)[0],
        words=words,
        values=(value,),
    )
    return 0 in claims_read_otherwise([claim], [reading])


@pytest.mark.parametrize("agrees", [False, True])
def test_a_result_of_all_rows_is_in_doubt_where_some_are_left_out(agrees):
    assert is_in_doubt(AVG, agrees=agrees, told=Told.WITHOUT_ROWS)
    assert is_in_doubt(AVG, IN_OSLO, agrees=agrees, told=Told.WITHOUT_ROWS)


def test_a_result_that_leaves_rows_out_is_not_in_doubt():
    assert not is_in_doubt(AVG, Not(IN_OSLO), told=Told.WITHOUT_ROWS)


def test_a_total_that_contradicts_a_number_of_periods_is_in_doubt():
    assert is_in_doubt(SUM, told=Told.PERIODS)
    assert not is_in_doubt(SUM, agrees=True, told=Told.PERIODS)
    assert not is_in_doubt(COUNT, told=Told.PERIODS)


def test_the_number_of_all_rows_that_contradicts_a_part_is_in_doubt():
    assert is_in_doubt(COUNT, told=Told.PART)
    assert not is_in_doubt(COUNT, agrees=True, told=Told.PART)
    assert not is_in_doubt(COUNT, IN_OSLO, told=Told.PART)


@pytest.mark.parametrize("why", [{"told": Told.SOME}, {"conditions": (BELOW_20,)}])
def test_a_result_of_all_rows_that_contradicts_one_of_some_is_in_doubt(why):
    assert is_in_doubt(AVG, **why)
    assert is_in_doubt(COUNT, **why)
    assert not is_in_doubt(AVG, agrees=True, **why)
    assert not is_in_doubt(AVG, IN_OSLO, **why)


def test_a_result_without_the_mark_that_one_passes_with_contradicts_nothing():
    assert is_in_doubt(AVG, is_mark_unknown=True)
    assert is_in_doubt(COUNT, IN_OSLO, is_mark_unknown=True)
    assert not is_in_doubt(AVG, agrees=True, is_mark_unknown=True)


def test_a_year_that_all_data_may_be_of_is_no_limit():
    assert not is_in_doubt(AVG, conditions=(IN_2015,))


def test_other_claims_are_not_in_doubt():
    assert not is_in_doubt(COUNT)
    assert not is_in_doubt(AVG)
    assert not is_in_doubt(SUM, IN_OSLO)


@pytest.mark.parametrize(("stated", "doubt"), [("41%", True), ("41.2%", True), ("40%", False), ("41", False)])
def test_a_percentage_that_a_share_leaves_to_a_hundred_may_be_that_of_the_others(stated, doubt):
    assert is_in_doubt(PERCENTAGE, IN_OSLO, stated=stated, value=Decimal("58.79")) is doubt
    assert not is_in_doubt(AVG, IN_OSLO, stated=stated, value=Decimal("58.79"))


def test_what_holds_for_all_rows_contradicts_no_percentage():
    assert is_in_doubt(PERCENTAGE, IN_OSLO, stated="16.44%", value=Decimal(100))
    assert not is_in_doubt(PERCENTAGE, IN_OSLO, stated="16.44%", value=Decimal(99))


@pytest.mark.parametrize(
    ("function", "column", "doubt"),
    [
        (COUNT, None, True),
        (SUM, VISITS, True),
        (MAX, VISITS, True),
        (AVG, VISITS, False),
        (MAX, WAIT, False),
        (MEDIAN, VISITS, True),
    ],
)
def test_a_number_with_decimals_is_not_contradicted_by_what_is_always_whole(function, column, doubt):
    assert is_in_doubt(function, IN_OSLO, stated="80.95", value=Decimal(81), column=column) is doubt
    assert not is_in_doubt(function, IN_OSLO, stated="80", value=Decimal(81), column=column)
    assert is_in_doubt(function, IN_OSLO, stated="80.5", value=Decimal(81), column=column) is (
        doubt and function is not MEDIAN
    )
    assert not is_in_doubt(function, IN_OSLO, stated="1.5K", value=Decimal(1800), column=column)
    assert not is_in_doubt(function, IN_OSLO, stated="8.1", value=Decimal(81), column=column, closeness=Closeness.SLIP)


@pytest.mark.parametrize(
    ("sentence", "doubt"),
    [
        ("Waits in Oslo fell by 12% in spring.", True),
        ("Their share in Oslo fell to 12% in spring.", False),
        ("In Oslo 12% of them waited.", False),
    ],
)
def test_a_share_does_not_contradict_how_much_something_fell(parser, sentence, doubt):
    document, parses = parsed(parser, sentence)
    [claim] = find_claims(document, parses)
    words = ClaimWords(parses[0][0].tokens, claim.tokens)
    assert is_in_doubt(PERCENTAGE, IN_OSLO, value=Decimal(70), words=words) is doubt
    assert not is_in_doubt(AVG, IN_OSLO, value=Decimal(70), words=words)
