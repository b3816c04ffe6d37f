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


@pytest.mark.parametrize("share", ["half of that", "a quarter of it"])
def test_a_share_of_what_was_said_is_no_threshold(analyst, driver, share):
    text = f"Drivers had 25.1 points on average, though the median was less than {share}, 12.3 points."
    rows = analyst.execute(
        "SELECT claim_text, a->>'query' FROM fact_check(%s, top_k => 100), jsonb_array_elements(alternatives) AS a",
        [text],
    ).fetchall()
    assert {"25.1", "12.3"} <= {claim for claim, _ in rows}
    assert not any("<" in query for _, query in rows)


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


@pytest.fixture(scope="module")
def parish(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.parish (
            name text, kind text, population_1990 integer, population_2000 integer, population_2010 integer,
            population_2020 integer, surface numeric, schools integer);
        INSERT INTO public.parish
        SELECT 'parish ' || g, (ARRAY['hill', 'coast', 'plain'])[1 + g % 3], g * 6007 % 9001, g * 7001 % 9601,
               g * 7919 % 10007, g * 8111 % 10037, 20 + g * 37 % 301, g * 17 % 43
        FROM generate_series(1, 400) AS g;
        GRANT SELECT ON public.parish TO {analyst_name};
        SELECT factcheck.add_table('public.parish');
    """)


@pytest.mark.parametrize(
    ("text", "conditions"),
    [
        (
            "{} parishes have more than 9,000 people; {} have under a thousand, and {} of them not even 500.",
            ["population_2020 > 9000", "population_2020 < 1000", "population_2020 < 500"],
        ),
        ("In 2010, {} parishes had fewer than 2,000 residents.", ["population_2010 < 2000"]),
        ("{} parishes cover at least 200 square kilometres.", ["surface >= 200"]),
        ("The parishes have many schools. {} reached forty, {} topped thirty.", ["schools >= 40", "schools > 30"]),
        ("The parishes differ in schools. {} hill parishes did not get to ten.", ["kind = 'hill' AND schools < 10"]),
    ],
)
def test_what_a_sentence_implies_says_which_column_is_compared(admin, analyst, parish, text, conditions):
    numbers = [
        admin.execute(f"SELECT count(*) FROM public.parish WHERE {condition}").fetchone()[0] for condition in conditions
    ]
    rows = check(analyst, text.format(*numbers))
    found = {query.partition(" WHERE ")[2]: value for _, value, query, _ in rows}
    for condition, number in zip(conditions, numbers, strict=True):
        assert found.get(condition) == number, found
