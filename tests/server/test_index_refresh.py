"""Refreshing the index: what did not change stays, what changed is written anew, and nothing is lost when it fails."""

from __future__ import annotations

import threading
import time
from itertools import count

import psycopg
import pytest
from support.databases_in_turn import session_of
from support.trip_table import TEXTS, literals, refresh, trip_table

from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.settings import read_settings
from factcheck.text_index import build

SOMEBODY_WAITS = """
SELECT 1 FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()
"""
INDEX = ("data_column", "column_keyword", "table_keyword", *TEXTS)


@pytest.fixture(scope="module")
def session(database, analyst_name):
    with session_of(database, analyst_name) as connection:
        yield connection


@pytest.fixture
def trips(admin, analyst_name):
    with trip_table(admin, analyst_name) as table:
        yield table


def numbers(admin):
    """Number of each column, by name."""
    return dict(admin.execute("SELECT column_name, column_id FROM factcheck.data_column").fetchall())


def whole_index(admin):
    """All of the index, as it can be read, and where its rows lie: written anew they would lie elsewhere."""
    return [admin.execute(f"SELECT i.ctid, i.* FROM factcheck.{name} i ORDER BY i.ctid").fetchall() for name in INDEX]


def check(connection, document, table="public.trip"):
    return connection.execute(
        "SELECT verdict, found_value, query FROM fact_check(%s, tables => ARRAY[%s::regclass])", [document, table]
    ).fetchall()


def test_nothing_is_written_where_nothing_changed(admin, trips):
    texts = whole_index(admin)[-len(TEXTS) :]
    before = numbers(admin)
    assert refresh(admin) == 1
    assert numbers(admin) == before
    assert whole_index(admin)[-len(TEXTS) :] == texts


def test_a_changed_column_is_written_anew_and_no_other(admin, session, trips):
    before = numbers(admin)
    admin.execute("UPDATE public.trip SET city = 'Zwolle' WHERE trip_id <= 20")
    refresh(admin)
    after = numbers(admin)
    assert {name for name in before if before[name] != after[name]} == {"city"}
    assert literals(admin, "city") == {"Oslo": 20, "Rome": 20, "Zwolle": 20}
    assert literals(admin, "season") == {"summer": 30, "winter": 30}
    assert check(session, "There were 20 trips to Zwolle.") == [
        ("supported", 20, "SELECT count(*) FROM public.trip WHERE city = 'Zwolle'")
    ]


def test_a_value_that_is_gone_is_not_found(admin, trips, has_term):
    admin.execute("DELETE FROM public.trip WHERE city = 'Oslo'")
    refresh(admin)
    assert literals(admin, "city") == {"Rome": 30}
    assert not has_term(admin, "oslo")
    assert admin.execute("SELECT count(*) FROM factcheck.spelling WHERE 'oslo' = ANY (terms)").fetchone() == (0,)


def test_changed_frequencies_leave_the_rest_in_place(admin, trips):
    before = numbers(admin)
    kept = admin.execute("SELECT ctid, * FROM factcheck.spelling ORDER BY ctid").fetchall()
    admin.execute("UPDATE public.trip SET city = 'Oslo' WHERE trip_id <= 40")
    refresh(admin)
    assert numbers(admin) == before
    assert admin.execute("SELECT ctid, * FROM factcheck.spelling ORDER BY ctid").fetchall() == kept != []
    assert literals(admin, "city") == {"Oslo": 50, "Rome": 10}


def test_a_renamed_column_keeps_its_number_and_values(admin, session, trips):
    before = numbers(admin)
    kept = literals(admin, "city")
    admin.execute("ALTER TABLE public.trip RENAME city TO place")
    refresh(admin)
    assert numbers(admin) == {"place" if name == "city" else name: number for name, number in before.items()}
    assert literals(admin, "place") == kept
    assert check(session, "There were 30 trips to Oslo.") == [
        ("supported", 30, "SELECT count(*) FROM public.trip WHERE place = 'Oslo'")
    ]
    # its keywords are those of the new name
    words = {row[0] for row in admin.execute("SELECT word FROM factcheck.column_keyword").fetchall()}
    assert "place" in words


