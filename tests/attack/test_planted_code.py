"""Attack: code that runs when a table is read, or only planned to be read, with the rights of whoever reads it.

The attacker owns a table that others check claims about, or that an administrator adds.  Its code hides in a cast of an
enum, an index, an operator in an index, extended statistics, a partition key, a check constraint of a child, a view, a
policy, or a foreign table, from the beginning or added after ``add_table``.  The worst reader is a superuser who adds
or refreshes the table.

Protection: ``factcheck._tables_running_owner_code`` names such tables; they are neither indexed nor checked unless a
superuser trusted their owner, and never by superusers; ``constraint_exclusion`` is off in functions that read tables.
Each test ends with its control: a plain query, or a check by others once the owner is trusted, and the code does run.

Who may trust an owner is in test_owner_trust.py.  Policies and views are in tests/server/test_owner_code.py, too.
"""

from __future__ import annotations

import itertools

import pytest

DOCUMENT = "There were 40 orders. Of these 20 are new."
NUMBER = itertools.count()

# how the code is planted on a table {t} with the columns n and kind, its type {t}_kind an enum
PLANTED = {
    "cast": """
        CREATE FUNCTION attic.{t}_cast(public.{t}_kind) RETURNS text IMMUTABLE LANGUAGE plpgsql
        AS $$BEGIN PERFORM attic.trap('cast'); RETURN 'new'; END$$;
        CREATE CAST (public.{t}_kind AS text) WITH FUNCTION attic.{t}_cast(public.{t}_kind) AS IMPLICIT""",
    "cast of a domain": """
        CREATE FUNCTION attic.{t}_cast(public.{t}_kind) RETURNS text IMMUTABLE LANGUAGE plpgsql
        AS $$BEGIN PERFORM attic.trap('cast'); RETURN 'new'; END$$;
        CREATE CAST (public.{t}_kind AS text) WITH FUNCTION attic.{t}_cast(public.{t}_kind);
        CREATE DOMAIN public.{t}_outer AS public.{t}_kind;
        ALTER TABLE public.{t} ALTER COLUMN kind TYPE public.{t}_outer""",
    "index expression": "CREATE INDEX ON public.{t} ((n + attic.silent_trap(1)))",
    "index predicate": "CREATE INDEX ON public.{t} (n) WHERE attic.silent_trap(1) = 1",
    "operator in an index": """
        CREATE OPERATOR attic.{o} (FUNCTION = attic.silent_sum, LEFTARG = integer, RIGHTARG = integer);
        CREATE INDEX ON public.{t} ((n + (1 OPERATOR(attic.{o}) 2)))""",
    "statistics": "CREATE STATISTICS attic.{t}_sum ON (n + attic.silent_trap(1)), kind FROM public.{t}",
    "constraint of a child": """
        CREATE TABLE public.{t}_child (CHECK (attic.silent_trap(1) = 1)) INHERITS (public.{t})""",
}


@pytest.fixture(scope="module")
def traps(attacker):
    """Functions of the attacker that claim to do nothing, so that they may stand in indexes."""
    attacker.execute("""
        CREATE FUNCTION attic.silent_trap(integer) RETURNS integer IMMUTABLE LANGUAGE plpgsql
        AS $$BEGIN PERFORM attic.trap('planner'); RETURN 1; END$$;
        CREATE FUNCTION attic.silent_sum(integer, integer) RETURNS integer IMMUTABLE LANGUAGE plpgsql
        AS $$BEGIN PERFORM attic.trap('operator'); RETURN 1; END$$;
    """)


@pytest.fixture(scope="module")
def keeper(make_role, connect):
    """A session of an administrator who is no superuser."""
    return connect(make_role("admin"))


@pytest.fixture
def table(attacker, traps):
    """A fresh harmless table of the attacker."""
    name = f"orders_{next(NUMBER)}"
    attacker.execute(f"""
        CREATE TYPE public.{name}_kind AS ENUM ('new', 'old');
        CREATE TABLE public.{name} (n integer PRIMARY KEY, kind public.{name}_kind);
        INSERT INTO public.{name} SELECT g, (ARRAY['new', 'old'])[1 + g % 2]::public.{name}_kind
        FROM generate_series(1, 40) AS g;
        GRANT SELECT ON public.{name} TO PUBLIC;
    """)
    return name


def plant_code(attacker, table, planted):
    attacker.execute(PLANTED[planted].format(t=table, o="<#" + "#" * next(NUMBER) + ">"))


