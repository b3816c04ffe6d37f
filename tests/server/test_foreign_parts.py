"""Tables whose rows foreign servers have: checked as local ones are, and grouped by the servers that have the rows."""

from __future__ import annotations

import psycopg
import pytest

REGIONS = {"north": ("Leeds", "York"), "south": ("Dover", "Poole"), "west": ("Bristol",)}
COLUMNS = "city text, guest integer, minutes integer, spent numeric(8, 2), score float8, kind text, arrived date"
ROWS = """
    SELECT ({cities}::text[])[1 + n % {number}], n % 500, n % 97 + {minutes}, n % 900 / 100.0,
           CASE WHEN n % 11 > 0 THEN n % 50 / 7.0 END, ({kinds}::text[])[1 + n % 3], date '2019-01-01' + n % 700
    FROM generate_series(1, {rows}) AS n
"""
KINDS = "ARRAY['day', 'night', NULL]"
HERE = ("Hull", "Derby")

REPORT = (
    "The archive holds 5,500 visits. Leeds had 500 visits. The visits went to 7 different cities and were made by 500"
    " different guests. In Leeds a visit lasted 48.5 minutes on average. The longest visit took 100 minutes. York had"
    " 612 visits. In Dover, 334 visits were night visits. The average score was 3.5. In May there were 417 visits. In"
    " Hull the median visit took 50 minutes. In 2020, 1,900 visits were counted."
)
CHECKED = "SELECT claim_text, verdict, found_value, is_certified, query FROM fact_check(%s, ARRAY[%s::regclass])"
PLANNED = "SELECT detail FROM factcheck.explain_plan(%s, ARRAY[%s::regclass]) WHERE part = 'query'"


def rows_sql(cities: tuple[str, ...], rows: int, minutes: int) -> str:
    listed = "ARRAY['" + "', '".join(cities) + "']"
    return ROWS.format(cities=listed, number=len(cities), rows=rows, minutes=minutes, kinds=KINDS)


FILLED = {
    **{region: rows_sql(cities, 500 * len(cities), at) for at, (region, cities) in enumerate(REGIONS.items())},
    "here": rows_sql(HERE, 3000, 3),
}


@pytest.fixture(scope="module")
def servers(private_servers):
    """Three servers, each with the visits of a region, by name; and one that knows them all."""
    started = {}
    for region in REGIONS:
        private_servers.make(region)
        started[region] = private_servers.start(region)
        with psycopg.connect(started[region], autocommit=True) as connection:
            connection.execute("CREATE ROLE analyst LOGIN")
            connection.execute(f"CREATE TABLE visit ({COLUMNS}); INSERT INTO visit {FILLED[region]}; ANALYZE visit")
            connection.execute("GRANT SELECT ON visit TO analyst")
    private_servers.make("main")
    return started, private_servers.start("main")


@pytest.fixture(scope="module")
def main(servers):
    """A superuser's session where visits are partitioned: three parts are foreign, one is partitioned again."""
    regions, dsn = servers
    with psycopg.connect(dsn, autocommit=True) as session:
        session.execute("SET client_min_messages = warning; CREATE EXTENSION factcheck SCHEMA public CASCADE")
        session.execute("INSERT INTO factcheck.lexicon VALUES ('new', 'a', 'old', 'synonym', 1)")
        session.execute("CREATE EXTENSION postgres_fdw; CREATE ROLE analyst LOGIN")
        session.execute(f"CREATE TABLE public.visit ({COLUMNS}) PARTITION BY LIST (city)")
        for region, cities in REGIONS.items():
            host = psycopg.conninfo.conninfo_to_dict(regions[region])["host"]
            session.execute(f"""
                CREATE SERVER {region} FOREIGN DATA WRAPPER postgres_fdw
                    OPTIONS (host '{host}', dbname 'postgres', async_capable 'true');
                CREATE USER MAPPING FOR postgres SERVER {region} OPTIONS (user 'postgres');
                CREATE USER MAPPING FOR analyst SERVER {region} OPTIONS (user 'analyst', password_required 'false');
                CREATE FOREIGN TABLE public.visit_{region} PARTITION OF public.visit
                    FOR VALUES IN ('{"', '".join(cities)}') SERVER {region} OPTIONS (table_name 'visit');
            """)
        session.execute(f"""
            CREATE TABLE public.visit_here PARTITION OF public.visit DEFAULT PARTITION BY RANGE (guest);
            CREATE TABLE public.visit_few PARTITION OF public.visit_here FOR VALUES FROM (MINVALUE) TO (100);
            CREATE TABLE public.visit_many PARTITION OF public.visit_here DEFAULT;
            INSERT INTO public.visit {FILLED["here"]};
            CREATE SCHEMA copied;
            CREATE TABLE copied.visit AS TABLE public.visit;
            ANALYZE copied.visit;
            GRANT USAGE ON SCHEMA copied TO analyst;
            GRANT SELECT ON ALL TABLES IN SCHEMA public, copied TO analyst;
            SELECT factcheck.grant_usage('analyst', 'analyst'), factcheck.add_table('public.visit'),
                   factcheck.add_table('copied.visit'), factcheck.add_table('public.visit_south');
        """)
        yield session


@pytest.fixture
def analyst(servers, main):
    with psycopg.connect(servers[1], user="analyst", autocommit=True) as session:
        yield session


