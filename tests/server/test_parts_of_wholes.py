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
        GRANT SELECT ON public.medal_table, public.school, public.generation TO {analyst_name};
        SELECT factcheck.add_table(t) FROM unnest('{{medal_table, school, generation}}'::regclass[]) AS t;
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
