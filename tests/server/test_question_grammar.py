"""Questions and claims in ways that people put them: short names, places, ends of measures, what clauses leave out."""

from __future__ import annotations

import pytest
from support.databases_in_turn import session_of
from support.function_rows import question_parts, rows

BRANCHES = """
CREATE TABLE public.branches (
    branch_id integer, region text, us text, urban text, "OverTime" text, engine text, rank text, popn numeric,
    sales numeric, price numeric, "LapTime" numeric, series integer, day date, year integer);
INSERT INTO public.branches
SELECT g, (ARRAY['North', 'South', 'East'])[1 + g % 3], CASE WHEN g % 2 = 0 THEN 'yes' ELSE 'no' END,
       CASE WHEN g % 4 = 0 THEN 'yes' ELSE 'no' END, CASE WHEN g % 5 = 0 THEN 'yes' ELSE 'no' END,
       (ARRAY['Turbo-fan', 'Turbo-jet'])[1 + g % 2], (ARRAY['AsstProf', 'AssocProf', 'Prof'])[1 + g % 3],
       1000 + g % 7 * 3.5, 200 + g % 11 * 1.5, 20 + g % 13 * 0.5, 90 + g % 17 * 0.25, 1 + g % 5,
       DATE '2020-01-01' + g, 2020
FROM generate_series(1, 300) AS g;
"""


@pytest.fixture(scope="module")
def analyst(admin, database, analyst_name):
    admin.execute(BRANCHES)
    admin.execute(f"GRANT SELECT ON public.branches TO {analyst_name}")
    admin.execute("SELECT factcheck.add_table('public.branches')")
    with session_of(database, analyst_name) as connection:
        yield connection


def parts(connection, question):
    return question_parts(connection, question, "branches")


def texts(connection, question):
    return [part["part_text"] for part in rows(connection, "decompose(%s, '{branches}')", question)]


@pytest.mark.parametrize(
    ("question", "measure", "restriction"),
    [
        ("What is the average population in the North?", "popn", "region is North"),
        ("I need the average price charged by urban branches.", "price", "urban is yes"),
        ("How many branches are outside the US?", None, "us is no"),
        ("What is the average price in series 3?", "price", "series is 3"),
        ("What is the average price of turbo-jet branches?", "price", "engine is Turbo-jet"),
        ("What is the average price of assistant professors?", "price", "rank is AsstProf"),
        ("What is the average price of full professors?", "price", "rank is Prof"),
    ],
)
def test_values_are_named_in_short_by_places_and_before_nouns(analyst, question, measure, restriction):
    assert parts(analyst, question) == [("value", measure, None, [restriction], [])]


@pytest.mark.parametrize(
    ("question", "column"),
    [
        ("Do branches in the US sell more than those abroad?", "us"),
        ("Do branches that work overtime sell more than those that do not?", "OverTime"),
        ("What are the sales of branches with and without overtime?", "OverTime"),
    ],
)
def test_few_words_stand_for_the_others(analyst, question, column):
    *values, difference = parts(analyst, question)
    assert [found[3] for found in values] == [[f"{column} is yes"], [f"{column} is no"]]
    assert difference[:3] == ("difference", "sales", column)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Sales by region, best to worst", ("rank", "sales", "region", [], [])),
        ("How did sales develop in the course of the year?", ("trend", "sales", "day", [], [])),
        ("biggest region by number of branches", ("extreme", None, "region", [], [])),
        ("Are higher prices linked to larger populations?", ("association", "price", None, [], [])),
    ],
)
def test_the_type_follows_from_words_that_say_an_order_an_end_or_a_development(analyst, question, expected):
    assert parts(analyst, question) == [expected]


def test_an_adjective_means_the_end_of_the_measure_that_there_is(analyst):
    [text] = texts(analyst, "Which region is the slowest?")
    assert "highest" in text
    assert "LapTime" in text


def test_a_question_goes_on_about_what_the_first_half_asks_for(analyst):
    first, second = parts(analyst, "Which region has the highest sales, and what is its average price?")
    assert first[:3] == ("extreme", "sales", "region")
    assert second[:2] == ("value", "price")


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (
            "Sales rise with the price but not with the population.",
            ["sales and price are positively correlated.", "sales and popn are not positively correlated."],
        ),
        (
            "Sales go down when the price goes up.",
            ["sales and price are negatively correlated."],
        ),
        (
            "The North has the highest sales, while the South has the lowest.",
            ["North has the highest total sales by region.", "South has the lowest total sales by region."],
        ),
        (
            "Sales rose over time, and so did the price.",
            ["Total sales increased over day.", "Average price increased over day."],
        ),
    ],
)
def test_a_clause_takes_up_what_the_one_before_has_said(analyst, claim, expected):
    assert texts(analyst, claim) == expected
