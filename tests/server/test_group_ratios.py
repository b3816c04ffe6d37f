"""Extremes of rates and of percentages within groups, by their words, beside results that PostgreSQL gives."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def treatment(admin, analyst_name):
    """Treatments in clinics, some of whose clinics, patients and outcomes are unknown."""
    admin.execute(f"""
        CREATE TABLE public.treatment (
            treatment_no integer, clinic text, patient_id integer, outcome text, cost numeric);
        INSERT INTO public.treatment
        SELECT g, (ARRAY['Northside', 'Riverbank', 'Lakeview', 'Hilltop'])[1 + (g * g % 31) % 4], g * g % 173,
               CASE WHEN g * 37 % 100 < 20 + 18 * ((g * g % 31) % 4) THEN 'recovered'
                    WHEN g % 3 = 0 THEN 'referred' ELSE 'unchanged' END,
               50 + g * 37 % 211
        FROM generate_series(1, 900) AS g;
        INSERT INTO public.treatment VALUES (901, NULL, 5, 'recovered', 60), (902, 'Hilltop', NULL, NULL, NULL);
        GRANT SELECT ON public.treatment TO {analyst_name};
        SELECT factcheck.add_table('public.treatment');
    """)


_PER_PATIENT = "sum(cost) / count(DISTINCT patient_id) AS r FROM treatment WHERE clinic IS NOT NULL GROUP BY clinic"
_RECOVERED = (
    "100.0 * count(*) FILTER (WHERE outcome = 'recovered') / count(*) AS r FROM treatment"
    " WHERE clinic IS NOT NULL GROUP BY clinic"
)


@pytest.mark.parametrize(
    ("sentence", "extreme", "groups", "words"),
    [
        (
            "The highest cost per patient of any clinic was ${}.",
            "max",
            _PER_PATIENT,
            "the largest, over all values of clinic, of the total of cost in treatment divided by the number of"
            " different values of patient id in treatment",
        ),
        (
            "The lowest cost per patient of any clinic was ${}.",
            "min",
            _PER_PATIENT,
            "the smallest, over all values of clinic, of the total of cost in treatment divided by",
        ),
        (
            "The highest recovered rate of any clinic was {}%.",
            "max",
            _RECOVERED,
            "the largest, over all values of clinic, of the percentage of rows in treatment where outcome is",
        ),
        (
            "Across clinics the share of recovered patients ranged from {}% to {most}%.",
            "min",
            _RECOVERED,
            "the smallest, over all values of clinic, of the percentage of rows in treatment where outcome is",
        ),
    ],
)
def test_an_extreme_of_ratios_is_asked_for_by_its_words(admin, analyst, treatment, sentence, extreme, groups, words):
    [(value, most)] = admin.execute(f"SELECT round({extreme}(r), 1), round(max(r), 1) FROM (SELECT {groups}) AS s")
    verdict, description, query = analyst.execute(
        "SELECT verdict::text, description, query FROM fact_check(%s) WHERE claimed_value IS NOT NULL LIMIT 1",
        [sentence.format(f"{value:f}", most=most)],
    ).fetchone()
    assert words in description
    assert verdict == "supported"
    assert analyst.execute(f"SELECT round(({query})::numeric, 1)").fetchall() == [(value,)]


def test_without_a_superlative_there_is_no_extreme_of_ratios(analyst, treatment):
    rows = analyst.execute(
        "SELECT a->>'description' FROM fact_check('The cost per patient in clinics was $412.', top_k => 100),"
        " jsonb_array_elements(alternatives) AS a"
    ).fetchall()
    assert rows
    assert not any("over all values of clinic" in description for (description,) in rows)
