"""Attack: an administrator who is no superuser raises itself or others, or gives away what it may not give.

A superuser gave the administrators the role of analysts WITH ADMIN OPTION, so that they can let people in.

Protection: ``grant_usage`` runs with the caller's rights, so it does nothing that the caller's own GRANT would not do;
it refuses the level admin, and takes no role that is a member of one with more rights.  No level holds a right WITH
GRANT OPTION.  Controls: the same statements once a superuser has given the right WITH GRANT OPTION, or the
administrators' role WITH ADMIN OPTION.
"""

from __future__ import annotations

import psycopg
import pytest

TEXT = "There were 40 orders."


@pytest.fixture(scope="module")
def levels(root, role, orders):
    """The site's roles without login, one for each level; administrators may let in analysts."""
    names = {level: role() for level in ("reader", "analyst", "admin")}
    for level, name in names.items():
        root.execute(f"ALTER ROLE {name} NOLOGIN; SELECT factcheck.grant_usage('{name}', '{level}')")
    root.execute(f"GRANT {names['analyst']} TO {names['admin']} WITH ADMIN OPTION")
    yield names
    for name in names.values():
        root.execute(f"DROP OWNED BY {name}")


@pytest.fixture
def mallory(root, role, levels, connect):
    """A session of a member of the administrators."""
    name = role()
    root.execute(f"GRANT {levels['admin']} TO {name}")
    return connect(name)


@pytest.fixture
def bob(role, connect):
    """A session of a role without any right."""
    return connect(role())


def name_of(session):
    return session.connection.info.user


def refusal(session, statement):
    with pytest.raises(psycopg.errors.InsufficientPrivilege) as caught:
        session.execute(statement)
    return caught.value.diag


def level_of(root, session):
    """What a role may do in effect: the functions of each level that it may call."""
    [rights] = root.rows(
        "SELECT has_function_privilege(%(role)s, 'factcheck.version()', 'EXECUTE'),"
        " has_function_privilege(%(role)s, 'factcheck.doctor()', 'EXECUTE'),"
        " has_function_privilege(%(role)s, 'factcheck.remove_table(regclass)', 'EXECUTE')",
        {"role": name_of(session)},
    )
    return sum(rights)


def test_an_administrator_lets_in_an_analyst_and_out_again(root, mallory, bob, levels):
    refusal(bob, f"SELECT FROM public.fact_check('{TEXT}')")
    mallory.execute(f"SELECT factcheck.grant_usage('{name_of(bob)}', 'analyst')")
    assert level_of(root, bob) == 2
    assert bob.rows(f"SELECT verdict FROM public.fact_check('{TEXT}')") == [("supported",)]
    mallory.execute(f"REVOKE {levels['analyst']} FROM {name_of(bob)}")
    assert level_of(root, bob) == 0


def test_an_administrator_makes_no_administrator(root, mallory, bob, levels):
    for session in (mallory, bob):
        told = refusal(mallory, f"SELECT factcheck.grant_usage('{name_of(session)}', 'admin')")
        assert told.message_primary == 'permission denied to give a role the level "admin"'
        assert told.message_hint == (
            f"Ask a superuser to run: SELECT factcheck.grant_usage('{name_of(session)}', 'admin')."
        )
    refusal(mallory, f"GRANT {levels['admin']} TO {name_of(bob)}")
    refusal(mallory, f"GRANT {levels['admin']} TO {levels['analyst']}")
    refusal(mallory, f"SELECT factcheck._let_in('{name_of(bob)}', 'admin')")
    refusal(mallory, "SELECT * FROM factcheck.renew_grants()")
    assert level_of(root, bob) == 0


def test_the_steps_of_grant_usage_lead_nowhere_either(root, mallory, bob):
    """An administrator who is handed another level, or a level that does not exist, does not get the admin's."""
    for level in ("ADMIN", "admin ", "", "owner"):
        with pytest.raises(psycopg.Error):
            mallory.execute("SELECT factcheck._let_in(%s::regrole, %s)", [name_of(bob), level])
    assert level_of(root, bob) == 0


