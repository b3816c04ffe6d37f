"""Averages, extremes and counts of groups, shares of amounts, and rates per person, each asked for by its own words."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def loan(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.loan (
            loan_no integer PRIMARY KEY, email text, branch text, loan_day date, copies integer, fee numeric(8, 2));
        INSERT INTO public.loan
        SELECT g, 'reader' || (g * g % 337) || '@example.org',
               (ARRAY['Harbour', 'Station', 'Old Town', 'Hillside'])[1 + (g * 7 % 23) % 4],
               date '2021-01-01' + g * g % 1061, 1 + g * 11 % 9, g * 37 % 101 / 4.0
        FROM generate_series(1, 2400) AS g;
        INSERT INTO public.loan
        SELECT 3000 + g, 'newcomer' || g, 'Lighthouse', date '2022-07-14', 2, 11.5 FROM generate_series(1, 31) AS g;
        GRANT SELECT ON public.loan TO {analyst_name};
        SELECT factcheck.add_table('public.loan');
    """)


KINDS = [
    (
        "On average {} loans were made per month.",
        "avg(n) FROM (SELECT count(*) AS n FROM loan GROUP BY date_trunc('month', loan_day)) AS s",
        "the average, over all months, each of one year, of loan day, of the number of rows in loan",
    ),
    (
        "The average weekly number of loans is {}.",
        "avg(n) FROM (SELECT count(*) AS n FROM loan GROUP BY date_trunc('week', loan_day)) AS s",
        "the average, over all weeks of loan day, of the number of rows in loan",
    ),
    (
        "On average {} branches lend something per month.",
        "avg(n) FROM (SELECT count(DISTINCT branch) AS n FROM loan GROUP BY date_trunc('month', loan_day)) AS s",
        "the average, over all months, each of one year, of loan day, of the number of different values of branch",
    ),
    (
        "Fridays are quieter, with {} loans on average.",
        "avg(n) FROM (SELECT count(*) AS n FROM loan WHERE extract(isodow FROM loan_day) = 5 GROUP BY loan_day) AS s",
        "the average, over all days of loan day, of the number of rows in loan where loan day is on a Friday",
    ),
    (
        "In 2022, the busiest month had {} loans.",
        "max(n) FROM (SELECT count(*) AS n FROM loan WHERE extract(year FROM loan_day) = 2022"
        " GROUP BY extract(month FROM loan_day)) AS s",
        "of the number of rows in loan where loan day is in 2022",
    ),
    (
        "The busiest branch accounts for {}% of the loans.",
        "100.0 * max(n) / sum(n) FROM (SELECT count(*) AS n FROM loan GROUP BY branch) AS s",
        "percentage",
    ),
    (
        "The Harbour branch brings {}% of the fees.",
        "100.0 * sum(fee) FILTER (WHERE branch = 'Harbour') / sum(fee) FROM loan",
        "the percentage of the total of fee in loan that falls to rows where branch is 'Harbour'",
    ),
    (
        "{}% of the branches had more than 600 loans.",
        "100.0 * count(*) FILTER (WHERE n > 600) / count(*) FROM (SELECT count(*) AS n FROM loan GROUP BY branch) AS s",
        "the percentage of values of branch for which the number of rows in loan is above 600",
    ),
    (
        "Most branches ({}%) had no more than 605 loans.",
        "100.0 * count(*) FILTER (WHERE n <= 605) / count(*)"
        " FROM (SELECT count(*) AS n FROM loan GROUP BY branch) AS s",
        "the percentage of values of branch for which the number of rows in loan is at most 605",
    ),
    (
        "At the Station branch, fees come to ${} per person.",
        "sum(fee) / count(DISTINCT email) FROM loan WHERE branch = 'Station'",
        "divided by the number of different values of email in loan where branch is 'Station'",
    ),
    (
        "The number of loans per branch ranged from 31 to {}.",
        "max(n) FROM (SELECT count(*) AS n FROM loan GROUP BY branch) AS s",
        "the largest, over all values of branch, of the number of rows in loan",
    ),
]


@pytest.mark.parametrize(("sentence", "right", "words"), KINDS)
def test_a_kind_of_query_answers_to_its_words(admin, analyst, loan, sentence, right, words):
    [(value,)] = admin.execute(f"SELECT round({right.split(' FROM ', 1)[0]}, 1) FROM {right.split(' FROM ', 1)[1]}")
    text = f"{value.normalize():f}"
    rows = analyst.execute(
        "SELECT verdict::text, description FROM fact_check(%s, '{loan}')"
        " WHERE claimed_value IS NOT NULL AND claim_text LIKE %s",
        [sentence.format(text), f"%{text}%"],
    ).fetchall()
    assert [verdict for verdict, _ in rows] == ["supported"]
    assert words in rows[0][1]


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("There were 41.3 loans at the Harbour branch.", "the average, over all"),
        ("41.3% of the loans were made at the Harbour branch.", "as a percentage of all together"),
        ("41.3% of the loans were made at the Harbour branch.", "the percentage of the total"),
        ("41.3% of the total were made at the Harbour branch.", "the percentage of the total"),
    ],
)
def test_without_its_words_a_kind_of_query_is_no_candidate(analyst, loan, sentence, kind):
    rows = analyst.execute(
        "SELECT a->>'description' FROM fact_check(%s, '{loan}', top_k => 100), jsonb_array_elements(alternatives) AS a",
        [sentence],
    ).fetchall()
    assert rows
    assert not any(kind in description for (description,) in rows)
