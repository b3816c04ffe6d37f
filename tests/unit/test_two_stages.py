"""Columns that tell the same thing at two stages: "were given another berth than they had booked"."""

from __future__ import annotations

from fractions import Fraction

import pytest
from support.passages import passage

from factcheck.catalogue.schema import Column, Table
from factcheck.retrieval.column_ranges import ColumnRange
from factcheck.retrieval.generators.two_columns import two_columns
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

BOOKED = Column(1, 1, "booked_berth", "booked_berth", "text", "S", None)
GIVEN = Column(2, 1, "given_berth", "given_berth", "text", "S", None)
FLAG = Column(3, 1, "flag", "flag", "text", "S", None)
CALLS = Table(1, "call", "harbour.call", None, (BOOKED, GIVEN, FLAG))


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("12 ships were given another berth than they had booked", ["NOT booked_berth = given_berth"]),
        ("12 ships were given a different berth from the booked one", ["NOT booked_berth = given_berth"]),
        ("12 ships were given the same berth as they had booked", ["booked_berth = given_berth"]),
        ("12 ships had a different flag from the others", []),
        ("12 ships were given a berth", []),
    ],
)
def test_columns_of_two_stages_are_compared(sentence, expected):
    cue = PredicateCue(ClaimWords((passage(sentence, True),)), [CALLS], {})
    made = [predicate.sql(predicate.column.sql_name) for predicate, _ in two_columns(cue)]
    assert [text.replace("(", "").replace(")", "") for text in made] == expected


TOSS = Column(4, 2, "toss_winner", "toss_winner", "text", "S", None)
WINNER = Column(5, 2, "winner", "winner", "text", "S", None)
TEAM = Column(6, 2, "home_team", "home_team", "text", "S", None)
MATCHES = Table(2, "match", "league.match", None, (TOSS, WINNER, TEAM))


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("12 teams that won the toss also won the match", ["toss_winner = winner"]),
        ("12 teams won both the toss and the match", ["toss_winner = winner"]),
        ("12 teams that lost the toss won the match", ["NOT toss_winner = winner"]),
        ("12 teams won the toss", []),
        ("12 teams won their match and won again", []),
    ],
)
def test_two_columns_of_winners_are_compared(sentence, expected):
    cue = PredicateCue(ClaimWords((passage(sentence, True),)), [MATCHES], {})
    made = [predicate.sql(predicate.column.sql_name) for predicate, _ in two_columns(cue)]
    assert [text.replace("(", "").replace(")", "") for text in made] == expected


COST = Column(7, 3, "cost", "cost", "integer", "N", None)
PRICE = Column(8, 3, "price", "price", "integer", "N", None)
LAMPS = Table(3, "lamp", "shop.lamp", None, (COST, PRICE))


@pytest.mark.parametrize(
    ("sentence", "times"),
    [
        ("12 lamps have a price of more than twice their cost", 2),
        ("12 lamps have a price of more than three times their cost", 3),
    ],
)
def test_a_column_is_compared_with_a_multiple_of_another(sentence, times):
    named = {"cost": {7: 1.0}, "price": {8: 1.0}}
    cue = PredicateCue(ClaimWords((passage(sentence, True),)), [LAMPS], {}, columns_named_by=named)
    [made] = [predicate for predicate, _ in two_columns(cue)]
    assert (made.columns, made.comparison, made.bound) == ((PRICE, COST), ">", str(times))


CATCH = Column(9, 4, "catch_kg", "catch_kg", "integer", "N", None)
PLANNED = Column(10, 4, "planned_catch_kg", "planned_catch_kg", "integer", "N", None)
CREW = Column(11, 4, "crew", "crew", "integer", "N", None)
SHIFTS = Column(12, 4, "shifts", "shifts", "integer", "N", None)
VOYAGES = Table(4, "voyage", "harbour.voyage", None, (CATCH, PLANNED, CREW, SHIFTS))


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("the catch missed the plan on 12 voyages", ["planned_catch_kg > catch_kg"]),
        ("the catch fell short of the plan on 12 voyages", ["planned_catch_kg > catch_kg"]),
        ("the catch beat the plan on 12 voyages", ["catch_kg > planned_catch_kg"]),
        ("the catch was above plan on 12 voyages", ["catch_kg > planned_catch_kg"]),
        ("the catch was below plan on 12 voyages", ["planned_catch_kg > catch_kg"]),
        ("the crew missed their shifts on 12 voyages", []),
        ("the catch was above deck on 12 voyages", []),
    ],
)
def test_what_was_planned_is_missed_or_beaten(sentence, expected):
    named = {"catch": {9: 1.0, 10: 0.5}, "plan": {10: 1.0}, "crew": {11: 1.0}, "shifts": {12: 1.0}}
    cue = PredicateCue(ClaimWords((passage(sentence, True),)), [VOYAGES], {}, columns_named_by=named)
    made = [predicate.sql(predicate.column.sql_name) for predicate, _ in two_columns(cue)]
    assert made == expected


ORDERED = Column(13, 5, "qty_ordered", "qty_ordered", "integer", "N", None)
STOCK = Column(14, 5, "stock_level", "stock_level", "integer", "N", None)
REORDER = Column(15, 5, "reorder_point", "reorder_point", "integer", "N", None)
DAYS = Column(16, 5, "lead_days", "lead_days", "integer", "N", None)
ORDERS = Table(5, "shipment", "harbour.shipment", None, (ORDERED, STOCK, REORDER, DAYS))


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("17 orders were below reorder point", ["reorder_point > qty_ordered", "reorder_point > stock_level"]),
        ("17 shipments fell below the reorder point", ["reorder_point > stock_level"]),
        ("17 shipments fell below the waterline", []),
    ],
)
def test_what_falls_below_a_limit_may_be_what_is_in_stock(sentence, expected):
    named = {"orders": {13: 1.0}, "reorder": {15: 1.0}, "point": {15: 1.0}}
    cue = PredicateCue(ClaimWords((passage(sentence, True),)), [ORDERS], {}, columns_named_by=named)
    made = [predicate.sql(predicate.column.sql_name) for predicate, _ in two_columns(cue)]
    assert made == expected


def test_a_flag_is_compared_with_no_amount():
    charges = Column(17, 6, "charges", "charges", "integer", "N", None)
    senior = Column(18, 6, "senior", "senior", "integer", "N", None)
    clients = Table(6, "client", "harbour.client", None, (charges, senior))
    ranges = {
        17: ColumnRange(Fraction(5), Fraction(90), Fraction(4000)),
        18: ColumnRange(Fraction(0), Fraction(1), Fraction(9)),
    }
    words = ClaimWords((passage("12 clients are above their charges", True),))
    cue = PredicateCue(words, [clients], {}, columns_named_by={"charges": {17: 1.0}}, ranges=ranges)
    assert list(two_columns(cue)) == []
