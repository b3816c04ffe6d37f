"""The same document over the same data gives the same rows: whoever asks, and however the server gets there."""

from __future__ import annotations

import contextlib
import re

import psycopg
import pytest
from support.databases import new_database

TABLES = {
    "parcel": """
        CREATE TABLE public.parcel (parcel_id integer, depot_id integer, carrier text, service text, status text,
                                    weight real, fee double precision, change double precision, price numeric(9, 2));
        INSERT INTO public.parcel
        SELECT g, 1 + g % 40, (ARRAY['Swift', 'Heron', 'Martin'])[1 + g % 3],
               (ARRAY['express', 'economy', 'express freight', 'night freight'])[1 + g % 7 % 4],
               (ARRAY['lost', 'late', 'delivered'])[1 + g % 5 % 3], (g % 97) / 7.0,
               (g * 7919::bigint % 1009) * 0.1, (g % 211 - 105) * 0.1, (g % 5003) / 100.0
        FROM generate_series(1, 21000) AS g ORDER BY {order};
    """,
    "depot": """
        CREATE TABLE public.depot (depot_id integer PRIMARY KEY, town text, service text, status text, area real);
        INSERT INTO public.depot
        SELECT g, 'Town ' || chr(64 + g % 20), (ARRAY['express', 'economy', 'express freight'])[1 + g % 3],
               (ARRAY['open', 'late', 'lost'])[1 + g % 4 % 3], 100.1 * g
        FROM generate_series(1, 40) AS g ORDER BY {order};
    """,
    "complaint": """
        CREATE TABLE public.complaint (complaint_id integer, service text, carrier text, status text, refund real);
        INSERT INTO public.complaint
        SELECT g, (ARRAY['express', 'economy', 'night freight'])[1 + g % 3], (ARRAY['Swift', 'Heron'])[1 + g % 2],
               (ARRAY['late', 'lost', 'open'])[1 + g % 5 % 3], g / 3.0
        FROM generate_series(1, 500) AS g ORDER BY {order};
    """,
}

DOCUMENT = """In all, 21,000 parcels were sent, and 7,000 of them by Swift.

The average fee was 50.4, and the average weight of express parcels was 6.86.
The total change was 0. The total weight of lost parcels was 57,000. The average change was 0.0.
About 20 percent of the parcels were lost. There were 3 carriers and 167 complaints about express service.
The median fee was 50.4. Of the late complaints, 50 percent were about Heron. The average refund was 83.5.
In Town C, there were 1,050 parcels. The highest price was 50.02.
"""


@contextlib.contextmanager
def made_database(server_dsn, template, names, order):
    """A database with the tables, made and added in the order of the names, and their rows stored in some order."""
    with new_database(server_dsn, template) as dsn:
        with psycopg.connect(dsn, autocommit=True) as admin:
            for table in names:
                admin.execute(TABLES[table].format(order=order))
            admin.execute("ALTER TABLE public.parcel ADD FOREIGN KEY (depot_id) REFERENCES public.depot")
            admin.execute("VACUUM ANALYZE")
            for table in names:
                admin.execute("SELECT factcheck.add_table(%s::regclass)", [f"public.{table}"])
        yield dsn


@pytest.fixture(scope="module")
def one(server_dsn, template):
    with made_database(server_dsn, template, ["parcel", "depot", "complaint"], "g") as dsn:
        yield dsn


@pytest.fixture(scope="module")
def other(server_dsn, template):
    """The same tables, made, added and filled in another order."""
    with made_database(server_dsn, template, ["complaint", "depot", "parcel"], "g * 7919::bigint % 100003, g") as dsn:
        yield dsn


@pytest.fixture(scope="module")
def colleagues(one, role):
    """Two roles with equal rights."""
    names = [role(), role()]
    with psycopg.connect(one, autocommit=True) as admin:
        for name in names:
            admin.execute("SELECT factcheck.grant_usage(%s::regrole, 'analyst')", [name])
            admin.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {name}")
    yield names
    with psycopg.connect(one, autocommit=True) as admin:
        for name in names:
            admin.execute(f"DROP OWNED BY {name}")


