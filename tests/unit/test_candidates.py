"""The space of candidate queries: what is spanned, and what no sentence means."""

from __future__ import annotations

from dataclasses import replace

from factcheck.candidates.build import candidate_space, product_part
from factcheck.candidates.claim_view import ClaimView
from factcheck.candidates.enumerate import enumerate_candidates
from factcheck.candidates.scope import ScopeBuilder
from factcheck.catalogue.schema import Column, Table
from factcheck.inference.document_prior import uniform_prior, weigh
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.mentions import find_numbers
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.functions.counts import COUNT_DISTINCT
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.relevance import Relevance, Seen
from factcheck.settings import Settings


def column(number, name, type_name="text", category="S"):
    return Column(number, 1, name, name, type_name, category, None)


COLUMNS = (
    column(1, "city"),
    column(2, "month", "integer", "N"),
    column(3, "price", "numeric", "N"),
    column(4, "customer_id", "integer", "N"),
)
TABLE = Table(1, "orders", "shop.orders", None, COLUMNS)
PREDICATES = (
    (Equals(COLUMNS[0], "Rome"), Seen(0.8, {})),
    (Equals(COLUMNS[1], "7"), Seen(0.6, {})),
    (Equals(COLUMNS[0], "Oslo"), Seen(0.4, {})),
)


def queries(text, settings=None, frequencies=None):
    relevance = Relevance(dict.fromkeys(FUNCTIONS, 0.0), {1: 0.5, 2: 0.5, 3: 0.5, 4: 0.5}, {1: 0.5}, PREDICATES)
    relevance = replace(relevance, frequencies=frequencies or {})
    [number] = find_numbers(text)
    settings = settings or Settings()
    relations = Relations([TABLE])
    space = candidate_space(number, relevance, relations, settings)
    marginals = weigh(space, uniform_prior([TABLE])).marginals()
    [scope] = ScopeBuilder([space], relations, settings).pick([marginals], settings.scope_cost)
    return [
        candidates.query(index).sql()
        for candidates in enumerate_candidates(space.product, scope)
        for index in range(len(candidates.aggregate))
    ]


def test_every_combination_is_there_once():
    found = queries("They had 412 orders.")
    assert len(found) == len(set(found))
    assert "SELECT count(*) FROM shop.orders" in found
    assert "SELECT avg(price) FROM shop.orders WHERE city = 'Rome' AND month = 7" in found
    assert "SELECT count(DISTINCT city) FROM shop.orders WHERE month = 7" in found


def test_a_column_is_restricted_once():
    assert not any("'Rome'" in query and "'Oslo'" in query for query in queries("They had 412 orders."))


def test_what_a_predicate_fixes_is_not_aggregated():
    for query in queries("They had 412 orders."):
        assert not ("(month)" in query and "month = 7" in query)
        assert not ("DISTINCT city" in query and "city = " in query)


def test_different_values_in_a_single_row_are_not_counted():
    once = {predicate: 1 for predicate, _ in PREDICATES if predicate.column == COLUMNS[0]}
    found = queries("They had 412 orders.", frequencies=once)
    assert not any("DISTINCT" in query and "city = " in query for query in found)
    assert "SELECT count(*) FROM shop.orders WHERE city = 'Rome'" in found
    often = {**once, PREDICATES[0][0]: 2}
    found = queries("They had 412 orders.", frequencies=often)
    assert any("DISTINCT" in query and "city = 'Rome'" in query for query in found)


def test_numbers_that_name_things_are_not_added_up():
    assert not any("(customer_id)" in query and "DISTINCT" not in query for query in queries("They had 412 orders."))


GUESTS = Table(
    1,
    "stay",
    "inn.stay",
    None,
    (column(1, "guest_name"), column(2, "guest_id", "integer", "N"), column(3, "nights", "integer", "N")),
)


def aggregates_of_guests(settings=None):
    relevance = Relevance(dict.fromkeys(FUNCTIONS, 0.0), {1: 0.9, 2: 0.2, 3: 0.1}, {1: 0.1}, (), counted={1: 0.5})
    [number] = find_numbers("They had 412 guests.")
    return product_part(ClaimView(number, relevance), Relations([GUESTS]), settings or Settings()).aggregates


def test_names_do_not_take_all_places_of_amounts():
    aggregated = {each.column for each in aggregates_of_guests(Settings(columns_per_claim=2))}
    assert GUESTS.columns[2] in aggregated


def test_different_things_may_share_the_name_that_the_text_counts():
    counted = {each.column.name for each in aggregates_of_guests() if each.function is COUNT_DISTINCT}
    assert counted == {"guest_name", "guest_id"}


def test_the_way_a_number_is_written_rules_functions_out():
    assert not any("count(*)" in query for query in queries("They paid $412.50 there."))
    assert not any(query.startswith("SELECT count") for query in queries("It was 41% there."))
    assert any("FILTER" in query for query in queries("It was 41% there."))


def test_conditional_probability_names_its_group():
    found = queries("It was 41% there.")
    assert (
        "SELECT 100.0 * count(*) FILTER (WHERE city = 'Rome') / nullif(count(*), 0) FROM shop.orders WHERE month = 7"
        in found
    )
    assert (
        "SELECT 100.0 * count(*) FILTER (WHERE month = 7) / nullif(count(*), 0) FROM shop.orders WHERE city = 'Rome'"
        in found
    )


def test_the_least_relevant_predicates_go_where_there_are_too_many_candidates():
    few = queries("They had 412 orders.", replace(Settings(), candidates_per_claim=60))
    assert len(few) <= 60
    assert any("'Rome'" in query for query in few)
    assert not any("'Oslo'" in query for query in few)
