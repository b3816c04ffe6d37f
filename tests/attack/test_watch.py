"""Attack: report tables under watch, whose queue is written with a superuser's rights and run as other roles.

``factcheck._queue_changes``, a trigger of watched tables, runs with the rights of the extension's owner, since writers
have none.  An attacker of level admin, which may put it on its own tables, gives it hostile paths and arguments, and
tables and views by the names that it uses, to have code run as a superuser or to queue rows of others.

``run_pending`` reads as the role that watches a table.  The attacker watches tables whose reading runs its code (views,
policies), so that the code runs in the session of a superuser and takes that role (see also
test_watch_as_superuser.py); plants names in the path of that session; queues documents of others; and comes back under
a name that it had.

Protection: the trigger takes nothing but the number of its table, and writes one table that it names with its schema;
while a run acts as another role only superusers' code is run; row security keeps the queue to roles that may act as the
watcher.  The tests whose names begin with ``test_without`` take these away.
"""

from __future__ import annotations

import psycopg
import pytest
from support.reports import SALES, one


@pytest.fixture(scope="module")
def sales(root):
    root.execute(SALES + "GRANT SELECT ON public.sales TO PUBLIC")


@pytest.fixture
def steward(admin, make_role, connect, attacker, sales):
    """A session of the attacker, level admin, with a schema of its own."""
    name = make_role("admin")
    admin.execute(f"CREATE SCHEMA shed AUTHORIZATION {name}; GRANT USAGE ON SCHEMA attic TO {name}")
    admin.execute("GRANT USAGE ON SCHEMA shed TO PUBLIC")
    yield connect(name)
    admin.execute("DELETE FROM factcheck.watched_table; DELETE FROM factcheck.report_change; DROP SCHEMA shed CASCADE")


@pytest.fixture
def report(steward):
    """A watched report table of the attacker."""
    steward.execute("CREATE TABLE shed.report (id integer PRIMARY KEY, body text)")
    steward.execute("INSERT INTO shed.report VALUES (1, 'There are 90 sales.')")
    steward.execute("SELECT factcheck.watch('shed.report', text_column => 'body')")
    return "shed.report"


TAKE_OVER = """
CREATE TABLE shed.log (role text);
GRANT INSERT ON shed.log TO PUBLIC;
CREATE FUNCTION shed.seize() RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    INSERT INTO shed.log VALUES (current_user);
    PERFORM set_config('role', 'none', true);
    INSERT INTO shed.log VALUES (current_user);
    RETURN true;
END $$
"""
"""What an attacker would have run: it takes back the role that a session logged in as, and notes who it was."""


# --- the trigger -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT factcheck._queue_changes()",
        "ALTER FUNCTION factcheck._queue_changes() SET search_path = attic",
        "CREATE TRIGGER own AFTER INSERT ON public.sales REFERENCING NEW TABLE AS changed"
        " EXECUTE FUNCTION factcheck._queue_changes()",
        "INSERT INTO factcheck.report_change VALUES ('shed.report')",
    ],
)
def test_it_cannot_be_called_changed_or_put_on_tables_of_others(steward, report, statement):
    with pytest.raises(psycopg.Error):
        steward.execute(statement)


def test_on_a_table_that_is_not_watched_it_queues_nothing(steward, report, root):
    steward.execute("CALL factcheck.run_pending()")
    steward.execute("""
        CREATE TABLE shed.own (id integer);
        CREATE TRIGGER own AFTER INSERT ON shed.own REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION factcheck._queue_changes('1', 'id');
        INSERT INTO shed.own VALUES (1);
    """)
    assert root.rows("SELECT relation::text FROM factcheck.report_change") == [("shed.own",)]
    steward.execute("SELECT factcheck._collect_changes(), factcheck._forget_other_changes()")
    assert root.rows("SELECT FROM factcheck.queued_document UNION ALL SELECT FROM factcheck.report_change") == []


