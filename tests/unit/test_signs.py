"""Phrases that say that there is more than nothing of what a column counts, less, or none."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.passages import parsed_passage

from factcheck.catalogue.schema import Column, Table
from factcheck.claims.passage import Passage
from factcheck.nlp.parser import Token
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.generators.signs import sign_predicates
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

PROFIT = Column(1, 1, "net_profit", "net_profit", "numeric", "N", None)
DELAY = Column(2, 1, "delay_min", "delay_min", "integer", "N", None)
INJURIES = Column(3, 1, "injuries", "injuries", "integer", "N", None)
FARE = Column(4, 1, "fare", "fare", "integer", "N", None)
BALANCE = Column(5, 1, "cash_balance", "cash_balance", "numeric", "N", None)
CHANGE = Column(6, 1, "crew_change", "crew_change", "integer", "N", None)
SNOW = Column(7, 1, "snw_cm", "snw_cm", "numeric", "N", None)
TABLE = Table(1, "voyage", "harbour.voyage", None, (PROFIT, DELAY, INJURIES, FARE, BALANCE, CHANGE, SNOW))


def cue(text):
    tokens, at = [], 0
    for word in text.split(" "):
        tokens.append(Token(word, at, at + len(word), word.lower(), "NNS" if word.endswith("s") else "NN", "", 0))
        at += len(word) + 1
    passage = Passage(tuple(tokens), (0.5,) * len(tokens), True)
    named = {"injuries": {3: 1.0}, "injury": {3: 1.0}, "fares": {4: 1.0}, "balance": {5: 1.0}}
    return PredicateCue(ClaimWords((passage,)), [TABLE], {}, columns_named_by=named, columns_with={"0": {2, 3}})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the voyages were profitable", "net_profit > 0"),
        ("the ferry made a small profit", "net_profit > 0"),
        ("lines that posted net profits", "net_profit > 0"),
        ("lines that were back in the black", "net_profit > 0"),
        ("they lost money", "net_profit < 0"),
        ("lines that reported a loss", "net_profit < 0"),
        ("lines that suffered heavy losses", "net_profit < 0"),
        ("lines that closed the year with a loss", "net_profit < 0"),
        ("lines that wrote red figures", "net_profit < 0"),
        ("crews that asked for injuries", "injuries > 0"),
        ("lines that failed to turn a profit", "net_profit <= 0"),
        ("lines that made no profit", "net_profit <= 0"),
        ("lines that did not make a loss", "net_profit >= 0"),
        ("lines that reported profits of millions", None),  # how much, not whether
        ("lines that lost their luggage", None),
        ("lines with a negative balance", "cash_balance < 0"),
        ("crews that shrank", "crew_change < 0"),
        ("it snowed on voyages", "snw_cm > 0"),
        ("crews that grew", "crew_change > 0"),
        ("crews that grew by 3", None),
        ("voyages made at a loss", "net_profit < 0"),
        ("the boats were delayed", "delay_min > 0"),
        ("boats arrived late", "delay_min > 0"),
        ("boats arrived on time", "delay_min <= 0"),
        ("boats that were not delayed", "delay_min <= 0"),
        ("boats that were not on time", "delay_min > 0"),
        ("boats that were not late", "delay_min <= 0"),
        ("boats that left early", "delay_min < 0"),
        ("voyages with injuries", "injuries > 0"),
        ("skippers who declared injuries", "injuries > 0"),
        ("skippers who faced injuries", "injuries > 0"),
        ("voyages without injuries", "injuries = 0"),
        ("voyages had no injuries", "injuries = 0"),
        ("voyages without a single injury", "injuries = 0"),
        ("skippers who never had any injuries", "injuries = 0"),
        ("voyages with fares", None),  # none has a fare of nothing
        ("voyages with an injury", None),
        ("voyages that received an injury", "injuries > 0"),
        ("voyages that received an injury of the hand", None),
        ("the latest voyages", None),
    ],
)
def test_a_phrase_says_on_which_side_of_zero_a_column_lies(text, expected):
    found = [predicate.sql(predicate.column.sql_name) for predicate, _ in sign_predicates(cue(text))]
    assert found == ([] if expected is None else [expected])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("snow fell on only 8 days of the month", {"snw_cm > 0"}),
        ("there were 8 days with measurable snowfall", {"snw_cm > 0"}),
        ("snow was recorded on 8 days", {"snw_cm > 0"}),
        ("the snow of 8 days", set()),
    ],
)
def test_days_on_which_snow_fell_have_more_than_none(text, expected):
    assert {each.sql(each.column.sql_name) for each, _ in sign_predicates(cue(text))} == expected


def test_what_somebody_has_may_stand_behind_adjectives(parser):
    passage, _ = parsed_passage(parser, "76 skippers declared serious new criminal injuries in all.")
    known = {"columns_named_by": {"injuries": {3: 1.0}}, "columns_with": {"0": {3}}}
    made = sign_predicates(PredicateCue(ClaimWords((passage,)), [TABLE], {}, **known))
    assert [each.sql(each.column.sql_name) for each, _ in made] == ["injuries > 0"]


def test_deficits_are_of_balances_and_of_profits():
    predicates = [predicate for predicate, _ in sign_predicates(cue("lines that ran a deficit"))]
    assert {predicate.sql(predicate.column.sql_name) for predicate in predicates} == {
        "net_profit < 0",
        "cash_balance < 0",
    }


def test_those_who_got_nothing_have_zero_of_what_the_claim_is_about():
    about_fares = replace(
        cue("12 crews got nothing at all"), column_scores={2: 0.1, 4: 0.5}, columns_with={"0": {2, 4}}
    )
    assert [predicate for predicate, _ in sign_predicates(about_fares)] == [Equals(FARE, "0")]
    assert list(sign_predicates(replace(about_fares, words=cue("12 crews got nothing but praise").words))) == []


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("49 voyages were refunded.", {"refund > 0"}),
        ("On 49 voyages the fare was fully refunded.", {"refund > 0"}),
        ("49 voyages have been discounted.", {"disc_pct > 0"}),
        ("49 voyages were not refunded.", {"refund = 0"}),
        ("49 voyages were never discounted.", {"disc_pct BETWEEN 0 AND 0"}),
        ("The voyages were discounted by 20 percent.", set()),  # how much, not whether
        ("The voyages were discounted 20 percent.", set()),
        ("49 voyages were tolled.", set()),  # none has a toll of nothing
        ("49 voyages were cancelled.", set()),
    ],
)
def test_what_was_done_has_more_than_zero_of_it(parser, sentence, expected):
    columns = (
        Column(1, 1, "refund", "refund", "integer", "N", None),
        Column(2, 1, "disc_pct", "disc_pct", "numeric", "N", None),
        Column(3, 1, "toll", "toll", "integer", "N", None),
    )
    passage, _ = parsed_passage(parser, sentence)
    table = Table(1, "voyage", "harbour.voyage", None, columns)
    made = sign_predicates(PredicateCue(ClaimWords((passage,)), [table], {}, columns_with={"0": {1, 2}}))
    assert {predicate.sql(predicate.column.sql_name) for predicate, _ in made} == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("49 voyages had a refund.", {"refund > 0"}),
        ("49 voyages were sold at a discount.", {"disc_pct > 0"}),
        ("49 voyages carried a harbour discount.", {"disc_pct > 0"}),
        ("49 voyages carried a discount of 5 percent.", set()),
        ("49 voyages carried a discount scheme of 5 percent.", set()),
        ("49 voyages had a toll.", set()),  # none has a toll of nothing
        ("The refund stood at 12 dollars.", set()),
    ],
)
def test_what_some_have_one_of_is_more_than_zero(parser, sentence, expected):
    columns = (
        Column(1, 1, "refund", "refund", "integer", "N", None),
        Column(2, 1, "disc_pct", "disc_pct", "numeric", "N", None),
        Column(3, 1, "toll", "toll", "numeric", "N", None),
    )
    named = {"refund": {1: 1.0}, "discount": {2: 1.0}, "toll": {3: 1.0}}
    passage, _ = parsed_passage(parser, sentence)
    table = Table(1, "voyage", "harbour.voyage", None, columns)
    of_voyages = PredicateCue(ClaimWords((passage,)), [table], {}, columns_named_by=named, columns_with={"0": {1, 2}})
    assert {predicate.sql(predicate.column.sql_name) for predicate, _ in sign_predicates(of_voyages)} == expected


def test_what_is_free_costs_zero():
    free = replace(cue("the fares were completely free in 12 voyages"), columns_with={"0": {4}})
    assert [predicate for predicate, _ in sign_predicates(free)] == [Equals(FARE, "0")]
    assert list(sign_predicates(replace(free, words=cue("the fares were free from tax in 12 voyages").words))) == []


def test_a_word_before_the_noun_may_name_what_is_lacking(parser):
    passage, _ = parsed_passage(parser, "49 crews reported no foreign sailors.")
    foreign = Column(7, 1, "foreign_share", "foreign_share", "numeric", "N", None)
    table = Table(1, "crew", "harbour.crew", None, (foreign,))
    lacking = PredicateCue(ClaimWords((passage,)), [table], {}, columns_named_by={"foreign": {7: 1.0}})
    assert [predicate for predicate, _ in sign_predicates(lacking)] == [Between(foreign, "0", "0")]
