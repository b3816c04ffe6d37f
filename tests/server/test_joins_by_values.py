"""Tables loaded from files, whose columns are called so that only their values tell how they belong together."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def tables(admin, analyst_name):
    """Harvests by a code of the district, and districts with their codes; one harvest's code is of none."""
    admin.execute("CREATE TABLE public.areas (district text, side text, id text)")
    admin.execute("CREATE TABLE public.harvests (district_name text, ward_code text, year integer, tonnes integer)")
    admin.execute(
        "INSERT INTO public.areas SELECT 'District ' || i, CASE WHEN i % 3 = 0 THEN 'Lakeside' ELSE 'Hillside' END,"
        " chr(65 + i / 6) || chr(70 + i % 6) FROM generate_series(1, 30) AS i"
    )
    admin.execute("INSERT INTO public.areas VALUES ('District 31', 'Lakeside', NULL)")
    admin.execute(
        "INSERT INTO public.harvests SELECT district || CASE WHEN y > 2019 THEN ' (new)' ELSE '' END, id, y,"
        " 100 + length(district) * 17 + y % 7 * 13 + ascii(id) * 3"
        " FROM public.areas, generate_series(2018, 2021) AS y"
        " UNION ALL VALUES ('Elsewhere', 'ZZ', 2019, 40)"
    )
    for name in ("areas", "harvests"):
        admin.execute(f"GRANT SELECT ON public.{name} TO {analyst_name}")
        admin.execute("SELECT factcheck.add_table(%s::regclass)", [f"public.{name}"])


def test_a_code_is_the_key_that_has_nearly_all_of_them(admin, tables):
    joins = admin.execute(
        "SELECT from_columns::text, to_columns::text FROM factcheck.data_join WHERE source = 'inferred'"
        " AND from_table = (SELECT table_id FROM factcheck.data_table WHERE relation = 'public.harvests'::regclass)"
    ).fetchall()
    assert joins == [("{ward_code}", "{id}")]


def test_claims_about_the_other_table_s_values_are_read(analyst, admin, tables):
    [tonnes] = admin.execute(
        "SELECT sum(tonnes) FROM public.harvests h JOIN public.areas w ON w.id = h.ward_code"
        " WHERE side = 'Lakeside' AND year = 2020"
    ).fetchone()
    for number, is_right in ((tonnes, True), (tonnes + 310, False)):
        [row] = analyst.execute(
            "SELECT verdict::text, message FROM fact_check(%s, tables => '{harvests,areas}')",
            [f"The Lakeside districts harvested {number:,} tonnes in 2020."],
        ).fetchall()
        assert (row[0] == "supported") is is_right, row


@pytest.fixture(scope="module")
def ports(admin, analyst_name):
    """Ports, the same ones a year before in a schema of their own, and the seas of ports by other names of columns."""
    admin.execute("CREATE SCHEMA IF NOT EXISTS archive")
    admin.execute("CREATE TABLE public.seas (code text, port_town text, sea text)")
    admin.execute(
        "INSERT INTO public.seas SELECT 'P' || i, 'Port ' || i, (ARRAY['Baltic', 'Nordic', 'Iberian'])[1 + i % 3]"
        " FROM generate_series(1, 30) AS i"
    )
    for name in ("archive.ports", "public.ports"):
        admin.execute(f"CREATE TABLE {name} (port text, cranes integer, berths integer)")
        admin.execute(f"INSERT INTO {name} SELECT 'Port ' || i, 10 + i * i % 37, i FROM generate_series(1, 30) AS i")
    yield
    admin.execute("DROP TABLE public.seas, public.ports, archive.ports CASCADE")


@pytest.mark.parametrize(
    "order",
    [("archive.ports", "public.ports", "public.seas"), ("archive.ports", "public.seas", "public.ports")],
)
def test_a_copy_of_a_table_keeps_it_from_no_key(admin, ports, order):
    for name in order:
        admin.execute("SELECT factcheck.add_table(%s::regclass)", [name])
    try:
        joins = admin.execute(
            "SELECT from_table::regclass::text, to_table::regclass::text FROM factcheck.joins()"
            " WHERE is_used AND from_table = 'public.ports'::regclass"
        ).fetchall()
        assert sorted(joins) == [("ports", "archive.ports"), ("ports", "seas")]
    finally:
        for name in order:
            admin.execute("SELECT factcheck.remove_table(%s::regclass)", [name])


@pytest.fixture
def water(admin, analyst_name):
    """Landings and the water's temperature, both by port and year, one port of which is spelt otherwise."""
    admin.execute("CREATE TABLE public.landings (port text, sea text, year integer, tons integer)")
    admin.execute("CREATE TABLE public.water (port text, year integer, degrees numeric)")
    admin.execute(
        "INSERT INTO public.landings SELECT 'Port ' || i, (ARRAY['Baltic', 'Nordic', 'Iberian'])[1 + i % 3], y,"
        " 100 + i * 37 % 91 + y % 11 * 5 FROM generate_series(1, 30) AS i, generate_series(2015, 2022) AS y"
    )
    admin.execute(
        "INSERT INTO public.water SELECT CASE WHEN i = 7 THEN 'Porto 7' ELSE 'Port ' || i END, y,"
        " 8 + (i * 13 % 17) / 4.0 + y % 7 / 3.0 + i % 3"
        " FROM generate_series(1, 30) AS i, generate_series(2010, 2024) AS y"
    )
    for name in ("landings", "water"):
        admin.execute(f"GRANT SELECT ON public.{name} TO {analyst_name}")
        admin.execute("SELECT factcheck.add_table(%s::regclass, data_set => 'water')", [f"public.{name}"])
    yield
    admin.execute("SELECT factcheck.remove_table(t) FROM unnest('{landings,water}'::regclass[]) AS t")
    admin.execute("DROP TABLE public.landings, public.water")