def check(session, table):
    """All functions by which an analyst has rows read."""
    told = len(session.told)
    rows = session.rows(f"SELECT verdict FROM fact_check('{DOCUMENT}', tables => '{{public.{table}}}')")
    session.execute(f"SELECT FROM factcheck.find_fragments('new orders', tables => '{{public.{table}}}')")
    session.execute(f"SELECT FROM factcheck.explain('{DOCUMENT}', 1, tables => '{{public.{table}}}')")
    session.execute(f"SELECT FROM factcheck.explain_plan('{DOCUMENT}', tables => '{{public.{table}}}')")
    return rows, session.told[told:]


@pytest.mark.parametrize("planted", PLANTED)
def test_code_planted_before_a_superuser_adds_the_table(attacker, root, keeper, table, planted):
    plant_code(attacker, table, planted)
    root.told.clear()
    root.execute(f"SELECT factcheck.add_table('public.{table}', dry_run => true)")
    root.execute(f"SELECT factcheck.add_table('public.{table}')")
    root.execute(f"SELECT factcheck.refresh('public.{table}')")
    warned = [text for text in root.told if "were not indexed: reading it runs code of its owner" in text]
    assert root.sprung() == []
    if planted != "constraint of a child":
        assert len(warned) >= 2
        root.execute(f"SELECT factcheck.add_table('public.{table}', trust_owner => true)")
        assert root.sprung() == []
        keeper.told.clear()
        keeper.execute(f"SELECT factcheck.refresh('public.{table}')")  # the protection removed
        assert keeper.sprung() != []
    root.execute(f"SELECT kind::text FROM public.{table} WHERE n < 9")
    assert root.sprung() != []
    root.execute(f"SELECT factcheck.remove_table('public.{table}')")


@pytest.mark.parametrize("planted", PLANTED)
def test_code_planted_after_the_table_was_added(attacker, root, victim, table, planted):
    root.execute(f"SELECT factcheck.add_table('public.{table}')")
    assert check(victim, table)[0] == [("supported",), ("supported",)]
    plant_code(attacker, table, planted)
    victim.told.clear()
    rows, told = check(victim, table)
    assert victim.sprung() == []
    if planted != "constraint of a child":
        assert rows == []
        assert any("was skipped" in text or "was altered" in text for text in told)
    root.told.clear()
    root.execute(f"SELECT factcheck.refresh('public.{table}')")
    assert root.sprung() == []
    victim.execute(f"SELECT kind::text FROM public.{table} WHERE n < 9")  # a query of one's own
    assert victim.sprung() != []
    root.execute(f"SELECT factcheck.remove_table('public.{table}')")


def test_code_planted_while_a_document_is_parsed(attacker, root, victim, table):
    root.execute(f"SELECT factcheck.add_table('public.{table}')")
    victim.execute("SELECT factcheck._load()")
    prepare = "SELECT factcheck._prepare(%s, %s::regclass[], NULL, NULL, NULL)->>'token'"
    token = victim.value(prepare, [DOCUMENT, [f"public.{table}"]])
    plant_code(attacker, table, "index predicate")
    told = victim.value("SELECT factcheck._evaluate(%s)->'error'->>'message'", [token])
    assert told == f"reading table public.{table} runs code of others since the check began"
    assert victim.sprung() == []
    victim.execute(f"SELECT FROM public.{table} WHERE n = 1")
    assert victim.sprung() != []
    root.execute(f"SELECT factcheck.remove_table('public.{table}')")


def test_a_partition_key_over_an_expression(attacker, root, traps):
    attacker.execute("""
        CREATE TABLE public.parts (n integer, city text) PARTITION BY RANGE ((n + attic.silent_trap(1)));
        CREATE TABLE public.parts_all PARTITION OF public.parts DEFAULT;
        INSERT INTO public.parts SELECT g, 'Leeds' FROM generate_series(1, 40) AS g;
        GRANT SELECT ON public.parts TO PUBLIC;
    """)
    root.told.clear()
    root.execute("SELECT factcheck.add_table('public.parts')")
    assert root.sprung() == []
    root.execute("SELECT FROM public.parts")
    assert root.sprung() != []
    root.execute("SELECT factcheck.remove_table('public.parts')")


@pytest.mark.parametrize("planted", ["index predicate", "cast"])
def test_code_below_what_a_superuser_owns(attacker, root, victim, table, planted):
    """A view of a superuser over the attacker's table: to trust the view's owner does not help."""
    plant_code(attacker, table, planted)
    root.execute(f"CREATE VIEW public.{table}_seen AS SELECT * FROM public.{table}")
    root.execute(f"GRANT SELECT ON public.{table}_seen TO PUBLIC")
    root.execute(f"SELECT factcheck.add_table('public.{table}_seen', trust_owner => true)")
    victim.told.clear()
    rows, told = check(victim, f"{table}_seen")
    assert victim.sprung() == []
    assert rows == []
    owner = attacker.connection.info.user
    assert any(f"{table}_seen was skipped: reading it runs code of role {owner}" in text for text in told)
    victim.execute(f"SELECT kind::text FROM public.{table}_seen WHERE n < 9")
    assert victim.sprung() != []
    root.execute(f"SELECT factcheck.remove_table('public.{table}_seen'); DROP VIEW public.{table}_seen")


