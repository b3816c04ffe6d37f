"""Answers with a code before them, entries of lists and what is typical are read as people mean them."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def visits(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.visits (visit integer, relapse text, smoker text, topics text, minutes integer);
        INSERT INTO public.visits
        SELECT n, CASE WHEN n % 8 = 0 THEN '1_yes' ELSE '0_no' END, CASE WHEN n % 5 < 2 THEN '1: yes' ELSE '2: no' END,
               (ARRAY['Diet', 'Sleep', 'Diet|Sleep', 'Pain|Diet', 'Night-Shift|Sleep', 'Night-Shift', 'Pain'])[
                   1 + n % 7],
               CASE WHEN n % 10 = 0 THEN 400 ELSE 20 + n % 13 END
        FROM generate_series(1, 240) AS n;
        GRANT SELECT ON public.visits TO {analyst_name};
        SELECT factcheck.add_table('public.visits');
    """)


def last_claim(analyst, document):
    query = "SELECT verdict::text, description FROM fact_check(%s, tables => '{visits}')"
    return analyst.execute(query, [document]).fetchall()[-1]


def value_of(admin, expression):
    return admin.execute(f"SELECT {expression} FROM visits").fetchone()[0]


def test_a_flag_may_have_codes_before_its_answers(admin, analyst, visits):
    relapsed = value_of(admin, "count(*) FILTER (WHERE relapse = '1_yes')")
    verdict, description = last_claim(analyst, f"There was a relapse after {relapsed} visits.")
    assert (verdict, description) == ("supported", "the number of rows in visits where relapse is '1_yes'")
    smoking = value_of(admin, "count(*) FILTER (WHERE smoker = '1: yes')")
    verdict, description = last_claim(analyst, f"Of all visits {smoking} were those of smokers.")
    assert (verdict, description) == ("supported", "the number of rows in visits where smoker is '1: yes'")


@pytest.mark.parametrize(("said", "entry"), [("diet", "diet"), ("night shift", "night-shift")])
def test_an_entry_of_a_list_is_meant_in_all_lists_that_have_it(admin, analyst, visits, said, entry):
    count = value_of(admin, f"count(*) FILTER (WHERE topics ILIKE '%{entry}%')")
    verdict, description = last_claim(analyst, f"There were {count} visits on the topic of {said}.")
    assert (verdict, description.lower()) == (
        "supported",
        f"the number of rows in visits where topics includes '{entry}'",
    )


def test_what_is_typical_may_be_the_median(admin, analyst, visits):
    median = value_of(admin, "percentile_cont(0.5) WITHIN GROUP (ORDER BY minutes)")
    verdict, description = last_claim(analyst, f"A typical visit took {median:.0f} minutes.")
    assert (verdict, description) == ("supported", "the median of minutes in visits")
