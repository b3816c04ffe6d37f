"""Limits whose column stands in the sentence before, or in no sentence: values on both sides tell what is compared."""

from __future__ import annotations

import pytest
from psycopg.rows import dict_row
from support.databases_in_turn import session_of


@pytest.fixture(scope="module")
def session(admin, database, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.lake AS
        SELECT 'Lake ' || g AS lake, round((g * 37 % 301) / 100.0, 2) AS chloride, g * 53 % 97 AS depth,
               g * 29 % 41 AS fish_kinds, 1900 + g * 17 % 80 AS surveyed
        FROM generate_series(1, 733) AS g;
        CREATE TABLE public.worker AS
        SELECT g AS worker_no, 20 + g * 31 % 44 AS age, g * 23 % 37 AS seniority, 900 + g * 71 % 2100 AS wage,
               (ARRAY['yes', 'no', 'no'])[1 + g * 7 % 3] AS injured
        FROM generate_series(1, 811) AS g;
        GRANT SELECT ON public.lake, public.worker TO {analyst_name};
        SELECT factcheck.add_table(t) FROM unnest('{{lake, worker}}'::regclass[]) AS t;
    """)
    with session_of(database, analyst_name, dict_row) as connection:
        yield connection


def value(session, table, measure, of_rows):
    return session.execute(f"SELECT {measure} AS n FROM public.{table} WHERE {of_rows}").fetchone()["n"]


def readings(session, table, text, stated):
    rows = session.execute("SELECT * FROM fact_check(%s, ARRAY[%s]::regclass[])", [text, f"public.{table}"]).fetchall()
    row = next(row for row in rows if row["claim_text"] == stated)
    return row["query"], [each["query"] for each in row["alternatives"]]


@pytest.mark.parametrize(
    ("text", "of_rows"),
    [
        ("The mean chloride of the lakes is 1.5 g/l. It was 2.5 g/l or more in {} lakes.", "chloride >= 2.5"),
        ("The depth of a lake is 48 m on average. Below 12 there are {} lakes, full of reed.", "depth < 12"),
        ("Some lakes have 40 fish kinds, and there are {} lakes above 35.", "fish_kinds > 35"),
    ],
)
def test_the_column_of_a_limit_may_be_named_elsewhere(session, text, of_rows):
    number = value(session, "lake", "count(*)", of_rows)
    first, others = readings(session, "lake", text.format(number), str(number))
    assert f"SELECT count(*) FROM public.lake WHERE {of_rows}" in [first, *others]


def test_a_span_of_years_is_one_of_the_column_that_may_have_it(session):
    number = round(value(session, "worker", "100.0 * avg((injured = 'yes')::integer)", "seniority <= 10"), 1)
    text = f"Time at work matters. With ten years or less, {number}% of the workers were injured."
    first, others = readings(session, "worker", text, f"{number}%")
    assert any("seniority <= 10" in query for query in [first, *others])


def test_a_limit_beyond_all_values_of_a_column_is_not_compared_with_it(session):
    _, others = readings(session, "lake", "The depth of a lake is 48 m. Above 900 there are 12 lakes.", "12")
    assert not any("depth > 900" in query and "chloride" in query for query in others)
    assert not any("fish_kinds > 900" in query for query in others)


def test_a_column_that_no_sentence_names_is_not_compared(session):
    number = value(session, "lake", "count(*)", "depth > 30")
    first, others = readings(
        session, "lake", f"The depth of lakes varies. In {number} lakes it is above 30.", str(number)
    )
    assert first == "SELECT count(*) FROM public.lake WHERE depth > 30"
    assert not any("fish_kinds > 30" in query for query in others)


@pytest.fixture(scope="module")
def films(admin, analyst_name):
    """Films by what they took in, in dollars, all above a hundred million."""
    admin.execute(f"""
        CREATE TABLE public.film AS
        SELECT 'Film ' || g AS title, 300000000 + g * 7919 % 1500 * 1000000 AS adjusted_gross, 1950 + g % 67 AS released
        FROM generate_series(1, 233) AS g;
        GRANT SELECT ON public.film TO {analyst_name};
        SELECT factcheck.add_table('public.film');
    """)


@pytest.mark.parametrize(
    "text",
    [
        "The [300, 400) bin of adjusted gross has {} films.",
        "The adjusted gross is at least $300 million. There were {} films in the bin [300, 400).",
    ],
)
def test_an_interval_without_a_word_may_be_one_of_millions(session, films, text):
    number = value(session, "film", "count(*)", "adjusted_gross BETWEEN 300000000 AND 399999999")
    first, _ = readings(session, "film", text.format(number), str(number))
    assert first == "SELECT count(*) FROM public.film WHERE adjusted_gross BETWEEN 300000000 AND 399999999"


def test_what_was_counted_may_be_told_as_a_share(session, films):
    rows = "adjusted_gross BETWEEN 300000000 AND 399999999"
    number = value(session, "film", "count(*)", rows)
    share = round(value(session, "film", f"100.0 * count(*) FILTER (WHERE {rows}) / count(*)", "true"))
    text = f"The [300, 400) bin of adjusted gross has {number} films. That's {share}% of all the films."
    first, _ = readings(session, "film", text, f"{share}%")
    assert first == f"SELECT 100.0 * count(*) FILTER (WHERE {rows}) / nullif(count(*), 0) FROM public.film"