CALLED = {
    "function in a view": "CREATE VIEW public.{n} AS SELECT g AS n FROM generate_series(1, 40) AS g"
    " WHERE attic.silent_trap(g) = 1",
    "operator in a view": """
        CREATE OPERATOR attic.{o} (FUNCTION = attic.silent_sum, LEFTARG = integer, RIGHTARG = integer);
        CREATE VIEW public.{n} AS SELECT g AS n FROM generate_series(1, 40) AS g WHERE (g OPERATOR(attic.{o}) 1) = 1""",
    "aggregate in a view": """
        CREATE AGGREGATE attic.{n}_sum (integer) (SFUNC = attic.silent_sum, STYPE = integer, INITCOND = '0');
        CREATE VIEW public.{n} AS SELECT attic.{n}_sum(g) AS n FROM generate_series(1, 40) AS g GROUP BY g""",
    "domain in a view": """
        CREATE DOMAIN attic.{n}_number AS integer CHECK (attic.silent_trap(VALUE) = 1);
        ALTER DOMAIN attic.{n}_number OWNER TO {owner};
        CREATE VIEW public.{n} AS SELECT g::attic.{n}_number::integer AS n FROM generate_series(1, 40) AS g""",
    "function of a superuser that calls it": """
        CREATE FUNCTION public.{n}_call(integer) RETURNS integer LANGUAGE sql
        BEGIN ATOMIC SELECT attic.silent_trap($1); END;
        CREATE VIEW public.{n} AS SELECT g AS n FROM generate_series(1, 40) AS g WHERE public.{n}_call(g) = 1""",
    "policy": """
        CREATE TABLE public.{n} AS SELECT g AS n FROM generate_series(1, 40) AS g;
        ALTER TABLE public.{n} ENABLE ROW LEVEL SECURITY;
        CREATE POLICY own ON public.{n} USING (attic.silent_trap(n) = 1)""",
    "view that a policy reads": """
        CREATE TABLE public.{n} AS SELECT g AS n FROM generate_series(1, 40) AS g;
        ALTER TABLE public.{n} ENABLE ROW LEVEL SECURITY;
        CREATE VIEW public.{n}_seen AS SELECT attic.silent_trap(1) AS one;
        ALTER VIEW public.{n}_seen OWNER TO {owner};
        GRANT SELECT ON public.{n}_seen TO PUBLIC;
        CREATE POLICY own ON public.{n} USING (EXISTS (SELECT FROM public.{n}_seen WHERE one = 1))""",
}


@pytest.mark.parametrize("called", CALLED)
def test_code_that_relations_of_a_superuser_call(attacker, root, victim, traps, called):
    number = next(NUMBER)
    name = f"called_{number}"
    owner = attacker.connection.info.user
    root.execute(CALLED[called].format(n=name, o="<#" + "#" * number + ">", owner=owner))
    if called == "aggregate in a view":
        root.execute(f"ALTER AGGREGATE attic.{name}_sum(integer) OWNER TO CURRENT_USER")
    root.execute(f"GRANT SELECT ON public.{name} TO PUBLIC; SELECT factcheck.add_table('public.{name}')")
    root.told.clear()
    victim.told.clear()
    rows, told = check(victim, name)
    if called not in {"policy", "view that a policy reads"}:
        assert root.rows(f"SELECT FROM fact_check('{DOCUMENT}', tables => '{{public.{name}}}')") == []
    assert (victim.sprung(), root.sprung()) == ([], [])
    assert rows == []
    assert any(f"public.{name} was skipped: reading it runs code of role {owner}" in text for text in told)
    victim.execute(f"SELECT n FROM public.{name}")
    assert victim.sprung() != []
    root.execute(f"SELECT factcheck.remove_table('public.{name}')")


def test_a_partition_given_to_another_owner(attacker, root, victim, traps):
    root.execute(f"""
        CREATE TABLE public.trips (n integer, city text) PARTITION BY LIST (city);
        CREATE TABLE public.trips_leeds PARTITION OF public.trips FOR VALUES IN ('Leeds');
        INSERT INTO public.trips SELECT g, 'Leeds' FROM generate_series(1, 40) AS g;
        ALTER TABLE public.trips_leeds OWNER TO {attacker.connection.info.user};
        GRANT SELECT ON public.trips TO PUBLIC;
        SELECT factcheck.add_table('public.trips');
    """)
    attacker.execute("CREATE INDEX ON public.trips_leeds (n) WHERE attic.silent_trap(1) = 1")
    victim.told.clear()
    root.told.clear()
    check(victim, "trips")
    root.execute("SELECT factcheck.refresh('public.trips')")
    assert (victim.sprung(), root.sprung()) == ([], [])
    victim.execute("SELECT FROM public.trips WHERE n = 1")
    assert victim.sprung() != []
    root.execute("SELECT factcheck.remove_table('public.trips')")