def test_two_columns_that_swap_their_names(admin, session, trips):
    admin.execute("""
        ALTER TABLE public.trip RENAME city TO spare;
        ALTER TABLE public.trip RENAME season TO city;
        ALTER TABLE public.trip RENAME spare TO season;
    """)
    refresh(admin)
    assert literals(admin, "season") == {"Oslo": 30, "Rome": 30}
    assert literals(admin, "city") == {"summer": 30, "winter": 30}
    [(verdict, _, query)] = check(session, "There were 30 trips to Oslo.")
    assert (verdict, query) == ("supported", "SELECT count(*) FROM public.trip WHERE season = 'Oslo'")


def test_a_column_dropped_and_made_anew_has_the_new_values(admin, trips):
    before = numbers(admin)
    admin.execute("""
        ALTER TABLE public.trip DROP city;
        ALTER TABLE public.trip ADD city text DEFAULT 'Zwolle';
    """)
    refresh(admin)
    after = numbers(admin)
    assert after.keys() == before.keys()
    assert after["city"] != before["city"]
    assert literals(admin, "city") == {"Zwolle": 60}


def test_a_dropped_column_is_forgotten(admin, trips, has_term):
    before = numbers(admin)
    admin.execute("ALTER TABLE public.trip DROP city")
    refresh(admin)
    assert numbers(admin) == {name: number for name, number in before.items() if name != "city"}
    assert not has_term(admin, "oslo")


def test_another_type_is_indexed_as_such(admin, session, trips):
    admin.execute("ALTER TABLE public.trip ALTER season TYPE integer USING CASE season WHEN 'summer' THEN 1 ELSE 2 END")
    refresh(admin)
    assert literals(admin, "season") == {"1": 30, "2": 30}
    admin.execute("ALTER TABLE public.trip ALTER city TYPE varchar(40)")
    refresh(admin)
    [(verdict, _, query)] = check(session, "There were 30 trips to Oslo.")
    assert (verdict, query) == ("supported", "SELECT count(*) FROM public.trip WHERE city = 'Oslo'")


def test_a_renamed_table_is_refreshed_under_its_new_name(admin, session, trips):
    before = numbers(admin)
    admin.execute("ALTER TABLE public.trip RENAME TO tour")
    assert refresh(admin, "public.tour") == 1
    assert numbers(admin) == before
    words = {row[0] for row in admin.execute("SELECT word FROM factcheck.table_keyword").fetchall()}
    assert "tour" in words
    assert "trip" not in {
        row[0] for row in admin.execute("SELECT word FROM factcheck.table_keyword WHERE source = 'name'").fetchall()
    }
    [(verdict, _, query)] = check(session, "There were 30 tours to Oslo.", "public.tour")
    assert (verdict, query) == ("supported", "SELECT count(*) FROM public.tour WHERE city = 'Oslo'")


def test_a_changed_comment_is_taken_in(admin, trips):
    said = "SELECT source FROM factcheck.column_keyword WHERE word = 'guilders'"
    assert admin.execute(said).fetchall() == []
    admin.execute("COMMENT ON COLUMN public.trip.fare IS 'Ticket price in guilders'")
    refresh(admin)
    assert admin.execute(said).fetchall() == [("comment",)]
    admin.execute("COMMENT ON COLUMN public.trip.fare IS NULL")
    refresh(admin)
    assert admin.execute(said).fetchall() == []


def test_values_of_a_column_that_no_claim_can_be_about_any_more_are_forgotten(admin, trips):
    admin.execute("ALTER TABLE public.trip ALTER city TYPE json USING to_json(city)")
    refresh(admin)
    assert literals(admin, "city") == {}


def test_adding_again_keeps_the_number_and_the_joins(admin, trips):
    admin.execute("""
        CREATE TABLE public.city (name text PRIMARY KEY, country text);
        INSERT INTO public.city VALUES ('Rome', 'Italy'), ('Oslo', 'Norway');
        SELECT factcheck.add_table('public.city');
        SELECT factcheck.add_join('public.trip', '{city}', 'public.city', '{name}');
    """)
    try:
        ours = "SELECT table_id FROM factcheck.data_table WHERE relation = 'public.trip'::regclass"
        before, joins = admin.execute(ours).fetchone(), admin.execute("TABLE factcheck.data_join").fetchall()
        columns = numbers(admin)
        admin.execute("SELECT factcheck.add_table('public.trip', data_set => 'travel')")
        assert admin.execute(ours).fetchone() == before
        assert numbers(admin) == columns
        assert admin.execute("TABLE factcheck.data_join").fetchall() == joins
        assert len(joins) == 1
    finally:
        admin.execute("DROP TABLE public.city; SELECT factcheck.refresh()")


