"""Attack: a session that outlives its role, whose name is then given to somebody else.

The role is dropped while a session of its own, or one that took it on with SET ROLE, lives on with prepared statements,
with a check half done and with results kept.  Then another role gets the name and the rights.  The old session goes on
with what it prepared, to read as the new role or to leave it something; the new one looks for what the old one kept.

Protection: the server knows roles by their OID, and a role that is gone has no rights and no name; the caches and the
checks under way belong to the OID, too.
``test_by_name_alone_the_new_role_would_go_on_with_the_check`` takes that away.
"""

from __future__ import annotations

import json

import psycopg
import pytest

TEXT = "There were 40 orders. Of these, 20 went to Leeds."
PREPARED = {
    "checked": f"SELECT verdict, found_value FROM public.fact_check('{TEXT}')",
    "page": f"SELECT factcheck.check_html('{TEXT}')",
    "fragments": "SELECT literal FROM factcheck.find_fragments('Leeds')",
    "index": "SELECT literal FROM factcheck.fragment",
    "parses": "SELECT count(*) FROM factcheck.parse_cache",
    "cubes": "SELECT count(*) FROM factcheck.cube_cache",
    "kept": "INSERT INTO factcheck.parse_cache (document_hash, parser, parsed) VALUES ('x', 'x', 'x')",
}
RIGHT = [("supported", 40), ("supported", 20)]


@pytest.fixture(scope="module")
def orders(root):
    root.execute("""
        CREATE TABLE public.orders (order_id integer PRIMARY KEY, city text);
        INSERT INTO public.orders SELECT g, (ARRAY['Leeds', 'York'])[1 + g % 2] FROM generate_series(1, 40) AS g;
        SELECT factcheck.add_table('public.orders', track => true);
    """)


@pytest.fixture
def named(orders, root, make_role):
    """The name of a role that may read orders, and what gives it to a new role with the same rights."""
    name = make_role("analyst")

    def give_rights():
        root.execute(f"SELECT factcheck.grant_usage('{name}', 'analyst'); GRANT SELECT ON public.orders TO {name}")

    def make_again(attributes=""):
        root.execute(f"DROP OWNED BY {name}; DROP ROLE {name}; CREATE ROLE {name} LOGIN {attributes}")
        give_rights()

    give_rights()
    yield name, make_again
    root.execute(f"DROP OWNED BY {name}")


def prepare_all(session):
    for name, statement in PREPARED.items():
        session.execute(f"PREPARE {name} AS {statement}")
    assert session.rows("EXECUTE checked") == RIGHT
    assert [session.rows(f"EXECUTE {name}") for name in ("parses", "cubes")] == [[(1,)], [(1,)]]
    assert session.rows("EXECUTE index") != []


def kept(root, name):
    """What both caches hold under a name, by the OID of the role."""
    return [
        root.rows(f"SELECT role_id, md5(c::text) FROM factcheck.{cache} c WHERE role_name = %s ORDER BY 2", [name])
        for cache in ("parse_cache", "cube_cache")
    ]


@pytest.mark.parametrize("is_pooled", [False, True])
@pytest.mark.parametrize("attributes", ["", "SUPERUSER"])
def test_the_old_session_gets_nothing_more(named, root, connect, is_pooled, attributes):
    name, make_again = named
    session = connect() if is_pooled else connect(name)
    if is_pooled:
        session.execute(f"SET ROLE {name}")
    prepare_all(session)
    before = kept(root, name)
    make_again(attributes)
    for statement in PREPARED:
        with pytest.raises((psycopg.errors.InsufficientPrivilege, psycopg.errors.UndefinedObject)):
            session.execute(f"EXECUTE {statement}")
    assert kept(root, name) == before
    later = connect(name)
    mine = "role_id = current_user::regrole"
    assert later.value(f"SELECT count(*) FROM factcheck.parse_cache WHERE {mine}") == 0
    assert later.rows(PREPARED["checked"]) == RIGHT
    assert later.value(f"SELECT count(*) FROM factcheck.cube_cache WHERE {mine}") == 1


def test_not_even_where_everybody_has_all_rights(named, root, connect):
    """A role that is gone has the rights of PUBLIC, but no name to keep anything under."""
    name, make_again = named
    session = connect(name)
    prepare_all(session)
    make_again()
    root.execute(f"GRANT {name} TO {root.connection.info.user}")
    root.execute(
        "BEGIN; GRANT USAGE ON SCHEMA factcheck TO PUBLIC; GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA factcheck TO"
        " PUBLIC; GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO PUBLIC; GRANT ALL ON ALL TABLES IN SCHEMA"
        " factcheck TO PUBLIC; GRANT SELECT ON public.orders TO PUBLIC; COMMIT"
    )
    before = kept(root, name)
    try:
        for statement in ("checked", "page", "parses", "cubes", "kept"):
            with pytest.raises(psycopg.errors.UndefinedObject):
                session.execute(f"EXECUTE {statement}")
        assert kept(root, name) == before
    finally:
        root.execute(
            "BEGIN; REVOKE USAGE ON SCHEMA factcheck FROM PUBLIC; REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA"
            " factcheck FROM PUBLIC; REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC; REVOKE ALL ON"
            " ALL TABLES IN SCHEMA factcheck FROM PUBLIC; REVOKE SELECT ON public.orders FROM PUBLIC; COMMIT"
        )


def half_done(session, name):
    session.execute(f"SET ROLE {name}; SELECT factcheck._load()")
    return session.value("SELECT factcheck._prepare(%s, NULL, NULL, NULL, NULL)->>'token'", [TEXT])


def test_a_check_half_done_is_not_the_new_roles(named, connect):
    name, make_again = named
    session = connect()
    token = half_done(session, name)
    make_again()
    session.execute(f"RESET ROLE; SET ROLE {name}")
    assert "no check is under way" in json.dumps(session.value("SELECT factcheck._evaluate(%s)", [token]))
    assert session.rows(PREPARED["checked"]) == RIGHT


def test_by_name_alone_the_new_role_would_go_on_with_the_check(named, root, connect):
    """The OID that began the check is changed to that of whoever has the name now."""
    name, make_again = named
    session = connect()
    token = half_done(session, name)
    make_again()
    root.execute("""
        CREATE FUNCTION public.go_by_name() RETURNS void LANGUAGE plpython3u AS $$
            for pending in GD["factcheck"].checks.session.pending.values():
                pending.role = plpy.execute("SELECT current_user::regrole::oid::bigint AS role")[0]["role"]
        $$
    """)
    session.execute(f"RESET ROLE; SET ROLE {name}; SELECT public.go_by_name()")
    answer = json.dumps(session.value("SELECT factcheck._evaluate(%s)", [token]))
    root.execute("DROP FUNCTION public.go_by_name()")
    assert "supported" in answer
