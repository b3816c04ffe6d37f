"""Attack: what a server process keeps in memory from one role, taken up by another in the same session.

Pooled connections change roles by SET ROLE and SET SESSION AUTHORIZATION, and functions with SECURITY DEFINER run as
their owner for a while.  ``GD``, where PL/Python keeps its things, lives as long as the process, whoever is at work.

Protection: between calls the process keeps the parser, which remembers no text, and checks under way, each under a
random token together with the role that began it; nobody else may go on with it.  Cubes, parses and values live in one
call, or in tables under row security.  ``test_without_the_role_the_token_alone_would_do`` takes the role away.
"""

from __future__ import annotations

import json

import pytest

TEXT = "There were 12 orders for Zyxolite."
QUESTION = "SELECT (to_jsonb(f) - '{sentence,claim_text}'::text[])::text FROM public.fact_check(%s) AS f"
BECOME = {
    "SET ROLE": ("SET ROLE {0}", "RESET ROLE"),
    "SET LOCAL ROLE": ("BEGIN; SET LOCAL ROLE {0}", "ROLLBACK"),
    "SET SESSION AUTHORIZATION": ("SET SESSION AUTHORIZATION {0}", "RESET SESSION AUTHORIZATION"),
    "set_config": ("SELECT set_config('role', '{0}', false)", "RESET ROLE"),
}


@pytest.fixture(scope="module")
def names(root, make_role):
    """Who may read the table orders, and who may not."""
    reader, stranger = make_role("analyst"), make_role("analyst")
    root.execute(f"""
        CREATE TABLE public.orders (order_id integer PRIMARY KEY, product text);
        INSERT INTO public.orders SELECT g, CASE WHEN g <= 12 THEN 'Zyxolite' ELSE 'Tea' END
        FROM generate_series(1, 40) AS g;
        CREATE TABLE public.visits AS SELECT g AS visit_id, 'Leeds' AS city FROM generate_series(1, 7) AS g;
        GRANT SELECT ON public.orders TO {reader}; GRANT SELECT ON public.visits TO PUBLIC;
        SELECT factcheck.add_table('public.orders', track => true), factcheck.add_table('public.visits');
    """)
    return reader, stranger


@pytest.fixture
def shared(connect, names):
    """A session that has been the reader's, as a pool would hand it on."""
    session = connect()
    session.execute(f"SET SESSION AUTHORIZATION {names[0]}")
    assert any("Zyxolite" in text and "supported" in text for (text,) in session.rows(QUESTION, [TEXT]))
    session.execute("RESET SESSION AUTHORIZATION")
    session.told.clear()
    return session


def asked(session):
    """All that the role of a session gets out of it."""
    session.told.clear()
    found = [
        *session.rows(QUESTION, [TEXT]),
        *session.rows("SELECT f::text FROM factcheck.find_fragments('Zyxolite') AS f"),
        *session.rows("SELECT f::text FROM factcheck.explain_plan(%s) AS f", [TEXT]),
        *session.rows("SELECT role_name || ' of another' FROM factcheck.parse_cache WHERE role_name <> current_user"),
        *session.rows("SELECT role_name || ' of another' FROM factcheck.cube_cache"),
    ]
    return "\n".join([*session.told, *(text for (text,) in found)]).replace(TEXT, "").replace("is about orders", "")


@pytest.mark.parametrize("way", BECOME)
def test_the_next_role_has_only_what_it_may_read(shared, names, way):
    become, end = BECOME[way]
    shared.execute(become.format(names[1]))
    try:
        found = asked(shared)
    finally:
        shared.execute(end)
    assert "yxolit" not in found
    assert "orders" not in found
    assert "of another" not in found
    assert "city" in found or "visits" in found  # it did check


def test_and_the_first_one_again_what_it_had(shared, names):
    shared.execute(f"SET ROLE {names[1]}")
    asked(shared)
    shared.execute(f"SET ROLE {names[0]}")
    assert "Zyxolite" in asked(shared)


