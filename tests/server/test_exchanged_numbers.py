"""Two numbers of a sentence that were exchanged are not supported, each by what is true of the other."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def incidents(admin, analyst_name):
    """60 victims from Oslo, 41 from Bergen, 69 from Hamar, of different ages."""
    admin.execute(f"""
        CREATE TABLE public.victim AS
        SELECT CASE WHEN n <= 60 THEN 'Oslo' WHEN n <= 101 THEN 'Bergen' ELSE 'Hamar' END AS city,
               (ARRAY['fire', 'flood'])[1 + n % 2] AS cause,
               CASE WHEN n <= 60 THEN 30 + n % 7 WHEN n <= 101 THEN 41 + n % 5 ELSE 25 + n % 9 END AS age
        FROM generate_series(1, 170) AS n;
        GRANT SELECT ON public.victim TO {analyst_name};
        SELECT factcheck.add_table('public.victim');
    """)


def verdicts(analyst, document):
    rows = analyst.execute(
        "SELECT claim_text, verdict::text FROM fact_check(%s, ARRAY['public.victim'::regclass])", [document]
    ).fetchall()
    return dict(rows)


PAIRS = [
    ("Of the victims, 60 were from Oslo and 41 from Bergen.", "Of the victims, 41 were from Oslo and 60 from Bergen."),
    (
        "Oslo accounted for 35.3% of the victims and Bergen for 24.1%.",
        "Oslo accounted for 24.1% of the victims and Bergen for 35.3%.",
    ),
    (
        "Victims from Bergen were 43.0 years old on average, victims from Oslo 33.0 years.",
        "Victims from Bergen were 33.0 years old on average, victims from Oslo 43.0 years.",
    ),
    (
        "The floods had 30 victims in Oslo, 21 in Bergen and 34 in Hamar.",
        "The floods had 21 victims in Oslo, 30 in Bergen and 34 in Hamar.",
    ),
]


@pytest.mark.parametrize(("right", "exchanged"), PAIRS)
def test_exchanged_numbers_are_not_supported(analyst, incidents, right, exchanged):
    intro = "There were 170 victims. "
    assert set(verdicts(analyst, intro + right).values()) == {"supported"}
    found = verdicts(analyst, intro + exchanged)
    numbers = [text for text in found if text not in {"170", "34"}]
    assert numbers
    assert not any(found[text] == "supported" for text in numbers)


def test_what_is_true_of_all_does_not_support_what_is_said_of_one(analyst, incidents):
    found = verdicts(analyst, "Victims from Oslo were 33.0 years old on average, and victims from Hamar 33.8 years.")
    assert found["33.0"] == "supported"
    assert found["33.8"] != "supported"
