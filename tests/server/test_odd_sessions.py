"""A check gives the same rows in every session: odd settings, transactions, cancels, nesting, hostile names."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

DOCUMENT = "There were 240 sales, of which 80 were in May. We sold 68 of Coffee\\Black on 4 March 2021."
COLUMNS = "claim_no, verdict, claim_text, found_value, description, query, claim_start, claim_length, message"


@pytest.fixture(scope="module")
def orders(admin, analyst_name):
    """A table whose values are written differently in different sessions."""
    admin.execute(rf"""
        CREATE TABLE public.sales (
            sale_id integer PRIMARY KEY, month text, product text, revenue double precision, sold date);
        INSERT INTO public.sales
        SELECT g, (ARRAY['April', 'May', 'June'])[1 + g % 3],
               (ARRAY['Tea', E'Coffee\\Black', 'O''Cocoa'])[1 + g * 5 % 7 % 3], g / 3.0, date '2021-03-04' + g % 3
        FROM generate_series(1, 240) AS g;
        GRANT SELECT ON public.sales TO {analyst_name};
    """)
    admin.execute("SET DateStyle = 'German'; SET standard_conforming_strings = off; SET extra_float_digits = -15")
    admin.execute("SELECT factcheck.add_table('public.sales')")
    admin.execute("RESET ALL")


@pytest.fixture(scope="module")
def session(database, analyst_name, orders):
    """One connection of the analyst for the whole module."""
    with psycopg.connect(database, user=analyst_name, autocommit=True) as connection:
        yield connection


@pytest.fixture(autouse=True)
def plain_session(session):
    yield
    session.execute("ROLLBACK")
    session.execute("RESET ALL")


def rows(connection, document=DOCUMENT):
    return connection.execute(f"SELECT {COLUMNS} FROM public.fact_check(%s)", [document]).fetchall()


@pytest.fixture(scope="module")
def expected(session):
    found = rows(session)
    assert len(found) >= 3
    assert found[0][1] == "supported"
    assert any("Coffee" in row[5] for row in found)
    return found


@pytest.mark.parametrize(
    "setting",
    [
        "search_path = ''",
        "search_path = 'pg_temp'",
        "standard_conforming_strings = off",
        "DateStyle = 'German'",
        "IntervalStyle = 'iso_8601'",
        "extra_float_digits = -15",
        "bytea_output = 'escape'",
        "client_encoding = 'LATIN1'",
        "row_security = off",
        "default_transaction_read_only = on",
        "quote_all_identifiers = on",
        "array_nulls = off",
        "transform_null_equals = on",
        "work_mem = '64kB'",
        "default_text_search_config = 'pg_catalog.simple'",
        "TimeZone = 'Asia/Tokyo'",
        "lock_timeout = '1ms'",
    ],
)
def test_settings_of_the_session_change_nothing(session, expected, setting):
    notices = []
    session.add_notice_handler(lambda diagnostic: notices.append(diagnostic.message_primary))
    session.execute(f"SET {setting}")
    assert rows(session) == expected
    assert notices == []


def test_names_in_the_temporary_schema_catch_nothing(session, expected):
    session.execute("""
        BEGIN;
        CREATE TEMPORARY TABLE sales (sale_id integer);
        CREATE TEMPORARY TABLE setting (name text, value float8);
        CREATE TEMPORARY TABLE pg_class (oid oid);
        CREATE FUNCTION pg_temp.count(anyelement) RETURNS bigint LANGUAGE sql AS 'SELECT 7::bigint';
        CREATE FUNCTION pg_temp.fact_check(text) RETURNS int LANGUAGE sql AS 'SELECT 7';
        SET search_path = pg_temp, public;
    """)
    assert rows(session) == expected


def test_part_of_the_rows_and_several_checks_in_a_statement(session):
    one = session.execute("SELECT verdict FROM fact_check(%s) LIMIT 1", [DOCUMENT]).fetchall()
    assert one == [("supported",)]
    both = session.execute(
        "SELECT d.n, f.verdict FROM (VALUES (1, 'There were 240 sales.'), (2, 'There were 250 sales.')) AS d (n, text),"
        " LATERAL fact_check(d.text) AS f ORDER BY 1"
    ).fetchall()
    assert both == [(1, "supported"), (2, "refuted")]


def test_repeatable_read_while_another_session_remembers_the_document(session, database, analyst_name):
    document = "Seen by two at once: there were 240 sales."
    session.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
    session.execute("SELECT count(*) FROM factcheck.setting")
    with psycopg.connect(database, user=analyst_name, autocommit=True) as other:
        first = rows(other, document)
    assert rows(session, document) == first


def test_an_open_transaction_keeps_no_other_session_waiting(session, database, analyst_name):
    document = "Long transaction: there were 240 sales."
    with psycopg.connect(database, user=analyst_name) as other:
        first = rows(other, document)  # its transaction stays open
        session.execute("SET statement_timeout = '5min'")  # who waits for the other waits for ever
        assert rows(session, document) == first


def test_a_cancel_ends_the_check_and_nothing_else(database, session, admin, expected):
    pid = session.info.backend_pid
    with psycopg.connect(database) as other, ThreadPoolExecutor(1) as pool:
        other.execute("LOCK TABLE public.sales IN ACCESS EXCLUSIVE MODE")  # no check ends before this does
        check = pool.submit(rows, session, "Cancelled: there were 240 sales.")
        while not admin.execute("SELECT 1 FROM pg_locks WHERE pid = %s AND NOT granted", [pid]).fetchone():
            time.sleep(0.01)
        admin.execute("SELECT pg_cancel_backend(%s)", [pid])
        with pytest.raises(psycopg.errors.QueryCanceled) as caught:
            check.result()
    assert caught.value.diag.message_primary == "canceling statement due to user request"
    assert (caught.value.diag.message_detail, caught.value.diag.message_hint) == (None, None)
    assert rows(session) == expected


def test_after_an_error_a_savepoint_brings_everything_back(session, expected):
    session.execute("BEGIN")
    session.execute("SAVEPOINT before_check")
    with pytest.raises(psycopg.errors.InvalidParameterValue):
        session.execute("SELECT * FROM fact_check('7 sales', p_true => 2)")
    session.execute("ROLLBACK TO before_check")
    assert rows(session) == expected


def test_another_role_cannot_go_on_with_a_check(admin, session, role):
    admin.execute("SELECT factcheck.grant_usage(%s::regrole, 'analyst')", [other := role()])
    admin.execute("SELECT factcheck._load()")
    admin.execute("BEGIN")
    prepared = admin.execute(
        "SELECT factcheck._prepare('There were 240 sales.', NULL, NULL, NULL, NULL)->>'token'"
    ).fetchone()
    admin.execute(f"SET LOCAL ROLE {other}")
    [answer] = admin.execute("SELECT factcheck._evaluate(%s)", prepared).fetchone()
    admin.execute("ROLLBACK")
    assert answer["error"]["message"] == "no check is under way"


def test_a_known_document_is_checked_without_loading_the_parser(admin, database, orders):
    """A pooled connection's first check of a known document does not pay for spaCy."""
    admin.execute("""
        CREATE FUNCTION public.loaded_modules() RETURNS text[] LANGUAGE plpython3u
        AS 'import sys; return sorted(name for name in sys.modules if "." not in name)'
    """)
    for is_known in (False, True):
        with psycopg.connect(database, autocommit=True) as fresh:
            assert rows(fresh, "Known before: there were 240 sales.")
            [modules] = fresh.execute("SELECT public.loaded_modules()").fetchone()
        assert ("spacy" in modules) is not is_known
    assert "nh3" not in modules


@pytest.mark.parametrize(
    ("tables", "sqlstate", "message"),
    [
        ("'{NULL}'", "22004", "argument tables holds a NULL"),
        ("'{}'", "22023", "argument tables is empty"),
        ("'{pg_class}'", "42704", "table pg_class was not added"),
    ],
)
def test_tables_that_cannot_be_used(session, tables, sqlstate, message):
    with pytest.raises(psycopg.Error) as caught:
        session.execute(f"SELECT * FROM fact_check('240 sales', tables => {tables}::regclass[])")
    assert (caught.value.diag.sqlstate, caught.value.diag.message_primary) == (sqlstate, message)
    assert caught.value.diag.message_hint.endswith(".")


def test_an_array_of_any_shape_names_tables(session):
    found = session.execute(
        "SELECT verdict FROM fact_check('There were 240 sales.', tables => '{{sales,sales},{sales,sales}}')"
    ).fetchall()
    assert found == [("supported",)]
