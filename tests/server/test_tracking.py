"""Tables are tracked and untracked by their owners; writers hardly notice, and no trigger outlives the extension."""

from __future__ import annotations

import psycopg
import pytest
from support.databases import new_database

TRIGGERS = """
SELECT tgrelid::regclass::text FROM pg_trigger WHERE tgname = 'factcheck_log_change' AND tgenabled = 'A' ORDER BY 1
"""


@pytest.fixture
def triggers(admin):
    """The tables that have the trigger, as far as their name begins like that."""

    def named(prefix):
        prefix = prefix.removeprefix("public.")
        names = [name.removeprefix("public.") for (name,) in admin.execute(TRIGGERS).fetchall()]
        return [name.removeprefix(prefix) for name in names if name.startswith(prefix)]

    return named


@pytest.fixture
def owner(admin, role, database):
    """A session of level admin that may create tables, and is nobody's superuser."""
    name = role()
    admin.execute("SELECT factcheck.grant_usage(%s::regrole, 'admin')", [name])
    admin.execute(f"CREATE SCHEMA {name} AUTHORIZATION {name}")
    with psycopg.connect(database, user=name, autocommit=True) as connection:
        yield connection


def finding(connection):
    return connection.execute("SELECT status, detail, hint FROM factcheck.doctor() WHERE item = 'tracking'").fetchone()


def log(connection, table):
    statement = "SELECT count(*) FROM factcheck.change_log WHERE relation = %s::regclass"
    return connection.execute(statement, [table]).fetchone()[0]


def writers(connection, table):
    """The numbers of the transactions that the log holds of a table, oldest first."""
    statement = "SELECT writer::text::bigint FROM factcheck.change_log WHERE relation = %s::regclass ORDER BY 1"
    return [writer for (writer,) in connection.execute(statement, [table]).fetchall()]


def test_an_owner_tracks_and_untracks_a_table(owner, triggers):
    schema = owner.info.user
    owner.execute(f"CREATE TABLE {schema}.sale AS SELECT g AS sale_id FROM generate_series(1, 10) AS g")
    owner.execute(f"SELECT factcheck.add_table('{schema}.sale')")
    assert triggers(f"{schema}.") == []
    owner.execute(f"SELECT factcheck.track('{schema}.sale'), factcheck.track('{schema}.sale')")
    assert triggers(f"{schema}.") == ["sale"]
    owner.execute(f"SELECT factcheck.untrack('{schema}.sale')")
    assert triggers(f"{schema}.") == []
    with pytest.raises(psycopg.errors.UndefinedObject) as caught:
        owner.execute(f"SELECT factcheck.untrack('{schema}.sale')")
    assert caught.value.diag.message_primary == f"table {schema}.sale is not tracked"
    owner.execute(f"SELECT factcheck.remove_table('{schema}.sale')")


@pytest.mark.parametrize(("again", "tracked"), [("", True), (", track => false", False), (", track => true", True)])
def test_adding_a_table_again_leaves_the_tracking_unless_told(admin, triggers, visits, again, tracked):
    assert triggers(visits) == [""]
    admin.execute(f"SELECT factcheck.add_table('{visits}'{again})")
    assert triggers(visits) == ([""] if tracked else [])
    statement = "SELECT is_tracked FROM factcheck.data_table WHERE relation = %s::regclass"
    assert admin.execute(statement, [visits]).fetchone() == (tracked,)


def test_a_dry_run_does_not_track(admin, triggers, visits):
    admin.execute(
        f"CREATE TABLE {visits}_b (x integer); SELECT factcheck.add_table('{visits}_b', track => true, dry_run => true)"
    )
    assert triggers(f"{visits}_b") == []


def test_a_removed_table_loses_its_triggers(admin, triggers, visits):
    admin.execute(f"CREATE TABLE {visits}_child () INHERITS ({visits}); SELECT factcheck.track('{visits}')")
    assert triggers(visits) == ["", "_child"]
    admin.execute(f"SELECT factcheck.remove_table('{visits}')")
    assert triggers(visits) == []
    admin.execute(f"SELECT factcheck.add_table('{visits}')")


def test_triggers_that_another_tracked_table_needs_stay(admin, triggers, visits):
    admin.execute(f"""
        CREATE TABLE {visits}_child () INHERITS ({visits});
        SELECT factcheck.track('{visits}');
        SELECT factcheck.add_table('{visits}_child', track => true);
        SELECT factcheck.untrack('{visits}');
    """)
    assert triggers(visits) == ["", "_child"]  # what goes through the parent changes the child
    admin.execute(f"SELECT factcheck.remove_table('{visits}_child')")
    assert triggers(visits) == []