def test_a_foreign_table_asks_no_server_of_another_owner(attacker, root, victim):
    """Its owner would learn what a check asks for, and have the reader's user mapping used."""
    root.execute(
        f"CREATE FOREIGN DATA WRAPPER anywhere; GRANT USAGE ON FOREIGN DATA WRAPPER anywhere TO"
        f" {attacker.connection.info.user}"
    )
    attacker.execute("""
        CREATE SERVER listening FOREIGN DATA WRAPPER anywhere;
        CREATE FOREIGN TABLE public.far_orders (n integer, city text) SERVER listening;
        GRANT SELECT ON public.far_orders TO PUBLIC;
    """)
    root.execute("SELECT factcheck.add_table('public.far_orders')")
    rows, told = check(victim, "far_orders")
    assert rows == []
    assert any("public.far_orders was skipped" in text for text in told)
    root.execute("SELECT factcheck.add_table('public.far_orders', trust_owner => true)")
    assert root.rows(f"SELECT FROM fact_check('{DOCUMENT}', tables => '{{public.far_orders}}')") == []
    with pytest.raises(Exception, match="no handler"):  # now the server is asked
        check(victim, "far_orders")
    root.execute("SELECT factcheck.remove_table('public.far_orders')")


def test_what_never_runs_for_readers(attacker, root, victim, table):
    """A trigger, a rule, a default, a stored generated column and a domain's check run for writers alone."""
    attacker.execute(f"""
        CREATE FUNCTION attic.{table}_row() RETURNS trigger LANGUAGE plpgsql
        AS $$BEGIN PERFORM attic.trap('trigger'); RETURN NEW; END$$;
        CREATE DOMAIN public.{table}_text AS text CHECK (length(attic.trap(VALUE)) > 0);
        ALTER TABLE public.{table} ADD COLUMN city public.{table}_text, ADD COLUMN total integer
            GENERATED ALWAYS AS (n + attic.silent_trap(n)) STORED, ADD COLUMN at text DEFAULT attic.trap('default');
        UPDATE public.{table} SET city = 'Leeds';
        CREATE TRIGGER own BEFORE INSERT OR UPDATE OR DELETE ON public.{table}
            FOR EACH ROW EXECUTE FUNCTION attic.{table}_row();
        CREATE RULE own AS ON UPDATE TO public.{table} DO ALSO SELECT attic.trap('rule');
        CREATE COLLATION public.{table}_any (provider = icu, locale = 'und', deterministic = false);
        ALTER TABLE public.{table} ADD COLUMN odd text COLLATE public.{table}_any;
    """)
    root.told.clear()
    victim.told.clear()
    root.execute(f"SELECT factcheck.add_table('public.{table}', track => true)")
    rows, _ = check(victim, table)
    root.execute(f"SELECT factcheck.refresh('public.{table}')")
    assert (victim.sprung(), root.sprung()) == ([], [])
    assert rows[0] == ("supported",)
    attacker.told.clear()
    attacker.execute(f"UPDATE public.{table} SET n = n WHERE n = 1")
    assert attacker.sprung() != []
    root.execute(f"SELECT factcheck.remove_table('public.{table}')")


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE OPERATOR CLASS attic.own DEFAULT FOR TYPE public.orders_any USING btree AS OPERATOR 1 <",
        "CREATE TYPE attic.own (INPUT = textin, OUTPUT = textout)",
        "CREATE CAST (text AS integer) WITH FUNCTION attic.silent_text(text)",
        "CREATE FUNCTION attic.own() RETURNS integer LANGUAGE sql SUPPORT generate_series_int4_support AS 'SELECT 1'",
    ],
)
def test_other_hiding_places_are_for_superusers(attacker, traps, statement):
    """What these could hold is not looked for."""
    attacker.execute("CREATE OR REPLACE FUNCTION attic.silent_text(text) RETURNS integer LANGUAGE sql AS 'SELECT 1'")
    attacker.execute("DO $$BEGIN CREATE TYPE public.orders_any AS ENUM (); EXCEPTION WHEN duplicate_object THEN END$$")
    with pytest.raises(Exception, match=r"must be superuser|must be owner"):
        attacker.execute(statement)
