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


@pytest.fixture(scope="module")
def doubtful(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.barge (hull_year integer, deck_year integer, mast_year integer, buyer_year integer);
        INSERT INTO public.barge
        SELECT 1990 + i % 7 % 4, 1990 + i % 5 % 4, 1990 + i % 9 % 4, 1993 - i % 9 % 4 FROM generate_series(1, 300) AS i;
        CREATE TABLE public.walker (gender text, is_married text, minutes numeric);
        INSERT INTO public.walker
        SELECT CASE WHEN i % 2 = 0 THEN 'men' ELSE 'women' END, CASE WHEN i % 3 = 0 THEN 'no' ELSE 'yes' END,
               30 + CASE WHEN i % 2 = 0 THEN 5 ELSE 0 END FROM generate_series(1, 120) AS i;
        CREATE TABLE public.duchy (duchy text, income numeric, packets numeric);
        INSERT INTO public.duchy VALUES ('Alder', 10, 90), ('Birch', 20, 80), ('Cedar', 30, 70), ('Elm', 40, 60);
        CREATE TABLE public.donations (sex text, donation numeric);
        INSERT INTO public.donations
        SELECT CASE WHEN i % 3 = 0 THEN 'women' ELSE 'men' END, CASE WHEN i % 3 = 0 THEN 90 ELSE 20 END
        FROM generate_series(1, 90) AS i;
        CREATE TABLE public.tune (title text, weeks integer);
        INSERT INTO public.tune
        SELECT CASE WHEN i = 7 THEN 'Go On' ELSE 'Tune ' || i END, i FROM generate_series(1, 150) AS i;
        GRANT SELECT ON public.barge, public.walker, public.duchy, public.donations, public.tune TO {analyst_name};
    """)
    for name in ("barge", "walker", "duchy", "donations", "tune"):
        admin.execute("SELECT factcheck.add_table(%s::regclass)", [f"public.{name}"])


def verdict_of(analyst, table, document):
    query = "SELECT verdict::text FROM fact_check(%s, tables => ARRAY[%s]::regclass[]) WHERE claimed_value IS NULL"
    return [verdict for (verdict,) in analyst.execute(query, [document, f"public.{table}"]).fetchall()]


def test_groups_that_no_word_tells_apart_are_all_asked(analyst, doubtful):
    """Four columns hold years: by the last one 1993 is the busiest, by no other."""
    assert verdict_of(analyst, "barge", "1993 was the busiest year.") == ["not_enough_info"]


def test_singles_are_not_everybody(analyst, doubtful):
    assert verdict_of(analyst, "walker", "Among singles, women walk longer than men.") == ["not_enough_info"]
    assert verdict_of(analyst, "walker", "Men walked more minutes than women.") == ["supported"]


def test_sales_are_nobodys_income(analyst, doubtful):
    assert verdict_of(analyst, "duchy", "Elm had the lowest sales.") == ["not_enough_info"]
    assert verdict_of(analyst, "duchy", "Elm had the highest income.") == ["supported"]


def test_how_much_somebody_gives_is_no_number_of_rows(analyst, doubtful):
    assert verdict_of(analyst, "donations", "Women donate more than men.") == ["supported"]
    assert verdict_of(analyst, "donations", "There were more men than women.") == ["supported"]


@pytest.mark.parametrize("more", ["more", "less"])
def test_what_is_given_in_percent_is_no_amount(analyst, doubtful, more):
    assert verdict_of(analyst, "donations", f"Women donate {more} in percent.") == ["not_enough_info"]


def test_a_verb_is_no_title_that_has_another_word(analyst, doubtful):
    assert verdict_of(analyst, "tune", "Most of the tunes were gone a week later.") == ["not_enough_info"]
