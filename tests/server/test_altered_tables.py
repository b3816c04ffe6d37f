"""Tables that were altered, renamed or dropped after they were indexed, and tables of odd contents."""

from __future__ import annotations

import pytest
from support.databases_in_turn import session_of


@pytest.fixture
def table(admin, analyst_name):
    """A small table, added, under one name for every test."""
    admin.execute(f"""
        CREATE TABLE public.visit (visit_id integer, city text, secret text, paid numeric);
        INSERT INTO public.visit
        SELECT g, (ARRAY['Rome', 'Oslo'])[1 + g % 2], 'Zyxolite', g FROM generate_series(1, 50) AS g;
        GRANT SELECT (visit_id, city, paid) ON public.visit TO {analyst_name};
        SELECT factcheck.add_table('public.visit');
    """)
    yield "public.visit"
    admin.execute("DROP TABLE IF EXISTS public.visit, public.stay; SELECT factcheck.refresh()")


@pytest.fixture(scope="module")
def session(database, analyst_name):
    with session_of(database, analyst_name) as connection:
        yield connection


@pytest.fixture
def check(session):
    """Check a text; the rows and the warnings and notices."""

    def run(document):
        notices = []

        def keep(diagnostic):
            notices.append((diagnostic.message_primary, diagnostic.message_hint))

        session.add_notice_handler(keep)
        try:
            rows = session.execute("SELECT verdict, found_value, query FROM fact_check(%s)", [document]).fetchall()
        finally:
            session.remove_notice_handler(keep)
        return rows, notices

    return run


DOCUMENT = "There were 25 visits in Oslo."
ALTERED = "table public.visit was altered after it was indexed: changed columns are left out"


def test_a_renamed_table_is_still_the_same(check, admin, table):
    admin.execute("ALTER TABLE public.visit RENAME TO stay")
    assert check(DOCUMENT) == ([("supported", 25, "SELECT count(*) FROM public.stay WHERE city = 'Oslo'")], [])


def test_a_renamed_column_is_left_out_until_the_table_is_indexed_anew(check, admin, table):
    admin.execute("ALTER TABLE public.visit RENAME city TO place")
    rows, notices = check(DOCUMENT)
    assert "Oslo" not in rows[0][2]
    assert notices == [(ALTERED, "Ask an administrator to index it anew: SELECT factcheck.refresh('public.visit').")]
    admin.execute("SELECT factcheck.refresh('public.visit')")
    assert check(DOCUMENT) == ([("supported", 25, "SELECT count(*) FROM public.visit WHERE place = 'Oslo'")], [])


def test_a_column_of_another_type_is_left_out(check, admin, table):
    admin.execute("ALTER TABLE public.visit ALTER city TYPE integer USING length(city)")
    rows, notices = check(DOCUMENT)
    assert rows
    assert "Oslo" not in rows[0][2]
    assert [message for message, _ in notices] == [ALTERED]


def test_values_are_not_shown_to_readers_of_a_column_that_took_over_the_name(
    check, admin, session, table, analyst_name
):
    admin.execute(f"""
        ALTER TABLE public.visit RENAME secret TO old_secret;
        ALTER TABLE public.visit ADD secret text;
        GRANT SELECT (secret) ON public.visit TO {analyst_name};
    """)
    literals = {row[0] for row in session.execute("SELECT literal FROM factcheck.fragment").fetchall()}
    assert "Oslo" in literals
    assert "Zyxolite" not in literals


def test_new_columns_come_with_the_next_indexing(check, admin, table, analyst_name):
    admin.execute(f"""
        ALTER TABLE public.visit ADD season text DEFAULT 'winter';
        GRANT SELECT (season) ON public.visit TO {analyst_name};
        SELECT factcheck.refresh();
    """)
    rows, _ = check("There were 50 visits in winter.")
    assert rows[0][2] == "SELECT count(*) FROM public.visit WHERE season = 'winter'"


def test_a_table_added_with_some_columns_keeps_to_them(admin, table):
    admin.execute("SELECT factcheck.add_table('public.visit', columns => '{city}'); SELECT factcheck.refresh()")
    names = admin.execute("SELECT column_name FROM factcheck.data_column ORDER BY 1").fetchall()
    assert names == [("city",)]


def test_a_dropped_table_is_forgotten(check, admin, session, table):
    admin.execute("DROP TABLE public.visit")
    rows, notices = check(DOCUMENT)
    assert (rows, [message for message, _ in notices]) == ([], ["no added table can be used"])
    finding = session.execute("SELECT status, detail, hint FROM factcheck.doctor() WHERE item = 'tables'").fetchone()
    hint = "Ask an administrator to run SELECT factcheck.refresh();"
    assert finding == ("warning", "1 added, 0 of them readable to you, 1 dropped", hint)
    assert admin.execute("SELECT factcheck.refresh()").fetchone() == (0,)
    assert admin.execute("SELECT count(*) FROM factcheck.data_table").fetchone() == (0,)


def test_no_table_the_role_may_read(check, admin, table, analyst_name):
    admin.execute(f"REVOKE SELECT (visit_id, city, paid) ON public.visit FROM {analyst_name}")
    assert check(DOCUMENT) == (
        [],
        [("no added table can be used", "Ask for SELECT on one, and USAGE on its schema: TABLE factcheck.data_table.")],
    )


def test_a_schema_the_role_may_not_enter(check, admin, table, analyst_name):
    admin.execute("CREATE SCHEMA closed; ALTER TABLE public.visit SET SCHEMA closed")
    try:
        assert check(DOCUMENT)[0] == []
    finally:
        admin.execute("DROP SCHEMA closed CASCADE")


def test_an_enum_of_a_closed_schema_can_be_compared(check, admin, table, analyst_name):
    admin.execute(f"""
        CREATE SCHEMA closed;
        CREATE TYPE closed.mood AS ENUM ('happy', 'sad');
        ALTER TABLE public.visit ADD mood closed.mood DEFAULT 'happy';
        GRANT SELECT (mood) ON public.visit TO {analyst_name};
        SELECT factcheck.refresh();
    """)
    try:
        rows, _ = check("There were 50 happy visits.")
        assert rows == [("supported", 50, "SELECT count(*) FROM public.visit WHERE mood = 'happy'")]
    finally:
        admin.execute("DROP SCHEMA closed CASCADE")


def test_comments_and_days_no_index_takes(check, admin, table, analyst_name):
    admin.execute(f"""
        ALTER TABLE public.visit ADD day date DEFAULT 'infinity';
        GRANT SELECT (day) ON public.visit TO {analyst_name};
        DO $$BEGIN EXECUTE format('COMMENT ON COLUMN public.visit.city IS %L',
            (SELECT string_agg(chr(97 + (random() * 25)::integer), '') FROM generate_series(1, 9000))); END$$;
        SELECT factcheck.refresh();
    """)
    rows, _ = check(DOCUMENT)
    assert rows[0][:2] == ("supported", 25)


def test_a_table_of_columns_without_order_can_be_counted(check, admin, table):
    admin.execute("""
        ALTER TABLE public.visit DROP visit_id, DROP city, DROP secret, DROP paid;
        ALTER TABLE public.visit ADD answer json DEFAULT '{}';
        GRANT SELECT ON public.visit TO PUBLIC;
        SELECT factcheck.refresh();
    """)
    assert check("There were 50 visits.") == ([("supported", 50, "SELECT count(*) FROM public.visit")], [])
