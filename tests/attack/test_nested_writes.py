"""Attack: a function that a check calls, in a policy or a view, writes, or leaves something behind, as the checker.

Even code of an owner who is trusted must not write while a text is checked, explained or searched for fragments.

Protection: what reads rows runs in a PL/pgSQL block that sets ``transaction_read_only`` and has an EXCEPTION clause, so
that the setting ends with the block.  ``test_without_the_block_the_write_happens`` calls the step without the block.

What remains possible, by design, for owners that somebody trusted, since PostgreSQL allows it in a read-only
transaction: NOTIFY, advisory locks, settings of the session, connections to other servers, on PostgreSQL 15 large
objects, too.  Policies that write to tables are also in tests/server/test_owner_code.py.
"""

from __future__ import annotations

import psycopg
import pytest

DOCUMENT = "There were 40 orders."

READERS = {
    "fact_check": "SELECT verdict FROM public.fact_check(%s)",
    "check_html": "SELECT factcheck.check_html(%s)",
    "explain": "SELECT FROM factcheck.explain(%s, 1)",
    "find_fragments": "SELECT FROM factcheck.find_fragments(%s)",
    "facts": "SELECT FROM factcheck.facts(%s)",
    "check_compound": "SELECT FROM factcheck.check_compound(%s)",
    "check_sentences": "SELECT FROM factcheck.check_sentences(%s)",
    "explain_plan": "SELECT FROM factcheck.explain_plan(%s)",
}
WRITES = [
    "INSERT INTO public.log VALUES ('written')",
    "DELETE FROM public.log",
    "TRUNCATE public.log",
    "PERFORM set_config('transaction_read_only', 'off', false); INSERT INTO public.log VALUES ('written')",
    "PERFORM setval('public.counter', 7)",
    "CREATE TABLE public.planted (n integer)",
    "CREATE OR REPLACE FUNCTION public.planted() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
    "EXECUTE format('GRANT %I TO %I', current_user, 'pg_monitor')",
    "EXECUTE 'COMMENT ON TABLE public.log IS ''written'''",
    "PERFORM public.write_further()",
    "PERFORM FROM factcheck.data_table FOR UPDATE",
    "UPDATE factcheck.cube_cache SET cube = ''",
    "UPDATE factcheck.parse_cache SET parsed = ''",
]


@pytest.fixture(scope="module")
def owner(admin, make_role, connect):
    """The trusted owner of the table orders, whose policy calls a function."""
    name = make_role("analyst")
    admin.execute(f"GRANT CREATE ON SCHEMA public TO {name}")
    session = connect(name)
    session.execute("""
        CREATE TABLE public.orders (order_id integer, city text);
        INSERT INTO public.orders SELECT g, 'Leeds' FROM generate_series(1, 40) AS g;
        CREATE TABLE public.log (entry text);
        INSERT INTO public.log VALUES ('first');
        CREATE SEQUENCE public.counter;
        GRANT ALL ON public.orders, public.log TO PUBLIC;
        GRANT ALL ON SEQUENCE public.counter TO PUBLIC;
        CREATE FUNCTION public.write_further() RETURNS void LANGUAGE plpgsql VOLATILE
        AS $$BEGIN INSERT INTO public.log VALUES ('written'); END$$;
        ALTER TABLE public.orders ENABLE ROW LEVEL SECURITY;
    """)
    let_policy(session, "NULL")
    admin.execute("SELECT factcheck.add_table('public.orders', trust_owner => true)")
    return session


def let_policy(owner, body):
    owner.execute(f"""
        CREATE OR REPLACE FUNCTION public.may_see(integer) RETURNS boolean LANGUAGE plpgsql VOLATILE
        AS $body$BEGIN {body}; RETURN true; END$body$;
        DROP POLICY IF EXISTS own ON public.orders;
        CREATE POLICY own ON public.orders USING (public.may_see(order_id));
    """)


def written(root):
    return (
        root.rows("SELECT entry FROM public.log"),
        root.value("SELECT last_value FROM public.counter"),
        root.value("SELECT to_regclass('public.planted') IS NULL AND to_regprocedure('public.planted()') IS NULL"),
        root.value("SELECT obj_description('public.log'::regclass) IS NULL"),
    )


