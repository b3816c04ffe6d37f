"""Rows are found where a text calls their values by another name."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def runner(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.runner (origin text, sex text, depot integer, minutes integer);
        INSERT INTO public.runner
        SELECT (ARRAY['DEU', 'KEN', 'USA', 'KOR', 'NOR'])[1 + g % 5], (ARRAY['F', 'M'])[1 + g * g % 7 % 2],
               1 + g * 7 % 40, 130 + g * 31 % 97
        FROM generate_series(1, 470) AS g;
        GRANT SELECT ON public.runner TO {analyst_name};
        SELECT factcheck.add_table('public.runner');
    """)


def check(analyst, document):
    return analyst.execute(
        "SELECT claimed_value, verdict::text, query FROM fact_check(%s) WHERE claimed_value IS NOT NULL", [document]
    ).fetchall()


@pytest.mark.parametrize(
    ("document", "condition"),
    [
        ("{} of the runners were women.", "sex = 'F'"),
        ("{} of the runners were Germans.", "origin = 'DEU'"),
        ("{} runners came from South Korea.", "origin = 'KOR'"),
    ],
)
def test_people_are_counted_by_what_they_are_called(analyst, runner, document, condition):
    [(number,)] = analyst.execute(f"SELECT count(*) FROM public.runner WHERE {condition}").fetchall()
    query = f"SELECT count(*) FROM public.runner WHERE {condition}"
    assert check(analyst, document.format(number)) == [(number, "supported", query)]
    [(_, verdict, _)] = check(analyst, document.format(number + 7))
    assert verdict != "supported"


def test_each_number_of_a_list_names_the_rows_of_the_result_behind_it(analyst, runner):
    rows = analyst.execute("SELECT depot, sum(minutes) FROM public.runner GROUP BY depot").fetchall()
    minutes = dict(rows)
    found = check(analyst, f"Depot 8 has a total of {minutes[8]:,} minutes, and depot 23 a total of {minutes[23]:,}.")
    queries = {number: query for number, _, query in found}
    assert queries[minutes[8]] == "SELECT sum(minutes) FROM public.runner WHERE depot = 8"
    assert queries[minutes[23]] == "SELECT sum(minutes) FROM public.runner WHERE depot = 23"


def test_a_column_is_called_by_the_initials_of_its_name(admin, analyst, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.clinic (first_aid_calls integer, beds integer);
        INSERT INTO public.clinic SELECT g * 7 % 31, g * 11 % 53 FROM generate_series(1, 60) AS g;
        GRANT SELECT ON public.clinic TO {analyst_name};
        SELECT factcheck.add_table('public.clinic');
    """)
    rows = analyst.execute("SELECT fragment FROM factcheck.find_fragments('FAC', kind => 'column')").fetchall()
    assert rows == [("public.clinic.first_aid_calls",)]
