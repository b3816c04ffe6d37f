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
        ("The hosts won 400 games, the visitors {}.", "away_goals > home_goals"),
        ("The hosts won 400 games, and {} ended in a draw.", "home_goals = away_goals"),
    ],
)
def test_a_word_says_which_side_has_more(session, text, rows):
    number = session.execute(f"SELECT count(*) AS n FROM public.fixture WHERE {rows}").fetchone()["n"]
    said = session.execute("SELECT * FROM fact_check(%s, '{public.fixture}')", [text.format(number)]).fetchall()
    row = next(each for each in reversed(said) if each["claimed_value"] is not None)
    assert row["query"] == f"SELECT count(*) FROM public.fixture WHERE {rows}"
    assert row["verdict"] != "refuted"


@pytest.mark.parametrize(("said", "rows"), [("with a", "fireplaces > 0"), ("without a", "fireplaces = 0")])
def test_a_thing_in_the_singular_is_one_of_those_that_a_column_counts(session, said, rows):
    price = session.execute(f"SELECT round(avg(price)) AS price FROM public.dwelling WHERE {rows}").fetchone()["price"]
    text = f"Dwellings {said} fireplace cost ${price:,} on average."
    [row] = session.execute("SELECT * FROM fact_check(%s, '{public.dwelling}')", [text]).fetchall()
    assert (row["verdict"], row["query"]) == (
        "supported",
        f"SELECT avg(price) FROM public.dwelling WHERE {rows}",
    )


def test_what_both_sides_have_is_their_sum(session):
    total = session.execute("SELECT sum(home_goals + away_goals) AS n FROM public.fixture").fetchone()["n"]
    [row] = session.execute("SELECT * FROM fact_check(%s, '{public.fixture}')", [f"{total:,} goals fell."]).fetchall()
    assert (row["verdict"], row["query"]) == (
        "supported",
        "SELECT sum(home_goals::bigint + away_goals) FROM public.fixture",
    )


@pytest.fixture(scope="module")
def polls(admin, session, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.poll AS
        SELECT 'Region ' || g % 9 AS region, 40 + g * 7 % 11 AS share_adams, 38 + g * 5 % 13 AS share_baker,
               500 + g * 17 % 900 AS asked
        FROM generate_series(1, 640) AS g;
        GRANT SELECT ON public.poll TO {analyst_name};
        SELECT factcheck.add_table('public.poll');
    """)
    return session


@pytest.mark.parametrize(
    ("text", "query"),
    [
        (
            "Baker was ahead in {} polls.",
            "SELECT count(*) FROM public.poll WHERE share_baker > share_adams",
        ),
        (
            "Adams met Baker twice on television. She was in front in {} polls.",
            "SELECT count(*) FROM public.poll WHERE share_adams > share_baker",
        ),
        (
            "The average margin of Adams over Baker was {} points.",
            "SELECT avg(share_adams::bigint - share_baker) FROM public.poll",
        ),
    ],
)
def test_who_leads_is_who_has_more(polls, text, query):
    number = polls.execute(query).fetchone()["count" if "count" in query else "avg"]
    said = text.format(f"{number:.2f}" if "avg" in query else number)
    row = polls.execute("SELECT * FROM fact_check(%s, '{public.poll}')", [said]).fetchall()[-1]
    assert (row["verdict"] != "refuted", row["query"]) == (True, query)


def test_one_time_restricts_one_column(admin, session, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.term AS
        SELECT g AS term_id, date '1880-01-01' + g * 19 % 9000 AS begun, date '1885-01-01' + g * 23 % 12000 AS ended
        FROM generate_series(1, 500) AS g;
        GRANT SELECT ON public.term TO {analyst_name};
        SELECT factcheck.add_table('public.term');
    """)
    [row] = session.execute("SELECT * FROM fact_check('There were 77 terms before 1890.', '{public.term}')").fetchall()
    assert not any("begun" in each["query"] and "ended" in each["query"] for each in row["alternatives"])


def test_a_table_that_has_wins_compares_no_columns_for_them(admin, session, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.club_season AS
        SELECT 1980 + g AS season, 'Club ' || g % 5 AS club, 40 + g * 7 % 60 AS wins, g * 13 % 90 AS home_games,
               g * 29 % 90 AS home_crowd
        FROM generate_series(1, 40) AS g;
        GRANT SELECT ON public.club_season TO {analyst_name};
        SELECT factcheck.add_table('public.club_season');
    """)
    text = "At home they won 61 games, and got nothing."
    rows = session.execute("SELECT * FROM fact_check(%s, '{public.club_season}')", [text]).fetchall()
    queries = [each["query"] for row in rows for each in row["alternatives"]]
    assert queries
    assert [
        query for query in queries if "home_games > home_crowd" in query or "home_crowd > home_games" in query
    ] == []
