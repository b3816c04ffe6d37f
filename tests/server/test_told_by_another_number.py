"""What one number of a sentence is right about does not refute another number of it."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def barrels(admin, analyst_name):
    """160 barrels, 43 of them leaking and 51 sold, with their staves."""
    admin.execute(f"""
        CREATE TABLE public.barrel (barrel_no integer PRIMARY KEY, state text, litres integer);
        INSERT INTO public.barrel
        SELECT n, CASE WHEN n <= 43 THEN 'leaking' WHEN n <= 94 THEN 'vended' ELSE 'stored' END, 90 + n % 30
        FROM generate_series(1, 160) AS n;
        CREATE TABLE public.stave (barrel_no integer REFERENCES public.barrel, stave_no integer);
        INSERT INTO public.stave SELECT 1 + n % 160, n FROM generate_series(1, 500) AS n;
        GRANT SELECT ON public.barrel, public.stave TO {analyst_name};
        SELECT factcheck.add_table('public.barrel'), factcheck.add_table('public.stave');
    """)


def verdicts(analyst, sentence):
    rows = analyst.execute(
        "SELECT claim_text, verdict::text FROM fact_check(%s, tables => '{barrel,stave}')"
        " WHERE claimed_value IS NOT NULL",
        [f"There were 160 barrels. {sentence}"],
    ).fetchall()
    return dict(rows)


@pytest.mark.parametrize(
    "sentence", ["43 barrels were leaking and 51 went to customers.", "43 barrels were leaking, 51 changed hands."]
)
def test_what_has_its_number_does_not_refute_another_one(analyst, barrels, sentence):
    found = verdicts(analyst, sentence)
    assert found["43"] == "supported"
    assert found["51"] != "refuted"


@pytest.mark.parametrize(
    ("sentence", "number"),
    [
        ("43 barrels were leaking and 60 were stored.", "60"),
        ("The barrels held 105 litres on average (109.3 litres).", "109.3"),
        ("39 barrels were leaking.", "39"),
    ],
)
def test_what_contradicts_a_number_of_its_own_still_refutes_it(analyst, barrels, sentence, number):
    assert verdicts(analyst, sentence)[number] == "refuted"
