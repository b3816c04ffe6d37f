"""A claim whose likeliest reading is not of the kind that its clause asks for is in doubt."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from factcheck.catalogue.schema import Column, Table
from factcheck.check.read_otherwise import claims_read_otherwise
from factcheck.claims.claim import Told
from factcheck.joins.relation_sets import Relations
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.negation import Not
from factcheck.queries.product_query import product_query
from factcheck.queries.query import Measure

WAIT = Column(1, 1, "wait", "wait", "numeric", "N", None)
TOWN = Column(2, 1, "town", "town", "text", "S", None)
QUEUES = Table(1, "queues", "public.queues", None, (WAIT, TOWN))
IN_OSLO = Equals(TOWN, "Oslo")
BELOW_20, IN_2015 = SimpleNamespace(unit="plain", comparison="<"), SimpleNamespace(unit="year", comparison="=")


def is_in_doubt(function, *predicates, agrees=False, told=None, conditions=(), is_mark_unknown=False):
    column = None if function is COUNT else WAIT
    query = product_query(Measure(function, column), Relations([QUEUES]).of(frozenset([1])), predicates, ())
    claim = SimpleNamespace(told=told, conditions=conditions)
    best = (SimpleNamespace(query=query),)
    relevance = SimpleNamespace(is_mark_unknown=is_mark_unknown)
    reading = SimpleNamespace(posterior=SimpleNamespace(best=best), agrees=agrees, relevance=relevance)
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
