"""Spellings of one query have one normal form, and different queries have different ones."""

from __future__ import annotations

import pytest

from factcheck.sql_reading.normal_form import ColumnPair, join_pairs, normal_form

COLUMNS = {"orders": ["id", "customer", "amount"], "customers": ["id", "name", "Town"]}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("SELECT COUNT(*) FROM orders", 'select count(1) AS n from "shop"."orders" o'),
        ("SELECT COUNT(*) FROM orders", "SELECT COUNT(*) FROM orders WHERE TRUE"),
        (
            "SELECT sum(Amount) FROM Orders",
            'SELECT SUM("orders"."amount") FROM shop.orders',
        ),
        (
            "SELECT COUNT(*) FROM orders WHERE customer = 1 AND amount = '2'",
            "SELECT COUNT(*) FROM orders x WHERE ('2'::integer = x.amount AND (1 = x.customer))",
        ),
        (
            "SELECT COUNT(*) FROM orders o JOIN customers c ON o.customer = c.id WHERE c.name = 'Ann'",
            "SELECT COUNT(*) FROM customers, orders WHERE name = 'Ann' AND customers.id = customer",
        ),
        (
            "SELECT COUNT(*) FROM orders JOIN customers USING (id)",
            "SELECT COUNT(*) FROM customers c CROSS JOIN orders o WHERE o.id = c.id",
        ),
        (
            "SELECT 100.0 * COUNT(*) FILTER (WHERE a = 1 AND b = 2) / COUNT(*) FROM orders",
            "SELECT 100.0 * COUNT(*) FILTER (WHERE b = 2 AND a = 1) / COUNT(*) FROM orders",
        ),
    ],
)
def test_spellings_of_one_query_are_equal(one: str, other: str) -> None:
    assert normal_form(one, COLUMNS) is not None
    assert normal_form(one, COLUMNS) == normal_form(other, COLUMNS)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("SELECT COUNT(*) FROM orders", "SELECT COUNT(amount) FROM orders"),
        ('SELECT COUNT("Town") FROM customers', "SELECT COUNT(Town) FROM customers"),
        (
            "SELECT COUNT(*) FROM orders WHERE a = 1 OR b = 2",
            "SELECT COUNT(*) FROM orders WHERE a = 1 AND b = 2",
        ),
        (
            "SELECT COUNT(*) FROM orders WHERE a = 'X'",
            "SELECT COUNT(*) FROM orders WHERE a = 'x'",
        ),
        (
            "SELECT COUNT(*) FROM orders LEFT JOIN customers c ON customer = c.id",
            "SELECT COUNT(*) FROM orders JOIN customers c ON customer = c.id",
        ),
        (
            "SELECT COUNT(*) FROM orders o JOIN customers c ON o.id = c.id",
            "SELECT COUNT(*) FROM orders o JOIN customers c ON o.customer = c.id",
        ),
        (
            "SELECT COUNT(*) FROM orders a JOIN orders b ON a.id = b.customer",
            "SELECT COUNT(*) FROM orders a JOIN orders b ON a.id = b.id",
        ),
        ("SELECT COUNT(*) FROM orders LIMIT 1", "SELECT COUNT(*) FROM orders"),
    ],
)
def test_different_queries_differ(one: str, other: str) -> None:
    assert normal_form(one, COLUMNS) != normal_form(other, COLUMNS)


@pytest.mark.parametrize("text", ["SELECT FROM WHERE", "DELETE FROM orders", ""])
def test_what_is_no_query_has_no_form(text: str) -> None:
    assert normal_form(text) is None


def test_columns_that_tables_are_joined_on() -> None:
    query = "SELECT COUNT(*) FROM shop.orders o, customers c WHERE o.customer = c.id AND c.name = 'x'"
    assert join_pairs(query) == [ColumnPair("orders", "customer", "customers", "id")]