def insert(session, row="2, 'x'"):
    session.told.clear()
    session.execute(f"INSERT INTO shed.report VALUES ({row})")
    return session.sprung()


PLANTED_NOTES = """
CREATE FUNCTION shed.note() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN RAISE WARNING 'trap sprung as % by trigger', current_user; RETURN NEW; END$$;
CREATE TEMPORARY TABLE report_change (relation regclass);
CREATE TRIGGER trap BEFORE INSERT ON pg_temp.report_change FOR EACH ROW EXECUTE FUNCTION shed.note();
"""
NOTED = "SELECT relation::text FROM factcheck.report_change"


@pytest.fixture(scope="module")
def planted(attacker, plant):
    plant(attacker, "attic")


def test_a_hostile_path_and_planted_names_of_the_writer_reach_nothing(steward, report, planted, root):
    steward.execute(PLANTED_NOTES)
    steward.execute("SET search_path = attic, pg_temp, pg_catalog")
    try:
        assert insert(steward) == []
    finally:
        steward.execute("RESET search_path; DROP TABLE pg_temp.report_change")
    assert root.rows(NOTED) == [("shed.report",)]


def test_without_the_schema_before_its_name_a_planted_table_would_run_code_as_superuser(steward, report, root):
    definition = one(root.connection, "SELECT pg_get_functiondef('factcheck._queue_changes()'::regprocedure)")
    steward.execute(PLANTED_NOTES)
    root.execute(
        definition.replace("INTO factcheck.report_change", "INTO report_change").replace(
            "'pg_catalog', 'pg_temp'", "'pg_temp'"
        )
    )
    try:
        sprung = insert(steward)
    finally:
        root.execute(definition)
        steward.execute("DROP TABLE pg_temp.report_change")
    assert any("as postgres by trigger" in text for text in sprung)


def test_only_an_owner_enters_a_relation(steward, report, root):
    root.execute("CREATE TABLE IF NOT EXISTS public.letters (id integer PRIMARY KEY, secret text)")
    watch = one(steward.connection, "SELECT watch_id FROM factcheck.watched_table")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        steward.execute(f"INSERT INTO factcheck.watched_relation VALUES ('public.letters', {watch})")


# --- runs that act as others -------------------------------------------------------------------------------


def run(session):
    session.told.clear()
    session.execute("CALL factcheck.run_pending()")
    return session.sprung()


def ran_as(root):
    """Roles as which the attacker's code ran."""
    return {role for (role,) in root.rows("SELECT role FROM shed.log")}


def watch_a_view(steward):
    steward.execute(TAKE_OVER)
    steward.execute(
        "CREATE TABLE shed.page (id integer, body text); INSERT INTO shed.page VALUES (1, 'There are 90 sales.')"
    )
    steward.execute("CREATE VIEW shed.shown AS SELECT id, body FROM shed.page WHERE shed.seize()")
    steward.execute("SELECT factcheck.watch('shed.shown', text_column => 'body', key_column => 'id', mode => 'poll')")


def test_a_view_of_the_watcher_does_not_run_in_a_superusers_session(steward, root):
    watch_a_view(steward)
    run(root)
    assert ran_as(root) == set()
    [(error,)] = steward.rows("SELECT error FROM factcheck.watch_error")
    assert error.startswith("reading table shed.shown runs code of others")


def test_a_policy_that_comes_between_looking_and_checking_does_not_run(steward, report, root):
    steward.execute(TAKE_OVER)
    steward.execute("ALTER TABLE shed.report ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY")
    steward.execute("CREATE POLICY own ON shed.report USING (shed.seize())")
    steward.execute("INSERT INTO shed.report VALUES (3, 'There are 90 sales.')")
    root.execute("DELETE FROM shed.log")
    run(root)
    assert ran_as(root) == set()
    assert "runs code of others" in str(steward.rows("SELECT error FROM factcheck.watch_error"))