def prepared(session, role):
    session.execute(f"SET ROLE {role}; SELECT factcheck._load()")
    return session.value("SELECT factcheck._prepare(%s, NULL, NULL, NULL, NULL)->>'token'", [TEXT])


@pytest.mark.parametrize("step", ["_evaluate", "_remember"])
def test_a_token_serves_only_the_role_that_began(shared, names, step):
    token = prepared(shared, names[0])
    if step == "_remember":
        token = shared.value("SELECT factcheck._evaluate(%s)->>'token'", [token]) or token
    shared.execute(f"SET ROLE {names[1]}")
    answer = json.dumps(shared.value(f"SELECT factcheck.{step}(%s)", [token]))
    assert "no check is under way" in answer
    shared.execute(f"SET ROLE {names[0]}")
    answer = json.dumps(shared.value(f"SELECT factcheck.{step}(%s)", [token]))
    assert "no check is under way" in answer  # it is spent, too


def test_another_role_makes_a_check_forgotten_at_most(shared, names):
    """A process keeps few checks under way: a stranger's push the reader's out, and nothing else."""
    token = prepared(shared, names[0])
    for _ in range(6):
        prepared(shared, names[1])
    shared.execute(f"SET ROLE {names[0]}")
    assert "no check is under way" in json.dumps(shared.value("SELECT factcheck._evaluate(%s)", [token]))
    assert "Zyxolite" in asked(shared)


def test_a_function_that_runs_as_its_owner_leaves_nothing_behind(shared, root, names, connect):
    """The reader offers a count of supported claims, no more; the caller gets no more, before or after."""
    root.execute(f"""
        CREATE SCHEMA offered AUTHORIZATION {names[0]}; GRANT USAGE ON SCHEMA offered TO PUBLIC;
        SET ROLE {names[0]};
        CREATE FUNCTION offered.supported(document text) RETURNS bigint LANGUAGE sql SECURITY DEFINER
        SET search_path = pg_catalog, pg_temp
        AS $$SELECT count(*) FROM public.fact_check(document) WHERE verdict = 'supported'$$;
        CREATE FUNCTION offered.failing(document text) RETURNS bigint LANGUAGE sql SECURITY DEFINER
        SET search_path = pg_catalog, pg_temp
        AS $$SELECT 1 / (count(*) - count(*)) FROM public.fact_check(document)$$;
        RESET ROLE;
    """)
    stranger = connect(names[1])
    assert stranger.value("SELECT offered.supported(%s)", [TEXT]) == 1
    assert "yxolit" not in asked(stranger)
    with pytest.raises(Exception, match="division by zero"):
        stranger.execute("SELECT offered.failing(%s)", [TEXT])
    found = asked(stranger)
    assert "yxolit" not in found
    assert "of another" not in found
    assert stranger.value("SELECT offered.supported(%s)", [TEXT]) == 1


def test_nothing_waits_in_the_process_once_a_check_is_over(shared, root):
    root.execute("""
        CREATE FUNCTION public.waiting() RETURNS text LANGUAGE plpython3u AS $$
            return repr(GD["factcheck"].checks.session.pending)
        $$
    """)
    waiting = shared.value("SELECT public.waiting()")
    root.execute("DROP FUNCTION public.waiting()")
    assert waiting == "{}"


def test_without_the_role_the_token_alone_would_do(shared, root, names):
    root.execute("""
        CREATE FUNCTION public.forget_role() RETURNS void LANGUAGE plpython3u AS $$
            for pending in GD["factcheck"].checks.session.pending.values():
                pending.role = plpy.execute("SELECT current_user::regrole::oid::bigint AS role")[0]["role"]
        $$
    """)
    token = prepared(shared, names[0])
    shared.execute(f"SET ROLE {names[1]}; SELECT public.forget_role()")
    answer = json.dumps(shared.value("SELECT factcheck._evaluate(%s)", [token]))
    root.execute("DROP FUNCTION public.forget_role()")
    # the second protection: the data are read with the rights of whoever goes on
    assert "no check is under way" not in answer
    assert "Table orders, which this may be about, could not be read" in answer
    assert "public.orders" not in answer
