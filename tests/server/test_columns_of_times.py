"""A table with a column for each week tells by its empty cells how long each row lasted."""

from __future__ import annotations

import pytest
from psycopg.rows import dict_row
from support.databases_in_turn import session_of


@pytest.fixture(scope="module")
def session(admin, database, analyst_name):
    """Sixty hens, weighed every week until they were sold."""
    weights = ", ".join(
        f"CASE WHEN g <= {60 - 4 * w} THEN {20 + w} + g * 7 % {11 + w} END AS wk{w}" for w in range(1, 13)
    )
    admin.execute(f"""
        CREATE TABLE public.hens AS
        SELECT (ARRAY['Leghorn', 'Sussex', 'Brahma'])[1 + g % 3] AS breed, {weights} FROM generate_series(1, 60) AS g;
        GRANT SELECT ON public.hens TO {analyst_name};
        SELECT factcheck.add_table('public.hens');
    """)
    with session_of(database, analyst_name, dict_row) as connection:
        yield connection


def readings(session, text):
    rows = session.execute("SELECT * FROM fact_check(%s, '{public.hens}')", [text])
    [row] = [row for row in rows.fetchall() if row["claimed_value"] is not None]
    return row["verdict"], [row["query"], *(each["query"] for each in row["alternatives"])]


@pytest.mark.parametrize(
    ("text", "week"),
    [
        ("After ten weeks {} hens were still there.", 10),
        ("Week five was reached by {} hens.", 5),
        ("Only {} hens made it to the twelfth week.", 12),
    ],
)
def test_what_lasted_has_a_value_in_the_column_of_that_time(session, text, week):
    number = 60 - 4 * week
    verdict, queries = readings(session, text.format(number))
    assert (verdict, queries[0]) == ("supported", f"SELECT count(*) FROM public.hens WHERE wk{week} IS NOT NULL")
    wrong, _ = readings(session, text.format(number + 7))
    assert wrong != "supported"


def test_a_time_in_words_names_its_column(session):
    [[value]] = [row.values() for row in session.execute("SELECT round(avg(wk7), 1) AS a FROM public.hens").fetchall()]
    verdict, queries = readings(session, f"The average weight in week seven was {value}.")
    assert (verdict, queries[0]) == ("supported", "SELECT avg(wk7) FROM public.hens")


def test_nothing_lasts_where_no_word_says_so(session):
    _, queries = readings(session, "In week five 12 hens were weighed.")
    assert not any("IS NOT NULL" in query for query in queries)


def test_what_lasted_is_not_compared_with_what_did_not(session):
    text = "After five weeks 40 hens were still there, and 21 of them stood higher than in the first."
    rows = session.execute("SELECT * FROM fact_check(%s, '{public.hens}')", [text]).fetchall()
    found = [each["description"] for row in rows for each in row["alternatives"]]
    assert "the number of rows in hens where wk 5 is known" in [row["description"] for row in rows]
    assert not any(" less " in words and "is missing" in words for words in found)