@pytest.mark.parametrize(
    ("made", "sqlstate", "message"),
    [
        ("CREATE VIEW {0} AS SELECT 1 AS x", "0A000", "changes of {0} cannot be tracked"),
        ("CREATE MATERIALIZED VIEW {0} AS SELECT 1 AS x", "0A000", "changes of {0} cannot be tracked"),
        ("CREATE TABLE {0} (x integer)", "42501", "must be owner of table {0}"),
    ],
)
def test_what_cannot_be_tracked_is_refused_before_it_is_added(admin, owner, visits, made, sqlstate, message):
    name = f"{visits}_odd"
    admin.execute(made.format(name))
    admin.execute(f"GRANT SELECT ON {name} TO {owner.info.user}")
    with pytest.raises(psycopg.Error) as caught:
        owner.execute(f"SELECT factcheck.add_table('{name}', track => true)")
    assert caught.value.sqlstate == sqlstate
    assert caught.value.diag.message_primary == message.format(name)
    assert caught.value.diag.message_hint.endswith(".")
    assert admin.execute("SELECT FROM factcheck.data_table WHERE relation = %s::regclass", [name]).fetchall() == []
    kind = made.partition(" {0}")[0].removeprefix("CREATE")
    admin.execute(f"DROP {kind} {name}")


def test_a_table_that_was_not_added_is_not_tracked(admin, visits):
    admin.execute(f"CREATE TABLE {visits}_new (x integer)")
    with pytest.raises(psycopg.errors.UndefinedObject) as caught:
        admin.execute(f"SELECT factcheck.track('{visits}_new')")
    assert caught.value.diag.message_primary == f"table {visits}_new was not added"
    assert "track => true" in caught.value.diag.message_hint
    admin.execute(f"DROP TABLE {visits}_new")


def test_an_administrator_removes_a_table_of_somebody_else_with_a_warning(admin, owner, triggers, visits):
    warnings = []
    owner.add_notice_handler(lambda d: warnings.append((d.message_primary, d.message_hint)))
    admin.execute(f"GRANT SELECT ON {visits} TO {owner.info.user}")
    owner.execute(f"SELECT factcheck.remove_table('{visits}')")
    [(message, hint)] = warnings
    assert message == f"the triggers of table {visits} stay"
    assert hint.endswith(f"SELECT factcheck.untrack('{visits}').")
    assert triggers(visits) == [""]
    admin.execute(f"SELECT factcheck.untrack('{visits}')")
    assert triggers(visits) == []
    admin.execute(f"SELECT factcheck.add_table('{visits}')")
    admin.execute(f"DROP OWNED BY {owner.info.user}")


def test_doctor_tells_of_triggers(admin, visits):
    assert finding(admin) == ("ok", "1 tracked", None)
    admin.execute(f"ALTER TABLE {visits} ENABLE ROW LEVEL SECURITY")
    assert finding(admin) == ("ok", f"1 tracked, of which nothing is kept under row security: {visits}", None)
    admin.execute(f"ALTER TABLE {visits} DISABLE ROW LEVEL SECURITY; DROP TRIGGER factcheck_log_change ON {visits}")
    assert finding(admin) == (
        "warning",
        f"1 tracked, {visits} lacks 1 of 1 triggers",
        f"As the owner: SELECT factcheck.track('{visits}');",
    )
    admin.execute(f"SELECT factcheck.track('{visits}')")
    assert finding(admin)[0] == "ok"
    admin.execute(f"SELECT factcheck.untrack('{visits}')")
    assert finding(admin) == ("ok", "no table is tracked: each check reads the data anew", None)


def test_the_log_stays_short(admin, visits):
    for _ in range(30):
        admin.execute(f"INSERT INTO {visits} VALUES (0)")
    assert log(admin, visits) == 1
    admin.execute(f"DO $$ BEGIN FOR i IN 1 .. 30 LOOP INSERT INTO {visits} VALUES (0); END LOOP; END $$")
    assert log(admin, visits) == 1


def test_what_the_log_forgets_is_not_forgotten(counting, visits):
    one, other = counting(), counting()
    observation = one.observe(visits)
    for _ in range(3):
        other.execute(f"INSERT INTO {visits} VALUES (0)")
    assert log(one, visits) == 1
    one.keep_bytes(visits, b"100", observation)
    assert one.kept(visits) is None


def test_the_log_keeps_what_ran_beside_the_last_writer(counting, visits):
    one, other, third = counting(), counting(), counting()
    with other.connection.transaction():
        other.execute(f"INSERT INTO {visits} VALUES (0)")
        third.execute(f"INSERT INTO {visits} VALUES (0)")
        third.execute(f"INSERT INTO {visits} VALUES (0)")
        one.keep(visits)
        assert one.kept(visits) == 102
    assert one.kept(visits) is None
    beside, before = writers(one, visits)
    third.execute(f"INSERT INTO {visits} VALUES (0)")
    *left, last = writers(one, visits)
    # Sessions of other tests take numbers too: a writer further back than 32 of them is left to one of 1,024 writers.
    assert before < last
    assert left in ([], [beside] if beside < last - 32 else [])


