"""Attack: SQL in the labelled queries of a case, which somebody else wrote.

The attacker has no session.  It writes a folder with an article, data and labels, and somebody else, as a superuser,
measures checks with it: ``evaluate``, ``evaluate-fragments`` or ``experiments``.  A label's query wants to become
superuser, to write a file on the host, to end the transaction that is to be undone, or to leave something behind.

Protection: labelled queries run in an empty database made for the run, as a role that logs in to it and may read
copies of the case's tables and call no volatile function; one query each, read only, with a time limit.
``test_in_the_sessions_own_role_the_query_does_harm`` is the control.
"""

from __future__ import annotations

import json
import secrets
from itertools import count
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner
from psycopg.conninfo import make_conninfo

from factcheck.commands import main
from factcheck.commands.load import load_csv
from factcheck.errors import FactcheckError
from factcheck.quality import accuracy
from factcheck.quality.cases.sandbox import case_schema
from factcheck.quality.cases.scratch import Scratch, copied_schema, require_login, scratch_database
from factcheck.quality.queries.equivalence import QueryEquivalence, QueryFailedError

ARTICLE = "<html><body><h1>Orders</h1><p>In 2023 the shop took 60 orders, and 15 were returned.</p></body></html>"
ORDERS = "order_number,status\n" + "".join(f"{n},{'returned' if n % 4 == 0 else 'delivered'}\n" for n in range(1, 61))
SENTENCE = "In 2023 the shop took 60 orders, and 15 were returned."
TO_PROGRAM = "COPY (SELECT current_user) TO PROGRAM 'cat > {file}'"
PAYLOADS = [
    f"SELECT 1; COMMIT; {TO_PROGRAM}",
    f"SELECT 60; ROLLBACK; {TO_PROGRAM}; BEGIN",
    TO_PROGRAM,
    f"RESET ROLE; {TO_PROGRAM}",
    f"RESET SESSION AUTHORIZATION; SET SESSION AUTHORIZATION postgres; {TO_PROGRAM}",
    "DO $$BEGIN EXECUTE 'COPY (SELECT 1) TO PROGRAM ''cat > {file}'''; END$$",
    "WITH gone AS (DELETE FROM orders RETURNING 1) SELECT count(*) FROM gone",
    "SELECT 60; COMMIT; CREATE TABLE public.planted AS SELECT 1",
    "SELECT 60) TO STDOUT; COMMIT; CREATE TABLE public.planted (a integer); --",
    "SELECT 60 FROM orders; COMMIT; CREATE ROLE planted SUPERUSER",
    "COMMIT",
    "SELECT pg_read_file('postgresql.conf')",
    "SELECT pg_terminate_backend(pg_backend_pid())",
    "SELECT lo_import('/etc/passwd')",
]
CALLS = [
    "lo_creat(-1)", "lo_from_bytea(0, 'a')", "lo_import('/etc/passwd')", "lo_export(1, '/tmp/factcheck_planted')",
    "pg_read_file('postgresql.conf')", "pg_read_binary_file('PG_VERSION')", "pg_ls_dir('.')",
    "pg_stat_file('PG_VERSION')", "set_config('statement_timeout', '0', false)", "pg_advisory_lock(1)",
    "pg_notify('a', 'b')", "pg_sleep(100)", "pg_cancel_backend(1)", "pg_terminate_backend(1)", "pg_reload_conf()",
    "pg_logical_emit_message(false, 'a', 'b')", "query_to_xml('SELECT 1', true, true, '')", "pg_rotate_logfile()",
    "pg_export_snapshot()", "pg_create_restore_point('a')", "pg_switch_wal()",
]  # fmt: skip


def write_case(folder: Path, queries: list[str | None]) -> Path:
    (folder / "data").mkdir(parents=True)
    (folder / "article.html").write_text(ARTICLE)
    (folder / "data" / "orders.csv").write_text(ORDERS)
    labels = [
        {"sentence": SENTENCE, "value_text": text, "value": int(text), "sql": query, "correct": True}
        for text, query in zip(["60", "15"] * len(queries), queries, strict=False)
    ]
    (folder / "claims.json").write_text(json.dumps(labels))
    return folder


@pytest.fixture
def left(admin, monkeypatch):
    """What is there of the runs of this test, by the names that they make up, and of what the queries would make."""
    own, number = secrets.token_hex(4), count()
    monkeypatch.setattr(secrets, "token_hex", lambda _: f"{own}{next(number)}")

    def left():
        return admin.execute(
            """
            SELECT (SELECT array_agg(rolname::text ORDER BY 1) FROM pg_roles WHERE rolname ~ %(own)s),
                   (SELECT array_agg(datname::text ORDER BY 1) FROM pg_database WHERE datname ~ %(own)s),
                   (SELECT array_agg(nspname::text) FROM pg_namespace WHERE nspname ~ %(own)s),
                   to_regclass('public.planted')::text, to_regrole('planted')::text,
                   (SELECT array_agg(oid) FROM pg_largeobject_metadata),
                   (SELECT array_agg(r.relation) FROM factcheck.data_table r JOIN pg_class c ON c.oid = r.relation
                    WHERE c.relnamespace::regnamespace::text ~ %(own)s)
            """,
            {"own": own},
        ).fetchone()

    return left


NOTHING = (None,) * 7


@pytest.fixture
def target(admin, tmp_path):
    """A file that the server's account can write, and that nobody has written."""
    path = tmp_path / "written"
    tmp_path.chmod(0o777)
    for parent in tmp_path.parents:
        if parent.name.startswith(("pytest-", "popen-")):
            parent.chmod(0o755)
    admin.execute(f"COPY (SELECT 1) TO PROGRAM 'cat > {path}'")
    path.unlink()
    return path


