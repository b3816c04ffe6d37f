"""Checks in odd transactions and places of SQL, and beside other sessions; docs/bad-input.md shows the table.

A check gives the same rows in every session: with odd settings, in transactions, after cancels, nested, beside hostile
names.
"""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from support.bad_inputs import Answer, Refusal, outcome, require_on_page, require_outcome

CHECK = "SELECT claim_text, verdict, found_value FROM public.fact_check('There were 240 sales.')"
RIGHT = Answer((("240", "supported", 240),))
CASES = {
    "read-only transaction": (["BEGIN READ ONLY"], CHECK, RIGHT),
    "REPEATABLE READ": (["BEGIN ISOLATION LEVEL REPEATABLE READ", "SELECT 1"], CHECK, RIGHT),
    "SERIALIZABLE": (["BEGIN ISOLATION LEVEL SERIALIZABLE", "SELECT 1"], CHECK, RIGHT),
    "SERIALIZABLE READ ONLY DEFERRABLE": (["BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY DEFERRABLE"], CHECK, RIGHT),
    "behind a savepoint": (["BEGIN", "SAVEPOINT one", "SAVEPOINT two"], CHECK, RIGHT),
    "aborted transaction": (
        ["BEGIN", "SELECT 1 / 0"],
        CHECK,
        Refusal("25P02", "current transaction is aborted, commands ignored until end of transaction block", ""),
    ),
    "a prepared statement": (
        ["PREPARE one (text) AS SELECT claim_text, verdict, found_value FROM public.fact_check($1)"],
        "EXECUTE one ('There were 240 sales.')",
        RIGHT,
    ),
    "a prepared statement, generic plan": (
        ["SET plan_cache_mode = force_generic_plan",
         "PREPARE two (text) AS SELECT claim_text, verdict, found_value FROM public.fact_check($1)"],
        "EXECUTE two ('There were 240 sales.')",
        RIGHT,
    ),
    "LIMIT 1 of many claims": (
        [],
        "SELECT claim_text, verdict, found_value FROM public.fact_check('There were 240 sales, 80 in May.') LIMIT 1",
        RIGHT,
    ),
    "LIMIT 0": ([], CHECK + " LIMIT 0", Answer()),
    "a SQL function": (
        ["CREATE FUNCTION pg_temp.f(text) RETURNS SETOF record LANGUAGE sql AS"
         " 'SELECT claim_text, verdict, found_value FROM public.fact_check($1)'"],
        "SELECT * FROM pg_temp.f('There were 240 sales.') AS (a text, b factcheck.verdict, c numeric)",
        RIGHT,
    ),
    "a function marked IMMUTABLE": (
        ["CREATE FUNCTION pg_temp.g(text) RETURNS bigint IMMUTABLE LANGUAGE plpgsql AS"
         " 'BEGIN RETURN (SELECT count(*) FROM public.fact_check($1)); END'"],
        "SELECT pg_temp.g('There were 240 sales.')::text, 'supported', NULL",
        Answer((("1", "supported", None),)),
    ),
    "a subquery of many documents": (
        [],
        "SELECT count(*)::text, min(verdict)::text, sum(found_value) FROM generate_series(1, 200) AS g,"
        " LATERAL public.fact_check('There were 240 sales.')",
        Answer((("200", "supported", 48000),)),
    ),
    "tables locked by another session, with lock_timeout": (
        ["SET lock_timeout = '50ms'", "{lock}"],
        CHECK,
        Refusal("55P03", "canceling statement due to lock timeout", "Try again when whoever holds the lock"),
    ),
    "tables locked by another session, with statement_timeout": (
        ["SET statement_timeout = '2s'", "{lock}"],
        CHECK,
        Refusal("57014", "canceling statement due to statement timeout", "Raise statement_timeout"),
    ),
    "a document longer than the setting": (
        [],
        "SELECT claim_text, verdict, found_value FROM public.fact_check(repeat('240 sales. ', 454546))",
        Refusal("54000", "document is too long: 5000006 characters",
                'Split it, or raise the setting "document_characters"'),
    ),
    "invalid UTF-8": (
        ["SET client_encoding = 'UTF8'"],
        r"SELECT claim_text, verdict, found_value FROM public.fact_check(convert_from('\x3234ff30', 'UTF8'))",
        Refusal("22021", 'invalid byte sequence for encoding "UTF8": 0xff', ""),
    ),
    "a lone surrogate": (
        [],
        r"SELECT claim_text, verdict, found_value FROM public.fact_check(E'240 \ud800 sales')",
        Refusal("42601", 'invalid Unicode surrogate pair at or near " "', ""),
    ),
    "bytea": (
        [],
        r"SELECT claim_text, verdict, found_value FROM public.fact_check('\x3234'::bytea)",
        Refusal("42883", "function public.fact_check(bytea) does not exist", "No function matches"),
    ),
    "LATIN1 client encoding": (
        ["SET client_encoding = 'LATIN1'"],
        "SELECT claim_text, verdict, found_value FROM public.fact_check('Caf\u00e9: there were 240 sales.')",
        RIGHT,
    ),
}  # fmt: skip
SERVER_ONLY = {"25P02", "22021", "42601"}
"""Errors that the server raises before a check begins: their hints are its own, or none."""