def rows(connection, document=DOCUMENT, tables=("parcel", "depot", "complaint")):
    return connection.execute(
        "SELECT c.* FROM fact_check(%s, tables => %s::text[]::regclass[]) AS c ORDER BY claim_no",
        [document, [f"public.{table}" for table in tables]],
    ).fetchall()


def rows_of(dsn, **parameters):
    with psycopg.connect(dsn, autocommit=True, **parameters) as connection:
        return rows(connection)


@pytest.fixture(scope="module")
def expected(one):
    found = rows_of(one)
    assert len(found) >= 12
    assert {row[1] for row in found} >= {"supported", "refuted"}
    return found


@contextlib.contextmanager
def session_with_workers(dsn, most):
    """A session whose scans have at most so many workers, and the numbers of those that were launched."""
    launched = []
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.add_notice_handler(
            lambda told: launched.extend(map(int, re.findall(r"Workers Launched: (\d+)", told.message_primary or "")))
        )
        connection.execute(f"""
            LOAD 'auto_explain'; SET auto_explain.log_min_duration = 0; SET auto_explain.log_analyze = on;
            SET auto_explain.log_timing = off; SET auto_explain.log_nested_statements = on;
            SET min_parallel_table_scan_size = 0; SET max_parallel_workers_per_gather = {most};
            SET client_min_messages = log;
        """)
        yield connection, launched


def test_workers_change_nothing(one, expected):
    with session_with_workers(one, 0) as (alone, none), session_with_workers(one, 2) as (helped, launched):
        assert rows(alone) == expected
        for _ in range(5):
            assert rows(helped) == expected
    assert sum(none) == 0
    assert sum(launched) > 0


def test_workers_that_sum_up_parts_of_a_large_table_change_nothing(one):
    with psycopg.connect(one, autocommit=True) as admin:
        admin.execute("""
            CREATE TABLE public.reading (station text, heat real, drift double precision);
            INSERT INTO public.reading
            SELECT (ARRAY['Alm', 'Berg'])[1 + g % 2], (g % 97) / 7.0, (g % 211 - 105) * 0.1
            FROM generate_series(1, 211 * 1000) AS g;
            ANALYZE public.reading;
            SELECT factcheck.add_table('public.reading');
        """)
    document = "The average heat at station Alm was 6.86. The total drift was 0. The average drift at Berg was 0.0."
    with session_with_workers(one, 0) as (alone, none), session_with_workers(one, 2) as (helped, launched):
        expected = rows(alone, document, ["reading"])
        assert len(expected) == 3
        for _ in range(5):
            assert rows(helped, document, ["reading"]) == expected
    assert sum(none) == 0
    assert sum(launched) > 0


def test_the_order_of_the_catalogue_and_of_the_rows_changes_nothing(other, expected):
    assert rows_of(other) == expected


def test_roles_of_equal_rights_read_the_same(one, colleagues, expected):
    assert [rows_of(one, user=name) for name in colleagues] == [expected, expected]


def test_kept_results_change_nothing(one, expected):
    with psycopg.connect(one, autocommit=True) as admin:
        for table in TABLES:
            admin.execute("SELECT factcheck.track(%s::regclass)", [f"public.{table}"])
        try:
            computed = rows(admin)
            served = admin.execute("SELECT entry_id, writer::text FROM factcheck.cube_cache ORDER BY 1").fetchall()
            assert served
            again = [rows(admin), rows_of(one)]
            kept = admin.execute("SELECT entry_id, writer::text FROM factcheck.cube_cache ORDER BY 1").fetchall()
            assert kept == served
        finally:
            for table in TABLES:
                admin.execute("SELECT factcheck.untrack(%s::regclass)", [f"public.{table}"])
    assert computed == expected
    assert again == [expected, expected]
