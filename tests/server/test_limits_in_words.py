"""Limits, times and marks as writers put them: "longer than four hours", "the eighties", "a grade of B"."""

from __future__ import annotations

import pytest
from psycopg.rows import dict_row
from support.databases_in_turn import session_of


@pytest.fixture(scope="module")
def session(admin, database, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.clip AS
        SELECT 'Clip ' || g AS title, 1951 + g * 7 % 68 AS year, 20 + g * 37 % 301 AS length,
               (ARRAY['A+', 'A', 'A-', 'B+', 'B', 'B-', 'C'])[1 + g * 5 % 7] AS grade
        FROM generate_series(1, 913) AS g;
        CREATE TABLE public.visit AS
        SELECT g AS visit_id, round(g * 53 % 880 / 10.0, 1) AS age, g * 29 % 97 AS delay, g * 31 % 41 AS fee,
               timestamp '2021-03-01' + g * 47 % 1440 * interval '1 minute' AS arrived_at
        FROM generate_series(1, 877) AS g;
        CREATE TABLE public.town AS
        SELECT 'Town ' || g AS town, round((g * 7.3)::numeric % 100, 1) AS commuters, 100 + g * 13 % 700 AS rent
        FROM generate_series(1, 271) AS g;
        CREATE TABLE public.flat AS
        SELECT 'Flat ' || g AS flat, 90000 + g * 7919 % 700000 AS price, 1 + g * 3 % 7 AS rooms
        FROM generate_series(1, 620) AS g;
        GRANT SELECT ON public.clip, public.visit, public.town, public.flat TO {analyst_name};
        SELECT factcheck.add_table(t) FROM unnest('{{clip, visit, town, flat}}'::regclass[]) AS t;
    """)
    with session_of(database, analyst_name, dict_row) as connection:
        yield connection


def _row(session, table, text, of_rows, measure="count(*)"):
    value = session.execute(f"SELECT {measure} AS n FROM public.{table} WHERE {of_rows}").fetchone()["n"]
    rows = session.execute(
        "SELECT * FROM fact_check(%s, ARRAY[%s]::regclass[])",
        [text.format(value), f"public.{table}"],
    ).fetchall()
    stated = [row for row in rows if row["claimed_value"] is not None]
    return min(stated, key=lambda row: abs(row["claimed_value"] - value))


@pytest.mark.parametrize(
    ("text", "of_rows"),
    [
        ("There are {} clips longer than four hours.", "length > 240"),
        ("{} clips from the eighties were shown.", "year BETWEEN 1980 AND 1989"),
        ("After the turn of the millennium {} clips were made.", "year >= 2000"),
        (
            "The list runs from 1960 to 2018. In 1960, {} clips were made.",
            "year = 1960",
        ),
        ("{} clips have a grade of B.", "grade = 'B'"),
        ("{} clips got the top grade of A+.", "grade = 'A+'"),
        ("{} clips have grade B-.", "grade = 'B-'"),
    ],
)
def test_clips_are_told_apart_as_the_text_does(session, text, of_rows):
    row = _row(session, "clip", text, of_rows)
    assert (row["verdict"], row["query"]) == (
        "supported",
        f"SELECT count(*) FROM public.clip WHERE {of_rows}",
    )


@pytest.mark.parametrize(
    ("text", "of_rows"),
    [
        ("{} visits were by babies.", "age < 1"),
        ("{} visitors were more than 15 minutes late.", "delay > 15"),
        (
            "{} visits began before eight in the morning.",
            "extract(hour FROM arrived_at) BETWEEN 0 AND 7",
        ),
        (
            "{} visits began after six in the evening.",
            "extract(hour FROM arrived_at) BETWEEN 18 AND 23",
        ),
    ],
)
def test_visits_are_told_apart_as_the_text_does(session, text, of_rows):
    row = _row(session, "visit", text, of_rows)
    assert (row["verdict"], row["query"]) == (
        "supported",
        f"SELECT count(*) FROM public.visit WHERE {of_rows}",
    )


def test_a_limit_of_one_column_is_no_value_of_another(session):
    [row] = session.execute(
        "SELECT * FROM fact_check('12 visitors who paid a fee were more than 15 minutes late.', '{public.visit}')"
    ).fetchall()
    assert not any("fee = 15" in each["query"] for each in row["alternatives"])


@pytest.mark.parametrize(
    ("text", "of_rows"),
    [
        ("In {} towns commuters are in the majority.", "commuters > 50"),
        ("In {} towns commuters are in the minority.", "commuters < 50"),
    ],
)
def test_a_majority_is_more_than_half(session, text, of_rows):
    row = _row(session, "town", text, of_rows)
    assert row["query"] == f"SELECT count(*) FROM public.town WHERE {of_rows}"


def test_a_clause_with_where_tells_which_rows_are_meant(session):
    text = "Where at least half of the people are commuters, the average rent is {:.0f}."
    row = _row(session, "town", text, "commuters >= 50", "avg(rent)")
    assert row["query"] == "SELECT avg(rent) FROM public.town WHERE commuters >= 50"


def test_a_part_of_a_unit_is_no_claim(session):
    rows = session.execute(
        "SELECT * FROM fact_check('Of all visitors, 70% were more than a quarter of an hour late.', '{public.visit}')"
    ).fetchall()
    assert [row["claim_text"] for row in rows] == ["70%"]


@pytest.mark.parametrize(
    ("text", "of_rows"),
    [
        ("{} flats cost over 400 grand.", "price > 400000"),
        ("{} flats break the $400,000 barrier.", "price > 400000"),
        ("The mark of $400,000 was topped by {} flats.", "price > 400000"),
        ("{} flats are priced south of $400,000.", "price < 400000"),
        ("{} flats cost $400,000 and up.", "price >= 400000"),
    ],
)
def test_marks_and_limits_of_money_tell_which_rows_are_meant(session, text, of_rows):
    row = _row(session, "flat", text, of_rows)
    assert (row["verdict"], row["query"]) == ("supported", f"SELECT count(*) FROM public.flat WHERE {of_rows}")