DOCUMENT = "There were 240 sales, of which 80 were in May. We sold 68 of Coffee\\Black on 4 March 2021."
COLUMNS = "claim_no, verdict, claim_text, found_value, description, query, claim_start, claim_length, message"


@pytest.fixture(scope="module")
def sales(admin, analyst_name):
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
def one_session(database, analyst_name, sales):
    with psycopg.connect(database, user=analyst_name, autocommit=True, prepare_threshold=None) as connection:
        yield connection


@pytest.fixture
def session(one_session):
    yield one_session
    one_session.execute("ROLLBACK")
    one_session.execute("RESET ALL; DEALLOCATE ALL; DISCARD TEMP")


@pytest.mark.parametrize(("statements", "call", "expected"), CASES.values(), ids=CASES.keys())
def test_what_becomes_of_a_check(database, session, statements, call, expected):
    with psycopg.connect(database) as other:
        for statement in statements:
            if statement == "{lock}":
                other.execute("LOCK TABLE public.sales IN ACCESS EXCLUSIVE MODE")
                continue
            try:
                session.execute(statement)
            except psycopg.errors.DivisionByZero:
                continue
        found = outcome(session, None, call, needs_hint=getattr(expected, "sqlstate", "") not in SERVER_ONLY)
        other.rollback()
    if isinstance(expected, Refusal) and isinstance(found, Refusal):
        assert found.hint.startswith(expected.hint)
        assert (found.sqlstate, found.message) == (expected.sqlstate, expected.message)
    else:
        assert found == expected
    session.execute("ROLLBACK")
    session.execute("RESET ALL")
    require_outcome(session, "There were 240 sales.", RIGHT)


def test_copy_a_do_block_and_a_trigger(session):
    with session.cursor().copy(f"COPY ({CHECK}) TO STDOUT") as copy:
        assert b"".join(copy) == b"240\tsupported\t240\n"
    session.execute("""
        CREATE TEMPORARY TABLE report (body text, wrong integer);
        CREATE FUNCTION pg_temp.check_report() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
            NEW.wrong := (SELECT count(*) FROM public.fact_check(NEW.body) WHERE verdict = 'refuted');
            RETURN NEW; END$$;
        CREATE TRIGGER checked BEFORE INSERT ON report FOR EACH ROW EXECUTE FUNCTION pg_temp.check_report();
        INSERT INTO report VALUES ('There were 240 sales.'), ('There were 250 sales.');
        DO $$BEGIN INSERT INTO report SELECT verdict FROM public.fact_check('There were 250 sales.'); END$$;
    """)
    found = session.execute("SELECT body, wrong FROM report").fetchall()
    assert found == [("There were 240 sales.", 0), ("There were 250 sales.", 1), ("refuted", 0)]


