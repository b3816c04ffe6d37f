"""Statements by all words of their groups: what is denied, what both sides are, things that several rows tell of."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def pictures(admin, analyst_name):
    """Of 40 pictures 30 have trees and 12 a bridge, 8 were sold twice and 10 hang in Oslo."""
    admin.execute(f"""
        CREATE TABLE public.picture AS
        SELECT n AS picture_no, (n > 10)::int AS trees, (n <= 12)::int AS bridges,
               CASE WHEN n <= 8 THEN 2 ELSE 0 END AS sales, CASE WHEN n % 4 = 0 THEN 'Oslo' ELSE 'Rome' END AS town
        FROM generate_series(1, 40) AS n;
        GRANT SELECT ON public.picture TO {analyst_name};
        SELECT factcheck.add_table('public.picture');
    """)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Most pictures contain trees.", "supported"),
        ("Most pictures contain no trees.", "refuted"),
        ("The vast majority of pictures contain no bridges.", "supported"),
        ("The vast majority of pictures contain bridges.", "refuted"),
        ("Most pictures made no sales.", "supported"),
    ],
)
def test_what_most_have_not_is_not_what_most_have(analyst, pictures, text, verdict):
    asked = "SELECT verdict::text FROM fact_check(%s, tables => '{picture}') ORDER BY claim_no LIMIT 1"
    rows = analyst.execute(asked, [text]).fetchall()
    assert rows == [(verdict,)]


@pytest.fixture(scope="module")
def sleepers(admin, analyst_name):
    """Those without a disorder sleep longest; male lawyers sleep longer than female ones, though men sleep less."""
    admin.execute(f"""
        CREATE TABLE public.sleeper AS
        SELECT n AS sleeper_no, (ARRAY['Male', 'Female'])[1 + n % 2] AS gender,
               (ARRAY['Lawyer', 'Nurse', 'Doctor'])[1 + n % 3] AS occupation,
               (ARRAY['None', 'Insomnia', 'Apnea', 'None'])[1 + n / 2 % 4] AS sleep_disorder,
               (7 + CASE n / 2 % 4 WHEN 0 THEN 1 WHEN 3 THEN 1 ELSE 0 END
                  + CASE WHEN n % 3 = 0 THEN (n % 2) * -0.4 ELSE (n % 2) * 0.6 END)::numeric(4, 1) AS sleep_duration
        FROM generate_series(1, 240) AS n;
        GRANT SELECT ON public.sleeper TO {analyst_name};
        SELECT factcheck.add_table('public.sleeper');
    """)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Individuals with no sleep disorder have the longest average sleep duration.", "supported"),
        ("Individuals with no sleep disorder have the shortest average sleep duration.", "refuted"),
        ("Male lawyers report longer sleep durations than female lawyers.", "supported"),
        ("Male lawyers report shorter sleep durations than female lawyers.", "refuted"),
        ("Men report longer sleep durations than women.", "refuted"),
    ],
)
def test_groups_are_those_that_all_words_name(analyst, sleepers, text, verdict):
    asked = "SELECT verdict::text FROM fact_check(%s, tables => '{sleeper}') ORDER BY claim_no LIMIT 1"
    rows = analyst.execute(asked, [text]).fetchall()
    assert rows == [(verdict,)]


@pytest.fixture(scope="module")
def plan_events(admin, analyst_name):
    """Of 100 customers 60 had the basic plan, with 60 of the 210 events; each plan is one row of the list of plans."""
    admin.execute(f"""
        CREATE TABLE public.plan_list (plan_no integer PRIMARY KEY, plan_name text);
        INSERT INTO public.plan_list VALUES (1, 'trial'), (2, 'basic'), (3, 'premium'), (4, 'gold');
        CREATE TABLE public.plan_event (
            customer_id integer, plan_no integer REFERENCES public.plan_list, happened date);
        INSERT INTO public.plan_event
        SELECT n, 1, date '2024-01-01' + n % 90 FROM generate_series(1, 100) AS n UNION ALL
        SELECT n, 2, date '2024-02-01' + n % 90 FROM generate_series(1, 60) AS n UNION ALL
        SELECT n, 3, date '2024-02-01' + n % 90 FROM generate_series(61, 100) AS n UNION ALL
        SELECT n, 4, date '2024-03-01' + n % 90 FROM generate_series(91, 100) AS n;
        GRANT SELECT ON public.plan_list, public.plan_event TO {analyst_name};
        SELECT factcheck.add_table('public.plan_list'), factcheck.add_table('public.plan_event');
    """)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Most customers chose the basic plan.", "supported"),
        ("Most customers chose the premium plan.", "refuted"),
    ],
)
def test_most_things_are_counted_once_each(analyst, plan_events, text, verdict):
    asked = "SELECT verdict::text FROM fact_check(%s, tables => '{plan_event, plan_list}') ORDER BY claim_no LIMIT 1"
    rows = analyst.execute(asked, [text]).fetchall()
    assert rows == [(verdict,)]
