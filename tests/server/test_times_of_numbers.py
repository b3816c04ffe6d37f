"""A number is that of the time it stands with, not of the time that stands with another number of the sentence."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def trips(admin, analyst_name):
    """Trips of ferries by day: 44 in September 2021, 52 in October, 61 in November; 30 in the third quarter of 2020."""
    admin.execute(f"""
        CREATE TABLE public.trip AS
        SELECT n AS trip_no, 40 + n % 13 AS passengers,
               CASE WHEN n <= 30 THEN date '2020-07-01' + n
                    WHEN n <= 74 THEN date '2021-09-01' + n % 30
                    WHEN n <= 126 THEN date '2021-10-01' + n % 31
                    ELSE date '2021-11-01' + n % 30 END AS sailed_on
        FROM generate_series(1, 187) AS n;
        GRANT SELECT ON public.trip TO {analyst_name};
        SELECT factcheck.add_table('public.trip');
    """)


def verdicts(analyst, document):
    rows = analyst.execute(
        "SELECT claim_text, verdict::text FROM fact_check(%s, ARRAY['public.trip'::regclass]) "
        "WHERE claimed_value IS NOT NULL",
        [document],
    ).fetchall()
    return rows


INTRO = "There were 187 trips in all. "


@pytest.mark.parametrize(
    "sentence",
    [
        "There were 44 trips in October, after 44 in September.",
        "We had 44 trips in October and 44 in September.",
        "In October there were 44 trips, 44 in September.",
    ],
)
def test_what_is_true_of_the_month_before_does_not_support_what_is_said_of_a_month(analyst, trips, sentence):
    [_, october, september] = verdicts(analyst, INTRO + sentence)
    assert october[1] != "supported"
    assert september[1] == "supported"


def test_months_of_the_year_before_keep_their_own_numbers(analyst, trips):
    [_, year, november, october] = verdicts(
        analyst, f"{INTRO}In 2021 there were 157 trips. In November there were 61 trips, 61 in October."
    )
    assert [year[1], november[1]] == ["supported"] * 2
    assert october[1] != "supported"


@pytest.mark.parametrize(
    ("sentence", "numbers"),
    [
        ("There were 52 trips in October, after 44 in September.", 2),
        ("In September and October there were 44 and 52 trips.", 2),
        ("From September to October, trips rose from 44 to 52.", 2),
        ("In October, trips rose by 18.2% from September, to 52.", 2),
        ("In October there were 52 trips, 18.2% more than in September.", 2),
    ],
)
def test_each_month_keeps_its_own_number(analyst, trips, sentence, numbers):
    found = verdicts(analyst, INTRO + sentence)
    assert [verdict for _, verdict in found] == ["supported"] * (numbers + 1)


def test_a_quarter_beside_one_of_a_year_is_of_that_year(analyst, trips):
    found = verdicts(analyst, INTRO + "There were 113 trips in Q4 2021, after 44 in Q3.")
    assert found[1:] == [("113", "supported"), ("44", "supported")]
