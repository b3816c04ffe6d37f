"""What indexing will come to, what the limits leave out, and when the index is older than the data."""

from __future__ import annotations

import psycopg
import pytest
from support.databases_in_turn import session_of


@pytest.fixture(scope="module")
def session(database, analyst_name):
    with session_of(database, analyst_name) as connection:
        yield connection


CATALOGUE = ("data_table", "data_column", "column_keyword", "table_keyword")
INDEX = ("visibility", "fragment", "posting", "text_index")


def catalogue(admin):
    return [admin.execute(f"SELECT count(*) FROM factcheck.{name}").fetchone() for name in (*CATALOGUE, *INDEX)]


@pytest.fixture
def parcels(admin):
    """A table of 20,000 rows: names that differ, names that do not, days, measures and long texts."""
    admin.execute("""
        CREATE TABLE public.parcel AS
        SELECT g AS parcel_id, 'sender ' || g % 7000 AS sender, (ARRAY['Rome', 'Oslo', 'Graz'])[1 + g % 3] AS city,
               date '2020-01-01' + g % 900 AS posted, g % 50 AS weight, repeat('long ', 40) || g AS remark,
               g % 7 = 0 AS is_fragile, g / 7.0 AS price
        FROM generate_series(1, 20000) AS g;
        ANALYZE public.parcel;
    """)
    yield "public.parcel"
    admin.execute("DROP TABLE IF EXISTS public.parcel; SELECT factcheck.refresh()")


def size(admin):
    return admin.execute("""
        SELECT count(*), (SELECT sum(pg_column_size(f.*)) FROM factcheck.fragment f)
            + (SELECT sum(pg_column_size(p.*)) FROM factcheck.posting p)
            + (SELECT sum(pg_column_size(s.*)) FROM factcheck.spelling s)
            + (SELECT sum(pg_column_size(i.*)) FROM factcheck.text_index i)
        FROM factcheck.fragment
    """).fetchone()


def test_a_dry_run_says_what_adding_comes_to_and_enters_nothing(admin, parcels):
    before = catalogue(admin)
    planned = admin.execute("SELECT * FROM factcheck.add_table(%s, dry_run => true)", [parcels]).fetchone()
    assert catalogue(admin) == before
    added = admin.execute("SELECT * FROM factcheck.add_table(%s)", [parcels]).fetchone()
    rows, literals, size_in_bytes, seconds = added
    assert (rows, literals) == (20000, 7000 + 3 + 900 + 50 + 2)
    assert (literals, size_in_bytes) == size(admin)
    assert seconds > 0
    assert planned[0] == 20000
    assert literals / 3 < planned[1] < 3 * literals
    assert size_in_bytes / 3 < planned[2] < 3 * size_in_bytes
    assert planned[3] > 0


@pytest.mark.parametrize(
    "values",
    [
        ", ".join(f"10000 + g % 190 * {place} AS measure_{place}" for place in range(1, 6)),
        "translate(g::text, '0123456789', 'bcdfghjklm') || ' lane' AS name",
    ],
)
@pytest.mark.parametrize("rows", [900, 9000])
def test_bytes_are_estimated_for_columns_of_few_and_of_many_values(admin, rows, values):
    admin.execute(f"CREATE TABLE public.lane AS SELECT {values} FROM generate_series(1, {rows}) AS g")
    call = "SELECT literals, bytes FROM factcheck.add_table('public.lane'"
    planned = admin.execute(f"{call}, dry_run => true)").fetchone()
    added = admin.execute(f"{call})").fetchone()
    admin.execute("SELECT factcheck.remove_table('public.lane'); DROP TABLE public.lane")
    assert planned[0] == added[0]
    assert added[1] / 1.5 < planned[1] < 1.5 * added[1]


def test_a_dry_run_of_a_table_that_is_added_changes_nothing(admin, parcels):
    admin.execute("SELECT factcheck.add_table(%s, data_set => 'post')", [parcels])
    before = [admin.execute(f"TABLE factcheck.{name}").fetchall() for name in (*CATALOGUE, *INDEX)]
    planned = admin.execute("SELECT * FROM factcheck.add_table(%s, '{city}', dry_run => true)", [parcels]).fetchone()
    assert planned[:2] == (20000, 3)
    assert [admin.execute(f"TABLE factcheck.{name}").fetchall() for name in (*CATALOGUE, *INDEX)] == before


def test_a_dry_run_of_more_rows_than_it_samples(admin, parcels):
    admin.execute("INSERT INTO public.parcel SELECT g, 'late ' || g FROM generate_series(20001, 60000) AS g")
    admin.execute("ANALYZE public.parcel")
    planned = admin.execute("SELECT * FROM factcheck.add_table(%s, dry_run => true)", [parcels]).fetchone()
    added = admin.execute("SELECT * FROM factcheck.add_table(%s)", [parcels]).fetchone()
    assert planned[0] == added[0] == 60000
    assert added[1] / 3 < planned[1] < 3 * added[1]


