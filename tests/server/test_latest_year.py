"""Texts on how things are now are about the last year; fractions are told in per cent, and totals count things."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def towns(admin, analyst_name):
    """Rows of a town and a year: how many thousand tons it bought, whether it is a member, how many cycle to work."""
    admin.execute(f"""
        CREATE TABLE public.grain_imports (town text, member text, year integer, tons numeric, cycling numeric);
        INSERT INTO public.grain_imports
        SELECT town, CASE WHEN at <= 2 THEN 'yes' ELSE 'no' END, year,
               round(CASE WHEN at <= 2 THEN 4000 ELSE 300 END * (1 + 0.07 * (year - 1990)) + 13.7 * at, 1),
               round(0.2 + 0.031 * at + 0.011 * (year - 1990) + CASE year WHEN 1997 THEN 0.3 ELSE 0 END, 3)
        FROM unnest(ARRAY['Oslo', 'Bergen', 'Moss', 'Halden', 'Voss', 'Bodø', 'Narvik', 'Hamar'])
             WITH ORDINALITY AS towns (town, at),
             generate_series(1990, 2004) AS year;
        GRANT SELECT ON public.grain_imports TO {analyst_name};
        SELECT factcheck.add_table('public.grain_imports');
    """)


def checked(analyst, document):
    """Return verdict, claim and description of the likeliest reading of each row of a check."""
    query = "SELECT verdict::text, claim_text, description FROM fact_check(%s, tables => '{grain_imports}')"
    return analyst.execute(query, [document]).fetchall()


def value_of(admin, expression):
    return admin.execute(f"SELECT {expression}").fetchone()[0]


def test_a_text_about_today_is_about_the_last_year(admin, analyst, towns):
    share = value_of(admin, "round(100 * cycling) FROM grain_imports WHERE town = 'Voss' AND year = 2004")
    [(verdict, _, description)] = checked(analyst, f"Today {share} percent of Voss are cycling to work.")
    assert verdict == "supported"
    assert description.endswith("in grain_imports where town is 'Voss' and year is 2004")


def test_what_names_no_year_is_not_refuted_by_the_last_one(admin, analyst, towns):
    average = value_of(admin, "round(100 * avg(cycling), 1) FROM grain_imports WHERE town = 'Voss'")
    rows = checked(analyst, f"Cycling in Voss averaged {average} percent. The figures of 2004 are the last ones.")
    assert [verdict for verdict, *_ in rows] == ["supported"]


def test_the_first_year_and_the_end_are_years_of_the_table(admin, analyst, towns):
    first, last = (value_of(admin, f"round(sum(tons)) FROM grain_imports WHERE year = {year}") for year in (1990, 2004))
    rows = checked(analyst, f"Total tons went from {first:,} in the first year to {last:,} at the end.")
    years = [description.rpartition(" ")[2] for _, claim, description in rows if claim[0].isdigit()]
    assert years == ["1990", "2004"]


def test_a_number_without_a_unit_is_a_percentage_of_fractions(admin, analyst, towns):
    moss, bergen = (
        value_of(admin, f"round(100 * cycling) FROM grain_imports WHERE town = '{town}' AND year = 1995")
        for town in ("Moss", "Bergen")
    )
    text = f"In 1995 cycling stood at {moss} percent in Moss; Bergen followed with {bergen}."
    rows = [row for row in checked(analyst, text) if row[1][0].isdigit()]
    assert [verdict for verdict, *_ in rows] == ["supported", "supported"]
    assert "town is 'Bergen' and year is 1995" in rows[1][2]


def test_no_rows_are_counted_that_are_a_thousand_times_too_few(admin, analyst, towns):
    total = value_of(admin, "round(sum(tons) / 1000, 1) FROM grain_imports WHERE year = 2001")
    rows = checked(analyst, f"Imports of grain were {total} million tons in 2001.")
    assert [description for *_, description in rows if "number of rows" in description] == []
    assert rows[0][2].startswith("the total of tons")


def test_what_numbers_count_by_a_total_statements_do_too(admin, analyst, towns):
    """Each town has as many rows as any other one, and members a quarter of all."""
    numbers = [
        f"{town} bought {value_of(admin, f'round(sum(tons)) FROM grain_imports WHERE town = {quoted}'):,} tons."
        for town, quoted in (("Oslo", "'Oslo'"), ("Moss", "'Moss'"), ("Halden", "'Halden'"), ("Voss", "'Voss'"))
    ]
    told = " ".join(numbers)
    verdicts = {claim: verdict for verdict, claim, _ in checked(analyst, f"{told} Bergen bought the most tons.")}
    assert verdicts.pop("Bergen bought the most") == "supported"
    verdicts = {claim: verdict for verdict, claim, _ in checked(analyst, f"{told} Halden bought the most tons.")}
    assert verdicts.pop("Halden bought the most") == "refuted"
    verdicts = {claim: verdict for verdict, claim, _ in checked(analyst, f"{told} Members do most of the buying.")}
    assert verdicts.pop("Members do most") == "supported"


@pytest.mark.parametrize(("code", "name"), [("TRI", "Trinidad"), ("SUI", "the Swiss"), ("NED", "the Dutch")])
def test_codes_of_sports_are_known_by_the_names_of_countries(admin, analyst, analyst_name, code, name):
    admin.execute(f"""
        DROP TABLE IF EXISTS public.medals;
        CREATE TABLE public.medals (athlete text, country text);
        INSERT INTO public.medals
        SELECT 'A' || n, (ARRAY['USA', 'GBR', 'JAM', 'CAN', 'TRI', 'NED', 'SUI', 'BUL', 'CUB'])[1 + floor(sqrt(n))]
        FROM generate_series(1, 80) AS n;
        GRANT SELECT ON public.medals TO {analyst_name};
        SELECT factcheck.add_table('public.medals');
    """)
    count = value_of(admin, f"count(*) FROM medals WHERE country = '{code}'")
    query = "SELECT verdict::text, description FROM fact_check(%s, tables => '{medals}')"
    [(verdict, description)] = analyst.execute(query, [f"There were {count} medals for {name}."]).fetchall()
    assert (verdict, description) == ("supported", f"the number of rows in medals where country is '{code}'")