RIGHTS = (
    "GRANT EXECUTE ON FUNCTION factcheck.add_table(regclass, text[], text, boolean, boolean, boolean) TO {bob}",
    "GRANT EXECUTE ON FUNCTION factcheck._load() TO {bob}",
    "GRANT SELECT ON factcheck.fragment TO {bob}",
    "GRANT SELECT ON factcheck.data_table TO PUBLIC",
    "GRANT UPDATE (trusted_owner) ON factcheck.data_table TO {mallory}",
    "GRANT USAGE ON SCHEMA factcheck TO PUBLIC",
)


RIGHTS_GIVEN = """
SELECT c.oid::regclass::text, c.relacl::text, a.attname, a.attacl::text
FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attacl IS NOT NULL
WHERE c.relnamespace = 'factcheck'::regnamespace
UNION ALL
SELECT p.oid::regprocedure::text, p.proacl::text, NULL, NULL FROM pg_proc p
WHERE p.pronamespace = 'factcheck'::regnamespace
UNION ALL
SELECT n.nspname, n.nspacl::text, NULL, NULL FROM pg_namespace n WHERE n.nspname = 'factcheck'
ORDER BY 1, 3
"""


def granted(session, statement):
    """Whether a GRANT had any effect: without the grant option it is refused, or warns that nothing was granted."""
    session.told.clear()
    try:
        session.execute(statement)
    except psycopg.errors.InsufficientPrivilege:
        return False
    return not any("no privileges were granted" in text for text in session.told)


@pytest.mark.parametrize("statement", RIGHTS)
def test_no_single_right_can_be_passed_on(root, mallory, bob, statement):
    before = root.rows(
        "SELECT oid::regclass::text, relacl::text FROM pg_class WHERE relnamespace = 'factcheck'::regnamespace"
    )
    names = {"bob": name_of(bob), "mallory": name_of(mallory)}
    assert not granted(mallory, statement.format(**names))
    after = root.rows(
        "SELECT oid::regclass::text, relacl::text FROM pg_class WHERE relnamespace = 'factcheck'::regnamespace"
    )
    assert sorted(after) == sorted(before)


def test_no_level_holds_a_grant_option(root, levels):
    assert (
        root.rows("""
        SELECT 'relation', c.oid::regclass::text FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) AS g
        WHERE c.relnamespace = 'factcheck'::regnamespace AND g.is_grantable AND g.grantee <> c.relowner
        UNION ALL
        SELECT 'column', a.attrelid::regclass::text FROM pg_attribute a CROSS JOIN LATERAL aclexplode(a.attacl) AS g
        JOIN pg_class c ON c.oid = a.attrelid
        WHERE c.relnamespace = 'factcheck'::regnamespace AND g.is_grantable AND g.grantee <> c.relowner
        UNION ALL
        SELECT 'function', p.oid::regprocedure::text FROM pg_proc p CROSS JOIN LATERAL aclexplode(p.proacl) AS g
        WHERE p.pronamespace = 'factcheck'::regnamespace AND g.is_grantable AND g.grantee <> p.proowner
    """)
        == []
    )


def test_with_a_grant_option_the_right_would_be_passed_on(root, mallory, bob, levels):
    """The control: what giving administrators rights WITH GRANT OPTION would open, to PUBLIC too."""
    root.execute(f"GRANT SELECT ON factcheck.data_table TO {levels['admin']} WITH GRANT OPTION")
    try:
        assert granted(mallory, "GRANT SELECT ON factcheck.data_table TO PUBLIC")
        assert root.value("SELECT has_table_privilege(%s, 'factcheck.data_table', 'SELECT')", [name_of(bob)])
    finally:
        root.execute(f"REVOKE GRANT OPTION FOR SELECT ON factcheck.data_table FROM {levels['admin']} CASCADE")


