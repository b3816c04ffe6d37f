"""Rows and columns are found where tables have words in short and codes, and texts have them in full."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def tables(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.crew (
            crew_no integer, rnk text, sect text, schooling text, mnthly_wge integer, ovr_time text, home_st text
        );
        INSERT INTO public.crew
        SELECT g, (ARRAY['Mgr', 'Dir', 'Asst', 'Trn'])[1 + g * g % 11 % 4],
               (ARRAY['Fin', 'Ops', 'Prod', 'Law'])[1 + g * 3 % 7 % 4],
               (ARRAY['Coll grad', 'Some coll', 'Sch only'])[1 + g % 13 % 3], 2000 + g * 37 % 1803,
               CASE WHEN g % 5 % 2 = 0 THEN 'Y' ELSE 'N' END, (ARRAY['PA', 'OH', 'TX', 'NV'])[1 + g * 7 % 9 % 4]
        FROM generate_series(1, 613) AS g;
        CREATE TABLE public.hop (
            carrier text, orig text, minutes_late integer, audio_lang text
        );
        INSERT INTO public.hop
        SELECT (ARRAY['UA', 'DL', 'B6', 'AA'])[1 + g % 7 % 4], (ARRAY['ORD', 'EWR', 'SEA', 'MCO'])[1 + g * g % 11 % 4],
               g * 31 % 97, (ARRAY['en', 'fr', 'ja', 'es'])[1 + g * 5 % 13 % 4]
        FROM generate_series(1, 571) AS g;
        CREATE TABLE public.squad (skipper text, pos text, points integer);
        INSERT INTO public.squad
        SELECT 'Skipper ' || g, (ARRAY['G', 'F', 'C'])[1 + g * g % 7 % 3], g * 13 % 89
        FROM generate_series(1, 331) AS g;
        GRANT SELECT ON public.crew, public.hop, public.squad TO {analyst_name};
        SELECT factcheck.add_table('public.crew', data_set => 'crew');
        SELECT factcheck.add_table('public.hop', data_set => 'hop');
        SELECT factcheck.add_table('public.squad', data_set => 'squad');
    """)


def first_reading(analyst, document, data_set):
    """The verdict and the query of the likeliest reading of the only claim."""
    [row] = analyst.execute(
        "SELECT verdict::text, query FROM fact_check(%s, data_set => %s) WHERE claimed_value IS NOT NULL",
        [document, data_set],
    ).fetchall()
    return row


@pytest.mark.parametrize(
    ("document", "table", "condition"),
    [
        ("{} people were managers.", "crew", "rnk = 'Mgr'"),
        ("{} were directors.", "crew", "rnk = 'Dir'"),
        ("{} of the crew worked in finance.", "crew", "sect = 'Fin'"),
        ("{} of the crew worked in operations.", "crew", "sect = 'Ops'"),
        ("{} of the crew were college graduates.", "crew", "schooling = 'Coll grad'"),
        ("{} of the crew were Pennsylvanians.", "crew", "home_st = 'PA'"),
        ("{} of the crew worked overtime.", "crew", "ovr_time = 'Y'"),
        ("{} hops left from Newark.", "hop", "orig = 'EWR'"),
        ("{} hops left from Chicago.", "hop", "orig = 'ORD'"),
        ("{} hops were flown by United.", "hop", "carrier = 'UA'"),
        ("{} hops had films in English.", "hop", "audio_lang = 'en'"),
        ("{} of the squad were guards.", "squad", "pos = 'G'"),
    ],
)
def test_a_word_in_full_finds_the_value_in_short(analyst, document, table, condition):
    [(number,)] = analyst.execute(f"SELECT count(*) FROM public.{table} WHERE {condition}").fetchall()
    verdict, query = first_reading(analyst, document.format(number), table)
    assert (verdict, query.partition(" WHERE ")[2]) == ("supported", condition)
    verdict, _ = first_reading(analyst, document.format(number + 57), table)
    assert verdict != "supported"


def test_a_name_without_vowels_is_called_by_its_word(analyst):
    [(mean,)] = analyst.execute("SELECT round(avg(mnthly_wge)) FROM public.crew WHERE rnk = 'Mgr'").fetchall()
    verdict, query = first_reading(analyst, f"The monthly wage of managers averaged ${mean:,}.", "crew")
    assert (verdict, query) == ("supported", "SELECT avg(mnthly_wge) FROM public.crew WHERE rnk = 'Mgr'")


@pytest.fixture(scope="module", autouse=True)
def kinds(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.stall (
            good text, paid_by text, fate text, half text, country text
        );
        INSERT INTO public.stall
        SELECT (ARRAY['Apple', 'Banana', 'Pear', 'Carrot', 'Spinach', 'Onion', 'Butter'])[1 + g * g % 11 % 7],
               (ARRAY['Visa', 'Amex', 'Cash', 'Voucher'])[1 + g * 3 % 13 % 4],
               (ARRAY['RTO', 'SLD', 'KPT'])[1 + g * 5 % 11 % 3], (ARRAY['AM', 'PM'])[1 + g * g % 5 % 2],
               (ARRAY['DE', 'SE', 'DK', 'FR', 'IT'])[1 + g * g % 13 % 5]
        FROM generate_series(1, 641) AS g;
        GRANT SELECT ON public.stall TO {analyst_name};
        SELECT factcheck.add_table('public.stall', data_set => 'stall');
    """)


@pytest.mark.parametrize(
    ("document", "condition"),
    [
        ("{} sales were of fruit.", "(good = 'Apple' OR good = 'Banana' OR good = 'Pear')"),
        ("{} sales were of vegetables.", "(good = 'Carrot' OR good = 'Onion' OR good = 'Spinach')"),
        ("{} sales were paid by card.", "(paid_by = 'Amex' OR paid_by = 'Visa')"),
        ("{} sales were to Scandinavians.", "(country = 'DK' OR country = 'SE')"),
        ("{} goods were returned to their owners.", "fate = 'RTO'"),
        ("{} sales were made in the morning.", "half = 'AM'"),
    ],
)
def test_values_are_found_by_what_they_are_together(analyst, document, condition):
    [(number,)] = analyst.execute(f"SELECT count(*) FROM public.stall WHERE {condition}").fetchall()
    verdict, query = first_reading(analyst, document.format(number), "stall")
    assert (verdict, query.partition(" WHERE ")[2]) == ("supported", condition)


@pytest.fixture(scope="module", autouse=True)
def rides(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.ride (trip_no integer, trp_dist_mi numeric, yr_blt integer, fin_sec numeric, kind text);
        INSERT INTO public.ride
        SELECT g, round(1 + g * 13 % 97 / 10.0, 1), 1950 + g * 7 % 61, round(11 + g * 31 % 89 / 10.0, 1),
               (ARRAY['Std', 'Exp', 'Nego'])[1 + g * g % 7 % 3]
        FROM generate_series(1, 641) AS g;
        GRANT SELECT ON public.ride TO {analyst_name};
        SELECT factcheck.add_table('public.ride', data_set => 'ride');
    """)


@pytest.mark.parametrize(
    ("document", "amount"),
    [
        ("1,312 trips were express.", "sum(trp_dist_mi)"),
        ("72 bikes were built after 2000.", "sum(yr_blt)"),
    ],
)
def test_what_is_counted_is_no_sum_of_miles_or_years(analyst, document, amount):
    _, query = first_reading(analyst, document, "ride")
    assert amount not in query
