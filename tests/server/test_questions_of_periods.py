"""Questions about some years or months: one, several, since one or before one; of the dates that they name."""

from __future__ import annotations

import pytest
from support.function_rows import analyst_of_table, rows

VISIT = """
CREATE TABLE public.visit AS
SELECT g AS visit_id, date '2020-01-02' + 3 * g AS booked, date '2020-01-02' + 3 * g + 40 AS held,
       (ARRAY['Oslo', 'Turku', 'Vilnius'])[1 + g * g % 3] AS clinic, (20 + g * 37 % 2400)::numeric AS fee
FROM generate_series(0, 420) AS g;
"""
HARVEST = """
CREATE TABLE public.harvest AS
SELECT g AS harvest_id, 2015 + g % 7 AS year, (ARRAY['rye', 'oats'])[1 + g / 7 % 2] AS crop, 10 + g * 13 % 41 AS yield_t
FROM generate_series(0, 139) AS g;
"""


@pytest.fixture(scope="module")
def visits(admin, database, analyst_name):
    with analyst_of_table(admin, database, analyst_name, VISIT, "visit") as connection:
        yield connection


@pytest.fixture(scope="module")
def harvests(admin, database, analyst_name):
    with analyst_of_table(admin, database, analyst_name, HARVEST, "harvest") as connection:
        yield connection


def _answers(analyst, question, table, kind="value"):
    parts = rows(analyst, "decompose(%s, %s::regclass[])", question, [table])
    facts = rows(analyst, "facts(%s, %s::regclass[], 6)", question, [table])
    asked = [each for each in facts if each["relevance"] == 1 and each["fact_type"] == kind]
    return parts, [float(each["value"]) for each in asked]


def _numbers(analyst, *queries):
    return [float(next(iter(analyst.execute(query).fetchone().values()))) for query in queries]


SEVERAL = [
    ("How many visits were booked in 2021 and 2022?", "count(*)", "booked", ("2021", "2022")),
    ("How many visits were held in 2020 and 2022?", "count(*)", "held", ("2020", "2022")),
    ("Total fee in 2021 versus 2022", "sum(fee)", "booked", ("2021", "2022")),
    ("Total fee in March 2021 versus April 2021", "sum(fee)", "booked", ("2021-03", "2021-04")),
]


@pytest.mark.parametrize(("question", "value", "column", "periods"), SEVERAL)
def test_several_periods_have_an_answer_each(visits, question, value, column, periods):
    parts, found = _answers(visits, question, "visit")
    wanted = [f"SELECT {value} FROM visit WHERE to_char({column}, 'YYYY-MM') LIKE '{period}%'" for period in periods]
    assert found == _numbers(visits, *wanted)
    assert [each["fact_type"] for each in parts] == ["value", "value", "difference"]


def test_several_years_of_a_column_of_years_have_an_answer_each(harvests):
    _, found = _answers(harvests, "What is the total yield in 2016 and 2018?", "harvest")
    assert found == _numbers(
        harvests, *(f"SELECT sum(yield_t) FROM harvest WHERE year = {year}" for year in (2016, 2018))
    )


def test_several_months_of_any_year_are_told_apart(visits):
    _, found = _answers(visits, "How many visits in March versus June?", "visit")
    assert found == _numbers(
        visits, *(f"SELECT count(*) FROM visit WHERE extract(month FROM booked) = {month}" for month in (3, 6))
    )


def test_several_years_together_are_one(harvests):
    _, found = _answers(harvests, "What is the total yield in 2016 and 2018 combined?", "harvest")
    assert found == _numbers(harvests, "SELECT sum(yield_t) FROM harvest WHERE year IN (2016, 2018)")


@pytest.mark.parametrize(("question", "column"), [("Which clinic had the most visits in 2021 and 2022?", "clinic")])
def test_groups_over_years_side_by_side_are_those_of_the_stretch(visits, question, column):
    [part] = rows(visits, "decompose(%s, %s::regclass[])", question, ["visit"])
    assert part["breakdown"] == column
    assert part["subspace"] == ["booked is from 2021 to 2022"]


def test_the_years_between_two_are_no_two_years(visits):
    [part] = rows(visits, "decompose(%s, %s::regclass[])", "Did the fee grow between 2020 and 2022?", ["visit"])
    assert part["fact_type"] == "trend"
    assert part["subspace"] == ["booked is from 2020 to 2022"]


BOUNDS = [
    ("since 2018", "year >= 2018"),
    ("from 2018 on", "year >= 2018"),
    ("after 2018", "year > 2018"),
    ("before 2018", "year < 2018"),
    ("until 2018", "year <= 2018"),
    ("in 2018", "year = 2018"),
]


@pytest.mark.parametrize(("words", "condition"), BOUNDS)
def test_a_bound_takes_in_the_years_that_it_says(harvests, words, condition):
    _, [found] = _answers(harvests, f"What is the total yield {words}?", "harvest")
    assert [found] == _numbers(harvests, f"SELECT sum(yield_t) FROM harvest WHERE {condition}")


def test_a_development_since_a_year_begins_in_it(harvests):
    [fact, *_] = rows(harvests, "facts(%s, %s::regclass[])", "How did the total yield develop since 2018?", ["harvest"])
    assert [row["group"] for row in harvests.execute(fact["query"]).fetchall()] == [2018, 2019, 2020, 2021]


def test_the_year_of_dates_is_no_amount(visits):
    [part] = rows(visits, "decompose(%s, %s::regclass[])", "average fee over the months of 2022", ["visit"])
    assert part["fact_type"] == "trend"
    assert part["subspace"] == ["booked is in 2022"]


@pytest.mark.parametrize(
    ("limit", "words"), [("above 2023", "fee is above 2023"), ("of at least 2020", "fee is at least 2020")]
)
def test_an_amount_that_looks_like_a_year_is_none(visits, limit, words):
    [part] = rows(visits, "decompose(%s, %s::regclass[])", f"How many visits have a fee {limit}?", ["visit"])
    assert part["subspace"] == [words]


NAMED = [
    ("How many visits were booked in 2021?", ["booked is in 2021"]),
    ("How many visits were held in 2021?", ["held is in 2021"]),
    ("How many visits in 2021?", ["booked is in 2021"]),
    ("How many visits were booked in 2020 and held in 2021?", ["booked is in 2020", "held is in 2021"]),
    ("How many visits were held on Mondays?", ["held is on a Monday"]),
]


@pytest.mark.parametrize(("question", "subspace"), NAMED)
def test_a_time_is_that_of_the_dates_it_is_said_of(visits, question, subspace):
    [part] = rows(visits, "decompose(%s, %s::regclass[])", question, ["visit"])
    assert (part["fact_type"], part["subspace"]) == ("value", subspace)


def test_a_development_is_that_of_the_dates_it_is_said_of(visits):
    [part] = rows(visits, "decompose(%s, %s::regclass[])", "visits held by month in 2021", ["visit"])
    assert (part["fact_type"], part["breakdown"], part["subspace"]) == ("trend", "held", ["held is in 2021"])