def test_a_data_table_that_runs_the_watchers_code_is_left_out(steward, report, root):
    steward.execute(TAKE_OVER)
    steward.execute("CREATE VIEW shed.sold AS SELECT sale_id AS id, region FROM public.sales WHERE shed.seize()")
    steward.execute("SELECT factcheck.add_table('shed.sold')")
    steward.execute("INSERT INTO shed.report VALUES (3, 'There are 90 sold.')")
    root.execute("DELETE FROM shed.log")
    run(root)
    assert ran_as(root) == set()
    assert one(steward.connection, "SELECT count(*) FROM factcheck.run") >= 1
    steward.execute("SELECT factcheck.remove_table('shed.sold')")


def test_in_its_own_session_the_watchers_code_runs_with_its_own_rights(steward, root):
    watch_a_view(steward)
    run(steward)
    assert ran_as(root) == {steward.connection.info.user}
    assert one(steward.connection, "SELECT count(*) FROM factcheck.watch_error") == 0


def test_without_the_look_at_code_the_view_runs_and_is_held_back(steward, root):
    watch_a_view(steward)
    definition = one(
        root.connection, "SELECT pg_get_functiondef('factcheck._require_own_code(regclass)'::regprocedure)"
    )
    root.execute(definition.replace("IF owners IS NOT NULL", "IF false"))
    try:
        run(root)
    finally:
        root.execute(definition)
    assert ran_as(root) == set()
    [(error,)] = steward.rows("SELECT error FROM factcheck.watch_error")
    assert error == 'cannot set parameter "role" within security-definer function'


def test_planted_names_in_the_path_of_a_run_are_not_called(report, root, planted):
    root.execute("SET search_path = attic, public, pg_catalog")
    try:
        assert run(root) == []
    finally:
        root.execute("RESET search_path")
    assert one(root.connection, "SELECT count(*) FROM factcheck.document") >= 1


# --- whose queue -------------------------------------------------------------------------------------------


def fill(root):
    """Let a document wait, and an error be kept, that quotes data."""
    root.execute("""
        INSERT INTO factcheck.queued_document (watch_id, source_key) SELECT watch_id, '1' FROM factcheck.watched_table;
        INSERT INTO factcheck.watch_error (watch_id, sqlstate, error)
        SELECT watch_id, 'XX000', 'secret' FROM factcheck.watched_table;
    """)


def test_another_administrator_neither_sees_nor_writes_the_queue(report, steward, root, make_role, connect):
    other = connect(make_role("admin"))
    steward.execute("INSERT INTO shed.report VALUES (2, 'x')")
    fill(root)
    for relation in ("report_change", "queued_document", "watch_error", "report_scan", "sources", "dead_letters"):
        assert other.rows(f"SELECT * FROM factcheck.{relation}") == [], relation
    watch = one(other.connection, "SELECT watch_id FROM factcheck.watched_table")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        other.execute(f"INSERT INTO factcheck.queued_document (watch_id, source_key) VALUES ({watch}, '1')")
    assert other.execute("UPDATE factcheck.queued_document SET is_dead = true").rowcount == 0
    assert other.execute("DELETE FROM factcheck.queued_document").rowcount == 0
    assert other.execute("DELETE FROM factcheck.watched_table").rowcount == 0
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        other.execute("SELECT factcheck.unwatch('shed.report')")
    name, number = steward.connection.info.user, one(root.connection, "SELECT role_id FROM factcheck.watched_table")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        other.execute(f"SELECT factcheck._call_as('{name}', {number}, 'current_user')")


def test_a_reader_of_the_table_sees_how_much_waits_and_no_error(report, steward, root, make_role, connect):
    reader = connect(make_role("reader"))
    steward.execute(f"GRANT SELECT ON shed.report TO {reader.connection.info.user}")
    fill(root)
    assert reader.rows("SELECT source_table, pending, last_error FROM factcheck.sources") == [("shed.report", 1, None)]
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        reader.execute("DELETE FROM factcheck.queued_document")


