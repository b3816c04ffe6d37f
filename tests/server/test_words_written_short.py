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
        SELECT 'Skipper ' || g, (ARRAY['G', 'F', 'C'])[1 + g * g % 7 % 3], g * 13 % 89 FROM generate_series(1, 331) AS g;
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
