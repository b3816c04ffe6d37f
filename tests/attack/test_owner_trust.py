"""Attack: an administrator, or a new owner, has its code trusted and waits for somebody who may do more to check.

The attacker is of level admin, but no superuser and without rights on the data.  It owns a view that calls a function.

Protection: only superusers have a right to the columns that keep who is trusted; trust names the owner, by name and
OID, and holds as long as it is the owner; in a superuser's check code of superusers alone runs.  Controls: a superuser
trusts the owner, or somebody reads the view with a query of their own, and the function does run.
"""

from __future__ import annotations

import secrets

import psycopg
import pytest

DOCUMENT = "There were 40 sightings."


@pytest.fixture(scope="module")
def mallory(admin, make_role, connect):
    """The attacking administrator: its view tells the PIN of whoever may read it."""
    name = make_role("admin")
    admin.execute(f"""
        CREATE SCHEMA attic AUTHORIZATION {name};
        GRANT USAGE ON SCHEMA attic TO PUBLIC;
        GRANT CREATE ON SCHEMA public TO {name};
    """)
    session = connect(name)
    session.execute("""
        CREATE FUNCTION attic.trap(text) RETURNS boolean LANGUAGE plpgsql VOLATILE
        AS $$BEGIN RAISE WARNING 'trap sprung as %', current_user; RETURN true; END$$;
    """)
    yield session
    admin.execute(f"DROP OWNED BY {name} CASCADE; SELECT factcheck.refresh()")


@pytest.fixture
def view(mallory, root):
    """A view of the attacker, added without trust."""
    name = f"sightings_{secrets.token_hex(4)}"
    mallory.execute(f"""
        CREATE VIEW public.{name} AS SELECT g AS sighting_id FROM generate_series(1, 40) AS g WHERE attic.trap('view');
        GRANT SELECT ON public.{name} TO PUBLIC;
        SELECT factcheck.add_table('public.{name}');
    """)
    yield name
    root.execute(f"DROP VIEW public.{name}; SELECT factcheck.refresh()")


def trust(session, view):
    session.execute(f"SELECT factcheck.add_table('public.{view}', trust_owner => true)")


def check(session):
    """The verdicts of a check that names no table, and whether the trap sprang."""
    session.told.clear()
    rows = session.rows("SELECT verdict FROM public.fact_check(%s)", [DOCUMENT])
    skipped = [text for text in session.told if "was skipped" in text]
    return rows, skipped, session.sprung()


@pytest.mark.parametrize(
    "attempt",
    [
        "SELECT factcheck.add_table('public.{view}', trust_owner => true)",
        "SELECT factcheck.add_table('public.{view}', trust_owner => true, dry_run => true)",
        "SELECT factcheck._register_table('public.{view}', NULL, NULL, true)",
        "UPDATE factcheck.data_table SET trusted_owner = {own}, trusted_owner_name = current_user",
        "UPDATE factcheck.data_table SET relation = 'public.{view}'::regclass",
        "UPDATE factcheck.data_table SET table_id = DEFAULT",
        "INSERT INTO factcheck.data_table (relation, trusted_owner, trusted_owner_name)"
        " VALUES ('public.{view}'::regclass, {own}, current_user)",
        "INSERT INTO factcheck.data_table (table_id, relation) OVERRIDING SYSTEM VALUE VALUES (1, 'pg_class')",
        "MERGE INTO factcheck.data_table d USING (SELECT 'public.{view}'::regclass AS r) s ON d.relation = s.r"
        " WHEN MATCHED THEN UPDATE SET trusted_owner = {own}",
    ],
)
def test_an_administrator_cannot_trust_itself(mallory, view, attempt):
    own = "(SELECT oid FROM pg_roles WHERE rolname = current_user)"
    with pytest.raises(psycopg.errors.InsufficientPrivilege) as caught:
        mallory.execute(attempt.format(view=view, own=own))
    if "dry_run" not in attempt and "add_table" in attempt:
        assert caught.value.diag.message_hint == (
            "Leave trust_owner out, and ask a superuser to run:"
            f" SELECT factcheck.add_table('public.{view}', trust_owner => true)."
        )
    assert mallory.rows("SELECT FROM factcheck.data_table WHERE trusted_owner IS NOT NULL") == []


