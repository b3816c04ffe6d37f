"""Percentages of those who answered, or of all: what is left out where values or partners are missing."""

from __future__ import annotations

from decimal import Decimal

import pytest


@pytest.fixture(scope="module", autouse=True)
def survey(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.tenant_survey (tenant integer, floor text, heating text, lift text NOT NULL);
        INSERT INTO public.tenant_survey
        SELECT g, CASE WHEN g % 3 = 0 THEN 'upper' ELSE 'lower' END,
               CASE WHEN g % 7 < 3 THEN 'gas' WHEN g % 7 < 5 THEN 'electric' END,
               CASE WHEN g % 5 = 0 THEN 'used' ELSE 'not used' END
        FROM generate_series(1, 410) AS g;
        GRANT SELECT ON public.tenant_survey TO {analyst_name};
        SELECT factcheck.add_table('public.tenant_survey', data_set => 'tenants');
    """)


def check(analyst, document):
    [row] = analyst.execute(
        "SELECT verdict::text, round(found_value, 1), query, description FROM fact_check(%s, data_set => 'tenants')",
        [document],
    ).fetchall()
    return row


def test_who_did_not_answer_is_left_out(analyst):
    verdict, found, query, said = check(analyst, "Of the tenants, 59.9% heat with gas.")
    assert (verdict, found) == ("supported", Decimal("59.9"))
    assert query == (
        "SELECT 100.0 * count(*) FILTER (WHERE heating = 'gas') / nullif(count(*), 0) FROM public.tenant_survey"
        " WHERE heating IS NOT NULL"
    )
    assert said == "of the rows in tenant_survey where heating is known, the percentage where heating is 'gas'"
    assert float(analyst.execute(query).fetchone()[0]) == pytest.approx(59.86, abs=0.01)


def test_so_it_is_within_a_group(analyst):
    verdict, found, query, _ = check(analyst, "On the upper floor 59.8% of the tenants heat with gas.")
    assert (verdict, found) == ("supported", Decimal("59.8"))
    assert "heating IS NOT NULL" in query
    assert "floor = 'upper'" in query


def test_shares_of_all_rows_stay_what_they_were(analyst):
    verdict, found, query, _ = check(analyst, "Of the tenants, 42.9% heat with gas.")
    assert (verdict, found) == ("supported", Decimal("42.9"))
    assert "IS NOT NULL" not in query


def test_where_nothing_is_missing_there_is_no_other_reading(analyst):
    document = "Of the tenants, 20% used the lift."
    queries = analyst.execute(
        "SELECT a->>'query' FROM fact_check(%s, data_set => 'tenants', top_k => 100) AS c,"
        " jsonb_array_elements(c.alternatives) AS a",
        [document],
    ).fetchall()
    assert queries
    assert not [query for (query,) in queries if "lift IS NOT NULL" in query]


def test_matches_without_a_winner_are_left_out(admin, analyst, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.matches (match integer, toss_winner text NOT NULL, winner text);
        INSERT INTO public.matches
        SELECT g, 'club ' || g % 5, CASE WHEN g % 9 > 0 THEN 'club ' || CASE WHEN g % 16 < 9 THEN g % 5 ELSE 7 END END
        FROM generate_series(1, 400) AS g;
        GRANT SELECT ON public.matches TO {analyst_name};
        SELECT factcheck.add_table('public.matches', data_set => 'cup');
    """)
    share = "round(100.0 * count(*) FILTER (WHERE toss_winner = winner) / {}, 2) FROM matches"
    [(of_known, of_all)] = admin.execute(
        f"SELECT a.*, b.* FROM (SELECT {share.format('count(winner)')}) AS a, (SELECT {share.format('count(*)')}) AS b"
    )
    assert of_known != of_all
    for told in (of_known, of_all):
        document = f"Teams that won the toss also won the match {told}% of the time."
        rows = analyst.execute(
            "SELECT verdict::text, round(found_value, 2) FROM fact_check(%s, data_set => 'cup')", [document]
        ).fetchall()
        assert rows == [("supported", told)]


@pytest.fixture(scope="module")
def traps(admin, analyst_name):
    """Catches of which some are of no known species, and others which all are."""
    admin.execute(f"""
        CREATE TABLE public.species (species_code text PRIMARY KEY, taxon text NOT NULL);
        INSERT INTO public.species VALUES ('DM', 'Rodent'), ('PB', 'Rodent'), ('AB', 'Bird'), ('CT', 'Reptile');
        CREATE TABLE public.catches (catch_id integer, species_code text REFERENCES public.species);
        INSERT INTO public.catches
        SELECT g, CASE WHEN g % 11 > 0 THEN (ARRAY['DM', 'PB', 'DM', 'AB', 'CT'])[1 + g % 5] END
        FROM generate_series(1, 440) AS g;
        CREATE TABLE public.sightings (sighting_id integer, species_code text NOT NULL REFERENCES public.species);
        INSERT INTO public.sightings SELECT g, (ARRAY['DM', 'AB', 'CT'])[1 + g % 3] FROM generate_series(1, 300) AS g;
        GRANT SELECT ON public.species, public.catches, public.sightings TO {analyst_name};
        SELECT factcheck.add_table(t) FROM unnest('{{species, catches, sightings}}'::regclass[]) AS t;
    """)


@pytest.mark.parametrize("whole", ["count(*)", "count(species_code)"])
def test_rows_without_a_partner_may_be_counted_or_not(admin, analyst, traps, whole):
    [(share,)] = admin.execute(
        f"SELECT round(100.0 * count(*) FILTER (WHERE taxon = 'Rodent') / {whole}, 1)"
        " FROM catches LEFT JOIN species USING (species_code)"
    )
    rows = analyst.execute(
        "SELECT verdict::text, round(found_value, 1) FROM fact_check(%s, '{species, catches}'::regclass[])",
        [f"Of all catches, {share}% are rodents."],
    ).fetchall()
    assert rows == [("supported", share)]


def test_where_all_have_partners_there_is_no_other_share(analyst, traps):
    said = analyst.execute(
        "SELECT a->>'description' FROM fact_check(%s, '{species, sightings}'::regclass[], top_k => 100) AS c,"
        " jsonb_array_elements(c.alternatives) AS a",
        ["Of all sightings, 33.3% are birds."],
    ).fetchall()
    assert said
    assert not [each for (each,) in said if each.endswith("divided by the number of rows in sightings")]


@pytest.mark.parametrize(
    ("text", "agrees"),
    [
        ("{joint}% of the upper tenants used the lift.", False),
        ("{within}% of the upper tenants used the lift.", True),
    ],
)
def test_a_share_of_all_does_not_support_one_of_those_who_are_named(admin, analyst, text, agrees):
    """The other claims make the share of all the likelier one: it agrees as well as they do."""
    joint, within = admin.execute("""
        SELECT round(100.0 * count(*) FILTER (WHERE floor = 'upper' AND lift = 'used') / count(*), 1),
            round(100.0 * count(*) FILTER (WHERE floor = 'upper' AND lift = 'used')
                / count(*) FILTER (WHERE floor = 'upper'), 1)
        FROM public.tenant_survey
    """).fetchone()
    assert joint != within
    verdict, *_ = check(analyst, text.format(joint=joint, within=within))
    assert (verdict == "supported") is agrees