def write(session, table, times):
    """Write to a table so many times, each time in a transaction of its own."""
    session.execute(f"DO $$ BEGIN FOR i IN 1 .. {times} LOOP INSERT INTO {table} VALUES (0); COMMIT; END LOOP; END $$")


def visited(session, table):
    """Entries of the log's index that are looked at when a row is written."""
    statement = "SELECT pg_stat_get_xact_tuples_returned('factcheck.change_log_pkey'::regclass)"
    with session.connection.transaction():
        before = session.execute(statement).fetchone()[0]
        session.execute(f"INSERT INTO {table} VALUES (0)")
        return session.execute(statement).fetchone()[0] - before


def test_a_writer_does_not_pass_over_what_an_old_snapshot_keeps(counting, visits):
    """Deleted rows of the log cannot be removed meanwhile: they must not be looked at by everyone who writes."""
    one, holder = counting(), counting()
    holder.execute("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1")
    write(one, visits, 3000)
    # one of 1,024 writers looks at all, unless the server has told by now how many are deleted
    assert sorted(visited(one, visits) for _ in range(5))[-2] < 100
    holder.execute("COMMIT")
    assert log(one, visits) == 1


def test_what_a_long_transaction_leaves_in_the_log_goes_after_it(counting, visits):
    one, other = counting(), counting()
    with other.connection.transaction():
        other.execute(f"INSERT INTO {visits} VALUES (0)")
        write(one, visits, 100)
    assert log(one, visits) == 2
    for _ in range(100):
        if log(one, visits) > 1:
            one.execute("VACUUM factcheck.change_log")
            write(one, visits, 400)
    assert log(one, visits) == 1


def test_a_long_transaction_leaves_the_newest_row_alone(counting, visits):
    """Whatever is deleted has a newer row before it, so that nobody has to look for one behind deleted rows."""
    one, other = counting(), counting()
    with other.connection.transaction():
        other.execute("SELECT pg_current_xact_id()")
        write(one, visits, 100)
        other.execute(f"INSERT INTO {visits} VALUES (0)")
    assert log(one, visits) == 2
    assert visited(one, visits) < 100


def test_no_random_number_of_the_writer_is_used_up(counting, visits):
    one = counting()
    for times in (0, 1, 50):
        one.execute("SELECT setseed(0.5)")
        for _ in range(times):
            one.execute(f"INSERT INTO {visits} VALUES (0)")
        assert one.execute("SELECT random()").fetchone() == (
            one.execute("SELECT setseed(0.5), random()").fetchone()[1],
        )


@pytest.mark.parametrize("level", ["READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE"])
def test_writers_do_not_wait_for_each_other_nor_fail(counting, visits, level):
    one, other, third = counting(), counting(), counting()
    third.execute(f"INSERT INTO {visits} VALUES (0)")
    for session in (one, other):
        session.execute("SET lock_timeout = '2s'")
        session.execute(f"BEGIN ISOLATION LEVEL {level}")
        session.execute("SELECT pg_current_xact_id()")
    for number in range(3):
        one.execute(f"INSERT INTO {visits} VALUES ({number})")  # the first deletes what the third has logged
        other.execute(f"INSERT INTO {visits} VALUES ({number})")
    one.execute("COMMIT")
    other.execute(f"INSERT INTO {visits} VALUES (3)")
    other.execute("COMMIT")
    assert one.count(visits) == 108


def test_dropping_the_extension_takes_the_triggers_along(server_dsn, template):
    with new_database(server_dsn, template) as dsn, psycopg.connect(dsn, autocommit=True) as inside:
        inside.execute("""
            CREATE TABLE public.sale (sale_id integer, region integer) PARTITION BY LIST (region);
            CREATE TABLE public.sale_1 PARTITION OF public.sale FOR VALUES IN (1);
            CREATE TABLE public.sale_2 PARTITION OF public.sale FOR VALUES IN (2);
            SELECT factcheck.add_table('public.sale', track => true);
            ALTER TABLE public.sale DETACH PARTITION public.sale_2;
            INSERT INTO public.sale VALUES (1, 1);
            DROP EXTENSION factcheck;
        """)
        assert inside.execute("SELECT tgname FROM pg_trigger").fetchall() == []
        inside.execute("INSERT INTO public.sale VALUES (2, 1)")
        inside.execute("INSERT INTO public.sale_2 VALUES (2, 2)")
        assert inside.execute("SELECT count(*) FROM public.sale").fetchone() == (2,)
