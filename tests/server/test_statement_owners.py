"""Whom statements are about: days in the plural, who is called by what they do, what somebody has."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def tables(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.crossing (day text, class text, gift text, fare numeric, turnout numeric, ht numeric);
        INSERT INTO public.crossing
        SELECT (ARRAY['Mon', 'Tue', 'Sat'])[1 + i % 3], CASE WHEN i % 4 = 0 THEN 'Deck' ELSE 'Cabin' END,
               CASE WHEN i % 2 = 0 THEN 'Office Fares' ELSE 'Toys' END,
               20 + 3 * (i % 3) + CASE WHEN i % 4 = 0 THEN 0 ELSE 9 END,
               50 + 10 * (i % 3), 200 - 20 * (i % 3)
        FROM generate_series(1, 240) AS i;
        CREATE TABLE public.pupil (hobby text, weight numeric);
        INSERT INTO public.pupil
        SELECT (ARRAY['Swim', 'Dance', 'Chess'])[1 + i % 3], 40 + 5 * (i % 3) FROM generate_series(1, 90) AS i;
        GRANT SELECT ON public.crossing, public.pupil TO {analyst_name};
        SELECT factcheck.add_table('public.crossing');
        SELECT factcheck.add_table('public.pupil');
    """)


def verdicts(analyst, document):
    query = "SELECT verdict::text FROM fact_check(%s) WHERE claimed_value IS NULL"
    return [verdict for (verdict,) in analyst.execute(query, [document]).fetchall()]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("Fares were higher on Saturdays than on Mondays.", "Fares were higher on Mondays than on Saturdays."),
        ("Fares were highest on Saturdays.", "Fares were highest on Mondays."),
        ("Saturday fares were the highest.", "Monday fares were the highest."),
        ("The cabin fares were larger.", "The deck fares were larger."),
        ("Dancers are heavier than swimmers.", "Swimmers are heavier than dancers."),
        ("Turnout was higher on Saturdays than on Mondays.", "Turnout was higher on Mondays than on Saturdays."),
    ],
)
def test_an_owner_is_found_in_whichever_form_it_is_named(analyst, tables, right, wrong):
    assert (verdicts(analyst, right), verdicts(analyst, wrong)) == (["supported"], ["refuted"])


@pytest.mark.parametrize(
    "text",
    [
        "Office fares were the highest.",  # a gift of that name
        "Driver fares were the highest.",
        "Chess players are heavier than climbers.",
    ],
)
def test_an_owner_that_is_no_value_is_compared_with_nothing(analyst, tables, text):
    assert set(verdicts(analyst, text)) <= {"not_enough_info"}


def test_the_highest_of_what_each_row_has_is_not_the_greatest_total(analyst, admin, analyst_name):
    """Most crossings are on weekdays, so that their fares add up to more, though each is lower."""
    admin.execute(f"""
        CREATE TABLE public.voyage AS
        SELECT CASE WHEN i % 5 = 0 THEN 'Sun' ELSE 'Mon' END AS day, CASE WHEN i % 5 = 0 THEN 30 ELSE 20 END AS fare
        FROM generate_series(1, 200) AS i;
        GRANT SELECT ON public.voyage TO {analyst_name};
        SELECT factcheck.add_table('public.voyage');
    """)
    query = "SELECT verdict::text FROM fact_check('Fares were highest on Sundays.', ARRAY['public.voyage']::regclass[])"
    assert analyst.execute(query).fetchall() == [("not_enough_info",)]
