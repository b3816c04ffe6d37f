"""Views, materialized views, foreign tables, partitions and tables under row security as data tables."""

from __future__ import annotations

from contextlib import contextmanager

import psycopg
import pytest

TRIPS = """
CREATE TABLE public.voyage (voyage_id integer, city text, season text, fare numeric);
INSERT INTO public.voyage
SELECT g, (ARRAY['Rome', 'Oslo', 'Orléans'])[1 + g % 3], (ARRAY['winter', 'summer'])[1 + g % 2], 20 + g % 9
FROM generate_series(1, 120) AS g;
"""
RELATIONS = {
    "trip_view": "CREATE VIEW public.trip_view AS SELECT city, season, fare FROM public.voyage",
    "trip_copy": "CREATE MATERIALIZED VIEW public.trip_copy AS SELECT city, season, fare FROM public.voyage",
    "trip_parts": """
        CREATE TABLE public.trip_parts (city text, season text, fare numeric) PARTITION BY LIST (season);
        CREATE TABLE public.trip_summer PARTITION OF public.trip_parts FOR VALUES IN ('summer');
        CREATE TABLE public.trip_winter PARTITION OF public.trip_parts FOR VALUES IN ('winter');
        INSERT INTO public.trip_parts SELECT city, season, fare FROM public.voyage
    """,
}
FOREIGN = """
CREATE EXTENSION file_fdw;
CREATE SERVER files FOREIGN DATA WRAPPER file_fdw;
CREATE FOREIGN TABLE public.trip_file (city text, season text, fare numeric) SERVER files OPTIONS (
    program 'awk ''BEGIN { split("Rome,Oslo,Orléans", c, ","); split("winter,summer", s, ",");
    for (g = 1; g <= 120; g++) print c[1 + g % 3] "," s[1 + g % 2] "," 20 + g % 9 }''', format 'csv')
"""


@contextmanager
def messages(connection):
    """What the server tells meanwhile: severity, message and hint."""
    told = []

    def keep(diagnostic):
        told.append((diagnostic.severity, diagnostic.message_primary, diagnostic.message_hint))

    connection.add_notice_handler(keep)
    try:
        yield told
    finally:
        connection.remove_notice_handler(keep)


def check(connection, document, table):
    return connection.execute(
        "SELECT verdict, found_value, query FROM fact_check(%s, tables => ARRAY[%s::regclass])", [document, table]
    ).fetchall()


@pytest.fixture(scope="module")
def session(database, analyst_name):
    with psycopg.connect(database, user=analyst_name, autocommit=True) as connection:
        yield connection


@pytest.fixture(scope="module")
def trips(admin, analyst_name):
    admin.execute(TRIPS)
    for statement in RELATIONS.values():
        admin.execute(statement)
    admin.execute("""
        SELECT factcheck.add_table(name)
        FROM unnest('{trip_view, trip_copy, trip_parts, trip_summer}'::regclass[]) AS name
    """)
    admin.execute(f"GRANT SELECT ON trip_view, trip_copy, trip_parts, trip_summer TO {analyst_name}")


@pytest.fixture(scope="module")
def foreign(admin, trips, analyst_name):
    if not admin.execute("SELECT FROM pg_available_extensions WHERE name = 'file_fdw'").fetchall():
        pytest.skip("the server has no file_fdw")
    admin.execute(FOREIGN)
    admin.execute(f"GRANT SELECT ON public.trip_file TO {analyst_name}; SELECT factcheck.add_table('trip_file')")
    return "trip_file"


def require_right_claims(session, table):
    counted = f"SELECT count(*) FROM public.{table} WHERE"
    for document, expected in (
        ("There were 40 trips to Orleans.", ("supported", 40, f"{counted} city = 'Orléans'")),
        ("In summer 20 trips went to Rome.", ("supported", 20, f"{counted} city = 'Rome' AND season = 'summer'")),
        ("There were 37 trips to Oslo.", ("refuted", 40, f"{counted} city = 'Oslo'")),
        ("The highest fare was 28.", ("supported", 28, f"SELECT max(fare) FROM public.{table}")),
    ):
        assert check(session, document, table) == [expected]


