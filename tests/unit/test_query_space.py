"""Sums and orders over a query space against the same over all its candidates, written out."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from support import brute_force
from support.brute_force import SMOOTH, SPARSE, TIED, cases

from factcheck.candidates.candidate_space import CandidateSpace
from factcheck.candidates.space import AggregateFragment, Candidate, ProductPart
from factcheck.candidates.weighted_space import WeightedProduct, WeightedSpace
from factcheck.catalogue.schema import Column, Table
from factcheck.joins.relation_sets import Relations
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.predicates.equals import Equals


def weighed(case):
    product = WeightedProduct(case.space.product, case.aggregate_weights, case.predicate_weights)
    return WeightedSpace(case.space, product, case.listed_weights)


def close(number):
    return pytest.approx(number, rel=1e-9, abs=0)


@given(cases(SMOOTH, SPARSE))
def test_size_mass_and_marginals_are_sums_over_candidates(case):
    weights = brute_force.weigh(case)
    own = weighed(case)
    assert case.space.size() == len(weights)
    assert case.space.size(case.scope) == sum(brute_force.is_inside(case.space, case.scope, each) for each in weights)
    assert own.mass() == close(brute_force.total(weights))
    marginals = own.marginals()
    products = {each: weight for each, weight in weights.items() if isinstance(each, Candidate)}
    for place in range(len(case.space.product.aggregates)):
        having = {each: weight for each, weight in products.items() if each.aggregate == place}
        assert marginals.aggregates[place] == close(brute_force.total(having))
    for place in range(len(case.space.product.predicates)):
        having = {each: weight for each, weight in products.items() if place in each.predicates}
        assert marginals.predicates[place] == close(brute_force.total(having))
    assert marginals.listed.tolist() == case.listed_weights.tolist()
    anchors = {each: brute_force.anchor_of(case.space, each) for each in products}
    assert set(marginals.anchors) == set(anchors.values())
    for anchor, mass in marginals.anchors.items():
        assert mass == close(brute_force.total({e: w for e, w in products.items() if anchors[e] == anchor}))


@given(cases(SMOOTH, SPARSE))
def test_candidates_come_heaviest_first(case):
    weights = brute_force.weigh(case)
    own = weighed(case)
    for scope in (None, case.scope):
        inside = {e: w for e, w in weights.items() if scope is None or brute_force.is_inside(case.space, scope, e)}
        found = [candidate for _, candidate in own.in_order(scope)]
        wanted = brute_force.in_order(inside)
        assert sorted(found, key=brute_force.rank) == sorted(wanted, key=brute_force.rank)
        assert [own.weight(each) for each in found] == [close(weights[each]) for each in wanted]
        assert own.best(3, scope) == found[:3]


@given(cases(TIED))
def test_ties_go_by_aggregate_predicates_and_condition(case):
    """All weights are powers of two here but for shares of conditions, so that very many tie exactly."""
    weights = brute_force.weigh(case)
    inside = {e: w for e, w in weights.items() if brute_force.is_inside(case.space, case.scope, e)}
    assert [each for _, each in weighed(case).in_order(case.scope)] == brute_force.in_order(inside)


@given(cases(SMOOTH, TIED, SPARSE))
def test_outside_are_the_heaviest_product_and_all_listed_ones_that_are_not_inside(case):
    weights = brute_force.weigh(case)
    outside = {e: w for e, w in weights.items() if w > 0 and not brute_force.is_inside(case.space, case.scope, e)}
    products = {each: weight for each, weight in outside.items() if isinstance(each, Candidate)}
    found = list(weighed(case).outside(case.scope))
    assert {each for _, each in found} <= set(outside)
    assert {each for _, each in found} - set(products) == set(outside) - set(products)
    assert sum(each in products for _, each in found) == bool(products)
    assert [log for log, _ in found] == sorted((log for log, _ in found), reverse=True)
    for log, candidate in found:
        assert 2 ** (log / 2**40) == close(outside[candidate])
        if candidate in products:
            assert outside[candidate] == close(max(products.values()))


def test_a_candidate_as_a_query():
    sales = Table(1, "sales", "public.sales", None, (Column(1, 1, "region", "region", "text", "S", None),))
    north, south = (Equals(sales.columns[0], literal) for literal in ("north", "south"))
    space = ProductPart((AggregateFragment(COUNT, sales, None, 1),), (north, south), np.ones(2), Relations([sales]), 3)
    query = space.query(Candidate(0, (1,)))
    assert (query.selection.anchor, query.function, query.column) == (sales, COUNT, None)
    assert query.predicates == (south,)
    assert space.size() == 3


def test_predicates_on_a_column_stand_together():
    one, other = (Column(place, 1, f"c{place}", f"c{place}", "text", "S", None) for place in (1, 2))
    table = Table(1, "t", "public.t", None, (one, other))
    predicates = (Equals(one, "u"), Equals(other, "u"), Equals(one, "v"))
    space = ProductPart((AggregateFragment(COUNT, table, None, 1),), predicates, np.ones(3), Relations([table]), 3)
    with pytest.raises(ValueError, match="not ordered"):
        space.size()


@pytest.mark.parametrize("kind", [SMOOTH, TIED])
def test_many_column_sets_come_in_order(kind):
    columns = tuple(Column(place, 1, f"c{place}", f"c{place}", "text", "S", None) for place in range(1, 16))
    table = Table(1, "t", "public.t", None, columns)
    kinds = [(AVG, columns[3]), *((function, None) for function in brute_force.OVER_ROWS)]
    space = ProductPart(
        tuple(AggregateFragment(function, table, column, 1) for function, column in kinds),
        tuple(Equals(column, "v") for column in columns), np.ones(15), Relations([table]), 3,
    )  # fmt: skip
    random = Random(1)
    weights = [brute_force.scores(random, number, kind) for number in (4, 15)]
    case = brute_force.Case([table], CandidateSpace(space), None, *weights, np.zeros(0))
    assert weighed(case).best(10**6) == brute_force.in_order(brute_force.weigh(case))


def test_candidates_too_many_to_write_out():
    """Sixty columns of a hundred values: 10^13 candidates, whose best is plain to see."""
    columns = tuple(Column(place, 1, f"c{place}", f"c{place}", "text", "S", None) for place in range(1, 61))
    table = Table(1, "t", "public.t", None, columns)
    predicates = tuple(Equals(column, f"{literal:02}") for column in columns for literal in range(100))
    kinds = [*brute_force.OVER_ROWS, AVG, SUM]
    space = ProductPart(
        tuple(AggregateFragment(kind, table, None if place < 3 else columns[0], 1) for place, kind in enumerate(kinds)),
        predicates, np.ones(6000), Relations([table]), 3,
    )  # fmt: skip
    pairs, triples = 60 * 59 // 2 * 100**2, 60 * 59 * 58 // 6 * 100**3
    restricted = 59 * 100 + 59 * 58 // 2 * 100**2 + 59 * 58 * 57 // 6 * 100**3
    count, share, conditional = 1 + 6000 + pairs + triples, 6000 + pairs + triples, 2 * pairs + 6 * triples
    assert space.size() == count + share + conditional + 2 * (1 + restricted)
    weights = np.linspace(1, 2, 6000)
    product = WeightedProduct(space, np.array([1.0, 1, 1, 1, 7]), weights)
    own = WeightedSpace(CandidateSpace(space), product, np.zeros(0))
    assert own.best(2) == [Candidate(4, (5799, 5899, 5999)), Candidate(4, (5799, 5899, 5998))]
    assert own.mass() > 1e10
