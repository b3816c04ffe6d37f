"""A document is about the data sets that agree with its numbers; where these do not tell, about any."""

from __future__ import annotations

from factcheck.candidates.space import Candidate
from factcheck.catalogue.schema import Column, Table
from factcheck.inference.data_sets_meant import data_sets_meant
from factcheck.inference.posterior import LikelyQuery, Posterior
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.closeness import Closeness
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.product_query import product_query
from factcheck.queries.query import Measure

TRIP, FARE, DISH = (
    Table(number, name, f"public.{name}", None, (Column(number, number, "no", "no", "integer", "N", None),))
    for number, name in enumerate(("trip", "fare", "dish"), start=1)
)
SETS = {TRIP.table_id: 1, FARE.table_id: 1, DISH.table_id: 3}
"""Trips and fares belong together, dishes are others."""


def likely(table: Table, probability: float, closeness: Closeness = Closeness.AGREES) -> LikelyQuery:
    relations = Relations([table]).of(frozenset([table.table_id]))
    assert relations is not None
    query = product_query(Measure(COUNT, None), relations, (), ())
    return LikelyQuery(Candidate(0, ()), query, probability, closeness)


def claim(*readings: LikelyQuery) -> Posterior:
    p_matching = sum(each.probability for each in readings if each.matches)
    return Posterior(readings, p_matching, True, (), 1.0, ())


def test_a_data_set_that_agrees_with_hardly_any_claim_is_not_meant() -> None:
    claims = [claim(likely(TRIP, 0.8), likely(DISH, 0.1)), claim(likely(FARE, 0.9)), claim(likely(TRIP, 0.7))]
    assert data_sets_meant(SETS, claims) == {1}


def test_readings_that_do_not_agree_tell_nothing() -> None:
    claims = [claim(likely(TRIP, 0.6), likely(DISH, 0.4, Closeness.FAR)) for _ in range(5)]
    assert data_sets_meant(SETS, claims) == {1}
    assert data_sets_meant(SETS, [claim(likely(DISH, 0.9, Closeness.FAR))] * 5) == {1, 3}


def test_one_claim_or_two_do_not_tell() -> None:
    assert data_sets_meant(SETS, []) == {1, 3}
    assert data_sets_meant(SETS, [claim(likely(TRIP, 0.9)), claim(likely(TRIP, 0.9))]) == {1, 3}


def test_a_sure_claim_about_another_data_set_keeps_that() -> None:
    claims = [claim(likely(TRIP, 0.95))] * 9
    assert data_sets_meant(SETS, [*claims, claim(likely(DISH, 0.89))]) == {1}
    assert data_sets_meant(SETS, [*claims, claim(likely(DISH, 0.9))]) == {1, 3}


def test_data_sets_that_agree_with_many_claims_are_all_meant() -> None:
    claims = [claim(likely(TRIP, 0.8))] * 4
    assert data_sets_meant(SETS, [*claims, claim(likely(DISH, 0.8))]) == {1, 3}
    assert data_sets_meant(SETS, [*claims, claim(likely(DISH, 0.7))]) == {1}