@pytest.mark.parametrize("table", RELATIONS)
def test_claims_about_relations_of_each_kind(session, trips, table):
    require_right_claims(session, table)


def test_claims_about_a_foreign_table(session, foreign):
    require_right_claims(session, foreign)


def test_claims_about_one_partition(session, trips):
    rows = check(session, "There were 60 trips in all. There were 20 trips to Oslo.", "trip_summer")
    assert [row[:2] for row in rows] == [("supported", 60), ("supported", 20)]
    assert rows[1][2] == "SELECT count(*) FROM public.trip_summer WHERE city = 'Oslo'"


def test_values_of_views_and_foreign_tables_are_in_no_index(admin, trips, foreign):
    kinds = admin.execute("""
        SELECT c.relkind::text, count(f.literal) > 0, bool_and(dt.indexed_rows IS NULL)
        FROM factcheck.data_table dt JOIN pg_class c ON c.oid = dt.relation
        JOIN factcheck.data_column USING (table_id)
        LEFT JOIN (factcheck.visibility JOIN factcheck.fragment f USING (visibility_id)) USING (column_id)
        GROUP BY 1 ORDER BY 1
    """).fetchall()
    assert kinds == [("f", False, True), ("m", True, False), ("p", True, False), ("r", True, False), ("v", False, True)]


def test_what_a_view_says_now_counts(admin, session, trips):
    admin.execute("INSERT INTO public.voyage SELECT g, 'Zwolle', 'winter', 25 FROM generate_series(1, 33) AS g")
    try:
        rows = check(session, "There were 33 trips to Zwolle.", "trip_view")
        assert rows == [("supported", 33, "SELECT count(*) FROM public.trip_view WHERE city = 'Zwolle'")]
    finally:
        admin.execute("DELETE FROM public.voyage WHERE city = 'Zwolle'")


def test_a_view_with_more_rows_than_are_searched_is_told(admin, session, trips):
    admin.execute("UPDATE factcheck.setting SET value = 100 WHERE name = 'unindexed_rows'")
    try:
        with messages(session) as told:
            rows = check(session, "There were 40 trips to Oslo.", "trip_view")
        assert told == [
            (
                "NOTICE",
                "only the first 100 rows of table public.trip_view were searched for values",
                'Raise the setting "unindexed_rows", or name values that are more frequent.',
            )
        ]
        # only values are searched among the first rows: what is counted is counted in all
        assert rows == [("supported", 40, "SELECT count(*) FROM public.trip_view WHERE city = 'Oslo'")]
        admin.execute("UPDATE factcheck.setting SET value = 120 WHERE name = 'unindexed_rows'")
        with messages(session) as told:
            check(session, "There were 40 trips to Oslo.", "trip_view")
        assert told == []  # it has just so many rows
    finally:
        admin.execute("UPDATE factcheck.setting SET value = NULL WHERE name = 'unindexed_rows'")
    with messages(session) as told:
        check(session, "There were 40 trips to Oslo.", "trip_view")
    assert told == []


