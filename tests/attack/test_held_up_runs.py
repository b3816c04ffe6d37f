"""Attack: whoever may lock one table, or take an advisory lock, holds up the checks of everybody's documents.

A writer of a watched table, its owner, or who may lock a data table keeps it locked in an open transaction.  A role
without any right takes the advisory locks by which workers are known to live, before they do.  A worker is made to
call runs that find nothing.

Protection: runs wait ten seconds for a lock and go on with other documents; a worker does not wait for its advisory
lock; only what a run could take counts as waiting.
"""

from __future__ import annotations

import psycopg
import pytest
from support.reports import SALES, one

REPORTS = """
CREATE TABLE {schema}.report (id integer PRIMARY KEY, body text);
INSERT INTO {schema}.report VALUES (1, 'There are 90 sales.');
SELECT factcheck.watch('{schema}.report', text_column => 'body');
"""


@pytest.fixture(scope="module")
def sales(root):
    root.execute(SALES + "GRANT SELECT ON public.sales TO PUBLIC")


@pytest.fixture
def stewards(root, make_role, connect, sales):
    """Two administrators, each with a watched table in a schema of its own."""
    sessions = []
    for schema in ("shed", "loft"):
        name = make_role("admin")
        root.execute(f"CREATE SCHEMA {schema} AUTHORIZATION {name}")
        sessions.append(connect(name))
        sessions[-1].execute(REPORTS.format(schema=schema))
    yield sessions
    root.execute(
        "DELETE FROM factcheck.watched_table; DELETE FROM factcheck.report_change; DELETE FROM factcheck.origin"
    )
    root.execute("DROP SCHEMA shed CASCADE; DROP SCHEMA loft CASCADE")


WAITING = ("_look_through(integer)", "_take_in_all()", "_check_document(bigint)")


@pytest.fixture
def short_timeout(root):
    """Runs wait a second for a lock, not ten."""
    for function in WAITING:
        assert "lock_timeout=10s" in root.value(
            f"SELECT proconfig FROM pg_proc WHERE oid = 'factcheck.{function}'::regprocedure"
        )
        root.execute(f"ALTER FUNCTION factcheck.{function} SET lock_timeout = '1s'")
    yield
    for function in WAITING:
        root.execute(f"ALTER FUNCTION factcheck.{function} SET lock_timeout = '10s'")


CHECKED = """
SELECT DISTINCT o.source_table::text FROM factcheck.run r JOIN factcheck.origin o USING (origin_id) ORDER BY 1
"""


def run_beside_a_lock(database, stewards, root, seconds):
    with psycopg.connect(database, user=stewards[0].connection.info.user) as locking:
        locking.execute("LOCK TABLE shed.report")
        root.execute(f"SET statement_timeout = '{seconds}s'")
        try:
            root.execute("CALL factcheck.run_pending()")
        finally:
            root.execute("RESET statement_timeout")
            locking.rollback()


def test_a_lock_on_one_table_does_not_hold_up_the_others(database, stewards, root, short_timeout):
    root.execute("CALL factcheck.run_pending()")
    root.execute("DELETE FROM factcheck.origin")
    for session, schema in zip(stewards, ("shed", "loft"), strict=True):
        session.execute(f"INSERT INTO {schema}.report VALUES (2, 'There are 90 sales.')")
    run_beside_a_lock(database, stewards, root, 60)
    assert root.rows(CHECKED) == [("loft.report",)]
    assert root.rows("SELECT relation::text FROM factcheck.report_change") == [("shed.report",)]
    assert "lock timeout" in str(root.rows("SELECT error FROM factcheck.watch_error"))
    root.execute("CALL factcheck.run_pending()")
    assert root.rows(CHECKED) == [("loft.report",), ("shed.report",)]


def test_without_the_timeout_everybody_waits(database, stewards, root, short_timeout):
    for session, schema in zip(stewards, ("shed", "loft"), strict=True):
        session.execute(f"INSERT INTO {schema}.report VALUES (2, 'There are 90 sales.')")
    for function in WAITING:
        root.execute(f"ALTER FUNCTION factcheck.{function} RESET lock_timeout")
    with pytest.raises(psycopg.errors.QueryCanceled):
        run_beside_a_lock(database, stewards, root, 4)
    assert root.rows(CHECKED) == []


def test_a_role_without_rights_keeps_no_worker_from_beginning(stewards, root, role, connect):
    outsider = connect(role())
    first = one(root.connection, "SELECT coalesce(max(worker_id), 0) FROM factcheck.worker") + 1
    outsider.execute(
        f"SELECT pg_advisory_lock(hashtext('factcheck.worker'), n) FROM generate_series({first}, {first} + 20) AS n"
    )
    stewards[0].execute("SET statement_timeout = '5s'")
    assert stewards[0].value("SELECT factcheck._register_worker('host:1', pg_backend_pid())") >= first
    stewards[0].execute("RESET statement_timeout")
    outsider.execute("SELECT pg_advisory_unlock_all()")


def test_what_no_run_can_take_does_not_count_as_waiting(stewards, root):
    """An entry behind one of the same document that is yet to be tried again."""
    steward = stewards[0]
    steward.execute("CALL factcheck.run_pending()")
    assert not steward.value("SELECT factcheck._has_waiting()")
    root.execute("""
        INSERT INTO factcheck.queued_document (watch_id, source_key, attempts, visible_at)
        SELECT w.watch_id, '1', a, clock_timestamp() + a * interval '30 s'
        FROM factcheck.watched_table w, unnest(ARRAY[1, 0]) AS a WHERE w.relation = 'shed.report'::regclass
    """)
    steward.execute("CALL factcheck.run_pending()")
    assert root.value("SELECT count(*) FROM factcheck.queued_document") == 2
    assert not steward.value("SELECT factcheck._has_waiting()")
    root.execute("UPDATE factcheck.queued_document SET visible_at = clock_timestamp()")
    assert steward.value("SELECT factcheck._has_waiting()")
