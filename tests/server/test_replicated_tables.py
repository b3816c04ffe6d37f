"""A tracked table that logical replication fills: what is kept of it is never older than its rows.

Changes come by the first copy of a table, which is a statement, and row by row, by a process that runs none.
"""

from __future__ import annotations

import time

import psycopg
import pytest

TABLE = "public.visits"
WAIT = 60


class Pair:
    """A database that publishes the table and one that subscribes to it, both with 100 rows."""

    def __init__(self, dsn, make_counting):
        self.dsn = dsn
        self.make_counting = make_counting
        self.source = self.connect("source")
        self.session = make_counting(self.connect("target"))

    def connect(self, name):
        return psycopg.connect(psycopg.conninfo.make_conninfo(self.dsn, dbname=name), autocommit=True)

    def subscribe(self, options):
        """Subscribe; a slot in one's own server is made beforehand, or it would wait for this very statement."""
        self.source.execute("SELECT pg_create_logical_replication_slot('visits', 'pgoutput')")
        parameters = psycopg.conninfo.make_conninfo(self.dsn, dbname="source")
        self.session.execute(
            f"CREATE SUBSCRIPTION visits CONNECTION '{parameters}' PUBLICATION visits"
            f" WITH (create_slot = false, slot_name = 'visits', {options})"
        )

    def unsubscribe(self):
        self.session.execute("DROP SUBSCRIPTION IF EXISTS visits")

    def wait_for(self, rows):
        """Wait until the subscriber has so many rows."""
        until = time.monotonic() + WAIT
        while self.session.count(TABLE) != rows:
            assert time.monotonic() < until, "nothing was replicated"
            time.sleep(0.02)


@pytest.fixture(scope="module")
def dsn(private_servers):
    private_servers.make("both")
    started = private_servers.start("both", "-c wal_level=logical -c wal_retrieve_retry_interval=100ms")
    with psycopg.connect(started, autocommit=True) as connection:
        connection.execute("CREATE DATABASE target")
        with psycopg.connect(psycopg.conninfo.make_conninfo(started, dbname="target"), autocommit=True) as target:
            target.execute("SET client_min_messages = warning; CREATE EXTENSION factcheck SCHEMA public CASCADE")
            target.execute("INSERT INTO factcheck.lexicon VALUES ('new', 'a', 'old', 'synonym', 1)")
    return started


FORMS = {
    "a table": f"CREATE TABLE {TABLE} (visit_id integer PRIMARY KEY, city text)",
    "a partitioned table": f"""
        CREATE TABLE {TABLE} (visit_id integer PRIMARY KEY, city text) PARTITION BY RANGE (visit_id);
        CREATE TABLE {TABLE}_1 PARTITION OF {TABLE} FOR VALUES FROM (0) TO (150);
        CREATE TABLE {TABLE}_2 PARTITION OF {TABLE} DEFAULT;
    """,
}


@pytest.fixture(params=FORMS)
def pair(request, dsn, make_counting):
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("CREATE DATABASE source")
    made = Pair(dsn, make_counting)
    filled = f"INSERT INTO {TABLE} SELECT g, 'Leeds' FROM generate_series(1, 100) AS g"
    made.source.execute(f"{FORMS['a table']}; {filled}; CREATE PUBLICATION visits FOR TABLE {TABLE}")
    made.session.execute(f"{FORMS[request.param]}; {filled}; SELECT factcheck.add_table('{TABLE}', track => true)")
    yield made
    made.unsubscribe()
    made.session.execute(f"SELECT factcheck.remove_table('{TABLE}'); DROP TABLE {TABLE}")
    made.session.connection.close()
    made.source.close()
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("DROP DATABASE source WITH (FORCE)")


CHANGES = {
    "inserted rows": (f"INSERT INTO {TABLE} SELECT g, 'Hull' FROM generate_series(101, 200) AS g", 200),
    "an updated key": (
        f"UPDATE {TABLE} SET visit_id = 1000 WHERE visit_id = 1; DELETE FROM {TABLE} WHERE visit_id = 2",
        99,
    ),
    "deleted rows": (f"DELETE FROM {TABLE} WHERE visit_id > 60", 60),
    "no row at all": (f"TRUNCATE {TABLE}", 0),
}


