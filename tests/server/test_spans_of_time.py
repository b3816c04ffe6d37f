"""Spans of time that are values of a column of few: "ran for 12 months", "a two-year lease"."""

from __future__ import annotations

import pytest
from psycopg.rows import dict_row
from support.databases_in_turn import session_of


@pytest.fixture(scope="module")
def session(admin, database, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.lease AS
        SELECT 'Lease ' || g AS lease, (ARRAY[12, 24, 36, 48, 60])[1 + g * 7 % 23 % 5] AS term,
               5000 + g * 97 % 40000 AS amount, (ARRAY['repaid', 'default', 'open'])[1 + g * 5 % 11 % 3] AS status
        FROM generate_series(1, 1000) AS g;
        CREATE TABLE public.warranty AS
        SELECT 'Engine ' || g AS engine, 6 * (1 + g * 11 % 29 % 13) AS term, 90 + g * 37 % 400 AS price
        FROM generate_series(1, 700) AS g;
        GRANT SELECT ON public.lease, public.warranty TO {analyst_name};
        SELECT factcheck.add_table(t) FROM unnest('{{lease, warranty}}'::regclass[]) AS t;
    """)
    with session_of(database, analyst_name, dict_row) as connection:
        yield connection


def _row(session, text, of_rows, measure="count(*)", more=0):
    value = session.execute(f"SELECT {measure} + {more} AS n FROM public.lease WHERE {of_rows}").fetchone()["n"]
    rows = session.execute("SELECT * FROM fact_check(%s, '{public.lease}')", [text.format(value)]).fetchall()
    return next(row for row in rows if row["claimed_value"] == value)


@pytest.mark.parametrize(
    ("text", "of_rows"),
    [
        ("{} leases ran for 12 months.", "term = 12"),
        ("{} leases were for five years.", "term = 60"),
        ("{} leases with a term of three years were repaid.", "term = 36 AND status = 'repaid'"),
        ("Most leases run for five years. Next comes three years ({}).", "term = 36"),
        ("{} leases lasted longer than four years.", "term > 48"),
    ],
)
def test_a_span_of_time_tells_which_rows_are_meant(session, text, of_rows):
    row = _row(session, text, of_rows)
    assert (row["verdict"], row["query"]) == ("supported", f"SELECT count(*) FROM public.lease WHERE {of_rows}")
    assert _row(session, text, of_rows, more=41)["verdict"] != "supported"


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("The average term is {} months.", "round(avg(term), 1)"),
        ("The longest leases run for {} months.", "max(term)"),
    ],
)
def test_a_span_of_time_that_is_stated_restricts_nothing(session, text, query):
    row = _row(session, text, "true", query)
    assert (row["verdict"], "WHERE" in row["query"]) == ("supported", False)


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("{} engines had a term of three years.", 36),
        ("{} engines had a term of 18 months.", 18),
        ("First come terms of one year. Next come engines with a term of five years ({}).", 60),
    ],
)
def test_a_column_of_more_spans_has_them_in_the_unit_of_its_values(session, text, months):
    value = session.execute(f"SELECT count(*) AS n FROM public.warranty WHERE term = {months}").fetchone()["n"]
    rows = session.execute("SELECT * FROM fact_check(%s, '{public.warranty}')", [text.format(value)]).fetchall()
    row = next(row for row in rows if row["claimed_value"] == value)
    assert (row["verdict"], row["query"].endswith(f"WHERE term = {months}")) == ("supported", True)
