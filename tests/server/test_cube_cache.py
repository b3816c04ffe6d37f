"""What is kept of a tracked table is served while it is true, to every session of the role, and never afterwards."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, sleep

import psycopg
import pytest

COSTS = ("jit_above_cost", "jit_optimize_above_cost", "jit_inline_above_cost")


@pytest.fixture
def one(counting):
    return counting()


@pytest.fixture
def other(counting):
    return counting()


def test_an_entry_serves_every_session_of_the_role(one, other, visits):
    assert one.kept(visits) is None
    assert one.keep(visits)
    assert (one.kept(visits), other.kept(visits)) == (100, 100)


def test_an_uncommitted_change_counts_in_its_own_transaction_only(one, other, visits):
    one.keep(visits)
    with other.connection.transaction(force_rollback=True):
        other.execute(f"INSERT INTO {visits} VALUES (101)")
        assert other.kept(visits) is None
        assert one.kept(visits) == 100
        assert not other.keep(visits)  # what only this transaction sees is nobody else's
    assert (one.kept(visits), other.kept(visits)) == (100, 100)


@pytest.mark.parametrize(
    "change",
    [
        "INSERT INTO {0} VALUES (101)",
        "UPDATE {0} SET city = 'York' WHERE visit_id = 1",
        "DELETE FROM {0} WHERE visit_id = 1",
        "TRUNCATE {0}",
        "MERGE INTO {0} v USING (VALUES (1)) AS s (id) ON v.visit_id = s.id WHEN MATCHED THEN DELETE",
        "WITH gone AS (DELETE FROM {0} WHERE visit_id = 1 RETURNING visit_id) SELECT count(*) FROM gone",
        "SET session_replication_role = replica; INSERT INTO {0} VALUES (101); RESET session_replication_role",
        "ALTER TABLE {0} ADD counted integer DEFAULT 3",
        "ALTER TABLE {0} ALTER visit_id TYPE bigint",
        'ALTER TABLE {0} ALTER city TYPE text COLLATE "POSIX"',
        "ALTER TABLE {0} DISABLE TRIGGER factcheck_log_change",
        "ALTER TABLE {0} ENABLE TRIGGER factcheck_log_change",
        "DROP TRIGGER factcheck_log_change ON {0}",
        "ALTER TABLE {0} DISABLE TRIGGER factcheck_log_replicated_change",
        "ALTER TABLE {0} ENABLE TRIGGER factcheck_log_replicated_change",
        "DROP TRIGGER factcheck_log_replicated_change ON {0}",
        "ALTER TABLE {0} DISABLE TRIGGER ALL; INSERT INTO {0} VALUES (101);"
        " ALTER TABLE {0} ENABLE ALWAYS TRIGGER factcheck_log_change",
        "CREATE OR REPLACE TRIGGER factcheck_log_change BEFORE INSERT ON {0} EXECUTE FUNCTION factcheck._log_change();"
        " ALTER TABLE {0} ENABLE ALWAYS TRIGGER factcheck_log_change",
        "ALTER TABLE {0} ENABLE ROW LEVEL SECURITY",
        "CREATE TABLE {0}_child () INHERITS ({0})",
        "SELECT factcheck.untrack('{0}')",
    ],
)
def test_no_change_goes_unnoticed(one, other, visits, change):
    one.keep(visits)
    assert one.kept(visits) == 100
    other.execute(change.format(visits))
    assert one.kept(visits) is None
    assert other.kept(visits) is None


@pytest.mark.parametrize("state", ["DISABLE", "ENABLE", "ENABLE REPLICA"])
def test_nothing_is_kept_while_the_trigger_does_not_always_fire(one, visits, state):
    one.execute(f"ALTER TABLE {visits} {state} TRIGGER factcheck_log_change")
    assert not one.keep(visits)
    one.execute(f"ALTER TABLE {visits} ENABLE ALWAYS TRIGGER factcheck_log_change")
    assert one.keep(visits)


def test_rows_that_are_copied_count(one, other, visits):
    one.keep(visits)
    with other.connection.cursor().copy(f"COPY {visits} FROM STDIN") as copy:
        copy.write_row([101, "Hull"])
    assert one.kept(visits) is None


def test_what_has_changed_is_kept_anew(one, other, visits):
    one.keep(visits)
    other.execute(f"INSERT INTO {visits} VALUES (101)")
    assert one.keep(visits)
    assert (one.kept(visits), len(one.found(visits))) == (101, 1)
    [entries] = one.execute(
        "SELECT count(*) FROM factcheck.cube_cache_entries WHERE %s::regclass = ANY (tables)", [visits]
    )
    assert entries == (1,)


def test_an_entry_made_while_somebody_writes_ends_with_the_commit(one, other, visits):
    with other.connection.transaction():
        other.execute(f"INSERT INTO {visits} VALUES (101)")
        one.keep(visits)
        assert one.kept(visits) == 100
    assert one.kept(visits) is None


def test_a_transaction_older_than_the_entry_may_write_later(one, other, visits):
    with other.connection.transaction():
        other.execute("SELECT pg_current_xact_id()")
        one.keep(visits)
        other.execute(f"INSERT INTO {visits} VALUES (101)")
        assert one.kept(visits) == 100
    assert one.kept(visits) is None


@pytest.mark.parametrize("change", ["INSERT INTO {0} VALUES (101)", "TRUNCATE {0}"])
def test_what_its_own_transaction_changes_after_it_was_kept_ends_an_entry(one, other, visits, change):
    with one.connection.transaction():
        one.execute("SELECT pg_current_xact_id()")
        other.execute(
            "SELECT pg_current_xact_id()"
        )  # the snapshot to come sees the older transaction as if it were over
        assert one.keep(visits)
        assert one.kept(visits) == 100
        one.execute(change.format(visits))
        assert one.kept(visits) is None
    assert (one.kept(visits), other.kept(visits)) == (None, None)


def test_a_definition_that_is_altered_and_altered_back_in_one_transaction_does_not_look_the_same(one, visits):
    trigger = "TRIGGER factcheck_log_change"
    switch = f"ALTER TABLE {visits} DISABLE {trigger}; ALTER TABLE {visits} ENABLE ALWAYS {trigger}"
    with one.connection.transaction():
        one.execute(switch)
        assert one.keep(visits)
        one.execute(switch.replace("; ", f"; INSERT INTO {visits} VALUES (101); "))
        assert one.kept(visits) is None
    assert one.kept(visits) is None


def test_what_was_rolled_back_to_a_savepoint_is_no_change(one, other, visits):
    one.keep(visits)
    with one.connection.transaction():
        with one.connection.transaction(force_rollback=True):
            one.execute(f"DELETE FROM {visits} WHERE visit_id < 50")
            assert one.kept(visits) is None
        assert one.kept(visits) == 100
    assert other.kept(visits) == 100


def test_an_entry_that_was_rolled_back_to_a_savepoint_is_none(one, visits):
    with one.connection.transaction():
        with one.connection.transaction(force_rollback=True):
            assert one.keep(visits)
        assert one.kept(visits) is None
    assert one.kept(visits) is None


def test_an_old_snapshot_has_no_newer_entry(one, other, visits):
    other.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
    assert other.count(visits) == 100
    one.execute(f"INSERT INTO {visits} VALUES (101)")
    one.keep(visits)
    assert (one.kept(visits), other.kept(visits)) == (101, None)
    other.execute("COMMIT")
    assert other.kept(visits) == 101


def test_an_entry_kept_in_an_old_snapshot_is_not_served_as_new(one, other, visits):
    other.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
    assert other.count(visits) == 100
    one.execute(f"INSERT INTO {visits} VALUES (101)")
    one.execute(f"INSERT INTO {visits} VALUES (102)")
    assert other.keep(visits)
    assert other.kept(visits) == 100
    other.execute("COMMIT")
    assert (one.kept(visits), other.kept(visits)) == (None, None)


def test_what_changes_between_the_observation_and_the_keeping_ends_the_entry(one, other, visits):
    observation = one.observe(visits)
    other.execute(f"INSERT INTO {visits} VALUES (101)")
    one.keep_observed(visits, observation)
    assert one.kept(visits) is None
    observation = one.observe(visits)
    other.execute(f"ALTER TABLE {visits} ADD more integer")
    assert not one.keep_observed(visits, observation)


def test_a_prepared_transaction_changes_when_it_commits(one, other, visits):
    if other.execute("SHOW max_prepared_transactions").fetchone() == ("0",):
        pytest.skip("the server prepares no transactions: max_prepared_transactions is 0")
    name = visits.partition(".")[2]
    other.execute(f"BEGIN; INSERT INTO {visits} VALUES (101); PREPARE TRANSACTION '{name}'")
    one.keep(visits)
    assert one.kept(visits) == 100
    one.execute(f"COMMIT PREPARED '{name}'")
    assert one.kept(visits) is None


def test_a_deletion_that_cascades_counts_in_the_referring_table(one, other, admin, visits):
    admin.execute(f"""
        CREATE TABLE {visits}_city (city text PRIMARY KEY);
        INSERT INTO {visits}_city VALUES ('Leeds');
        ALTER TABLE {visits} ADD FOREIGN KEY (city) REFERENCES {visits}_city ON DELETE CASCADE;
    """)
    one.keep(visits)
    assert one.kept(visits) == 100
    other.execute(f"DELETE FROM {visits}_city")
    assert (one.kept(visits), one.count(visits)) == (None, 0)


def test_rows_that_come_through_a_view_count(one, other, admin, visits):
    admin.execute(f"CREATE VIEW {visits}_view AS SELECT * FROM {visits}")
    one.keep(visits)
    other.execute(f"INSERT INTO {visits}_view VALUES (101)")
    assert one.kept(visits) is None


def test_a_row_trigger_does_not_see_what_its_own_statement_has_made_old(one, other, admin, visits):
    table_id, _ = one.ids(visits)
    admin.execute(f"""
        CREATE TABLE {visits}_seen (rows bigint, entries bigint);
        CREATE FUNCTION {visits}_look() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO {visits}_seen
            SELECT (SELECT count(*) FROM {visits}),
                   (SELECT count(*) FROM factcheck._valid_cube_entries(ARRAY[{table_id}]));
            RETURN NULL;
        END $$;
        CREATE TRIGGER look AFTER INSERT ON {visits} FOR EACH ROW EXECUTE FUNCTION {visits}_look();
    """)
    one.keep(visits)
    assert one.kept(visits) == 100
    other.execute(f"INSERT INTO {visits} VALUES (101)")
    assert one.execute(f"SELECT * FROM {visits}_seen").fetchall() == [(101, 0)]


def test_a_label_that_is_renamed_changes_the_values(one, other, admin, visits):
    kind = f"{visits}_kind"
    admin.execute(f"""
        CREATE TYPE {kind} AS ENUM ('long', 'short');
        ALTER TABLE {visits} ADD kind {kind} DEFAULT 'long';
        SELECT factcheck.refresh('{visits}');
    """)
    one.keep(visits)
    assert one.kept(visits) == 100
    other.execute(f"ALTER TYPE {kind} RENAME VALUE 'long' TO 'lasting'")
    assert one.kept(visits) is None


def test_values_written_by_code_that_may_be_replaced_are_not_kept(one, admin, visits):
    admin.execute(f"""
        CREATE EXTENSION citext;
        ALTER TABLE {visits} ADD place citext;
        SELECT factcheck.refresh('{visits}');
    """)
    assert not one.keep(visits)


def test_the_question_what_is_kept_is_never_compiled(one, visits):
    """Compiled, it takes a hundred times as long; the best of some runs counts."""
    one.keep(visits)
    best = {}
    for jit in ("off", "on"):
        one.execute(f"SET jit = {jit};" + ";".join(f"SET {cost} = 1000" for cost in COSTS))
        taken = []
        for _ in range(5):
            start = monotonic()
            assert one.found(visits)
            taken.append(monotonic() - start)
        best[jit] = min(taken)
    assert best["on"] < 10 * best["off"]


def test_a_read_only_transaction_is_served(one, other, visits):
    one.keep(visits)
    other.execute("BEGIN READ ONLY")
    assert other.kept(visits) == 100
    other.execute("COMMIT")


def test_sessions_of_a_role_do_not_wait_for_each_other(one, other, visits):
    """Each rewrites rows that the other is at, one after the other has locked all there are."""
    one.execute("SET lock_timeout = '2s'")
    one.keep(visits, contents="first")
    with other.connection.transaction():
        assert other.keep(visits)
        assert other.keep(visits, contents="first")
        other.execute("SELECT FROM factcheck.cube_cache FOR UPDATE")
        assert one.keep(visits)
        assert one.keep(visits, contents="first")
        one.serve(visits)
        assert one.kept(visits) == 100
    assert one.keep(visits)
    assert one.keep(visits, contents="first")
    assert sorted(entry.contents for entry in one.found(visits)) == ["first", "rows"]


def test_rows_are_used_again(admin, one, visits):
    """What is no longer true is overwritten, so that nothing has to be deleted."""
    admin.execute("DELETE FROM factcheck.cube_cache")
    for number in range(101, 111):
        assert one.keep(visits)
        assert one.keep(visits, contents="others")
        one.execute(f"INSERT INTO {visits} VALUES ({number})")
    assert one.count("factcheck.cube_cache") == 2
    assert one.keep(visits, contents="x" * 1000, budget=1010)
    held = one.execute("SELECT bytes FROM factcheck.cube_cache ORDER BY bytes").fetchall()
    assert held == [(0,), (1003,)]
    assert one.execute("SELECT count(*) FROM factcheck.cube_cache_entries").fetchone() == (1,)


def test_a_lower_budget_holds_though_nothing_new_fits(admin, one, visits):
    admin.execute("DELETE FROM factcheck.cube_cache")
    assert one.keep(visits, contents="x" * 200)
    assert not one.keep(visits, contents="y" * 1000, budget=100)
    assert one.execute("SELECT bytes FROM factcheck.cube_cache").fetchall() == [(0,)]


def test_entries_tell_how_often_they_served(admin, database, analyst_name):
    """A session tells of ten checks together; an entry that is written anew begins at none."""
    admin.execute(f"""
        CREATE TABLE public.tram AS SELECT n AS tram_id FROM generate_series(1, 70) AS n;
        GRANT SELECT ON public.tram TO {analyst_name};
        SELECT factcheck.add_table('public.tram', track => true);
    """)
    entries = "SELECT hits, bytes > 0, kept_at <= now() FROM factcheck.cube_cache_entries"
    check = "SELECT verdict FROM fact_check('There are 70 trams.', ARRAY['public.tram'::regclass])"
    with psycopg.connect(database, user=analyst_name, autocommit=True) as session:
        session.execute(check)
        for hits in (0, 10, 20):
            assert session.execute(entries).fetchall() == [(hits, True, True)]
            for _ in range(10):
                assert session.execute(check).fetchall() == [("supported",)]
        admin.execute("DELETE FROM public.tram WHERE tram_id = 70")
        session.execute(check)
        assert session.execute(entries).fetchall() == [(0, True, True)]


def test_a_serializable_transaction_leaves_the_cache_alone(one, other, visits):
    """What it read there, other roles' writes beside it would make a conflict of."""
    one.keep(visits)
    other.execute("BEGIN ISOLATION LEVEL SERIALIZABLE")
    assert other.kept(visits) is None
    assert not other.keep(visits, contents="more")
    locked = other.execute(
        "SELECT DISTINCT relation::regclass::text FROM pg_locks WHERE mode = 'SIReadLock' AND pid = pg_backend_pid()"
    ).fetchall()
    assert [name for (name,) in locked if "cache" in name or "log" in name] == []
    other.execute("COMMIT")
    assert other.kept(visits) == 100