def checked(session, table, report=REPORT):
    return session.execute(CHECKED, [report, table]).fetchall()


def plans(session, table, report=REPORT):
    """The plans of the queries that a check of a table begins with, as the check has them planned."""
    queries = [query for (query,) in session.execute(PLANNED, [report, table]).fetchall()]
    explained = []
    with session.transaction():
        session.execute("SET LOCAL enable_sort = off; SET LOCAL jit = off")
        session.execute("SET LOCAL parallel_setup_cost = 0; SET LOCAL parallel_tuple_cost = 0")
        for query in queries:
            lines = session.execute(f"EXPLAIN (VERBOSE, COSTS OFF) {query}".encode()).fetchall()
            explained.append([line for (line,) in lines])
    assert explained
    return explained


def found_in(session, rows):
    """The values that the queries of rows give when they are run."""
    return [session.execute(query.encode()).fetchone()[0] if query else None for *_, query in rows]


def test_a_check_says_the_same_as_of_a_local_copy(analyst):
    rows, copied = checked(analyst, "public.visit"), checked(analyst, "copied.visit")
    verdicts = {text: verdict for text, verdict, *_ in rows}
    assert verdicts["5,500"] == verdicts["7"] == "supported"
    assert verdicts["612"] == "refuted"
    assert rows == [(*row[:-1], row[-1].replace("copied.", "public.")) for row in copied]


def test_found_values_are_those_of_plain_queries(analyst):
    rows = checked(analyst, "public.visit")
    assert len(rows) == 12
    for (_, _, found, *_), run in zip(rows, found_in(analyst, rows), strict=True):
        assert float(found) == pytest.approx(float(run), rel=1e-11)


def test_each_server_groups_its_own_rows_at_the_same_time(analyst):
    for plan in plans(analyst, "public.visit"):
        remote = [line for line in plan if "Remote SQL" in line]
        assert len(remote) == len(REGIONS)
        assert all("GROUP BY" in line for line in remote), plan
        assert sum("Async Foreign Scan" in line for line in plan) == len(REGIONS), plan


def test_a_foreign_table_is_grouped_by_its_server(analyst):
    report = "There were 1,000 visits in the south. Dover had 500 visits. In Poole visits took 49.5 minutes on average."
    rows = checked(analyst, "public.visit_south", report)
    assert [(text, verdict) for text, verdict, *_ in rows[:2]] == [("1,000", "supported"), ("500", "supported")]
    assert [float(found) for _, _, found, *_ in rows] == [pytest.approx(float(v)) for v in found_in(analyst, rows)]
    for plan in plans(analyst, "public.visit_south", report):
        assert [line for line in plan if "Remote SQL" in line and "GROUP BY" in line], plan


def test_who_may_not_read_the_parts_gets_the_same_rows(main, analyst):
    expected = checked(analyst, "public.visit")
    main.execute("REVOKE SELECT ON public.visit_north FROM analyst")
    try:
        assert checked(analyst, "public.visit") == expected
        assert not [line for plan in plans(analyst, "public.visit") for line in plan if "GROUP BY" in line]
    finally:
        main.execute("GRANT SELECT ON public.visit_north TO analyst")


def test_a_policy_of_the_table_holds_for_its_foreign_rows(main, analyst):
    """Read one by one, the parts would give away what the policy hides."""
    main.execute("ALTER TABLE public.visit ENABLE ROW LEVEL SECURITY")
    main.execute("CREATE POLICY north ON public.visit USING (city = 'York')")
    try:
        [(_, verdict, found, *_)] = checked(analyst, "public.visit", "There were 500 visits.")
        assert (verdict, found) == ("supported", 500)
    finally:
        main.execute("DROP POLICY north ON public.visit; ALTER TABLE public.visit DISABLE ROW LEVEL SECURITY")


def test_a_part_that_is_detached_counts_no_more(main, analyst):
    main.execute("ALTER TABLE public.visit DETACH PARTITION public.visit_west")
    try:
        [(_, verdict, found, *_)] = checked(analyst, "public.visit", "There were 5,000 visits.")
        assert (verdict, found) == ("supported", 5000)
    finally:
        main.execute("ALTER TABLE public.visit ATTACH PARTITION public.visit_west FOR VALUES IN ('Bristol')")


def test_foreign_rows_are_joined(main, analyst):
    main.execute("""
        CREATE TABLE public.place (city text PRIMARY KEY, county text);
        INSERT INTO public.place VALUES ('Leeds', 'Yorkshire'), ('York', 'Yorkshire'), ('Dover', 'Kent');
        GRANT SELECT ON public.place TO analyst;
        SELECT factcheck.add_table('public.place');
        SELECT factcheck.add_join('public.visit', '{city}', 'public.place', '{city}');
    """)
    rows = analyst.execute(
        "SELECT verdict, found_value FROM fact_check('In Yorkshire there were 1,000 visits. Kent had 501 visits.',"
        " ARRAY['public.visit', 'public.place']::regclass[])"
    ).fetchall()
    assert rows == [("supported", 1000), ("refuted", 500)]


def test_a_check_with_a_time_budget_ends_in_time_or_says_so(analyst):
    rows = analyst.execute(
        "SELECT verdict, found_value FROM fact_check('There were 5,500 visits.', ARRAY['public.visit'::regclass],"
        " time_budget => '1 minute')"
    ).fetchall()
    assert rows == [("supported", 5500)]
