"""Attack: objects that wait for CREATE EXTENSION, which a superuser runs.

The attacker may create objects in the schema that the extension will be installed in, or owns it, or owns the schema of
pg_trgm, or has created the schema factcheck.  The extension's script would call its functions as a superuser.

Protection: the script creates its schema and never replaces anything, so that it fails where something is in the way;
everything it calls is qualified (pgspot), and its functions pin their paths.  The control: a comparison without
qualification springs one of the same traps.
"""

from __future__ import annotations

import psycopg
import pytest
from psycopg import sql
from support.databases import new_database
from support.traps import Session, plant_trap

QUESTION = "SELECT verdict, found_value FROM {}.fact_check('There were 40 orders. Of these 20 are new.')"
CREATE = "CREATE EXTENSION factcheck SCHEMA attic CASCADE"


@pytest.fixture
def empty(server_dsn, role):
    """A database without the extension, and a role that has a schema, attic, with a trap."""
    attacker = role()
    with new_database(server_dsn) as dsn:
        with psycopg.connect(dsn, autocommit=True) as root:
            database = sql.Identifier(root.info.dbname)
            root.execute(sql.SQL("GRANT CREATE ON DATABASE {} TO {}").format(database, sql.Identifier(attacker)))
            root.execute(f"CREATE SCHEMA attic AUTHORIZATION {attacker}; GRANT USAGE ON SCHEMA attic TO PUBLIC")
            root.execute(f"GRANT CREATE ON SCHEMA public TO {attacker}")
        yield dsn, attacker


@pytest.fixture
def sessions(empty):
    dsn, attacker = empty
    with (
        psycopg.connect(dsn, autocommit=True) as root,
        psycopg.connect(dsn, user=attacker, autocommit=True) as hostile,
    ):
        yield Session(root), Session(hostile)


def check_orders(root, schema):
    root.execute("CREATE TABLE public.orders (n integer, kind text)")
    root.execute(
        "INSERT INTO public.orders SELECT g, (ARRAY['new', 'old'])[1 + g % 2] FROM generate_series(1, 40) AS g"
    )
    root.execute("INSERT INTO factcheck.lexicon VALUES ('new', 'a', 'old', 'synonym', 1)")  # spares loading it all
    root.execute("SELECT factcheck.add_table('public.orders')")
    return root.rows(QUESTION.format(schema))


def test_everything_planted_in_the_target_schema_and_that_of_pg_trgm(sessions, plant):
    root, hostile = sessions
    plant_trap(hostile)
    plant(hostile, "attic")
    for schema in ("attic", "public"):
        hostile.execute(f"""
            CREATE FUNCTION {schema}.show_trgm(character varying) RETURNS text[] LANGUAGE plpgsql
            AS $$BEGIN PERFORM attic.trap('trigrams'); RETURN '{{}}'; END$$;
            CREATE FUNCTION {schema}.fact_check(document text, tables regclass[]) RETURNS TABLE (claim_no integer)
            LANGUAGE plpgsql AS $$BEGIN PERFORM attic.trap('fact_check'); END$$;
        """)
    with psycopg.connect(root.connection.info.dsn, user="postgres") as probe:  # the control: the traps work
        told = []
        probe.add_notice_handler(lambda d: told.append(d.message_primary))
        probe.execute("SET search_path = attic, pg_catalog; SELECT 'a'::pg_catalog.name = 'a'::pg_catalog.name")
        assert told != []
        probe.rollback()
    root.execute("SET search_path = attic, pg_catalog, public")
    root.execute("CREATE EXTENSION pg_trgm SCHEMA attic")
    root.execute(CREATE)
    root.execute("RESET search_path")
    assert check_orders(root, "attic") == [("supported", 40), ("supported", 20)]
    root.execute("SELECT factcheck.check_html('There were 40 orders.')")
    root.execute("SELECT FROM factcheck.doctor()")
    assert root.sprung() == []
    owners = root.rows(
        "SELECT DISTINCT pg_get_userbyid(p.proowner) FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid"
        " AND d.deptype = 'e' JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'factcheck'"
    )
    assert owners == [("postgres",)]


@pytest.mark.parametrize(
    ("planted", "message"),
    [
        ("CREATE SCHEMA factcheck", 'schema "factcheck" already exists'),
        (
            "CREATE FUNCTION attic.fact_check(document text, tables regclass[] DEFAULT NULL,"
            " p_true float8 DEFAULT NULL, top_k integer DEFAULT 10, time_budget interval DEFAULT NULL,"
            " sources text[] DEFAULT NULL)"
            " RETURNS TABLE (claim_no integer) LANGUAGE sql AS 'SELECT 1'",
            'function "fact_check" already exists with same argument types',
        ),
    ],
)
def test_what_is_in_the_way_stops_the_installation(sessions, planted, message):
    """Neither taken over nor replaced; and nothing of the extension is left."""
    root, hostile = sessions
    hostile.execute(planted)
    with pytest.raises(psycopg.Error, match=message):
        root.execute(CREATE)
    assert root.rows("SELECT FROM pg_extension WHERE extname = 'factcheck'") == []
    left = root.rows("SELECT proname FROM pg_proc WHERE pronamespace = to_regnamespace('factcheck')")
    assert left == []


def test_the_attacker_cannot_create_the_extension_itself(sessions):
    """It would own what runs as others."""
    _, hostile = sessions
    for statement in ("CREATE EXTENSION factcheck CASCADE", "CREATE EXTENSION plpython3u"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            hostile.execute(statement)