def test_nobody_watches_in_the_name_of_another(steward, report, root):
    for columns in ("role_name", "role_id"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            steward.execute(f"INSERT INTO factcheck.watched_table ({columns}) VALUES (DEFAULT)")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            steward.execute(f"UPDATE factcheck.watched_table SET {columns} = {columns}")


def test_a_role_made_again_is_not_the_one_that_watched(root, make_role, connect, sales):
    name = make_role("admin")
    root.execute(f"CREATE SCHEMA loft; GRANT ALL ON SCHEMA loft TO {name}")
    session = connect(name)
    session.execute("CREATE TABLE loft.report (id integer PRIMARY KEY, body text)")
    session.execute("INSERT INTO loft.report VALUES (1, 'There are 90 sales.')")
    session.execute("SELECT factcheck.watch('loft.report', text_column => 'body')")
    session.connection.close()
    root.execute(
        f"REASSIGN OWNED BY {name} TO postgres; DROP OWNED BY {name}; DROP ROLE {name}; CREATE ROLE {name} LOGIN"
    )
    root.execute(
        f"SELECT factcheck.grant_usage('{name}', 'admin'); GRANT ALL ON SCHEMA loft TO {name};"
        f"GRANT SELECT ON loft.report TO {name}"
    )
    later = connect(name)
    for runner in (root, later):
        run(runner)
    assert (
        one(root.connection, "SELECT count(*) FROM factcheck.origin WHERE source_table = 'loft.report'::regclass") == 0
    )
    assert root.rows("SELECT last_status FROM factcheck.sources WHERE source_table = 'loft.report'") == [
        ("role is gone",)
    ]
    root.execute("SELECT factcheck.unwatch('loft.report'); DROP SCHEMA loft CASCADE")
    root.execute(f"DROP OWNED BY {name}")


def test_nobody_keeps_an_owner_from_watching_a_table(steward, root, make_role, connect):
    steward.execute("CREATE TABLE shed.report (id integer PRIMARY KEY, body text)")
    other = connect(make_role("admin"))
    squat = (
        "INSERT INTO factcheck.watched_table"
        " (relation, text_column, key_column, mode, recheck, earlier_run_id, pattern_id)"
        " VALUES ('shed.report', 'body', 'id', 'poll', false, 0, {pattern})"
    )
    with pytest.raises(psycopg.errors.InsufficientPrivilege):  # nor who may not even read it
        other.execute(squat.format(pattern="NULL"))
    steward.execute(f"GRANT SELECT ON shed.report TO {other.connection.info.user}")
    steward.execute("SELECT factcheck.watch(name_pattern => 'nothing.%', text_column => 'body')")
    pattern = root.value("SELECT max(pattern_id) FROM factcheck.watch_pattern")
    # nor under the pattern of somebody else, who could not end it
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        other.execute(squat.format(pattern=pattern))
    other.execute(squat.format(pattern="NULL"))
    steward.execute("SELECT factcheck.watch('shed.report', text_column => 'body')")
    assert root.rows("SELECT role_name FROM factcheck.watched_table") == [(steward.connection.info.user,)]
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        other.execute("SELECT factcheck.unwatch('shed.report')")
    steward.execute("SELECT factcheck.unwatch(name_pattern => 'nothing.%')")


def test_the_same_pattern_of_another_role_keeps_nobody_from_ending_it(steward, root, make_role, connect):
    other = connect(make_role("admin"))
    other_name = other.connection.info.user
    steward.execute("CREATE TABLE shed.report (id integer PRIMARY KEY, body text)")
    steward.execute(f"GRANT SELECT ON shed.report TO {other_name}")
    for session in (other, steward):
        session.execute("SELECT factcheck.watch(name_pattern => 'shed.%', text_column => 'body')")
    steward.execute("SELECT factcheck.unwatch(name_pattern => 'shed.%')")
    assert root.rows("SELECT role_name FROM factcheck.watch_pattern") == [(other_name,)]
    other.execute("SELECT factcheck.unwatch(name_pattern => 'shed.%')")