def steps(chosen, sessions, table):
    """One random step of one of the sessions; a wrong number fails."""
    session = chosen.choice(sessions)
    connection = session.connection
    is_open = connection.info.transaction_status != psycopg.pq.TransactionStatus.IDLE
    step = chosen.choice(
        ["ask", "ask", "ask", "keep", "keep", "write", "write", "begin", "end", "end", "end", "savepoint"]
    )
    if step == "ask":
        number = session.kept(table)
        assert number in (None, session.count(table))
        return number is not None
    if step == "keep":
        try:
            session.keep(table)
        except psycopg.errors.SerializationFailure:
            assert is_open
    elif step == "write":
        session.execute(f"INSERT INTO {table} VALUES (0)")
    elif step == "begin" and not is_open:
        session.execute(f"BEGIN ISOLATION LEVEL {chosen.choice(['READ COMMITTED', 'REPEATABLE READ'])}")
    elif step == "savepoint" and is_open:
        session.execute("SAVEPOINT here")
    elif step == "end" and is_open:
        session.execute(chosen.choice(["COMMIT", "ROLLBACK", "COMMIT"]))
    return False


@pytest.mark.parametrize("seed", range(6))
def test_no_order_of_steps_serves_a_wrong_number(counting, visits, seed):
    chosen = random.Random(seed)
    sessions = [counting() for _ in range(4)]
    served = sum(steps(chosen, sessions, visits) for _ in range(400))
    assert served