UNTOUCHED = ([("first",)], 1, True, True)


@pytest.mark.parametrize("body", WRITES)
def test_nothing_is_written_by_a_check(owner, victim, root, body):
    let_policy(owner, body)
    with pytest.raises(psycopg.Error) as caught:
        victim.execute(READERS["fact_check"], [DOCUMENT])
    assert caught.value.diag.sqlstate in {"25006", "42501"}
    assert written(root) == UNTOUCHED


@pytest.mark.parametrize("reader", READERS)
def test_nothing_is_written_by_whatever_reads_rows(owner, victim, root, reader):
    let_policy(owner, "INSERT INTO public.log VALUES ('written')")
    with victim.transaction():
        with pytest.raises(psycopg.errors.ReadOnlySqlTransaction), victim.transaction():
            victim.execute(READERS[reader], [DOCUMENT])
        victim.execute("CREATE TEMPORARY TABLE own AS SELECT 1; DROP TABLE own")  # the caller may still write
    assert written(root) == UNTOUCHED


def test_a_policy_that_hides_its_failure_has_written_nothing(owner, victim, root):
    let_policy(owner, "BEGIN INSERT INTO public.log VALUES ('written'); EXCEPTION WHEN OTHERS THEN NULL; END")
    assert victim.rows(READERS["fact_check"], [DOCUMENT]) == [("supported",)]
    assert written(root) == UNTOUCHED


def test_a_superuser_who_checks_is_not_made_to_write_either(owner, victim, root):
    """Superusers pass policies by, and a view's function does not run in their checks, trusted or not."""
    owner.execute("""
        CREATE VIEW public.all_orders AS SELECT order_id FROM public.orders WHERE public.may_see(order_id);
        GRANT SELECT ON public.all_orders TO PUBLIC
    """)
    root.execute("SELECT factcheck.add_table('public.all_orders', trust_owner => true)")
    name = owner.connection.info.user
    let_policy(owner, f"IF current_user = 'postgres' THEN ALTER ROLE {name} SUPERUSER; END IF")
    is_superuser = "SELECT rolsuper FROM pg_roles WHERE rolname = %s"
    root.told.clear()
    assert root.rows("SELECT FROM public.fact_check(%s, tables => '{public.all_orders}')", [DOCUMENT]) == []
    assert any("public.all_orders was skipped" in text for text in root.told)
    assert root.value(is_superuser, [name]) is False
    root.execute("SELECT factcheck.remove_table('public.all_orders')")
    root.execute("SELECT FROM public.all_orders")  # a query of one's own
    assert root.value(is_superuser, [name]) is True
    root.execute(f"ALTER ROLE {name} NOSUPERUSER")


def test_without_the_block_the_write_happens(owner, victim, root):
    let_policy(owner, "INSERT INTO public.log VALUES ('written')")
    victim.execute("BEGIN; SELECT factcheck._load()")
    token = victim.value("SELECT factcheck._prepare(%s, NULL, NULL, NULL, NULL)->>'token'", [DOCUMENT])
    victim.execute("SELECT factcheck._evaluate(%s)", [token])
    assert victim.rows("SELECT count(*) > 1 FROM public.log") == [(True,)]
    victim.execute("ROLLBACK")


@pytest.mark.parametrize(
    ("body", "sign", "value"),
    [
        ("PERFORM pg_notify('attack', 'told')", None, None),
        ("PERFORM pg_advisory_lock(4711)", "SELECT count(*) FROM pg_locks WHERE objid = 4711", 1),
        ("PERFORM set_config('attack.own', 'set', false)", "SELECT current_setting('attack.own')", "set"),
    ],
)
def test_what_a_trusted_owner_can_still_do(owner, connect, victim, root, body, sign, value):
    """Written down, so that nobody takes trust for nothing: docs/attacks.md names these."""
    let_policy(owner, body)
    session = connect(victim.connection.info.user)
    root.execute("LISTEN attack")
    assert session.rows(READERS["fact_check"], [DOCUMENT]) == [("supported",)]
    if sign is None:
        assert [notify.payload for notify in root.connection.notifies(timeout=60, stop_after=1)] == ["told"]
    else:
        assert session.value(sign) == value
    root.execute("UNLISTEN attack")
