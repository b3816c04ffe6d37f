"""Attack: factcheck._log_change, a trigger of tracked tables with SECURITY DEFINER; the other is in test_watch.py.

It runs with the rights of the extension's owner, a superuser.  The attacker, of level admin here, which may put it on
tables of its own, calls it by hand, as other kinds of triggers, with arguments, on hostile names, under a hostile path
and with traps on everything that the function touches, to have it run code, write other rows, or delete the log of
tables it does not own, so that stale results are served.

Reading: the function takes nothing from its caller but ``TG_RELID``, a number that the server sets; it reads and writes
one table, by its qualified name, with constant statements under a pinned path, and asks the server's statistics how
many deleted rows that has; it has no EXECUTE, no arguments and no result; what it deletes are rows of the same table
number whose transactions are over, which say nothing that its own new row does not.  No type, operator or function of
others is involved.
``test_without_definer_rights_nobody_could_log`` shows why it has these rights;
``test_without_the_pinned_path_a_trap_springs`` is the control.
"""

from __future__ import annotations

import psycopg
import pytest

LOG = "SELECT relation::regclass::text, count(*) FROM factcheck.change_log GROUP BY 1 ORDER BY 1"


@pytest.fixture(scope="module")
def steward(admin, make_role, connect, attacker):
    """A session of level admin with a schema of its own."""
    name = make_role("admin")
    admin.execute(f"CREATE SCHEMA shed AUTHORIZATION {name}; GRANT USAGE ON SCHEMA attic TO {name}")
    return connect(name)


@pytest.fixture(scope="module")
def tracked(root):
    """A tracked table of the superuser that was changed once."""
    root.execute("""
        CREATE TABLE public.orders (order_id integer PRIMARY KEY, city text);
        INSERT INTO public.orders SELECT g, 'Leeds' FROM generate_series(1, 40) AS g;
        SELECT factcheck.add_table('public.orders', track => true);
        UPDATE public.orders SET city = 'York' WHERE order_id = 1;
    """)
    assert root.rows(LOG) == [("orders", 1)]


def test_it_runs_no_statement_made_of_names(root):
    assert root.rows(
        "SELECT p.oid::regprocedure::text, p.proconfig[1], p.prosrc ~* 'execute' FROM pg_proc p JOIN pg_depend d"
        " ON d.objid = p.oid AND d.deptype = 'e' JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'factcheck'"
        " WHERE p.prosecdef AND p.proname = '_log_change'"
    ) == [("factcheck._log_change()", "search_path=pg_catalog, pg_temp", False)]


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT factcheck._log_change()",
        "CREATE EVENT TRIGGER own ON ddl_command_end EXECUTE FUNCTION factcheck._log_change()",
        "ALTER FUNCTION factcheck._log_change() SET search_path = attic",
        "CREATE OR REPLACE FUNCTION factcheck._log_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END'",
        "CREATE TRIGGER own BEFORE INSERT ON public.orders EXECUTE FUNCTION factcheck._log_change()",
        "CREATE TRIGGER own BEFORE INSERT ON factcheck.change_log EXECUTE FUNCTION factcheck._log_change()",
        "DELETE FROM factcheck.change_log",
    ],
)
def test_it_cannot_be_called_or_changed(steward, tracked, root, statement):
    with pytest.raises(psycopg.Error):
        steward.execute(statement)
    assert root.rows(LOG) == [("orders", 1)]


def test_who_may_use_it_cannot_pass_it_on(steward, root):
    steward.execute("GRANT EXECUTE ON FUNCTION factcheck._log_change() TO PUBLIC")  # a warning: nothing was granted
    assert root.value("SELECT has_function_privilege('public', 'factcheck._log_change()', 'EXECUTE')") is False


