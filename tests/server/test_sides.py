"""Columns of two sides of a row: who won, who led, what ended level."""

from __future__ import annotations

import pytest
from psycopg.rows import dict_row
from support.databases_in_turn import session_of


@pytest.fixture(scope="module")
def session(admin, database, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.fixture AS
        SELECT 1990 + g % 20 AS season, 'Club ' || g % 17 AS host, g * 7 % 5 AS home_goals, g * 11 % 4 AS away_goals,
               100 + g * 13 % 400 AS crowd
        FROM generate_series(1, 911) AS g;
        CREATE TABLE public.dwelling AS
        SELECT 80000 + g * 977 % 300000 AS price, 1 + g % 6 AS bedrooms, g * 7 % 4 AS fireplaces
        FROM generate_series(1, 700) AS g;
        GRANT SELECT ON public.fixture, public.dwelling TO {analyst_name};
        SELECT factcheck.add_table(t) FROM unnest('{{fixture, dwelling}}'::regclass[]) AS t;
    """)
    with session_of(database, analyst_name, dict_row) as connection:
        yield connection


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("There were {} home wins.", "home_goals > away_goals"),
        ("The home side lost {} matches.", "away_goals > home_goals"),
        ("{} matches ended in a draw.", "home_goals = away_goals"),
    ],
)
def test_a_word_says_which_side_has_more(session, text, rows):
    number = session.execute(f"SELECT count(*) AS n FROM public.fixture WHERE {rows}").fetchone()["n"]
    [row] = session.execute("SELECT * FROM fact_check(%s, '{public.fixture}')", [text.format(number)]).fetchall()
    assert row["query"] == f"SELECT count(*) FROM public.fixture WHERE {rows}"
    assert row["verdict"] != "refuted"


@pytest.mark.parametrize(("said", "rows"), [("with a", "fireplaces > 0"), ("without a", "fireplaces = 0")])
def test_a_thing_in_the_singular_is_one_of_those_that_a_column_counts(session, said, rows):
    price = session.execute(f"SELECT round(avg(price)) AS price FROM public.dwelling WHERE {rows}").fetchone()["price"]
    text = f"Dwellings {said} fireplace cost ${price:,} on average."
    [row] = session.execute("SELECT * FROM fact_check(%s, '{public.dwelling}')", [text]).fetchall()
    assert (row["verdict"], row["query"]) == ("supported", f"SELECT avg(price) FROM public.dwelling WHERE {rows}")