def test_two_checks_interleaved_in_cursors(session):
    session.execute("BEGIN")
    for name, number in (("one", 240), ("two", 250)):
        session.execute(
            f"DECLARE {name} CURSOR FOR SELECT claim_text, verdict::text"
            f" FROM public.fact_check('There were {number} sales. There were {number} sales.')"
        )
    steps = [session.execute(f"FETCH 1 FROM {name}").fetchall() for name in ("one", "two", "one", "two", "one")]
    assert steps == [[("240", "supported")], [("250", "refuted")], [("240", "supported")], [("250", "refuted")], []]


def test_without_autocommit(database, analyst_name, sales):
    with psycopg.connect(database, user=analyst_name) as connection:
        for _ in range(2):
            require_outcome(connection, "There were 240 sales.", RIGHT)
        connection.rollback()
        require_outcome(connection, "There were 240 sales.", RIGHT)


def test_two_sessions_at_once(database, analyst_name, sales):
    found = {}

    def check(number):
        with psycopg.connect(database, user=analyst_name, autocommit=True) as connection:
            found[number] = outcome(connection, f"At once: there were {number} sales.")

    threads = [threading.Thread(target=check, args=[number]) for number in (240, 250)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {240: Answer((("240", "supported", 240),)), 250: Answer((("250", "refuted", 240),))}


def test_one_backend_serves_several_roles_in_turn_as_a_pooler_does(database, admin, analyst_name, role, sales):
    """Transactions of two roles over one connection, the session cleaned between them."""
    admin.execute("SELECT factcheck.grant_usage(%s::regrole, 'analyst')", [stranger := role()])
    with psycopg.connect(database, autocommit=True, prepare_threshold=None) as pooled:
        for _ in range(2):
            for name, expected in ((analyst_name, RIGHT), (stranger, Answer(warns="no added table can be used"))):
                pooled.execute(f"SET SESSION AUTHORIZATION {name}")
                pooled.execute("BEGIN")
                require_outcome(pooled, "There were 240 sales.", expected)
                pooled.execute("COMMIT")
                pooled.execute("RESET SESSION AUTHORIZATION")
                pooled.execute("DISCARD ALL")


def test_a_table_dropped_between_two_steps_of_a_check(database, admin):
    admin.execute("CREATE TABLE public.trip AS SELECT g AS trip_id FROM generate_series(1, 7) AS g")
    admin.execute("SELECT factcheck.add_table('public.trip')")
    with psycopg.connect(database, autocommit=True) as session, psycopg.connect(database, autocommit=True) as other:
        session.execute("SELECT factcheck._load()")
        [token] = session.execute(
            "SELECT factcheck._prepare('There were 7 trips.', '{trip}', NULL, NULL, NULL)->>'token'"
        ).fetchone()
        other.execute("DROP TABLE public.trip")
        [answer] = session.execute("SELECT factcheck._evaluate(%s)", [token]).fetchone()
        assert answer["error"]["sqlstate"] == "42P01"
        assert answer["error"]["message"] == 'relation "public.trip" does not exist'
        assert answer["error"]["hint"]
        other.execute("SELECT factcheck.refresh()")


def test_the_page_shows_these_cases():
    require_on_page("sessions", CASES)


def rows(connection, document=DOCUMENT):
    return connection.execute(f"SELECT {COLUMNS} FROM public.fact_check(%s)", [document]).fetchall()


@pytest.fixture(scope="module")
def expected(one_session):
    found = rows(one_session)
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


def test_several_checks_in_a_statement(session):
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


def test_a_known_document_is_checked_without_loading_the_parser(admin, database, sales):
    """A pooled connection's first check of a known document does not pay for spaCy."""
    admin.execute("""
        CREATE FUNCTION public.loaded_modules() RETURNS text[] LANGUAGE plpython3u
        AS 'import sys; return sorted(name for name in sys.modules if "." not in name)'
    """)
    for is_known in (False, True):
        with psycopg.connect(database, autocommit=True) as fresh:
            assert rows(fresh, "Known before: there were 240 sales.")
            [modules] = fresh.execute("SELECT public.loaded_modules()").fetchone()
        assert ("cymem" in modules) is not is_known  # one of spaCy's libraries
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