def test_the_administrators_view_does_not_run_as_whoever_checks(mallory, view, victim, root):
    for session in (victim, root):
        rows, skipped, sprung = check(session)
        assert (rows, sprung) == ([], [])
        assert any(f"public.{view} was skipped: reading it runs code of its owner" in text for text in skipped)
    trust(root, view)  # the protection removed
    rows, skipped, sprung = check(victim)
    assert (rows, skipped) == ([("supported",)], [])
    assert sprung != []


def test_whom_a_superuser_trusts_has_its_code_run_by_no_superuser(mallory, view, victim, root, connect):
    trust(root, view)
    assert root.sprung() == []
    role = victim.connection.info.user
    disguised = connect()
    disguised.execute(f"SET ROLE {role}")  # what runs could say RESET ROLE
    for session in (root, disguised):
        rows, skipped, sprung = check(session)
        assert (rows, sprung) == ([], [])
        assert any(
            "For a superuser code of superusers alone is run: log in as another role." in text for text in skipped
        )
    root.execute(
        f"SELECT factcheck.refresh('public.{view}'); SELECT factcheck.add_table('public.{view}', dry_run => true)"
    )
    assert root.sprung() == []
    root.execute(f"SELECT FROM public.{view}")  # a query of one's own
    assert root.sprung() != []


def test_trust_stays_until_a_superuser_withdraws_it(mallory, view, victim, root):
    trust(root, view)
    mallory.execute(f"SELECT factcheck.add_table('public.{view}', data_set => 'zoo')")
    mallory.execute(f"SELECT factcheck.refresh('public.{view}')")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        mallory.execute(f"SELECT factcheck.add_table('public.{view}', trust_owner => false)")
    assert check(victim)[0] == [("supported",)]
    root.execute(f"SELECT factcheck.add_table('public.{view}', trust_owner => false)")
    rows, skipped, sprung = check(victim)
    assert (rows, sprung) == ([], [])
    assert skipped != []
    mallory.execute(f"SELECT factcheck.add_table('public.{view}', trust_owner => false)")  # nothing to withdraw


@pytest.fixture
def own_roles(root):
    """Two names of roles that a test may drop."""
    names = [f"factcheck_test_{secrets.token_hex(4)}" for _ in range(2)]
    root.execute("".join(f"CREATE ROLE {name};" for name in names))
    yield names
    root.execute("".join(f"DROP ROLE IF EXISTS {name};" for name in names))


def test_trust_ends_with_the_owner(mallory, view, victim, root, own_roles):
    trusted, later = own_roles
    root.execute(f"GRANT CREATE, USAGE ON SCHEMA attic TO {trusted}, {later}")
    for name in (f"VIEW public.{view}", "FUNCTION attic.trap(text)"):
        root.execute(f"ALTER {name} OWNER TO {trusted}")
    trust(root, view)
    assert check(victim)[0] == [("supported",)]

    def is_harmless():
        rows, skipped, sprung = check(victim)
        return (rows, sprung) == ([], []) and skipped != []

    root.execute(f"ALTER VIEW public.{view} OWNER TO {later}")
    assert is_harmless()
    # neither a role of the name nor one of the number, as a dump may meet them elsewhere, takes it over
    root.execute(f"ALTER VIEW public.{view} OWNER TO {trusted}; ALTER ROLE {trusted} RENAME TO {trusted}_old")
    assert is_harmless()
    root.execute(f"""
        CREATE ROLE {trusted};
        REASSIGN OWNED BY {trusted}_old TO {trusted};
        DROP OWNED BY {trusted}_old;
        DROP ROLE {trusted}_old;
        GRANT USAGE ON SCHEMA attic TO {trusted};
    """)
    assert root.value("SELECT viewowner FROM pg_views WHERE viewname = %s", [view]) == trusted
    assert is_harmless()
    trust(root, view)  # the protection removed
    rows, _, sprung = check(victim)
    assert rows == [("supported",)]
    assert sprung != []
    root.execute(f"""
        ALTER VIEW public.{view} OWNER TO {mallory.connection.info.user};
        ALTER FUNCTION attic.trap(text) OWNER TO {mallory.connection.info.user};
        DROP OWNED BY {trusted}, {later};
    """)
