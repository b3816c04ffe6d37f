"""Values that texts call by a part of their name, and things that they count by another noun than the column's."""

from __future__ import annotations

import pytest
from psycopg.rows import dict_row
from support.databases_in_turn import session_of


@pytest.fixture(scope="module")
def session(admin, database, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.crossing AS
        SELECT (ARRAY['Halvorsen Ferry Lines Inc.', 'Northern Star Ferries', 'Northern Light Ferries'])[1 + g % 3]
                   AS operator,
               'S' || 1000 + g * 7 % 311 AS subject_id, 30 + g * 11 % 170 AS minutes
        FROM generate_series(1, 940) AS g;
        CREATE TABLE public.fixture_list AS
        SELECT 'Side ' || 1 + g % 37 AS home_team, g * 7 % 5 AS goals FROM generate_series(1, 700) AS g;
        GRANT SELECT ON public.crossing, public.fixture_list TO {analyst_name};
        SELECT factcheck.add_table(t) FROM unnest('{{crossing, fixture_list}}'::regclass[]) AS t;
    """)
    with session_of(database, analyst_name, dict_row) as connection:
        yield connection


def _only_row(session, text, table):
    [row] = session.execute("SELECT * FROM fact_check(%s, ARRAY[%s]::regclass[])", [text, table]).fetchall()
    return row


def test_the_first_word_of_a_name_is_enough_where_one_value_has_it(session):
    query = "SELECT avg(minutes) FROM public.crossing WHERE operator = 'Halvorsen Ferry Lines Inc.'"
    value = session.execute(query).fetchone()["avg"]
    row = _only_row(session, f"Crossings of Halvorsen took {value:.1f} minutes on average.", "public.crossing")
    assert (row["verdict"], row["query"]) == ("supported", query)


def test_a_word_that_two_values_have_names_neither(session):
    row = _only_row(session, "Crossings of Northern took 77.7 minutes on average.", "public.crossing")
    assert not any("Northern" in each["query"] and each["probability"] > 0.5 for each in row["alternatives"])


@pytest.mark.parametrize(
    ("text", "table", "query"),
    [
        ("The lines carried {} people.", "public.crossing", "SELECT count(DISTINCT subject_id) FROM public.crossing"),
        ("{} clubs played.", "public.fixture_list", "SELECT count(DISTINCT home_team) FROM public.fixture_list"),
    ],
)
def test_people_and_clubs_are_counted_by_what_names_them(session, text, table, query):
    row = _only_row(session, text.format(session.execute(query).fetchone()["count"]), table)
    assert (row["verdict"], row["query"]) == ("supported", query)
