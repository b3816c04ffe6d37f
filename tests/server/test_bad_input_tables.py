"""Tables in odd states: empty, without columns, very wide, gone, locked, closed; docs/bad-input.md shows the table."""

from __future__ import annotations

import psycopg
import pytest
from support.bad_inputs import Answer, Refusal, require_on_page, require_outcome
from support.databases_in_turn import session_of

ADD = "SELECT factcheck.add_table('public.trip')"
TWO = "INSERT INTO public.trip SELECT g, 'Oslo' FROM generate_series(1, 2) AS g"
TRIP = "CREATE TABLE public.trip (trip_id integer, city text)"
NO_TABLE = "no added table can be used"
CASES = {
    "without rows": ([TRIP, ADD], "There were 0 trips.", Answer((("0", "supported", 0),))),
    "without rows, a maximum": (
        [TRIP, ADD],
        "The highest trip id was 7.",
        Answer((("7", "not_enough_info", 0),)),
    ),
    "with NULLs only": (
        [TRIP, "INSERT INTO public.trip SELECT FROM generate_series(1, 3)", ADD],
        "There were 3 trips.",
        Answer((("3", "supported", 3),)),
    ),
    "without columns": (
        ["CREATE TABLE public.trip ()", ADD],
        None,
        Refusal("42P16", "table public.trip has no column to check claims about", "Add tables that have columns"),
    ),
    "with rows but without columns left": (
        [TRIP, TWO, ADD, "ALTER TABLE public.trip DROP trip_id, DROP city"],
        "There were 2 trips.",
        Answer(warns="table public.trip was altered after it was indexed: changed columns are left out"),
    ),
    "of 1,600 columns": (
        [
            "DO $$BEGIN EXECUTE 'CREATE TABLE public.trip (' || (SELECT string_agg('leg_' || g || ' smallint, ', '')"
            " FROM generate_series(1, 1599) AS g) || 'fare smallint DEFAULT 70)'; END$$",
            "INSERT INTO public.trip DEFAULT VALUES",
            ADD,
        ],
        "The highest fare was 70.",
        Answer((("70", "supported", 70),)),
    ),
    "unlogged": (
        [TRIP.replace("TABLE", "UNLOGGED TABLE"), TWO, ADD],
        "There were 2 trips.",
        Answer((("2", "supported", 2),)),
    ),
    "partitioned, without partitions": (
        [TRIP + " PARTITION BY LIST (city)", ADD],
        "There were 0 trips.",
        Answer((("0", "supported", 0),)),
    ),
    "with children that inherit": (
        [TRIP, "CREATE TABLE public.trip_far (miles integer) INHERITS (public.trip)", TWO,
         "INSERT INTO public.trip_far VALUES (3, 'Rome', 900)", ADD],
        "There were 3 trips.",
        Answer((("3", "supported", 3),)),
    ),
    "a sequence": (
        ["CREATE SEQUENCE public.trip", ADD],
        None,
        Refusal("42809", "public.trip is not a table", "See which there are"),
    ),
    "an index": (
        ["CREATE TABLE public.place (city text); CREATE INDEX trip ON public.place (city)", ADD],
        None,
        Refusal("42809", "public.trip is not a table", "See which there are"),
    ),
    "a materialized view that was not filled": (
        ["CREATE TABLE public.place (city text)",
         "CREATE MATERIALIZED VIEW public.trip AS TABLE public.place WITH NO DATA", ADD],
        None,
        Refusal("55000", 'materialized view "trip" has not been populated', "Use the REFRESH MATERIALIZED VIEW"),
    ),
    "a view that divides by zero": (
        [TRIP.replace("public.trip ", "public.place "), "INSERT INTO public.place VALUES (0, 'Oslo')",
         "CREATE VIEW public.trip AS SELECT city, 1 / trip_id AS share FROM public.place", ADD],
        "The highest share was 2.",
        Refusal("55000", "table public.trip cannot be read", "Mend what reading it runs"),
    ),
    "a foreign table whose file is away": (
        ["CREATE EXTENSION IF NOT EXISTS file_fdw; CREATE SERVER IF NOT EXISTS files FOREIGN DATA WRAPPER file_fdw",
         "CREATE FOREIGN TABLE public.trip (trip_id integer, city text) SERVER files"
         " OPTIONS (filename '/no/such/file', format 'csv')", ADD],
        "There were 2 trips.",
        Refusal("55000", "table public.trip cannot be read", "Mend what reading it runs"),
    ),
    "dropped after it was added": (
        [TRIP, TWO, ADD, "DROP TABLE public.trip"],
        "There were 2 trips.",
        Answer(warns=NO_TABLE),
    ),
    "without any right": (
        [TRIP, TWO, ADD, "REVOKE ALL ON public.trip FROM {analyst}"],
        "There were 2 trips.",
        Answer(warns=NO_TABLE),
    ),
    "named, without any right": (
        [TRIP, TWO, ADD, "REVOKE ALL ON public.trip FROM {analyst}"],
        "SELECT claim_text, verdict, found_value FROM fact_check('There were 2 trips.', '{{trip}}')",
        Refusal("42501", "permission denied for table public.trip", "Ask for SELECT on it"),
    ),
    "with rights on one column only": (
        [TRIP, TWO, ADD, "REVOKE ALL ON public.trip FROM {analyst}", "GRANT SELECT (city) ON public.trip TO {analyst}"],
        "There were 2 trips to Oslo.",
        Answer((("2", "supported", 2),)),
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def session(database, analyst_name):
    with session_of(database, analyst_name) as connection:
        yield connection


@pytest.fixture
def clean(admin):
    yield
    admin.execute("DISCARD TEMP")
    for kind in ("TABLE", "VIEW", "MATERIALIZED VIEW", "FOREIGN TABLE", "SEQUENCE", "INDEX"):
        for name in ("trip", "place"):
            try:
                admin.execute(f"DROP {kind} IF EXISTS public.{name} CASCADE")
            except psycopg.errors.WrongObjectType:
                continue
    admin.execute("SELECT factcheck.refresh()")


@pytest.mark.parametrize(("statements", "document", "expected"), CASES.values(), ids=CASES.keys())
def test_what_becomes_of_a_table(admin, session, analyst_name, clean, statements, document, expected):
    admin.execute(f"ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO {analyst_name}")
    *before, last = [statement.replace("{analyst}", analyst_name) for statement in statements]
    for statement in before:
        admin.execute(statement)
    if document is None:
        require_outcome(admin, None, expected, last)
    else:
        admin.execute(last)
        if document.startswith("SELECT"):
            require_outcome(session, None, expected, document)
        else:
            require_outcome(session, document, expected)
    assert session.execute("SELECT 1").fetchone() == (1,)


def test_a_temporary_table_is_checked_in_its_own_session_and_disturbs_no_other(database, admin):
    admin.execute("CREATE TABLE public.walk AS SELECT g AS walk_id FROM generate_series(1, 5) AS g")
    admin.execute("SELECT factcheck.add_table('public.walk')")
    with psycopg.connect(database, autocommit=True) as own, psycopg.connect(database, autocommit=True) as other:
        own.execute("CREATE TEMPORARY TABLE trip AS SELECT g AS trip_id FROM generate_series(1, 7) AS g")
        own.execute("SELECT factcheck.add_table('pg_temp.trip')")
        require_outcome(own, "There were 7 trips.", Answer((("7", "supported", 7),)))
        require_outcome(other, "There were 5 walks.", Answer((("5", "supported", 5),)))
        other.execute("SELECT factcheck.refresh()")
        require_outcome(own, "There were 7 trips.", Answer((("7", "supported", 7),)))
    admin.execute("SELECT factcheck.remove_table('public.walk'); DROP TABLE public.walk")


def test_the_page_shows_these_cases():
    require_on_page("tables", CASES)
