"""Where not everything can be evaluated, a check says of which claims it is sure to have the likeliest reading."""

from __future__ import annotations

import pytest

DOCUMENT = "There were 10,000 orders of tea. The average price of the tea was 3.50."


@pytest.fixture(scope="module")
def orders(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.tea_order AS
        SELECT i AS order_no, (ARRAY['tea', 'juice'])[1 + i % 2] AS product, 3.5::numeric AS price, i % 9 AS weight
        FROM generate_series(1, 20000) AS i;
        GRANT SELECT ON public.tea_order TO {analyst_name};
        SELECT factcheck.add_table('public.tea_order');
    """)


def check(admin, analyst, cost):
    admin.execute("UPDATE factcheck.setting SET value = %s WHERE name = 'scope_cost'", [cost])
    try:
        return analyst.execute(
            "SELECT verdict::text, is_certified, query, message FROM fact_check(%s) ORDER BY claim_no", [DOCUMENT]
        ).fetchall()
    finally:
        admin.execute("UPDATE factcheck.setting SET value = NULL WHERE name = 'scope_cost'")


@pytest.mark.usefixtures("orders")
def test_all_is_evaluated_where_there_is_room(admin, analyst):
    rows = check(admin, analyst, 500_000_000)
    assert [row[:2] for row in rows] == [("supported", True)] * 2
    assert rows[0][2] == "SELECT count(*) FROM public.tea_order WHERE product = 'tea'"


@pytest.mark.usefixtures("orders")
def test_what_could_not_be_evaluated_is_not_certified(admin, analyst):
    rows = check(admin, analyst, 1000)
    assert [row[1] for row in rows] == [False, False]
    assert rows[0][2] == "SELECT count(*) FROM public.tea_order"
    assert rows[1][0] == "not_enough_info"
    assert rows[1][2] is None
    assert "not looked up" in rows[1][3]


@pytest.mark.usefixtures("orders")
def test_the_scope_is_extended_by_what_may_be_likelier(admin, analyst):
    """At this cost the first scope has room for little; as much again is enough for what the claims need."""
    rows = check(admin, analyst, 80_000)
    assert rows[0][0] == "supported"
    assert rows[0][2] == "SELECT count(*) FROM public.tea_order WHERE product = 'tea'"