@pytest.mark.parametrize("command", ["evaluate", "evaluate-fragments", "experiments"])
def test_a_labelled_query_does_nothing_but_read(database, left, target, tmp_path, command):
    queries = [payload.replace("{file}", str(target)) for payload in PAYLOADS]
    write_case(tmp_path / "cases" / "bad", ["SELECT count(*) FROM orders", *queries])
    write_case(tmp_path / "cases" / "good", ["SELECT count(*) FROM orders"])
    only = ["--only", "table-1", "--page", tmp_path / "page.md"] if command == "experiments" else []
    result = CliRunner().invoke(main, [command, str(tmp_path / "cases"), "--dsn", database, *map(str, only)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    assert not target.exists()
    assert left() == NOTHING


def test_in_the_sessions_own_role_the_query_does_harm(database, target):
    """The control: in one text, in the superuser's session, read only and undone at the end, both payloads work."""
    for payload in PAYLOADS[:2]:
        with psycopg.connect(database, autocommit=True) as session:
            try:
                with session.transaction(force_rollback=True):
                    session.execute("SET TRANSACTION READ ONLY")
                    session.execute(payload.replace("{file}", str(target)))
            except psycopg.Error:
                pass  # of the transaction that is no more
        assert target.read_text() == "postgres\n"
        target.unlink()


@pytest.fixture(scope="module")
def scratch(database):
    with scratch_database(database) as scratch:
        yield scratch


@pytest.fixture(scope="module")
def equivalence(database, scratch, tmp_path_factory):
    folder = write_case(tmp_path_factory.mktemp("case") / "one", [])
    with case_schema(database) as schema, psycopg.connect(database, autocommit=True) as connection:
        load_csv(connection, folder / "data/orders.csv", schema)
        with (
            copied_schema(scratch, connection, schema) as (owner, reader),
            QueryEquivalence(owner, reader, schema) as test,
        ):
            yield test


@pytest.mark.parametrize("call", CALLS)
def test_functions_with_effects_are_not_for_labelled_queries(equivalence, call):
    with pytest.raises(QueryFailedError, match="permission denied for function"):
        equivalence.value(f"SELECT {call}")
    assert equivalence.value("SELECT count(*) FROM orders") == 60


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("SELECT 1; SELECT 2", "cannot insert multiple commands into a prepared statement"),
        ("SELECT 1; COMMIT", "cannot insert multiple commands into a prepared statement"),
        ("INSERT INTO orders VALUES (61, 'x')", "syntax error"),
        ("WITH gone AS (DELETE FROM orders RETURNING 1) SELECT count(*) FROM gone", "DECLARE CURSOR must not contain"),
        ("SELECT 1 INTO planted", "DECLARE CURSOR|SELECT ... INTO"),
        ("SELECT rolpassword FROM pg_authid", "permission denied"),
        ("SELECT order_number FROM orders", "more than one value"),
        ("SELECT * FROM orders FOR UPDATE", "permission denied|read-only transaction"),
        ("", "syntax error"),
    ],
)
def test_one_query_that_reads(equivalence, query, why):
    with pytest.raises(QueryFailedError, match=why):
        equivalence.value(query)
    assert equivalence.value("SELECT count(*) FROM orders -- all of them\n;") == 60


def test_the_role_has_no_rights(scratch, database):
    with psycopg.connect(scratch.reader_dsn, autocommit=True) as session:
        for statement in ("CREATE TABLE public.a ()", "CREATE TEMP TABLE a ()", "CREATE SCHEMA a", "SET ROLE postgres",
                          "SET SESSION AUTHORIZATION postgres", "DO 'BEGIN END'"):  # fmt: skip
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                session.execute(statement)
        assert session.execute("SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,"
            " rolvaliduntil < now() + interval '25 hours' FROM pg_roles WHERE rolname = current_user"
        ).fetchone() == (False, False, False, False, False, True)  # fmt: skip
    assert "password" in psycopg.conninfo.conninfo_to_dict(scratch.reader_dsn)


def test_where_the_role_cannot_log_in_nothing_runs(scratch, database):
    away = Scratch(scratch.owner_dsn, make_conninfo(scratch.reader_dsn, user="factcheck_nobody"), "factcheck_nobody")
    other = Scratch(scratch.owner_dsn, scratch.owner_dsn, scratch.reader)
    for refused in (away, other):
        with pytest.raises(FactcheckError) as caught:
            require_login(refused)
        assert caught.value.message == "the role that labelled queries run as cannot log in"
        assert "pg_hba.conf" in str(caught.value.hint)


def test_a_run_that_is_given_up_leaves_nothing_behind(database, left, tmp_path):
    folders = [write_case(tmp_path / str(n), ["SELECT count(*) FROM orders"]) for n in range(2)]
    harness = accuracy.Harness(load_csv, lambda *_: [])
    cases = accuracy.measure_accuracy(database, folders, accuracy.MeasurementOptions(), harness)
    assert next(cases).failure is None
    roles, databases, *_ = left()
    assert (len(roles), len(databases)) == (2, 1)
    cases.close()
    assert left() == NOTHING


def test_a_query_that_runs_for_ever_or_fills_the_disk_is_ended(equivalence, monkeypatch):
    monkeypatch.setattr("factcheck.quality.queries.equivalence._TIMEOUT", "300ms")
    for query in ("WITH RECURSIVE n AS (SELECT 1 AS a UNION ALL SELECT a FROM n) SELECT count(*) FROM n",
                  "SELECT count(*) FROM generate_series(1, 100000000000)"):  # fmt: skip
        with pytest.raises(QueryFailedError, match=r"statement timeout|temp_file_limit"):
            equivalence.value(query)
