"""Rows that a sentence tells apart by what follows from their columns, or by a number beside the count."""

from __future__ import annotations

import pytest
from psycopg.rows import dict_row
from support.databases_in_turn import session_of


@pytest.fixture(scope="module")
def session(admin, database, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.parcel AS
        SELECT g AS parcel_id, date '2021-01-01' + g % 700 AS order_date,
               date '2021-01-01' + g % 700 + g * 7 % 11 AS ship_date,
               1 + g * 5 % 6 AS quantity, (ARRAY[0, 0.05, 0.2])[1 + g * 11 % 3] AS discount,
               (ARRAY['None', 'Basic', 'Full'])[1 + g * 13 % 3] AS insurance,
               (ARRAY['land', 'sea', 'air'])[1 + g * 17 % 3 * (g % 5)::int % 3] AS carrier
        FROM generate_series(1, 1201) AS g;
        CREATE TABLE public.game AS
        SELECT 1990 + g % 20 AS season, 'Club ' || g % 17 AS host, g * 7 % 5 AS home_goals, g * 11 % 4 AS away_goals
        FROM generate_series(1, 911) AS g;
        CREATE TABLE public.picture AS
        SELECT 'Picture ' || g AS title, (5 + g * 37 % 190)::numeric AS budget_musd,
               (3 + g * 53 % 400)::numeric AS gross_musd,
               (ARRAY['drama', 'comedy'])[1 + g * 3 % 2] AS genre, 30000 + g * 7919 % 120000 AS salary_of_lead
        FROM generate_series(1, 540) AS g;
        CREATE TABLE public.land AS
        SELECT 'Land ' || chr(64 + g) AS land, (2000000 + g * 7654321)::bigint AS population,
               40000 + g * 12345 AS area_km2, (20 + g * 41 % 300)::numeric AS gdp_usd_bn
        FROM generate_series(1, 26) AS g;
        GRANT SELECT ON public.parcel, public.game, public.picture, public.land TO {analyst_name};
        SELECT factcheck.add_table(t) FROM unnest('{{parcel, game, picture, land}}'::regclass[]) AS t;
    """)
    with session_of(database, analyst_name, dict_row) as connection:
        yield connection


@pytest.mark.parametrize(
    ("table", "text", "condition"),
    [
        ("parcel", "{} parcels were shipped within three days.", "ship_date - order_date <= 3"),
        ("parcel", "{} parcels were discounted by 20%.", "discount = 0.2"),
        ("parcel", "{} parcels got a discount.", "discount > 0"),
        ("parcel", "{} parcels were discounted.", "discount > 0"),
        ("parcel", "{} parcels were not discounted.", "discount = 0"),
        ("parcel", "{} parcels contained four items.", "quantity = 4"),
        ("parcel", "{} parcels were sent without insurance.", "insurance = 'None'"),
        ("game", "{} games had more than four goals.", "home_goals + away_goals > 4"),
        ("game", "The visitors won {} times.", "away_goals > home_goals"),
        ("game", "{} games finished goalless.", "home_goals = 0 AND away_goals = 0"),
        ("picture", "{} pictures made a profit.", "gross_musd > budget_musd"),
        ("picture", "{} pictures lost money.", "gross_musd < budget_musd"),
        ("picture", "{} pictures have a budget of more than $150 million.", "budget_musd > 150"),
        ("picture", "The lead earns a six-figure salary in {} pictures.", "salary_of_lead >= 100000"),
    ],
)
def test_rows_are_told_apart_as_a_reader_would(session, table, text, condition):
    counted = f"SELECT count(*) AS n FROM public.{table} WHERE {condition}"
    number = session.execute(counted).fetchone()["n"]
    rows = session.execute(
        "SELECT * FROM fact_check(%s, ARRAY[%s::regclass]) ORDER BY claim_start",
        [text.format(number), f"public.{table}"],
    ).fetchall()
    [row] = [row for row in rows if row["claimed_value"] == number]
    assert session.execute(row["query"]).fetchone()[next(iter(session.execute(row["query"]).fetchone()))] == number
    assert (row["verdict"], row["found_value"]) == ("supported", number), row["description"]


@pytest.mark.parametrize(
    ("table", "text", "truth"),
    [
        (
            "land",
            "GDP per head in Land C was ${:,.0f}.",
            "SELECT 1e9 * gdp_usd_bn / population FROM land WHERE land = 'Land C'",
        ),
        (
            "land",
            "Land F has {:.1f} people per square kilometre.",
            "SELECT population::numeric / area_km2 FROM land WHERE land = 'Land F'",
        ),
        (
            "picture",
            "Dramas outnumber comedies by {:.0f}.",
            "SELECT count(*) FILTER (WHERE genre = 'drama') - count(*) FILTER (WHERE genre = 'comedy') FROM picture",
        ),
    ],
)
def test_amounts_per_head_and_leads(session, table, text, truth):
    value = session.execute(truth).fetchone()
    text = text.format(abs(next(iter(value.values()))) if "outnumber" in text else next(iter(value.values())))
    [row] = [
        row
        for row in session.execute("SELECT * FROM fact_check(%s, ARRAY[%s::regclass])", [text, f"public.{table}"])
        if row["claimed_value"] is not None
    ]
    assert row["verdict"] == "supported", (text, row["description"])


def test_one_in_some_is_no_exact_share(session):
    share = session.execute(
        "SELECT count(*) / (count(*) FILTER (WHERE quantity = 4))::numeric AS n FROM parcel"
    ).fetchone()
    text = f"One in {share['n']:.0f} parcels has a quantity of 4."
    [row] = [
        row
        for row in session.execute("SELECT * FROM fact_check(%s, '{public.parcel}')", [text])
        if row["claim_text"].startswith("One in")
    ]
    assert row["comparison"] == "about"
    assert row["verdict"] != "refuted"
