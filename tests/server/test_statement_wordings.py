"""Statements without a number in other words than superlatives and comparatives, each with its opposite."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def tables(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.visit (
            visit_id integer, arrival_date date, departure_date date, clinic text, insurer text, gender text,
            age integer, smoker boolean, returned text, falls integer, stay_days integer, bill numeric
        );
        INSERT INTO public.visit
        SELECT i, date '2021-01-01' + i, date '2021-01-01' + i + 400,
               (ARRAY['Northside', 'Northside', 'Northside', 'Lakeside', 'Lakeside', 'Old Mill'])[1 + i % 6],
               CASE WHEN i % 10 < 7 THEN 'Acme' WHEN i % 10 < 9 THEN 'Beacon' ELSE 'Civic' END,
               CASE WHEN i % 5 < 3 THEN 'F' ELSE 'M' END, 30 + 10 * (i % 5) / 4 + i % 6,
               i % 8 = 0, CASE WHEN i % 8 = 0 AND i % 3 = 0 THEN 'Yes' ELSE 'No' END,
               CASE WHEN i % 9 = 0 THEN 2 ELSE 0 END, 3 + i % 6, 100 * (3 + i % 6)
        FROM generate_series(1, 600) AS i;
        GRANT SELECT ON public.visit TO {analyst_name};
        SELECT factcheck.add_table('public.visit');
    """)


def verdicts(analyst, document):
    query = "SELECT verdict::text FROM fact_check(%s) WHERE claimed_value IS NULL"
    return [verdict for (verdict,) in analyst.execute(query, [document]).fetchall()]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("No other clinic had as many visits as Northside.", "No other clinic had as many visits as Lakeside."),
        ("Visits to Northside outnumbered those to Lakeside.", "Visits to Lakeside outnumbered those to Northside."),
        ("Only a minority of visits were insured by Beacon.", "Only a minority of visits were insured by Acme."),
        ("Patients rarely returned.", "Most patients returned."),
        ("Few visits had a fall.", "Most visits had a fall."),
        ("Most visits passed without a fall.", "Most visits had any falls."),
        ("Smokers were likelier to return than non-smokers.", "Smokers were less likely to return than non-smokers."),
        ("Arrivals fell from 2021 to 2022.", "Arrivals rose from 2021 to 2022."),
        ("2022 saw fewer arrivals than 2021.", "2022 saw more arrivals than 2021."),
        ("Compared with men, women made more visits.", "Compared with women, men made more visits."),
        ("Northside, not Lakeside, has the most visits.", "Lakeside, not Northside, has the most visits."),
        ("Lakeside trailed only Northside in visits.", "Old Mill trailed only Northside in visits."),
        ("Acme accounts for the lion's share of visits.", "Beacon accounts for the lion's share of visits."),
        ("Visits at Old Mill took the longest on average.", "Visits at Lakeside took the longest on average."),
        (
            "Northside has the most visits. Its average bill is the lowest of all clinics.",
            "Northside has the most visits. Its average bill is the highest of all clinics.",
        ),
    ],
)  # fmt: skip
def test_a_statement_and_its_opposite_are_judged_as_a_reader_would(analyst, tables, right, wrong):
    assert (verdicts(analyst, right)[-1], verdicts(analyst, wrong)[-1]) == ("supported", "refuted")


def test_between_few_and_half_nothing_is_decided(analyst, tables):
    """Lakeside has a third of the visits: some readers call it few."""
    assert verdicts(analyst, "Few of the visits were at Lakeside.") == ["not_enough_info"]


def test_a_pronoun_without_anything_before_it_makes_no_statement(analyst, tables):
    assert verdicts(analyst, "They have the most visits.") == []