@pytest.fixture
def large(admin):
    """A table that takes seconds to index; its values are all different."""
    admin.execute("""
        CREATE TABLE public.parcel AS
        SELECT 'Parcel number ' || g AS label, 'sender ' || g * 7 AS sender, 'Depot ' || g % 5 AS depot
        FROM generate_series(1, 100) AS g;
        UPDATE factcheck.setting SET value = 1000000 WHERE name = 'literals_per_column';
        SELECT factcheck.add_table('public.parcel');
        INSERT INTO public.parcel
        SELECT 'Parcel number ' || g, 'sender ' || g * 7, 'Depot ' || g % 6 FROM generate_series(101, 20000) AS g;
    """)
    yield "public.parcel"
    admin.execute("""
        UPDATE factcheck.setting SET value = NULL WHERE name = 'literals_per_column';
        DROP TABLE public.parcel;
        SELECT factcheck.refresh();
    """)


def seconds_of_refresh(connection):
    """How long a refresh takes that is undone."""
    with connection.transaction(force_rollback=True):
        began = time.monotonic()
        refresh(connection, "public.parcel")
        return time.monotonic() - began


def test_a_cancelled_refresh_leaves_the_old_index(database, admin, large):
    before = whole_index(admin)
    with psycopg.connect(database, autocommit=True) as connection:
        seconds = min(seconds_of_refresh(connection) for _ in range(2))
        for share in (0.01, 0.05, 0.2, 0.4):
            connection.execute(f"SET statement_timeout = {max(1, int(1000 * share * seconds))}")
            with pytest.raises(psycopg.errors.QueryCanceled):
                connection.execute("SELECT factcheck.refresh('public.parcel')")
            assert whole_index(admin) == before
        connection.execute("SET statement_timeout = 0")
        rows = check(connection, "There were 3336 parcels at Depot 3.", large)
        assert rows[0][:2] != ("supported", 20)
        assert "depot = 'Depot 3'" in rows[0][2]


STAGES = [
    "its rows are read",
    *(f"{number} of 3 columns compared with the index" for number in (1, 2, 3)),
    *(f"{number} of 3 columns indexed" for number in (1, 2, 3)),
]


@pytest.mark.parametrize(("seconds", "told"), [(2.0, STAGES[1::2]), (4.0, STAGES), (0.4, [])])
def test_a_long_refresh_says_how_far_it_is(admin, trips, monkeypatch, caplog, seconds, told):
    """On a clock by which each column takes so many seconds, at each of its stages."""
    admin.execute(
        "UPDATE public.trip SET trip_id = trip_id + 100, city = city || '!', season = season || '!', fare = 7"
    )
    monkeypatch.setattr(build, "monotonic", count(0, seconds).__next__)
    database = PsycopgDatabase(admin)
    with caplog.at_level("INFO", "factcheck"), admin.transaction():
        admin.execute("SET LOCAL search_path = pg_catalog, pg_temp")
        build.index_table(database, "public.trip", read_settings(database))
    assert caplog.messages == [f"table public.trip: {stage}" for stage in told]


def require_whole_index(admin, table):
    """Every literal is there once, with postings and counts that belong to it."""
    rows = admin.execute(
        """
        SELECT dc.column_name, i.literals, count(f.fragment_no), count(DISTINCT f.literal), max(f.fragment_no),
               octet_length(i.term_counts) / 2, octet_length(i.rarities) / 4
        FROM factcheck.data_column dc JOIN factcheck.data_table dt USING (table_id)
        JOIN factcheck.visibility USING (column_id)
        JOIN factcheck.text_index i USING (visibility_id) JOIN factcheck.fragment f USING (visibility_id)
        WHERE dt.relation = %s::regclass GROUP BY dc.column_name, i.literals, i.term_counts, i.rarities
        """,
        [table],
    ).fetchall()
    assert rows
    for _, stated, counted, different, last, counts, rarities in rows:
        assert stated == counted == different == last + 1 == counts == rarities
    doubles = "SELECT term, visibility_id FROM factcheck.posting GROUP BY 1, 2 HAVING count(*) > 1"
    assert admin.execute(doubles).fetchall() == []


