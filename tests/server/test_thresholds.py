"""A threshold of a sentence restricts the rows that its claim is about."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def driver(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.driver (name text, team text, salary integer, points numeric(6, 1));
        INSERT INTO public.driver
        SELECT 'driver ' || g, (ARRAY['Red', 'Blue', 'Green'])[1 + g % 3], g * 7919 % 200 * 1000, g * 37 % 101 / 2.0
        FROM generate_series(1, 250) AS g;
        INSERT INTO public.driver VALUES ('unpaid', 'Red', NULL, NULL);
        GRANT SELECT ON public.driver TO {analyst_name};
        SELECT factcheck.add_table('public.driver');
    """)


def count(analyst, condition):
    [(number,)] = analyst.execute(f"SELECT count(*) FROM public.driver WHERE {condition}").fetchall()
    return number


def check(analyst, document):
    return analyst.execute(
        "SELECT verdict::text, found_value, query, description FROM fact_check(%s)", [document]
    ).fetchall()


def test_rows_beyond_a_threshold_are_counted(analyst, driver):
    number = count(analyst, "salary > 150000")
    [(verdict, found, query, description)] = check(
        analyst, f"There were {number} drivers who had a salary of more than 150,000."
    )
    assert (verdict, found) == ("supported", number)
    assert query == "SELECT count(*) FROM public.driver WHERE salary > 150000"
    assert description == "the number of rows in driver where salary is above 150000"
    [(verdict, *_)] = check(analyst, f"There were {number + 9} drivers who had a salary of more than 150,000.")
    assert verdict != "supported"


def test_a_threshold_goes_with_other_predicates(analyst, driver):
    number = count(analyst, "team = 'Blue' AND salary < 60000")
    [(verdict, found, query, _)] = check(
        analyst, f"There were {number} Blue drivers who had a salary of less than 60,000."
    )
    assert (verdict, found) == ("supported", number)
    assert query == "SELECT count(*) FROM public.driver WHERE team = 'Blue' AND salary < 60000"


def test_numbers_that_name_things_are_not_compared(admin, analyst, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.sailing (sailing_number integer, wait integer);
        INSERT INTO public.sailing SELECT 100 + g % 150, g * 31 % 97 FROM generate_series(1, 400) AS g;
        GRANT SELECT ON public.sailing TO {analyst_name};
        SELECT factcheck.add_table('public.sailing');
    """)
    [(number,)] = analyst.execute("SELECT count(*) FROM public.sailing WHERE wait > 60").fetchall()
    [(verdict, _, query, _)] = check(analyst, f"There were {number} sailings that had a wait of more than 60 minutes.")
    assert (verdict, query) == ("supported", "SELECT count(*) FROM public.sailing WHERE wait > 60")


def test_no_threshold_is_meant_where_none_stands(analyst, driver):
    rows = analyst.execute(
        "SELECT a->>'query' FROM fact_check('There were 62 drivers with a salary.', top_k => 100),"
        " jsonb_array_elements(alternatives) AS a"
    ).fetchall()
    assert rows
    assert not any(">" in query or "<" in query for (query,) in rows)


def test_values_are_those_of_the_queries(analyst, driver):
    rows = analyst.execute(
        "SELECT a->>'query', (a->>'value')::numeric FROM fact_check(%s, top_k => 100),"
        " jsonb_array_elements(alternatives) AS a",
        ["There were 62 Red drivers who had a salary of more than 90,000 and more than 12.5 points."],
    ).fetchall()
    compared = [(query, value) for query, value in rows if ">" in query]
    assert len(compared) > 20
    for query, value in compared:
        [(given,)] = analyst.execute(query).fetchall()
        assert (value is None) == (given is None), query
        if given is not None:
            assert float(value) == pytest.approx(float(given), rel=1e-11), query
