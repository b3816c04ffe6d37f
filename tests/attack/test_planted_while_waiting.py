"""Attack: the owner of an added table plants code while a check, or a recheck, waits for a lock on the table.

A check looks whose code it would run, and then reads.  The attacker, level admin, gives the table's name to a view,
or makes a policy, in a transaction that holds a lock; the reading waits, and meets what was planted when the attacker
commits.  A superuser who checked any text ran the attacker's code, which can then do all on the host, although the
check cannot write.

Protection: tables are locked, by parsing a query that names them, before it is asked again whose code they run, and
whether their names still mean them.  A superuser's check also locks the schemas and types that it names, so that no
later query of it finds something else under a name.  Controls: a plain query in the place of the check; a check without
the lock on names.
"""

from __future__ import annotations

import threading
import time

import psycopg
import pytest
from support.reports import one

CRATES = """
CREATE TABLE yard.crates (crate_id integer PRIMARY KEY, place text);
INSERT INTO yard.crates SELECT g, 'North' FROM generate_series(1, 40) AS g;
GRANT SELECT ON yard.crates TO PUBLIC;
CREATE FUNCTION yard.seize() RETURNS boolean LANGUAGE plpgsql VOLATILE AS
    $$BEGIN PERFORM pg_notify('seized', current_user); RETURN true; END$$;
SELECT factcheck.add_table('yard.crates');
LISTEN seized;
"""
VIEW = """
ALTER TABLE yard.crates RENAME TO hidden;
CREATE VIEW yard.crates AS SELECT * FROM yard.hidden WHERE yard.seize();
GRANT SELECT ON yard.crates TO PUBLIC;
"""
POLICY = """
ALTER TABLE yard.crates ENABLE ROW LEVEL SECURITY;
CREATE POLICY open ON yard.crates USING (yard.seize());
"""
CHECK = "SELECT verdict::text FROM fact_check('There are 40 crates.')"
QUERY = "SELECT count(*) FROM yard.crates"


def wait_until_waiting(database, pid):
    """Return when a session waits for a lock."""
    waiting = f"SELECT count(*) FROM pg_locks WHERE pid = {pid} AND NOT granted"
    end = time.monotonic() + 60
    with psycopg.connect(database, autocommit=True) as watching:
        while not one(watching, waiting):
            assert time.monotonic() < end
            time.sleep(0.01)


@pytest.fixture
def owner(root, make_role, connect):
    name = make_role("admin")
    root.execute(f"CREATE SCHEMA yard AUTHORIZATION {name}; GRANT USAGE ON SCHEMA yard TO PUBLIC")
    session = connect(name)
    session.execute(CRATES)
    yield session
    root.execute("DROP SCHEMA yard CASCADE; SELECT factcheck.refresh()")


@pytest.fixture
def plant(database, owner):
    """Has a session execute a statement while the attacker plants code; returns as whom that ran, and the outcome."""

    def plant(code, session, statement):
        outcome = []

        def execute():
            try:
                outcome.append(session.rows(statement))
            except psycopg.Error as error:
                outcome.append(error.sqlstate)

        with psycopg.connect(database, user=owner.connection.info.user) as planting:
            planting.execute(code)
            thread = threading.Thread(target=execute)
            thread.start()
            wait_until_waiting(database, session.connection.info.backend_pid)
            planting.commit()
            thread.join()
        return {notify.payload for notify in owner.connection.notifies(timeout=0.5)}, outcome[0]

    return plant


@pytest.mark.parametrize(("who", "code"), [("root", VIEW), ("victim", VIEW), ("victim", POLICY)])
def test_no_check_runs_what_was_planted_while_it_waited(plant, request, who, code):
    assert plant(code, request.getfixturevalue(who), CHECK) == (set(), "55000")


@pytest.mark.parametrize("code", [VIEW, POLICY])
def test_no_recheck_runs_what_was_planted_while_it_waited(plant, owner, victim, code):
    document = victim.value("SELECT document_id FROM factcheck.verify('There are 40 crates.', title => 'Yard')")
    owner.execute("INSERT INTO yard.crates VALUES (41, 'South')")
    assert plant(code, victim, f"SELECT new_verdict FROM factcheck.recheck({document})") == (set(), "55000")


@pytest.mark.parametrize(("who", "code"), [("root", VIEW), ("victim", VIEW), ("victim", POLICY)])
def test_a_plain_query_runs_it(plant, request, who, code):
    session = request.getfixturevalue(who)
    seized, _ = plant(code, session, QUERY)
    assert seized == {session.value("SELECT current_user::text")}


BOXES = """
CREATE TABLE yard.boxes (box_id integer PRIMARY KEY, place text);
INSERT INTO yard.boxes SELECT g, 'North' FROM generate_series(1, 50) AS g;
GRANT SELECT ON yard.boxes TO PUBLIC;
SELECT factcheck.add_table('yard.boxes');
"""
OTHER_YARD = """
BEGIN;
ALTER SCHEMA yard RENAME TO stowed;
CREATE SCHEMA yard;
CREATE VIEW yard.crates AS SELECT * FROM stowed.crates WHERE stowed.seize();
CREATE VIEW yard.boxes AS SELECT * FROM stowed.boxes WHERE stowed.seize();
GRANT USAGE ON SCHEMA yard TO PUBLIC;
GRANT SELECT ON yard.crates, yard.boxes TO PUBLIC;
COMMIT
"""
TWO_CLAIMS = "SELECT verdict::text FROM fact_check('There are 40 crates. There are 50 boxes.')"


@pytest.fixture
def swap_schemas(database, owner, root):
    """Has the superuser check while the attacker gives the schema's name to another; returns as whom code ran.

    The check waits for an index that the attacker builds anew, when it has looked whose code it would run.
    """
    name = owner.connection.info.user
    root.execute(f"GRANT CREATE ON DATABASE {root.connection.info.dbname} TO {name}")
    owner.execute(BOXES)

    def swap_schemas():
        with psycopg.connect(database, user=name) as building, psycopg.connect(database, user=name) as swapping:
            swapping.autocommit = True
            building.execute("REINDEX INDEX yard.crates_pkey; REINDEX INDEX yard.boxes_pkey")
            check = threading.Thread(target=root.rows, args=[TWO_CLAIMS])
            check.start()
            wait_until_waiting(database, root.connection.info.backend_pid)
            swapping.execute("SET lock_timeout = '500ms'")
            try:
                swapping.execute(OTHER_YARD)
            except psycopg.errors.LockNotAvailable:
                swapping.execute("ROLLBACK")
            building.commit()
            check.join()
        return {notify.payload for notify in owner.connection.notifies(timeout=0.5)}

    yield swap_schemas
    root.execute("DROP SCHEMA IF EXISTS stowed CASCADE")
    root.execute(f"REVOKE CREATE ON DATABASE {root.connection.info.dbname} FROM {name}")


def test_a_schemas_name_stays_its_own_while_a_superuser_checks(swap_schemas):
    assert swap_schemas() == set()


def test_without_the_lock_on_names_the_superuser_runs_what_came_under_one(swap_schemas, root):
    kept = root.value("SELECT pg_get_functiondef('factcheck._keep_names()'::regprocedure)")
    root.execute("CREATE OR REPLACE FUNCTION factcheck._keep_names() RETURNS void LANGUAGE sql AS 'SELECT'")
    try:
        assert swap_schemas() == {root.value("SELECT current_user::text")}
    finally:
        root.execute(kept)
