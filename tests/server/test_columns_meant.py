"""Columns that a text means: named once by a word, names that tell rows apart, correlations."""

from __future__ import annotations

from decimal import Decimal

import pytest


@pytest.fixture(scope="module", autouse=True)
def harbours(admin, analyst_name):
    """Harbour towns with a population and changes of it; and rowers, some of them twice."""
    admin.execute(f"""
        CREATE TABLE public.harbour_town (
            town text, status text, pop_change_2011_2016_pct numeric, pop_change_2016_2021_pct numeric,
            population_2016 integer, population_2021 integer
        );
        INSERT INTO public.harbour_town
        SELECT 'Town ' || g, CASE WHEN g % 4 = 0 THEN 'chartered' ELSE 'free' END, (g * 13) % 17 / 10.0,
               (g * 7) % 19 / 10.0, 400 + (g % 4) * 290, 431 + g * 37 + (g * g) % 41
        FROM generate_series(1, 90) AS g;
        CREATE TABLE public.rowers (rower text, crew_size integer, mast_rake_load numeric, mast numeric, sail numeric,
                                    sail_cloth_load numeric);
        INSERT INTO public.rowers
        SELECT 'Rower ' || (g % 137), 2 + g % 3, (g * 11) % 53, g % 30 + (g % 7) / 3.0, g % 30 + (g % 11) / 2.0,
               (g * 17) % 59
        FROM generate_series(1, 190) AS g;
        GRANT SELECT ON public.harbour_town, public.rowers TO {analyst_name};
        SELECT factcheck.add_table('public.harbour_town', data_set => 'towns'),
               factcheck.add_table('public.rowers', data_set => 'rowers');
    """)


def first_reading(analyst, document, claim, data_set):
    """The verdict, the value and the query of the likeliest reading of a claim."""
    rows = analyst.execute(
        "SELECT claim_text, verdict::text, found_value, query FROM fact_check(%s, data_set => %s)"
        " WHERE claimed_value IS NOT NULL",
        [document, data_set],
    ).fetchall()
    return next(tuple(rest) for text, *rest in rows if text == claim)


def test_a_word_that_a_name_shortens_and_has_does_not_count_twice(analyst):
    [share] = analyst.execute(
        "SELECT round(100.0 * sum(population_2021) FILTER (WHERE status = 'chartered') / sum(population_2021), 1)"
        " FROM public.harbour_town"
    ).fetchone()
    document = f"Chartered towns hold {share}% of the population."
    verdict, found, query = first_reading(analyst, document, f"{share}%", "towns")
    assert (verdict, round(found, 1)) == ("supported", share)
    assert "population_2021" in query


def test_different_things_are_told_apart_by_the_column_that_has_their_tables_name(analyst):
    verdict, found, query = first_reading(analyst, "In total, 137 different sportsmen have competed.", "137", "rowers")
    assert found == Decimal(137), (verdict, query)
    assert "count(DISTINCT rower)" in query


def test_columns_as_they_are_are_correlated_before_what_follows_from_them(analyst):
    [r] = analyst.execute("SELECT round(corr(mast, sail)::numeric, 3) FROM public.rowers").fetchone()
    document = f"Mast and sail go together over all boats (r = {r})."
    _, found, query = first_reading(analyst, document, str(r), "rowers")
    assert round(found, 3) == r, query


def test_the_noun_behind_a_possessive_names_what_a_share_is_of(analyst):
    [share] = analyst.execute(
        "SELECT round(100.0 * sum(population_2021) FILTER (WHERE status = 'free') / sum(population_2021), 1)"
        " FROM public.harbour_town"
    ).fetchone()
    document = f"Free towns have {share}% of the coast's population."
    verdict, found, query = first_reading(analyst, document, f"{share}%", "towns")
    assert (verdict, round(found, 1)) == ("supported", share), query
    assert "sum(population_2021)" in query