@pytest.fixture(scope="module")
def agents(database, admin, role):
    """Two analysts, each of whom sees the bookings of one branch only."""
    names = [role(), role()]
    admin.execute("""
        CREATE TABLE public.booking (branch text, client text, state text);
        INSERT INTO public.booking
        SELECT branch, client || g % 2, 'paid'
        FROM (VALUES ('north', 'Zyxolite', 30), ('south', 'Quorvane', 44)) AS b (branch, client, bookings),
             generate_series(1, bookings) AS g;
        ALTER TABLE public.booking ENABLE ROW LEVEL SECURITY;
        CREATE VIEW public.booking_view WITH (security_invoker = true) AS TABLE public.booking;
    """)
    for name, branch in zip(names, ["north", "south"], strict=True):
        admin.execute(f"""
            SELECT factcheck.grant_usage('{name}', 'analyst');
            GRANT SELECT ON public.booking, public.booking_view TO {name};
            CREATE POLICY {name} ON public.booking TO {name} USING (branch = '{branch}');
        """)
    admin.execute("SELECT factcheck.add_table('booking'), factcheck.add_table('booking_view')")
    connections = [psycopg.connect(database, user=name, autocommit=True) for name in names]
    yield connections
    for connection in connections:
        connection.close()
    admin.execute("DROP TABLE public.booking CASCADE")


@pytest.mark.parametrize("table", ["booking", "booking_view"])
def test_each_role_gets_what_its_policies_show(agents, table):
    own, others = "There were 15 bookings of Zyxolite1.", "There were 22 bookings of Quorvane0."
    for connection, seen, unseen in zip(agents, (own, others), (others, own), strict=True):
        count, client = int(seen.split()[2]), seen.split()[-1].strip(".")
        rows = check(connection, seen, table)
        assert rows == [("supported", count, f"SELECT count(*) FROM public.{table} WHERE client = '{client}'")]
        shown = connection.execute(
            "SELECT query, description, alternatives::text FROM fact_check(%s, tables => ARRAY[%s::regclass])",
            [unseen, table],
        ).fetchall()
        assert unseen.split()[-1].strip(".") not in repr(shown)
    for connection, count in zip(agents, (30, 44), strict=True):
        [(verdict, value, _)] = check(connection, "In all there were 44 bookings.", table)
        assert (verdict == "supported", value) == (count == 44, count)


def test_nothing_of_a_table_under_row_security_is_kept(admin, agents):
    for source, column in (("fragment", "literal"), ("posting", "term"), ("spelling", "terms::text")):
        kept = admin.execute(
            f"SELECT count(*) FROM factcheck.{source} WHERE {column} ~* 'zyxolite|quorvane'"
        ).fetchone()
        assert kept == (0,)


def test_row_security_switched_on_later_is_obeyed(database, admin, role):
    name = role()
    admin.execute(f"""
        CREATE TABLE public.parcel AS
        SELECT (ARRAY['Vexmoor', 'Tilbury'])[1 + g % 2] AS depot FROM generate_series(1, 60) AS g;
        SELECT factcheck.grant_usage('{name}', 'analyst');
        GRANT SELECT ON public.parcel TO {name};
        SELECT factcheck.add_table('parcel');
        CREATE POLICY own ON public.parcel USING (depot = 'Tilbury');
        ALTER TABLE public.parcel ENABLE ROW LEVEL SECURITY;
    """)
    try:
        with psycopg.connect(database, user=name, autocommit=True) as clerk:
            rows = check(clerk, "There were 30 parcels in Tilbury. There were 30 parcels in Vexmoor.", "parcel")
        assert rows[0] == ("supported", 30, "SELECT count(*) FROM public.parcel WHERE depot = 'Tilbury'")
        assert "Vexmoor" not in rows[1][2]
        admin.execute("SELECT factcheck.refresh('parcel')")
        assert admin.execute("SELECT count(*) FROM factcheck.fragment WHERE literal = 'Vexmoor'").fetchone() == (0,)
    finally:
        admin.execute("DROP TABLE public.parcel; SELECT factcheck.refresh()")