def test_sessions_at_work_at_once_are_served_right_numbers(counting, visits):
    """Two sessions write without a pause; two keep and ask, each number beside a count in the same snapshot."""
    writers, readers = [counting(), counting()], [counting(), counting()]
    ends, latest = monotonic() + 4, monotonic() + 600
    served: list[tuple[int, int]] = []

    def at_work():
        """For some seconds; longer on a busy machine, until something was served."""
        return monotonic() < ends or (len(served) <= 10 and monotonic() < latest)

    def write(session, seed):
        chosen = random.Random(seed)
        while at_work():
            with session.connection.transaction(force_rollback=chosen.random() < 0.3):
                for _ in range(chosen.randint(1, 3)):
                    session.execute(f"INSERT INTO {visits} VALUES (0)")
            sleep(chosen.random() * 0.02)

    def read(session):
        while at_work():
            try:
                session.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
                number = session.kept(visits)
                if number is None:
                    session.keep(visits)
                else:
                    served.append((number, session.count(visits)))
                session.execute("COMMIT")
            except psycopg.errors.SerializationFailure:
                session.execute("ROLLBACK")

    with ThreadPoolExecutor(4) as pool:
        work = [pool.submit(write, session, seed) for seed, session in enumerate(writers)]
        work += [pool.submit(read, session) for session in readers]
        for each in work:
            each.result()
    assert len(served) > 10
    assert [pair for pair in served if pair[0] != pair[1]] == []
