"""Code of a table's owner that runs when the table is read: only if trusted, and it cannot write."""

from __future__ import annotations

import psycopg
import pytest
from support.databases_in_turn import session_of

DOCUMENT = "There were 40 orders."


@pytest.fixture(scope="module")
def owner(database, admin, role):
    """The owner of a table under row security, and of a log that everybody may write to."""
    name = role()
    admin.execute(f"GRANT CREATE ON SCHEMA public TO {name}")
    admin.execute("SELECT factcheck.grant_usage(%s::regrole, 'analyst')", [name])
    with psycopg.connect(database, user=name, autocommit=True) as connection:
        connection.execute("""
            CREATE TABLE public.orders (order_id integer);
            INSERT INTO public.orders SELECT generate_series(1, 100);
            GRANT SELECT ON public.orders TO PUBLIC;
            ALTER TABLE public.orders ENABLE ROW LEVEL SECURITY;
            CREATE TABLE public.log (entry text);
            GRANT SELECT, INSERT ON public.log TO PUBLIC;
        """)
        yield connection
    admin.execute(f"DROP OWNED BY {name} CASCADE")


@pytest.fixture(scope="module")
def session(database, analyst_name):
    with session_of(database, analyst_name) as connection:
        yield connection


def policy(owner, body):
    """Let reading the table run a function of the owner."""
    owner.execute(f"""
        DROP POLICY IF EXISTS own ON public.orders;
        CREATE OR REPLACE FUNCTION public.may_see(integer) RETURNS boolean LANGUAGE plpgsql VOLATILE
        AS $$BEGIN {body} RETURN $1 <= 40; END$$;
        CREATE POLICY own ON public.orders USING (public.may_see(order_id));
    """)


def rows(connection, document=DOCUMENT):
    return connection.execute("SELECT verdict, found_value FROM fact_check(%s)", [document]).fetchall()


def test_a_table_that_runs_its_owners_code_is_skipped_with_a_warning(session, admin, owner):
    policy(owner, "")
    admin.execute("SELECT factcheck.add_table('public.orders')")
    warnings = []
    session.add_notice_handler(lambda d: warnings.append((d.severity, d.message_primary, d.message_hint)))
    assert rows(session) == []
    assert warnings[0] == (
        "WARNING",
        "table public.orders was skipped: reading it runs code of its owner",
        "If the owner is to be trusted, a superuser has to say so:"
        " SELECT factcheck.add_table('public.orders', trust_owner => true).",
    )


def test_nothing_is_told_about_a_table_one_may_not_read(session, admin, owner):
    admin.execute("REVOKE SELECT ON public.orders FROM PUBLIC")
    told = []
    session.add_notice_handler(lambda d: told.append(f"{d.message_primary} {d.message_detail} {d.message_hint}"))
    assert rows(session) == []
    assert not any("orders" in text for text in told)
    admin.execute("GRANT SELECT ON public.orders TO PUBLIC")


def test_its_owner_may_check_it(owner):
    assert rows(owner, "There were 100 orders.") == [("supported", 100)]


def test_a_trusted_owners_policies_decide_what_is_seen(session, admin, owner):
    admin.execute("SELECT factcheck.add_table('public.orders', trust_owner => true)")
    assert rows(session) == [("supported", 40)]
    assert admin.execute("SELECT count(*) FROM factcheck.fragment").fetchone() == (0,)


def test_policies_that_a_superuser_passes_by_keep_no_table_from_its_check(admin):
    admin.execute("SELECT factcheck.add_table('public.orders', trust_owner => false)")
    assert rows(admin, "There were 100 orders.") == [("supported", 100)]
    admin.execute("SELECT factcheck.add_table('public.orders', trust_owner => true)")


@pytest.mark.parametrize(
    "body",
    [
        "INSERT INTO public.log VALUES ('written');",
        "PERFORM set_config('transaction_read_only', 'off', true); INSERT INTO public.log VALUES ('written');",
        "PERFORM nextval('public.counter');",
    ],
)
def test_what_the_owners_code_would_write_is_refused(session, owner, body):
    owner.execute("CREATE SEQUENCE IF NOT EXISTS public.counter; GRANT ALL ON SEQUENCE public.counter TO PUBLIC")
    policy(owner, body)
    with session.transaction():
        with pytest.raises(psycopg.errors.ReadOnlySqlTransaction) as caught, session.transaction():
            rows(session)
        session.execute("CREATE TEMPORARY TABLE scratch AS SELECT 1")  # the transaction is still writable
        session.execute("DROP TABLE scratch")
    assert caught.value.diag.message_primary == "a relation tried to write while it was being read"
    assert caught.value.diag.message_detail.endswith(".")
    assert caught.value.diag.message_hint.endswith(".")
    assert owner.execute("SELECT count(*) FROM public.log").fetchone() == (0,)


def test_writers_are_refused_to_their_own_owner_too(owner):
    policy(owner, "INSERT INTO public.log VALUES ('written');")
    owner.execute("ALTER TABLE public.orders FORCE ROW LEVEL SECURITY")
    with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
        rows(owner)
    owner.execute("ALTER TABLE public.orders NO FORCE ROW LEVEL SECURITY")
    assert owner.execute("SELECT count(*) FROM public.log").fetchone() == (0,)


def test_a_check_within_a_check(session, admin, owner, analyst_name):
    admin.execute("SELECT factcheck.add_table('public.log')")
    policy(owner, "PERFORM public.fact_check('There were 7 log entries.', tables => '{public.log}');")
    assert rows(session, "Within another: there were 40 orders.") == [("supported", 40)]