def test_with_the_admin_option_on_administrators_it_would_make_some(root, mallory, bob, levels):
    """The control, and the misconfiguration that SECURITY.md warns of; ``grant_usage`` refuses even then."""
    root.execute(f"GRANT {levels['admin']} TO {name_of(mallory)} WITH ADMIN OPTION")
    refusal(mallory, f"SELECT factcheck.grant_usage('{name_of(bob)}', 'admin')")
    mallory.execute(f"GRANT {levels['admin']} TO {name_of(bob)}")
    assert level_of(root, bob) == 3


@pytest.mark.parametrize("higher", ["admin", "superuser"])
def test_a_role_of_the_level_that_is_more_in_truth_is_not_taken(root, role, mallory, bob, levels, higher):
    """A role that holds the level analyst, and is a member of the administrators or of a superuser."""
    planted, more = role(), levels["admin"]
    if higher == "superuser":
        more = role()
        root.execute(f"ALTER ROLE {more} SUPERUSER NOLOGIN")
    root.execute(f"REVOKE {levels['analyst']} FROM {levels['admin']}")
    try:
        root.execute(f"SELECT factcheck.grant_usage('{planted}', 'analyst'); GRANT {more} TO {planted}")
        root.execute(f"GRANT {planted} TO {name_of(mallory)} WITH ADMIN OPTION")
        told = refusal(mallory, f"SELECT factcheck.grant_usage('{name_of(bob)}', 'analyst')")
        assert told.message_primary == 'permission denied to give a role the level "analyst"'
        assert level_of(root, bob) == 0
    finally:
        root.execute(f"DROP OWNED BY {planted}; REVOKE {planted} FROM {name_of(mallory)}; REVOKE {more} FROM {planted}")
        root.execute(f"GRANT {levels['analyst']} TO {levels['admin']} WITH ADMIN OPTION")
        if higher == "superuser":
            root.execute(f"ALTER ROLE {more} NOSUPERUSER")


def test_who_was_let_in_lets_in_nobody(root, role, mallory, bob):
    mallory.execute(f"SELECT factcheck.grant_usage('{name_of(bob)}', 'analyst')")
    other = role()
    refusal(bob, f"SELECT factcheck.grant_usage('{other}', 'analyst')")
    refusal(bob, f"SELECT factcheck._let_in('{other}', 'analyst')")
    assert not root.value("SELECT has_schema_privilege(%s, 'factcheck', 'USAGE')", [other])


def test_without_the_option_the_hint_is_what_a_superuser_has_to_run(root, mallory, bob, levels):
    told = refusal(mallory, f"SELECT factcheck.grant_usage('{name_of(bob)}', 'reader')")
    assert told.message_detail == 'You are a member WITH ADMIN OPTION of no role of the level "reader".'
    statement = told.message_hint.removeprefix("Ask a superuser to run: ").removesuffix(".")
    assert statement == f"GRANT {levels['reader']} TO {name_of(mallory)} WITH ADMIN OPTION"
    root.execute(statement)
    mallory.execute(f"SELECT factcheck.grant_usage('{name_of(bob)}', 'reader')")
    assert level_of(root, bob) == 1
    mallory.execute(f"REVOKE {levels['reader']} FROM {name_of(bob)}")


def test_where_several_roles_give_the_level_the_administrator_chooses(root, role, mallory, bob, levels):
    second = role()
    root.execute(f"SELECT factcheck.grant_usage('{second}', 'analyst')")
    root.execute(f"GRANT {second} TO {name_of(mallory)} WITH ADMIN OPTION")
    with pytest.raises(psycopg.errors.AmbiguousParameter) as caught:
        mallory.execute(f"SELECT factcheck.grant_usage('{name_of(bob)}', 'analyst')")
    assert caught.value.diag.message_detail == f"They are {', '.join(sorted([levels['analyst'], second]))}."
    mallory.execute(caught.value.diag.message_hint.removeprefix("Choose one of them: ").removesuffix("."))
    assert level_of(root, bob) == 2
    root.execute(f"DROP OWNED BY {second}")