@pytest.mark.parametrize("statement", ["SELECT factcheck.refresh('public.trip')", "SELECT factcheck.add_table('trip')"])
def test_two_sessions_at_one_table(database, admin, session, trips, statement):
    admin.execute("UPDATE public.trip SET city = city || ' new', season = 'autumn'")
    outcomes = []

    def second():
        with psycopg.connect(database, autocommit=True) as connection:
            try:
                connection.execute(statement)
                outcomes.append(None)
            except psycopg.Error as error:
                outcomes.append(error.diag.message_primary)

    with psycopg.connect(database) as first:
        first.execute(statement)
        other = threading.Thread(target=second)
        other.start()
        while other.is_alive() and not admin.execute(SOMEBODY_WAITS).fetchone():
            time.sleep(0.01)
        first.commit()
        other.join()
    assert outcomes == [None]
    require_whole_index(admin, "public.trip")
    assert literals(admin, "city") == {"Oslo new": 30, "Rome new": 30}
    [(verdict, _, query)] = check(session, "There were 30 trips to Oslo new.")
    assert (verdict, query) == ("supported", "SELECT count(*) FROM public.trip WHERE city = 'Oslo new'")


@pytest.fixture(scope="module")
def warm_sessions(database):
    """Two sessions that have loaded the library, so that what they run at once begins at the same time."""
    with psycopg.connect(database, autocommit=True) as one, psycopg.connect(database, autocommit=True) as other:
        for connection in (one, other):
            connection.execute("SELECT factcheck.warm_up()")
        yield one, other


def run_at_once(sessions, statement):
    """Run a statement in two sessions at once; the message of each, None where it succeeded."""
    outcomes = []
    barrier = threading.Barrier(2)

    def run(connection):
        barrier.wait()
        try:
            connection.execute(statement)
            outcomes.append(None)
        except psycopg.Error as error:
            outcomes.append(error.diag.message_primary)

    threads = [threading.Thread(target=run, args=[connection]) for connection in sessions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def test_one_table_added_by_two_sessions_at_once(warm_sessions, admin, trips):
    admin.execute("SELECT factcheck.remove_table('public.trip')")
    assert run_at_once(warm_sessions, "SELECT factcheck.add_table('public.trip')") == [None, None]
    require_whole_index(admin, "public.trip")


def test_one_table_refreshed_by_two_sessions_at_once(warm_sessions, admin, trips):
    for round_no in range(4):
        admin.execute("UPDATE public.trip SET city = city || %s, season = season || 'x'", [f" {round_no}"])
        assert run_at_once(warm_sessions, "SELECT factcheck.refresh('public.trip')") == [None, None]
        require_whole_index(admin, "public.trip")
    assert literals(admin, "city") == {"Oslo 0 1 2 3": 30, "Rome 0 1 2 3": 30}


def test_sessions_that_change_tables_and_add_them_do_not_block_each_other(database, admin, trips):
    """One adds a table, and compares it with one that the other has changed and will refresh."""
    admin.execute("CREATE TABLE public.driver AS SELECT DISTINCT trip_id AS driver_id, 'Ann' AS name FROM public.trip")
    outcomes = []

    def add():
        try:
            with psycopg.connect(database, autocommit=True) as second:
                second.execute("SELECT factcheck.add_table('public.driver')")
        except psycopg.Error as error:
            outcomes.append(error.diag.message_primary)

    try:
        with psycopg.connect(database) as first:
            first.execute("ALTER TABLE public.trip ADD COLUMN driver_id integer DEFAULT 1")
            other = threading.Thread(target=add)
            other.start()
            while other.is_alive() and not admin.execute(SOMEBODY_WAITS).fetchone():
                time.sleep(0.01)
            notices = []
            first.add_notice_handler(lambda notice: notices.append(notice.message_primary))
            first.execute("SELECT factcheck.refresh('public.trip')")
            assert notices == []
            first.commit()
            other.join()
        assert outcomes == []
        require_whole_index(admin, "public.trip")
    finally:
        admin.execute("DROP TABLE public.driver")


def test_an_administrator_without_other_rights_may_refresh(database, admin, session, role, trips):
    keeper = role()
    admin.execute(f"SELECT factcheck.grant_usage('{keeper}', 'admin'); GRANT SELECT ON public.trip TO {keeper}")
    admin.execute("UPDATE public.trip SET city = 'Zwolle' WHERE trip_id <= 20")
    with psycopg.connect(database, user=keeper, autocommit=True) as connection:
        assert refresh(connection) == 1
        connection.execute("UPDATE factcheck.setting SET value = NULL WHERE name = 'p_true'")
    assert literals(admin, "city") == {"Oslo": 20, "Rome": 20, "Zwolle": 20}
    require_whole_index(admin, "public.trip")
    admin.execute(f"REVOKE SELECT ON public.trip FROM {keeper}")
