"""What is evaluated: the likely candidates first, within the cost that an administrator allows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from factcheck.candidates.build import candidate_space
from factcheck.candidates.scope import ScopeBuilder
from factcheck.candidates.space import Candidate
from factcheck.catalogue.schema import Column, Table
from factcheck.inference.document_prior import uniform_prior, weigh
from factcheck.joins.graph import Join, JoinSource
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.mentions import find_numbers
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.relevance import Relevance, Seen
from factcheck.settings import Settings
from factcheck.weights.learned import NEUTRAL

ROWS = 1_000_000
NUMERIC = [Column(number, 1, f"amount {number}", f"amount_{number}", "integer", "N", None) for number in range(1, 5)]
TEXT = [Column(number, 1, f"kind {number}", f"kind_{number}", "text", "S", None) for number in range(5, 9)]
SALE = Table(1, "sale", "shop.sale", None, (*NUMERIC, *TEXT), rows=ROWS)
REGION = Column(20, 2, "region", "region", "text", "S", None)
SHOP = Table(2, "shop", "shop.shop", None, (REGION,), rows=10)
JOIN = Join(1, ("shop_id",), 2, ("shop_id",), JoinSource.DECLARED)
PREDICATES = tuple(
    (Equals(column, f"v{column.column_id}"), Seen(0.9 - place / 10, {})) for place, column in enumerate(TEXT)
)
[NUMBER] = find_numbers("They had 412 of them.")


def builder_of(tables, joins=(), predicates=PREDICATES, settings=None, claims=1, named=3):
    """A builder for claims that name one numeric column more than the others."""
    settings = settings or Settings()
    relations = Relations(tables, joins)
    scores = {column.column_id: 0.9 if column.column_id == named else 0.1 for column in NUMERIC}
    relevance = Relevance(dict.fromkeys(FUNCTIONS, 0.5), scores, {}, tuple(predicates))
    space = candidate_space(NUMBER, relevance, relations, settings, learned=NEUTRAL)
    marginals = weigh(space, uniform_prior(tables)).marginals()
    return ScopeBuilder([space] * claims, relations, settings), space, [marginals] * claims


def picked(space, scope):
    product = space.product
    aggregates = {
        a.column.name for a, inside in zip(product.aggregates, scope.aggregates, strict=True) if inside and a.column
    }
    return aggregates, [p.literal for p, inside in zip(product.predicates, scope.predicates, strict=True) if inside]


def test_everything_is_evaluated_where_it_costs_little():
    builder, _, marginals = builder_of([replace(SALE, rows=100)])
    [scope] = builder.pick(marginals, Settings().scope_cost)
    assert scope.aggregates.all()
    assert scope.predicates.all()


def test_likely_options_come_first_and_the_cost_is_kept():
    builder, space, marginals = builder_of([SALE])
    every = builder_of([SALE])[0]
    every.pick(marginals, np.inf)
    for most in np.linspace(builder.cost, every.cost, 8):
        one, _, _ = builder_of([SALE])
        [scope] = one.pick(marginals, most)
        aggregates, predicates = picked(space, scope)
        assert one.cost <= most
        if aggregates:
            assert "amount 3" in aggregates
        if predicates:
            assert "v5" in predicates
    assert len(aggregates) + len(predicates) == len(NUMERIC) + len(PREDICATES)


def test_claims_share_what_is_evaluated():
    one, _, marginals = builder_of([SALE])
    many, _, all_marginals = builder_of([SALE], claims=7)
    one.pick(marginals, np.inf)
    many.pick(all_marginals, np.inf)
    assert one.cost == many.cost


def test_a_second_literal_of_a_column_costs_nothing():
    more = (*PREDICATES, (Equals(TEXT[0], "other"), Seen(0.3, {})))
    one, _, marginals = builder_of([SALE])
    one.pick(marginals, np.inf)
    other, _, marginals = builder_of([SALE], predicates=more)
    [scope] = other.pick(marginals, one.cost)
    assert scope.predicates.all()
    assert one.cost == other.cost


def test_columns_cost_as_many_rows_as_can_be_joined_to_them():
    region = ((Equals(REGION, "north"), Seen(0.9, {})),)
    apart, _, marginals = builder_of([SALE, SHOP], predicates=region)
    free = apart.cost
    apart.pick(marginals, np.inf)
    joined, _, marginals = builder_of([SALE, SHOP], [JOIN], predicates=region)
    base = joined.cost
    joined.pick(marginals, np.inf)
    assert base - free == pytest.approx(2 * ROWS)
    assert (joined.cost - base) - (apart.cost - free) == pytest.approx(ROWS / 2)


def test_what_may_be_better_comes_in_later():
    builder, space, marginals = builder_of([SALE])
    builder.pick(marginals, builder.cost)
    [scope] = builder.scopes(marginals)
    assert picked(space, scope) == (set(), [])
    place = next(place for place, aggregate in enumerate(space.product.aggregates) if aggregate.column == NUMERIC[0])
    candidate = Candidate(place, (1,))
    assert not builder.extend([(space, candidate)], builder.cost)
    assert builder.extend([(space, candidate)], builder.cost + 5 * ROWS)
    [scope] = builder.scopes(marginals)
    assert picked(space, scope) == ({"amount 1"}, ["v6"])
    assert not builder.extend([(space, candidate)], np.inf)


def test_too_many_candidates_leave_the_unlikely_predicates_out():
    settings = replace(Settings(), candidates_per_claim=200)
    builder, space, marginals = builder_of([SALE], settings=settings)
    [scope] = builder.pick(marginals, np.inf)
    assert 0 < scope.predicates.sum() < len(PREDICATES)
    assert space.size(scope) <= 200
    assert picked(space, scope)[1][0] == "v5"


def test_what_is_hardly_wished_for_waits_where_rows_are_many():
    many = replace(SALE, rows=100 * ROWS)
    builder, space, marginals = builder_of([many])
    [scope] = builder.pick(marginals, np.inf)
    aggregates, _ = picked(space, scope)
    assert aggregates == {"amount 3"}
    few_rows, space, marginals = builder_of([SALE])
    [scope] = few_rows.pick(marginals, np.inf)
    assert picked(space, scope)[0] == {column.name for column in NUMERIC}
