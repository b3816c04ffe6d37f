"""Columns that are parts of one whole are added up, and some of them divided by all."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def tables(admin, analyst_name):
    """Medals of countries, pupils of schools, and energy by source."""
    admin.execute(f"""
        CREATE TABLE public.medal_table AS
        SELECT (ARRAY['Norway', 'Kenya', 'Japan', 'Brazil', 'Cuba'])[g] AS country,
               3 + g * 7 % 11 AS gold, 5 + g * 5 % 13 AS silver, 2 + g * 3 % 17 AS bronze
        FROM generate_series(1, 5) AS g;
        CREATE TABLE public.school AS
        SELECT 'School ' || g AS name, 90 + g * 37 % 101 AS boys, 80 + g * 53 % 127 AS girls
        FROM generate_series(1, 31) AS g;
        CREATE TABLE public.generation AS
        SELECT (ARRAY['Spain', 'Poland'])[1 + g % 2] AS country, 2015 + g / 2 AS year, 20 + g * 13 % 31 AS coal_twh,
               30 + g * 17 % 41 AS gas_twh, 10 + g * 11 % 23 AS wind_twh FROM generate_series(0, 9) AS g;
        CREATE TABLE public.journeys AS
        SELECT line, bus, tram, ferry, bus + tram + ferry AS total FROM (
            SELECT 'Line ' || g AS line, 90 + g * g * 337 % 4010 AS bus, 480 + g * 253 % 727 AS tram,
                   40 + g * 71 % 389 AS ferry
            FROM generate_series(1, 23) AS g
        ) AS counted;
        CREATE TABLE public.train AS
        SELECT g AS train_no, g * 7 % 31 AS delay_due_weather, g * 13 % 47 AS delay_due_staff,
               g * 11 % 53 AS delay_due_late_engine, g * 5 % 29 AS delay_due_signals
        FROM generate_series(1, 400) AS g;
        CREATE TABLE public.records AS
        SELECT 'Album ' || g AS title, nordic, alpine, iberian, nordic + alpine + iberian AS "Global_Sales" FROM (
            SELECT g, 2 + g * 7 % 31 AS nordic, 3 + g * 13 % 47 AS alpine, 5 + g * 11 % 53 AS iberian
            FROM generate_series(1, 300) AS g
        ) AS sold;
        ALTER TABLE public.records RENAME nordic TO "Nordic_Sales";
        ALTER TABLE public.records RENAME alpine TO "Alpine_Sales";
        ALTER TABLE public.records RENAME iberian TO "Iberian_Sales";
        GRANT SELECT ON public.medal_table, public.school, public.generation, public.journeys, public.train,
            public.records TO {analyst_name};
        SELECT factcheck.add_table(t)
        FROM unnest('{{medal_table, school, generation, journeys, train, records}}'::regclass[]) AS t;
    """)


@pytest.mark.parametrize(
    ("table", "sentence", "right"),
    [
        ("medal_table", "Japan won {} medals in all.", "sum(gold + silver + bronze) FILTER (WHERE country = 'Japan')"),
        ("medal_table", "The countries won {} medals.", "sum(gold + silver + bronze)"),
        ("school", "The schools have {} pupils, boys and girls together.", "sum(boys + girls)"),
        ("school", "{:.1f}% of pupils are girls.", "100.0 * sum(girls) / sum(boys + girls)"),
        (
            "generation",
            "Poland produced {} TWh from coal and gas in 2018.",
            "sum(coal_twh + gas_twh) FILTER (WHERE country = 'Poland' AND year = 2018)",
        ),
        (
            "generation",
            "Wind accounted for {:.1f}% of the generation of Spain in 2019.",
            "100.0 * sum(wind_twh) FILTER (WHERE country = 'Spain' AND year = 2019)"
            " / sum(coal_twh + gas_twh + wind_twh) FILTER (WHERE country = 'Spain' AND year = 2019)",
        ),
        (
            "train",
            "A late engine accounts for {:.1f}% of the delay.",
            "100.0 * sum(delay_due_late_engine)"
            " / sum(delay_due_weather + delay_due_staff + delay_due_late_engine + delay_due_signals)",
        ),
        (
            "records",
            "Alpine countries account for {:.1f}% of the sales.",
            '100.0 * sum("Alpine_Sales") / sum("Global_Sales")',
        ),
    ],
)
def test_parts_and_wholes(admin, analyst, table, sentence, right):
    [[value]] = admin.execute(f"SELECT {right} FROM public.{table}").fetchall()
    for factor, expected in ((1, {"supported"}), (2, {"refuted", "not_enough_info"})):
        rows = analyst.execute(
            "SELECT verdict::text FROM fact_check(%s, ARRAY[%s::regclass]) WHERE claimed_value IS NOT NULL",
            [sentence.format(value * factor), table],
        )
        assert rows.fetchall()[0][0] in expected, sentence.format(value * factor)


@pytest.mark.parametrize("sentence", ["Cuba won {} silver and {} bronze medals."])
def test_each_part_with_a_number_has_its_own(admin, analyst, sentence):
    [values] = admin.execute("SELECT silver, bronze FROM public.medal_table WHERE country = 'Cuba'").fetchall()
    rows = analyst.execute(
        "SELECT verdict::text, found_value FROM fact_check(%s, ARRAY['medal_table'::regclass])",
        [sentence.format(*values)],
    ).fetchall()
    assert [found for verdict, found in rows] == list(values)


@pytest.fixture(scope="module")
def shares_of_journeys(admin):
    """What percentage of all journeys each of three means of transport has."""
    [shares] = admin.execute(
        "SELECT 100.0 * sum(bus) / sum(total), 100.0 * sum(tram) / sum(total), 100.0 * sum(ferry) / sum(total)"
        " FROM public.journeys"
    ).fetchall()
    return [float(share) for share in shares]


def checked_journeys(analyst, sentence, *shares):
    return analyst.execute(
        "SELECT verdict::text, round(found_value, 1) FROM fact_check(%s, ARRAY['journeys'::regclass])"
        " WHERE claimed_value IS NOT NULL",
        [sentence.format(*(f"{share:.1f}%" for share in shares))],
    ).fetchall()


@pytest.mark.parametrize(
    "sentence",
    [
        "{} of the journeys were by bus, {} by tram and {} by ferry.",
        "Bus made up {} of all journeys, tram {} and ferry {}.",
        "The chart (bus, tram and ferry) shows that {} of the journeys was by bus, {} was by tram and {} was by ferry.",
    ],
)
def test_each_percentage_of_a_list_is_that_of_the_part_beside_it(analyst, shares_of_journeys, sentence):
    rows = checked_journeys(analyst, sentence, *shares_of_journeys)
    assert [(verdict, float(found)) for verdict, found in rows] == [
        ("supported", round(share, 1)) for share in shares_of_journeys
    ]


def test_percentages_of_a_list_that_are_exchanged_are_not_supported(analyst, shares_of_journeys):
    bus, tram, ferry = shares_of_journeys
    rows = checked_journeys(analyst, "{} of the journeys were by tram, {} by bus and {} by ferry.", bus, tram, ferry)
    assert [verdict == "supported" for verdict, _ in rows] == [False, False, True]


def test_parts_that_share_a_percentage_are_still_added_up(analyst, shares_of_journeys):
    bus, tram, _ = shares_of_journeys
    [(verdict, _)] = checked_journeys(analyst, "{} of the journeys were by bus and tram.", bus + tram)
    assert verdict == "supported"


def test_a_share_of_rows_with_a_column_of_totals_is_no_share_of_added_up_shares(analyst, shares_of_journeys):
    [(verdict, found)] = checked_journeys(analyst, "{} of the rides were by tram.", shares_of_journeys[1])
    assert (verdict, float(found)) == ("supported", round(shares_of_journeys[1], 1))


def test_a_percentage_without_a_named_part_is_no_share_of_the_whole(analyst):
    [(verdict, _)] = checked_journeys(analyst, "Fares rose by {} this year.", 4.2)
    assert verdict == "not_enough_info"
