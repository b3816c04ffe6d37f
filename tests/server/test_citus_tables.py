"""Tables that Citus manages, as its catalog tells: a table of the catalog's name and columns, and ordinary rows.

Citus itself is not here, so what is tested is what a check asks, says and leaves alone, not what Citus makes of it.
"""

from __future__ import annotations

import psycopg
import pytest

CATALOG = """
SET allow_system_table_mods = on;
CREATE TABLE pg_catalog.pg_dist_partition (
    logicalrelid regclass PRIMARY KEY, partmethod "char" NOT NULL, partkey text, colocationid integer NOT NULL,
    repmodel "char" NOT NULL, autoconverted boolean NOT NULL DEFAULT false);
GRANT SELECT ON pg_catalog.pg_dist_partition TO PUBLIC;
RESET allow_system_table_mods;
"""
PLACED = "INSERT INTO pg_catalog.pg_dist_partition VALUES (%s::regclass, %s, %s, %s, %s)"
KEY = "{{VAR :varno 1 :varattno {} :vartype 25 :vartypmod -1 :varcollid 100 :varlevelsup 0 :location -1}}"
REPORT = (
    "There were 900 orders in 3 cities. In Leeds there were 300 orders. The orders have a median of 50 parcels. The"
    " 90th percentile of parcels was 90."
)


def place(admin, table, kind, colocation=0, column=None):
    """Enter a table in the catalog as Citus does."""
    method, model = {
        "distributed": ("h", "s"),
        "reference": ("n", "t"),
        "single-shard": ("n", "s"),
        "local": ("n", "s"),
    }[kind]
    admin.execute(PLACED, [table, method, column and KEY.format(column), colocation, model])


@pytest.fixture(scope="module")
def catalog(admin):
    """The catalog of Citus, empty."""
    admin.execute(CATALOG)


@pytest.fixture(scope="module")
def tables(admin, analyst_name, catalog):
    """Orders and their parcels, distributed by the city; cities, known to all; drivers, distributed by a number."""
    admin.execute(f"""
        CREATE TABLE public.orders (order_id integer, city text, driver integer, parcels integer);
        INSERT INTO public.orders SELECT n, (ARRAY['Leeds', 'York', 'Hull'])[1 + n % 3], n % 9, n / 3 % 100 + 1
        FROM generate_series(0, 899) AS n;
        CREATE TABLE public.cities (city text PRIMARY KEY, county text);
        INSERT INTO public.cities VALUES ('Leeds', 'Westshire'), ('York', 'Northshire'), ('Hull', 'Eastshire');
        CREATE TABLE public.drivers (driver integer PRIMARY KEY, boss text);
        INSERT INTO public.drivers SELECT n, (ARRAY['Amy', 'Bob', 'Cid'])[1 + n / 3] FROM generate_series(0, 8) AS n;
        CREATE VIEW public.many_parcels AS SELECT * FROM public.orders WHERE parcels > 50;
        GRANT SELECT ON public.orders, public.cities, public.drivers, public.many_parcels TO {analyst_name};
        SELECT factcheck.add_table(t) FROM unnest('{{orders,cities,drivers,many_parcels}}'::regclass[]) AS t;
        SELECT factcheck.add_join('orders', '{{city}}', 'cities', '{{city}}');
        SELECT factcheck.add_join('orders', '{{driver}}', 'drivers', '{{driver}}');
    """)
    place(admin, "public.orders", "distributed", 7, 2)
    place(admin, "public.cities", "reference", 8)
    place(admin, "public.drivers", "distributed", 9, 1)


def checked(session, report, *names):
    """The rows of a check, and what the session was told."""
    told = []

    def hear(diagnostic):
        if diagnostic.severity_nonlocalized == "WARNING":
            told.append(diagnostic.message_primary)

    session.add_notice_handler(hear)
    rows = session.execute(
        "SELECT claim_text, verdict, found_value, query FROM fact_check(%s, %s::regclass[])",
        [report, [f"public.{name}" for name in names]],
    ).fetchall()
    session.remove_notice_handler(hear)
    return rows, told


def test_where_rows_are_is_read_from_the_catalog(admin, tables):
    found = admin.execute("""
        SELECT dt.relation::text, p.kind, p.colocation, p.column_name
        FROM factcheck.data_table dt, factcheck._placements(ARRAY[dt.table_id]) AS p ORDER BY dt.relation::text
    """).fetchall()
    assert found == [
        ("cities", "reference", 8, None),
        ("drivers", "distributed", 9, "driver"),
        ("many_parcels", "distributed", None, None),
        ("orders", "distributed", 7, "city"),
    ]