def joins_of_landings(admin):
    return admin.execute(
        "SELECT from_table::text, from_columns::text, to_table::text FROM factcheck.joins('{landings,water}')"
        " WHERE is_used"
    ).fetchall()


def test_a_key_of_several_columns_that_both_tables_have_joins_them(admin, analyst, water):
    """Most years of the water have no landings, so that the one leads to the other and not back."""
    assert joins_of_landings(admin) == [("landings", "{port,year}", "water")]
    [(degrees,)] = admin.execute(
        "SELECT round(avg(degrees), 1) FROM landings JOIN water USING (port, year) WHERE sea = 'Baltic' AND year = 2021"
    ).fetchall()
    for number, verdict in ((degrees, "supported"), (degrees + 1, "refuted")):
        rows = analyst.execute(
            "SELECT verdict::text, query FROM fact_check(%s, data_set => 'water')",
            [f"In 2021 the water in Baltic ports had {number} degrees on average."],
        ).fetchall()
        assert [row[0] for row in rows] == [verdict], rows


def test_such_a_key_goes_with_the_values_that_tell_rows_apart(admin, water):
    admin.execute("INSERT INTO public.water VALUES ('Port 3', 2019, 4)")
    admin.execute("SELECT factcheck.refresh('public.water')")
    assert joins_of_landings(admin) == []


def test_a_removed_key_of_several_columns_does_not_come_back(admin, water):
    admin.execute("SELECT factcheck.remove_join('landings', '{port,year}', 'water', '{port,year}')")
    admin.execute("SELECT factcheck.refresh('public.landings')")
    assert joins_of_landings(admin) == []


def test_tables_that_have_one_column_in_common_are_not_joined_by_it(admin, water):
    """A year by itself tells no row of the water apart."""
    admin.execute("CREATE TABLE public.prices (year integer, price numeric)")
    admin.execute("INSERT INTO public.prices SELECT y, y % 13 FROM generate_series(2010, 2024) AS y")
    admin.execute("SELECT factcheck.add_table('public.prices', data_set => 'water')")
    joins = admin.execute(
        "SELECT from_columns::text, to_table::text FROM factcheck.joins('{landings,water,prices}') WHERE is_used"
    ).fetchall()
    admin.execute("SELECT factcheck.remove_table('public.prices')")
    admin.execute("DROP TABLE public.prices")
    assert ("{port,year}", "water") in joins
    assert not any(to == "water" and columns == "{year}" for columns, to in joins)


def test_a_thing_may_go_by_another_name_where_no_column_has_its_own(admin):
    """The clients of visits are customers; the items of a sale's lines are numbered, and have a product beside them."""
    admin.execute("CREATE SCHEMA trade")
    for table, columns in {
        "customers": "g AS customer_id",
        "products": "g AS product_id",
        "visits": "g AS visit_no, 1 + g * 3 % 7 AS client_id",
        "lines": "g AS line_no, 1 + g % 9 AS item_id, 1 + g * 3 % 11 AS product_id",
    }.items():
        admin.execute(f"CREATE TABLE trade.{table} AS SELECT {columns} FROM generate_series(1, 40) AS g")
        admin.execute("SELECT factcheck.add_table(%s::regclass, data_set => 'trade')", [f"trade.{table}"])
    joins = admin.execute(
        "SELECT from_columns::text, to_table::text FROM factcheck.joins()"
        " WHERE from_table::text LIKE 'trade.%' ORDER BY 1"
    ).fetchall()
    assert joins == [("{client_id}", "trade.customers"), ("{product_id}", "trade.products")]


def test_tables_that_were_never_analysed_are_compared_at_once(admin):
    """The server expects few different texts there: a scan of the other table for each takes half an hour."""
    admin.execute("""
        CREATE TABLE public.slips (slip_code text, stamp integer) WITH (autovacuum_enabled = false);
        CREATE TABLE public.journeys (slip_code text, fare integer) WITH (autovacuum_enabled = false);
        INSERT INTO public.slips SELECT md5(g::text), g % 90 FROM generate_series(1, 120000) AS g;
        INSERT INTO public.journeys SELECT md5((g * 7 % 119993 + 1)::text), g % 50 FROM generate_series(1, 120000) AS g
        UNION ALL VALUES ('of no slip', 7);
    """)
    try:
        with admin.transaction():
            admin.execute("SET LOCAL statement_timeout = '2min'")
            for name in ("slips", "journeys"):
                admin.execute("SELECT factcheck.add_table(%s::regclass)", [f"public.{name}"])
        joins = admin.execute(
            "SELECT from_columns::text, to_columns::text FROM factcheck.data_join WHERE source = 'inferred'"
            " AND from_table = (SELECT table_id FROM factcheck.data_table WHERE relation = 'public.journeys'::regclass)"
        ).fetchall()
        assert joins == [("{slip_code}", "{slip_code}")]
    finally:
        for name in ("slips", "journeys"):
            admin.execute(f"DROP TABLE public.{name}")
