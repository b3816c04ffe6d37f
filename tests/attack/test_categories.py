"""Labelled pairs that a role names run no code with its rights, and what they say is read with its rights alone."""

from __future__ import annotations

import psycopg
import pytest

CALLS = (
    "SELECT * FROM factcheck.evaluate_category('{relation}', 'patterns')",
    "SELECT factcheck.fit_category_model('{relation}', 'patterns')",
)


@pytest.fixture
def bait(admin, role):
    """Relations of an attacker, who has code run by whoever reads them."""
    attacker = role()
    schema = f"den_{attacker}"
    admin.execute(f"""
        CREATE SCHEMA {schema} AUTHORIZATION {attacker};
        GRANT USAGE ON SCHEMA {schema} TO PUBLIC;
        SET ROLE {attacker};
        CREATE TABLE {schema}.ran (who name);
        GRANT INSERT ON {schema}.ran TO PUBLIC;
        CREATE FUNCTION {schema}.spy(pair text) RETURNS text LANGUAGE sql VOLATILE AS
            'INSERT INTO {schema}.ran VALUES (current_user); SELECT pair';
        CREATE FUNCTION {schema}.spy_row(pair text) RETURNS boolean LANGUAGE sql VOLATILE AS
            'INSERT INTO {schema}.ran VALUES (current_user); SELECT true';
        CREATE VIEW {schema}.by_view AS SELECT {schema}.spy('dog') AS instance, 'animal' AS category, true AS label
            UNION ALL SELECT {schema}.spy('car'), 'animal', false;
        CREATE TABLE {schema}.by_policy (instance text, category text, label boolean);
        INSERT INTO {schema}.by_policy VALUES ('dog', 'animal', true), ('car', 'animal', false);
        ALTER TABLE {schema}.by_policy ENABLE ROW LEVEL SECURITY;
        CREATE POLICY spying ON {schema}.by_policy USING ({schema}.spy_row(instance));
        CREATE TYPE {schema}.kind AS ENUM ('dog', 'car');
        CREATE FUNCTION {schema}.spy_cast(kind {schema}.kind) RETURNS text LANGUAGE sql VOLATILE AS
            'INSERT INTO {schema}.ran VALUES (current_user); SELECT ''dog''';
        CREATE CAST ({schema}.kind AS text) WITH FUNCTION {schema}.spy_cast({schema}.kind);
        CREATE TABLE {schema}.by_cast (instance {schema}.kind, category text, label boolean);
        INSERT INTO {schema}.by_cast VALUES ('dog', 'animal', true), ('car', 'animal', false);
        GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO PUBLIC;
        GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA {schema} TO PUBLIC;
        RESET ROLE;
    """)
    yield attacker, schema
    admin.execute(f"DROP SCHEMA {schema} CASCADE")


@pytest.mark.parametrize("relation", ["by_view", "by_policy", "by_cast"])
@pytest.mark.parametrize("call", CALLS)
def test_code_of_others_does_not_run_when_labelled_pairs_are_read(admin, connect, make_role, bait, call, relation):
    """Policies do not hold for a superuser, whom the others would make run the code."""
    attacker, schema = bait
    administrator = connect(make_role("admin"))
    sessions = [administrator] if relation == "by_policy" else [administrator, admin]
    for session in sessions:
        with pytest.raises(psycopg.errors.InsufficientPrivilege) as caught:
            session.execute(call.format(relation=f"{schema}.{relation}"))
        assert attacker in caught.value.diag.message_primary
        assert caught.value.diag.message_hint
    assert admin.execute(f"SELECT * FROM {schema}.ran WHERE who <> '{attacker}'").fetchall() == []


def test_without_the_question_the_code_would_run(admin, analyst, analyst_name, bait):
    """What is refused above is an attack: whoever reads the view runs the code."""
    _, schema = bait
    analyst.execute(f"SELECT * FROM {schema}.by_view")
    assert (analyst_name,) in admin.execute(f"SELECT who FROM {schema}.ran").fetchall()


def test_labelled_pairs_that_one_may_not_read_are_refused(admin, analyst):
    admin.execute("CREATE TABLE IF NOT EXISTS public.pair (instance text, category text, label boolean)")
    admin.execute("INSERT INTO public.pair VALUES ('zyxolite', 'rock', true), ('sand', 'car', false)")
    with pytest.raises(psycopg.errors.InsufficientPrivilege) as caught:
        analyst.execute("SELECT * FROM factcheck.evaluate_category('public.pair', 'patterns')")
    assert "zyxolite" not in str(caught.value)