def test_a_dry_run_of_a_view_reads_nothing(admin, parcels):
    admin.execute("CREATE VIEW public.parcel_view AS TABLE public.parcel")
    planned = admin.execute("SELECT * FROM factcheck.add_table('parcel_view', dry_run => true)").fetchone()
    assert planned == (None, 0, 0, 0)
    admin.execute("DROP VIEW public.parcel_view")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("'public.nothing'", "table public.nothing has no column to check claims about"),
        ("'public.counter'", "public.counter is not a table"),
        ("'public.parcel', '{colour}'", "table public.parcel has no such column: colour"),
    ],
)
def test_a_dry_run_fails_as_adding_does(admin, parcels, call, message):
    admin.execute("CREATE TABLE public.nothing (); CREATE SEQUENCE public.counter")
    try:
        for dry_run in ("true", "false"):
            with pytest.raises(psycopg.Error) as caught:
                admin.execute(f"SELECT factcheck.add_table({call}, dry_run => {dry_run})")
            assert caught.value.diag.message_primary == message
            assert caught.value.diag.message_hint
    finally:
        admin.execute("DROP TABLE public.nothing; DROP SEQUENCE public.counter")


def test_what_the_limits_leave_out_is_visible(admin, session, analyst_name, parcels):
    admin.execute(f"""
        UPDATE factcheck.setting SET value = 100 WHERE name = 'literals_per_column';
        UPDATE factcheck.setting SET value = 40 WHERE name = 'integer_column_values';
        INSERT INTO public.parcel (city) SELECT 'Berlin ' || g FROM generate_series(1, 197) AS g;
        SELECT factcheck.add_table('public.parcel');
        GRANT SELECT (parcel_id, city, weight) ON public.parcel TO {analyst_name};
    """)
    try:
        coverage = {
            row[0]: row[1:]
            for row in session.execute(
                "SELECT column_name, literals, distinct_values, indexed_rows, filled_rows, values_left_out,"
                " rows_left_out FROM factcheck.index_coverage WHERE data_table = 'public.parcel'::regclass"
            ).fetchall()
        }
        assert coverage == {
            "parcel_id": (0, 20000, 0, 20000, 20000, 20000),
            "city": (100, 200, 20097, 20197, 100, 100),
            "weight": (0, 50, 0, 20000, 50, 20000),
        }
        columns = {row[0] for row in admin.execute("SELECT column_name FROM factcheck.index_coverage").fetchall()}
        assert columns == {"parcel_id", "sender", "city", "posted", "weight", "remark", "is_fragile"}
        # the most frequent values are those that stay
        [query] = session.execute("SELECT query FROM fact_check('There were 6,667 parcels to Oslo.')").fetchone()
        assert query == "SELECT count(*) FROM public.parcel WHERE city = 'Oslo'"
    finally:
        admin.execute(
            "UPDATE factcheck.setting SET value = NULL WHERE name IN ('literals_per_column', 'integer_column_values')"
        )
    admin.execute("SELECT factcheck.refresh('public.parcel')")
    left_out = "SELECT column_name, values_left_out FROM factcheck.index_coverage WHERE column_name = 'city'"
    assert session.execute(left_out).fetchall() == [("city", 0)]