def test_what_is_applied_counts(pair):
    pair.subscribe("copy_data = false")
    for statement, rows in CHANGES.values():
        assert pair.session.keep(TABLE)
        assert pair.session.kept(TABLE) == pair.session.count(TABLE)
        pair.source.execute(statement)
        pair.wait_for(rows)
        assert pair.session.kept(TABLE) is None
        assert pair.session.keep(TABLE)
        assert pair.session.kept(TABLE) == rows
        pair.source.execute(f"TRUNCATE {TABLE}")
        pair.wait_for(0)
        pair.source.execute(f"INSERT INTO {TABLE} SELECT g, 'Leeds' FROM generate_series(1, 100) AS g")
        pair.wait_for(100)


def test_updated_values_count(pair):
    """The number of rows stays: what is kept must go all the same."""
    pair.subscribe("copy_data = false")
    assert pair.session.keep(TABLE)
    pair.source.execute(f"UPDATE {TABLE} SET city = 'York' WHERE visit_id = 7")
    until = time.monotonic() + WAIT
    while pair.session.execute(f"SELECT city FROM {TABLE} WHERE visit_id = 7").fetchone() != ("York",):
        assert time.monotonic() < until, "nothing was replicated"
    assert pair.session.kept(TABLE) is None


def test_the_first_copy_counts(pair):
    pair.session.execute(f"TRUNCATE {TABLE}")
    assert pair.session.keep(TABLE)
    assert pair.session.kept(TABLE) == 0
    pair.subscribe("copy_data = true")
    pair.wait_for(100)
    assert pair.session.kept(TABLE) is None


def test_what_was_kept_before_a_subscription_does_not_come_back_after_it(pair):
    assert pair.session.keep(TABLE)
    pair.subscribe("copy_data = false")
    pair.source.execute(f"DELETE FROM {TABLE} WHERE visit_id > 90")
    pair.wait_for(90)
    pair.unsubscribe()
    assert pair.session.kept(TABLE) is None


def test_what_is_kept_while_changes_arrive_is_true(pair):
    """Every number that is served is that of a count in the same snapshot."""
    pair.subscribe("copy_data = false")
    served = 0
    for number in range(101, 301):
        pair.source.execute(f"INSERT INTO {TABLE} VALUES ({number})")
        for _ in range(2):  # the second look comes right after keeping, before the next change is made
            with pair.session.connection.transaction():
                pair.session.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                kept, counted = pair.session.kept(TABLE), pair.session.count(TABLE)
            assert kept in (None, counted)
            served += kept is not None
            if number % 3 == 0:
                pair.session.keep(TABLE)
    pair.wait_for(300)
    assert pair.session.kept(TABLE) in (None, 300)
    assert served


def test_without_the_trigger_for_rows_old_numbers_are_served(pair):
    """The state of a table asks for the statement's trigger alone, as if statements were all that changes rows."""
    definition = pair.session.execute("SELECT pg_get_functiondef('factcheck._change_sources(oid[])'::regprocedure)")
    kept = definition.fetchone()[0]
    try:
        pair.session.execute(kept.replace("AND (r.oid IS NOT NULL OR c.relkind = 'p')", ""))
        pair.session.execute("""
            DO $$ DECLARE leaf regclass; BEGIN
                FOR leaf IN SELECT tgrelid FROM pg_trigger WHERE tgname = 'factcheck_log_replicated_change' LOOP
                    EXECUTE format('DROP TRIGGER factcheck_log_replicated_change ON %s', leaf);
                END LOOP;
            END $$
        """)
        assert pair.session.keep(TABLE)
        pair.subscribe("copy_data = false")
        pair.source.execute(f"DELETE FROM {TABLE} WHERE visit_id > 90")
        pair.wait_for(90)
        assert pair.session.kept(TABLE) == 100
    finally:
        pair.session.execute(kept)
