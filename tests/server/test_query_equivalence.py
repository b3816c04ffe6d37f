"""Two queries are the same when they say the same of every version of the data, not of this one alone."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest

from factcheck.quality.queries.equivalence import SUBSETS, QueryEquivalence, unqualified

SCHEMA = "factcheck_test_equivalence"


@pytest.fixture(scope="module")
def connection(server_dsn: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        connection.execute(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")
        connection.execute(f"CREATE SCHEMA {SCHEMA}")
        connection.execute(f"SET search_path = {SCHEMA}")
        connection.execute(
            "CREATE TABLE stores AS SELECT n AS store_id, 'town ' || n % 7 AS town FROM generate_series(1, 40) n;"
            " CREATE TABLE sales AS SELECT n AS sale_id, n % 40 + 1 AS store_id, n % 3 = 0 AS paid,"
            " CASE WHEN n % 4 = 0 THEN 'red' ELSE 'blue' END AS colour, (n * 37) % 500 AS amount,"
            " NULLIF(n % 5, 0) AS rating FROM generate_series(1, 1000) n;"
            " INSERT INTO sales VALUES (1001, 1, true, 'green', 900, 1), (1002, 2, false, 'black', 10, 2)"
        )
        connection.execute("RESET search_path")
        yield connection
        connection.execute(f"DROP SCHEMA {SCHEMA} CASCADE")


@pytest.fixture(scope="module")
def equivalence(connection: psycopg.Connection) -> Iterator[QueryEquivalence]:
    with QueryEquivalence(connection, connection, SCHEMA) as equivalence:
        yield equivalence


@pytest.mark.parametrize(
    ("candidate", "truth"),
    [
        (
            f'SELECT count(*) FROM "{SCHEMA}"."sales" WHERE "colour" = \'red\'',
            "SELECT COUNT(1) FROM Sales s WHERE s.colour = 'red'",
        ),
        (
            f"SELECT count(*) FILTER (WHERE colour = 'red') FROM {SCHEMA}.sales",
            "SELECT COUNT(*) FROM sales WHERE colour = 'red'",
        ),
        (
            "SELECT 1.0 * COUNT(*) FILTER (WHERE paid) / COUNT(*) FROM sales",
            "SELECT 100.0 * COUNT(*) FILTER (WHERE paid) / COUNT(*) FROM sales",
        ),
        (
            "SELECT AVG(CASE WHEN paid THEN 100 ELSE 0 END) FROM sales",
            "SELECT 1.0 * COUNT(*) FILTER (WHERE paid) / COUNT(*) FROM sales",
        ),
        (
            "SELECT SUM(amount) FROM sales JOIN stores USING (store_id) WHERE town = 'town 3'",
            "SELECT SUM(s.amount) FROM stores t, sales s WHERE t.town = 'town 3' AND t.store_id = s.store_id",
        ),
        # Every sale refers to a store, in each subset too: the join changes nothing.
        (
            "SELECT COUNT(*) FROM sales JOIN stores ON sales.store_id = stores.store_id",
            "SELECT COUNT(*) FROM sales",
        ),
        (
            "SELECT MAX(amount) FROM sales WHERE colour = 'pink'",
            "SELECT MIN(amount) FROM sales WHERE false",
        ),
        (
            "SELECT avg(rating)::float8 FROM sales",
            "SELECT SUM(rating)::numeric / COUNT(rating) FROM sales",
        ),
    ],
)
def test_spellings_of_one_query_are_the_same(equivalence: QueryEquivalence, candidate: str, truth: str) -> None:
    assert equivalence.are_equivalent(candidate, truth)


@pytest.mark.parametrize(
    ("candidate", "truth"),
    [
        # Both count one row, but not the same one.
        (
            "SELECT COUNT(*) FROM sales WHERE colour = 'green'",
            "SELECT COUNT(*) FROM sales WHERE colour = 'black'",
        ),
        # The greatest amount is that of the green sale.
        (
            "SELECT MAX(amount) FROM sales",
            "SELECT MAX(amount) FROM sales WHERE colour = 'green'",
        ),
        (
            "SELECT MAX(amount) FROM sales",
            "SELECT MAX(amount) FROM sales WHERE store_id = 1",
        ),
        (
            "SELECT COUNT(*) FROM stores WHERE town = 'town 1'",
            "SELECT COUNT(*) FROM stores WHERE town = 'town 2'",
        ),
        ("SELECT COUNT(rating) FROM sales", "SELECT COUNT(*) FROM sales"),
        # As many stores as store number 40 has identifiers below it.
        ("SELECT COUNT(*) FROM stores", "SELECT MAX(store_id) FROM stores"),
        # No share: a factor of 100 is no mere spelling.
        ("SELECT SUM(amount) FROM sales", "SELECT 100 * SUM(amount) FROM sales"),
        ("SELECT no_such_column FROM sales", "SELECT COUNT(*) FROM sales"),
        ("SELECT amount FROM sales", "SELECT COUNT(*) FROM sales"),
    ],
)
def test_queries_that_agree_by_chance_differ(equivalence: QueryEquivalence, candidate: str, truth: str) -> None:
    assert not equivalence.are_equivalent(candidate, truth)


def test_amounts_in_full_are_the_same_as_in_thousands(equivalence: QueryEquivalence) -> None:
    in_full, in_thousands = "SELECT SUM(amount * 1000) FROM sales", "SELECT SUM(amount) FROM sales"
    assert equivalence.are_equivalent(in_full, in_thousands, 1e3)
    assert not equivalence.are_equivalent(in_full, in_thousands)
    assert not equivalence.are_equivalent(in_full, "SELECT SUM(store_id) FROM sales", 1e3)


def test_subsets_keep_references_valid(connection: psycopg.Connection, equivalence: QueryEquivalence) -> None:
    shares = []
    for subset in range(1, SUBSETS + 1):
        orphans = "SELECT COUNT(*) FROM sales WHERE store_id NOT IN (SELECT store_id FROM stores)"
        assert equivalence.value(orphans, subset) == 0
        shares.append(float(equivalence.value("SELECT COUNT(*) FROM sales", subset)) / 1002)  # type: ignore[arg-type]
    assert 0.2 < min(shares) < max(shares) < 0.8
    assert len(set(shares)) > SUBSETS / 2


def test_subsets_are_dropped(connection: psycopg.Connection) -> None:
    def schemas() -> int:
        row = connection.execute("SELECT count(*) FROM pg_namespace WHERE nspname ~ '^factcheck_subset_'").fetchone()
        assert row is not None
        return int(row[0])

    before = schemas()
    with QueryEquivalence(connection, connection, SCHEMA, seed=1) as test:
        test.value("SELECT COUNT(*) FROM sales", 1)
        assert schemas() == before + 1
    assert schemas() == before


def test_only_the_schema_name_is_dropped() -> None:
    query = """SELECT shop.sales.amount, 'shop.x', "Shop".y FROM SHOP."sales" t WHERE t.shop = 1 AND "shop".z > 2"""
    expected = """SELECT sales.amount, 'shop.x', "Shop".y FROM "sales" t WHERE t.shop = 1 AND z > 2"""
    assert unqualified(query, "shop") == expected