@pytest.fixture(scope="module")
def stranger(database, admin, role):
    """A role that may create relations, but whom nobody has to trust."""
    name = role()
    admin.execute(f"GRANT CREATE ON SCHEMA public TO {name}")
    with psycopg.connect(database, user=name, autocommit=True) as connection:
        connection.execute("""
            CREATE TABLE public.diary (entry text);
            GRANT SELECT, INSERT ON public.diary TO PUBLIC;
            CREATE FUNCTION public.peek(integer) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
            BEGIN
                IF NOT EXISTS (SELECT FROM public.diary) THEN
                    INSERT INTO public.diary VALUES ('written');
                END IF;
                RETURN true;
            END $$;
            CREATE VIEW public.own_parade AS
                SELECT g AS parade_id, 'Oslo'::text AS city FROM generate_series(1, 70) AS g WHERE public.peek(g);
            CREATE TABLE public.guarded_parade AS
                SELECT g AS parade_id, 'Oslo'::text AS city FROM generate_series(1, 70) AS g;
            ALTER TABLE public.guarded_parade ENABLE ROW LEVEL SECURITY;
            CREATE POLICY seen ON public.guarded_parade USING (public.peek(parade_id));
            GRANT SELECT ON public.own_parade, public.guarded_parade TO PUBLIC;
        """)
        admin.execute("""
            CREATE VIEW public.parade_of_view AS TABLE public.own_parade;
            CREATE VIEW public.parade_of_table WITH (security_invoker = true) AS TABLE public.guarded_parade;
            CREATE VIEW public.parade_far AS SELECT * FROM public.parade_of_table;
            GRANT SELECT ON public.parade_of_view, public.parade_of_table, public.parade_far TO PUBLIC;
        """)
        yield connection
    admin.execute(f"DROP OWNED BY {name} CASCADE; SELECT factcheck.refresh()")


OWN_PARADES = ["own_parade", "guarded_parade"]
FAR_PARADES = ["parade_of_view", "parade_of_table", "parade_far"]


@pytest.mark.parametrize("table", [*OWN_PARADES, *FAR_PARADES])
def test_code_of_an_owner_nobody_trusts_does_not_run(admin, session, stranger, role, database, table):
    keeper = role()
    admin.execute(f"SELECT factcheck.grant_usage('{keeper}', 'admin')")
    with psycopg.connect(database, user=keeper, autocommit=True) as connection:
        connection.execute("SELECT factcheck.add_table(%s::regclass, dry_run => true)", [table])
        connection.execute("SELECT factcheck.add_table(%s::regclass)", [table])
        connection.execute("SELECT factcheck.refresh(%s::regclass)", [table])
    with messages(session) as told:
        assert check(session, "There were 70 parades in Oslo.", table) == []
    assert told[0] == (
        "WARNING",
        f"table public.{table} was skipped: reading it runs code of"
        f" {'its owner' if table in OWN_PARADES else 'role ' + stranger.info.user}",
        f"If the owner is to be trusted, a superuser has to say so:"
        f" SELECT factcheck.add_table('public.{table}', trust_owner => true)."
        if table in OWN_PARADES
        else "Only a table's own owner can be trusted:"
        " let that role, or a superuser, own what the table reads and calls.",
    )
    assert stranger.execute("SELECT count(*) FROM public.diary").fetchone() == (0,)


@pytest.mark.parametrize("table", OWN_PARADES)
def test_code_of_a_trusted_owner_cannot_write(admin, session, stranger, table):
    admin.execute("SELECT factcheck.add_table(%s::regclass, trust_owner => true)", [table])
    with pytest.raises(psycopg.errors.ReadOnlySqlTransaction) as caught:
        check(session, "There were 70 parades in Oslo.", table)
    assert caught.value.diag.message_primary == "a relation tried to write while it was being read"
    assert stranger.execute("SELECT count(*) FROM public.diary").fetchone() == (0,)


def test_code_of_a_trusted_owner_runs(admin, session, stranger):
    stranger.execute("INSERT INTO public.diary VALUES ('nothing more to write')")
    admin.execute("SELECT factcheck.add_table('own_parade', trust_owner => true)")
    rows = check(session, "There were 70 parades in Oslo.", "own_parade")
    assert rows == [("supported", 70, "SELECT count(*) FROM public.own_parade WHERE city = 'Oslo'")]
