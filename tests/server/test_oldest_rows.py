"""The oldest of things with a year is from the first one: what it has is the value of that row."""

from __future__ import annotations

import pytest
from psycopg.rows import dict_row
from support.databases_in_turn import session_of


@pytest.fixture(scope="module")
def session(admin, database, analyst_name):
    """Towers with a year, of which the first and the last have steps that no other one has."""
    admin.execute(f"""
        CREATE TABLE public.tower AS
        SELECT 'Tower ' || chr(65 + g % 26) || g AS tower, 1412 + g * 17 % 499 AS year_built,
               90 + g * 37 % 210 AS steps, 1 + g * 7 % 12 AS bells
        FROM generate_series(1, 160) AS g;
        UPDATE public.tower SET steps = 347 WHERE year_built = (SELECT min(year_built) FROM public.tower);
        UPDATE public.tower SET steps = 411 WHERE year_built = (SELECT max(year_built) FROM public.tower);
        GRANT SELECT ON public.tower TO {analyst_name};
        SELECT factcheck.add_table('public.tower');
    """)
    with session_of(database, analyst_name, dict_row) as connection:
        yield connection


def descriptions(session, text, stated):
    rows = session.execute("SELECT * FROM fact_check(%s, '{public.tower}')", [text]).fetchall()
    row = next(row for row in rows if row["claim_text"] == stated)
    return [row["description"], *(each["description"] for each in row["alternatives"])]


@pytest.mark.parametrize(
    ("text", "stated", "end"),
    [
        ("The oldest tower of all has 347 steps.", "347", "smallest"),
        ("The youngest tower has 411 steps.", "411", "largest"),
    ],
)
def test_the_oldest_is_from_the_first_year(session, text, stated, end):
    found = descriptions(session, text, stated)
    assert f"the steps in the row of tower with the {end} year built" in found
    other = {"smallest": "largest", "largest": "smallest"}[end]
    assert f"the steps in the row of tower with the {other} year built" not in found


def test_another_superlative_says_nothing_of_the_year(session):
    found = descriptions(session, "The tallest tower has 411 steps.", "411")
    assert not any("year built" in each and "in the row of" in each for each in found)