@pytest.fixture
def tickets(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.ticket AS
        SELECT g AS ticket_id, (ARRAY['open', 'closed'])[1 + g % 2] AS state FROM generate_series(1, 1000) AS g;
        GRANT SELECT ON public.ticket TO {analyst_name};
        SELECT factcheck.add_table('public.ticket');
    """)
    yield "public.ticket"
    admin.execute("DROP TABLE IF EXISTS public.ticket; SELECT factcheck.refresh()")


def notices(connection, document="There were 500 open tickets."):
    told = []

    def keep(diagnostic):
        told.append((diagnostic.message_primary, diagnostic.message_detail, diagnostic.message_hint))

    connection.add_notice_handler(keep)
    try:
        connection.execute("SELECT * FROM fact_check(%s)", [document])
    finally:
        connection.remove_notice_handler(keep)
    return told


def finding(connection):
    return connection.execute("SELECT status, detail, hint FROM factcheck.doctor() WHERE item = 'tables'").fetchone()


def change(database, *statements):
    """Change data in a session of its own, which tells the statistics of it at once."""
    with psycopg.connect(database, autocommit=True) as other:
        for statement in statements:
            other.execute(statement)
        other.execute("SELECT pg_stat_force_next_flush()")


@pytest.mark.parametrize(
    ("statement", "changed"),
    [
        ("INSERT INTO public.ticket SELECT g, 'lost' FROM generate_series(1, 300) AS g", 300),
        ("UPDATE public.ticket SET state = 'lost' WHERE ticket_id <= 300", 300),
        ("DELETE FROM public.ticket WHERE ticket_id <= 300", 300),
        ("DELETE FROM public.ticket", 1000),
        ("WITH gone AS (DELETE FROM public.ticket WHERE ticket_id <= 300 RETURNING *)"
         " INSERT INTO public.ticket SELECT ticket_id, 'lost' FROM gone", 300),
    ],
)  # fmt: skip
def test_data_that_moved_on_are_told_of(database, admin, session, tickets, statement, changed):
    change(database, "SELECT 1")
    assert notices(session) == []
    assert finding(session)[0] == "ok"
    change(database, statement)
    [(message, detail, hint)] = notices(session)
    assert message == "the index of table public.ticket is older than its data"
    assert detail.startswith(f"About {changed} rows changed since ")
    assert hint == "Ask an administrator to index it anew: SELECT factcheck.refresh('public.ticket')."
    assert finding(session) == (
        "warning",
        "1 added, 1 of them readable to you, 1 older in the index than their data",
        "Ask an administrator to run SELECT factcheck.refresh();",
    )
    admin.execute("SELECT factcheck.refresh()")
    assert notices(session) == []
    assert finding(session)[0] == "ok"


def test_few_changes_are_not_told_of(database, admin, session, tickets):
    change(database, "INSERT INTO public.ticket SELECT g, 'lost' FROM generate_series(1, 90) AS g")
    assert notices(session) == []
    admin.execute("UPDATE factcheck.setting SET value = 0.05 WHERE name = 'stale_share'")
    try:
        assert len(notices(session)) == 1
        assert finding(session)[0] == "warning"
    finally:
        admin.execute("UPDATE factcheck.setting SET value = NULL WHERE name = 'stale_share'")


def test_partitions_count_as_one_table(database, admin, session, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.ticket (ticket_id integer, state text) PARTITION BY LIST (state);
        CREATE TABLE public.ticket_open PARTITION OF public.ticket FOR VALUES IN ('open');
        CREATE TABLE public.ticket_rest PARTITION OF public.ticket DEFAULT;
        INSERT INTO public.ticket SELECT g, (ARRAY['open', 'closed'])[1 + g % 2] FROM generate_series(1, 1000) AS g;
        GRANT SELECT ON public.ticket TO {analyst_name};
        SELECT factcheck.add_table('public.ticket');
    """)
    try:
        change(database, "SELECT 1")
        assert notices(session) == []
        change(database, "INSERT INTO public.ticket SELECT g, 'lost' FROM generate_series(1, 300) AS g")
        [(_, detail, _)] = notices(session)
        assert detail.startswith("About 300 rows changed since ")
    finally:
        admin.execute("DROP TABLE public.ticket; SELECT factcheck.refresh()")


def test_statistics_that_come_late_are_no_change(database, admin, session, tickets):
    admin.execute("SELECT factcheck.remove_table('public.ticket')")
    with psycopg.connect(database, autocommit=True) as loader:
        # what a session did within the last second it does not tell yet
        loader.execute("INSERT INTO public.ticket SELECT g, 'open' FROM generate_series(1, 10) AS g")
        loader.execute("INSERT INTO public.ticket SELECT g, 'lost' FROM generate_series(1, 3000) AS g")
        loader.execute("UPDATE public.ticket SET state = 'found' WHERE state = 'lost'")
        admin.execute("SELECT factcheck.add_table('public.ticket')")
        assert notices(session) == []
        loader.execute("SELECT pg_stat_force_next_flush()")
        assert notices(session) == []
        assert finding(session)[0] == "ok"


def test_one_who_fills_a_table_and_adds_it_is_not_told_that_it_is_stale(database, admin):
    with psycopg.connect(database, autocommit=True) as loader:
        loader.execute(
            "CREATE TABLE public.fresh AS SELECT g AS ticket_id, 'open' AS state FROM generate_series(1, 500) g"
        )
        loader.execute("INSERT INTO public.fresh SELECT g, 'late' FROM generate_series(1, 5000) AS g")
        loader.execute("UPDATE public.fresh SET state = 'early' WHERE ticket_id < 400")
        loader.execute("SELECT factcheck.add_table('public.fresh')")
        assert notices(loader) == []
        loader.execute("SELECT pg_stat_force_next_flush()")
        assert notices(loader) == []
    assert notices(admin) == []
    admin.execute("DROP TABLE public.fresh; SELECT factcheck.refresh()")


def test_a_reset_of_the_statistics_is_no_change(database, admin, session, tickets):
    change(database, "SELECT pg_stat_reset()", "INSERT INTO public.ticket VALUES (1, 'open')")
    assert notices(session) == []