@pytest.mark.parametrize("name", ["plain", '"; DELETE FROM factcheck.change_log; --"', '"change_log"'])
def test_on_a_table_of_ones_own_it_enters_that_table_alone(steward, tracked, root, name):
    steward.execute(f"""
        CREATE TABLE shed.{name} (n integer);
        CREATE TRIGGER own BEFORE INSERT OR UPDATE OR DELETE ON shed.{name} FOR EACH STATEMENT
        EXECUTE FUNCTION factcheck._log_change('public.orders', '); DELETE FROM factcheck.change_log; --', '0');
    """)
    for _ in range(3):
        steward.execute(f"INSERT INTO shed.{name} VALUES (1); UPDATE shed.{name} SET n = 2; DELETE FROM shed.{name}")
    assert root.value("SELECT count(*) FROM factcheck.change_log WHERE relation = 'public.orders'::regclass") == 1
    assert root.value(f"SELECT count(*) FROM factcheck.change_log WHERE relation = 'shed.{name}'::regclass") <= 3
    steward.execute(f"DROP TABLE shed.{name}")


def test_a_row_trigger_keeps_no_row_but_ones_own_out(steward, tracked, root):
    """It returns NULL: on one's own table that skips the row; the log is as it was."""
    steward.execute("""
        CREATE TABLE shed.skipped (n integer);
        CREATE TRIGGER own BEFORE INSERT ON shed.skipped FOR EACH ROW EXECUTE FUNCTION factcheck._log_change();
        INSERT INTO shed.skipped VALUES (1);
    """)
    assert steward.rows("SELECT FROM shed.skipped") == []
    assert root.value("SELECT count(*) FROM factcheck.change_log WHERE relation = 'public.orders'::regclass") == 1


def hostile(session):
    session.execute("""
        CREATE TEMPORARY TABLE change_log (relation oid, writer xid8 DEFAULT pg_current_xact_id());
        SET search_path = attic, pg_temp, pg_catalog;
    """)


@pytest.fixture(scope="module")
def planted(attacker, plant):
    plant(attacker, "attic")


def writes(session, table):
    session.told.clear()
    session.execute(f"INSERT INTO {table} VALUES (1)")
    return session.sprung()


def test_a_hostile_path_of_the_writer_reaches_nothing(steward, tracked, planted, root):
    steward.execute("""
        CREATE TABLE shed.written (n pg_catalog.int4);
        CREATE TRIGGER own BEFORE INSERT ON shed.written EXECUTE FUNCTION factcheck._log_change();
        BEGIN
    """)
    hostile(steward)
    sprung = writes(steward, "shed.written")
    kept = steward.rows("SELECT FROM pg_temp.change_log")
    steward.execute("COMMIT; RESET search_path; DROP TABLE pg_temp.change_log")
    assert (sprung, kept) == ([], [])
    assert root.value("SELECT count(*) FROM factcheck.change_log WHERE relation = 'shed.written'::regclass") == 1


def test_without_the_pinned_path_a_trap_springs(steward, tracked, planted, root):
    definition = root.value("SELECT pg_get_functiondef('factcheck._log_change()'::regprocedure)")
    unpinned = definition.replace("factcheck._log_change", "public.unpinned")
    root.execute(unpinned.replace(" SET search_path TO 'pg_catalog', 'pg_temp'\n", ""))
    steward.execute("""
        CREATE TABLE shed.again (n pg_catalog.int4);
        CREATE TRIGGER own BEFORE INSERT ON shed.again EXECUTE FUNCTION public.unpinned();
        BEGIN
    """)
    hostile(steward)
    steward.told.clear()
    try:
        sprung = writes(steward, "shed.again")
    except psycopg.Error:
        sprung = steward.sprung()
    steward.execute("ROLLBACK")
    root.execute("DROP FUNCTION public.unpinned()")
    assert any("as postgres by" in text for text in sprung)


def test_without_definer_rights_nobody_could_log(tracked, root, victim):
    """Whoever writes to a tracked table has no rights on the log: the trigger alone enters the change."""
    name = victim.connection.info.user
    root.execute(f"GRANT INSERT, SELECT ON public.orders TO {name}")
    root.execute(f"REVOKE SELECT ON factcheck.change_log FROM {name}; DELETE FROM factcheck.change_log")
    victim.execute("INSERT INTO public.orders VALUES (41, 'Hull')")
    assert root.rows(LOG) == [("orders", 1)]
    root.execute("ALTER FUNCTION factcheck._log_change() SECURITY INVOKER")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        victim.execute("INSERT INTO public.orders VALUES (42, 'Hull')")
    root.execute("ALTER FUNCTION factcheck._log_change() SECURITY DEFINER")
