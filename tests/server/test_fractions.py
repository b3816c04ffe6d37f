"""Columns of fractions, which texts tell in percent: averages, thresholds; values tell which columns they are."""

from __future__ import annotations

import pytest
from psycopg.rows import dict_row
from support.databases_in_turn import session_of


@pytest.fixture(scope="module")
def session(admin, database, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.district AS
        SELECT 'District ' || g AS district, 900 + g * 137 % 800 AS residents,
               round((g * 37 % 61) / 100.0 + 0.0214, 4) AS graduates, round((g * 29 % 83)::numeric, 1) AS turnout,
               (g * 13 % 5) / 4.0 AS score, g % 2 AS is_rural,
               (ARRAY['coast', 'hills', 'plain'])[1 + g % 3] AS landscape
        FROM generate_series(1, 61) AS g;
        GRANT SELECT ON public.district TO {analyst_name};
        SELECT factcheck.add_table('public.district');
    """)
    with session_of(database, analyst_name, dict_row) as connection:
        yield connection


def fractions(admin):
    rows = admin.execute(
        "SELECT c.column_name::text FROM factcheck.data_column c JOIN factcheck.data_table t USING (table_id)"
        " JOIN factcheck.column_fact f USING (column_id) WHERE t.relation = 'public.district'::regclass"
        " AND f.has_fractions"
    )
    return {name for (name,) in rows.fetchall()}


def checked(session, text, **queries):
    values = {name: session.execute(f"SELECT {sql} AS value").fetchone()["value"] for name, sql in queries.items()}
    return session.execute("SELECT * FROM fact_check(%s, '{public.district}')", [text.format(**values)]).fetchall()


MEAN = "(SELECT round(100 * avg(graduates), 1) FROM public.district)"


def test_values_tell_which_columns_hold_fractions(admin, session):
    """Not those of whole numbers, nor those that go beyond one."""
    assert fractions(admin) == {"graduates", "score"}


def test_an_average_of_fractions_is_told_in_percent(session):
    [row] = checked(session, "On average {mean} percent of the residents are graduates.", mean=MEAN)
    assert (row["verdict"], row["query"]) == ("supported", "SELECT avg(graduates) FROM public.district")
    assert "%" in row["message"]


def test_a_share_may_be_told_as_a_part_of_one(session):
    share = "(SELECT round(avg((landscape = 'hills')::integer), 3) FROM public.district)"
    [row] = checked(session, "The proportion of districts with hills is {share}.", share=share)
    assert row["verdict"] == "supported", row
    assert " %, that is 0." in row["message"]
    [row] = checked(session, "The proportion of districts with hills is {share}.", share=f"0.1 + {share}")
    assert row["verdict"] != "supported", row


def test_a_wrong_percentage_is_not_supported(session):
    [row] = checked(session, "On average {mean} percent of the residents are graduates.", mean=f"10 + {MEAN}")
    assert row["verdict"] == "refuted"
    assert "fraction" not in row["message"]


def test_a_fraction_may_be_told_as_it_is(session):
    mean = "(SELECT round(avg(graduates), 3) FROM public.district)"
    [row] = checked(session, "The average share of graduates is {mean}.", mean=mean)
    assert (row["verdict"], row["query"]) == ("supported", "SELECT avg(graduates) FROM public.district")


def test_a_threshold_in_percent_is_one_of_fractions(session):
    count = "(SELECT count(*) FROM public.district WHERE graduates > 0.3)"
    [row] = checked(session, "In {n} districts more than 30 percent of residents are graduates.", n=count)
    assert row["verdict"] == "supported"
    assert row["query"] == "SELECT count(*) FROM public.district WHERE graduates > 0.3"


def test_what_values_tell_changes_with_them(admin, session):
    admin.execute("UPDATE public.district SET score = 40 * score")
    try:
        admin.execute("SELECT factcheck.refresh('public.district')")
        assert fractions(admin) == {"graduates"}
    finally:
        admin.execute("UPDATE public.district SET score = score / 40")
        admin.execute("SELECT factcheck.refresh('public.district')")
    assert fractions(admin) == {"graduates", "score"}