def test_a_check_warns_where_each_query_has_its_own_snapshot(analyst, tables):
    rows, warnings = checked(analyst, REPORT, "orders")
    assert [(text, verdict) for text, verdict, *_ in rows][:3] == [
        ("900", "supported"),
        ("3", "supported"),
        ("300", "supported"),
    ]
    assert warnings == ["numbers of this check may come from different moments"]
    with analyst.transaction():
        analyst.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        again, warnings = checked(analyst, REPORT, "orders")
    assert (again, warnings) == (rows, [])


def test_no_query_sends_rows_that_can_be_grouped_where_they_are(admin, analyst, tables):
    planned = "SELECT detail FROM factcheck.explain_plan(%s, '{public.orders,public.cities}') WHERE part = 'query'"
    planned = analyst.execute(planned, [f"{REPORT} Westshire had 300 orders."]).fetchall()
    queries = [query for (query,) in planned if "public.orders" in query]
    assert len(queries) > 1
    assert any("public.cities" in query for query in queries)
    shapes = ("OFFSET", "percentile_", "GROUPING SETS", "CUBE", "TABLESAMPLE", "AS MATERIALIZED")
    assert [(shape, query) for query in queries for shape in shapes if shape in query] == []


def test_quantiles_are_found_by_counting_values(admin, analyst, tables):
    rows, _ = checked(analyst, "The 90th percentile of parcels of orders was 90.1.", "orders")
    [(_, verdict, found, query)] = rows[-1:]
    [expected] = admin.execute(
        "SELECT percentile_cont(0.9) WITHIN GROUP (ORDER BY parcels) FROM public.orders"
    ).fetchone()
    assert (verdict, float(found)) == ("supported", pytest.approx(expected))
    assert "percentile_cont" not in query
    assert analyst.execute(query.encode()).fetchone() == (pytest.approx(expected),)


def test_what_the_nodes_cannot_join_is_not_joined(analyst, tables):
    rows, warnings = checked(analyst, "In Westshire there were 300 orders.", "orders", "cities", "drivers")
    assert [row[1:3] for row in rows] == [("supported", 300)]
    assert "tables public.orders and public.drivers were not joined: their rows are on different nodes" in warnings
    assert not [warning for warning in warnings if "public.cities" in warning]


def test_tables_distributed_alike_are_joined(admin, analyst, tables):
    placed = "UPDATE pg_catalog.pg_dist_partition SET colocationid = 7, partkey = %s WHERE logicalrelid = %s::regclass"
    admin.execute(placed, [KEY.format(1), "public.drivers"])
    admin.execute(placed, [KEY.format(3), "public.orders"])
    rows, warnings = checked(analyst, "Orders for drivers whose boss is Amy: 300 orders.", "orders", "drivers")
    assert [row[1:3] for row in rows] == [("supported", 300)]
    assert not [warning for warning in warnings if "joined" in warning]


@pytest.mark.parametrize("kind", ["distributed", "reference", "single-shard", "local"])
def test_what_citus_manages_is_not_tracked(admin, catalog, visits, make_counting, kind):
    """Also what was tracked before: a table is converted by no more than a foreign key."""
    session = make_counting(admin)
    assert session.keep(visits)
    assert session.kept(visits) == 100
    place(admin, visits, kind, 0 if kind == "local" else 11, 1 if kind == "distributed" else None)
    try:
        assert session.kept(visits) is None
        assert not session.keep(visits)
        with pytest.raises(psycopg.errors.FeatureNotSupported) as caught:
            admin.execute(f"SELECT factcheck.track('{visits}')")
        assert caught.value.diag.message_primary == f"changes of {visits} cannot be tracked"
        assert "Citus manages the table" in caught.value.diag.message_detail
    finally:
        admin.execute("DELETE FROM pg_catalog.pg_dist_partition WHERE logicalrelid = %s::regclass", [visits])


def test_rows_are_counted_where_the_planner_knows_none(admin, catalog):
    """The table that Citus leaves here is empty, and known to be."""
    admin.execute("CREATE TABLE public.parcels AS SELECT n AS parcel FROM generate_series(1, 250) AS n")
    admin.execute("UPDATE pg_class SET reltuples = 0, relpages = 1 WHERE oid = 'public.parcels'::regclass")
    place(admin, "public.parcels", "distributed", 12, 1)
    estimated = "SELECT rows FROM factcheck.add_table('public.parcels', dry_run => true)"
    assert admin.execute(estimated).fetchone() == (250,)
    assert admin.execute("SELECT rows FROM factcheck.add_table('public.parcels')").fetchone() == (250,)
