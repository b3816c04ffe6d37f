"""Seasons, which restrict dates to their months."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def readings(admin, analyst_name):
    """Readings of four years, with what was measured."""
    admin.execute(f"""
        CREATE TABLE public.air_reading AS
        SELECT g AS reading_id, date '2019-01-01' + g AS day, 20 + g * g % 47 + abs(g % 365 - 180) / 4 AS dust,
               (ARRAY['ozone', 'soot', 'sulphur'])[1 + (g + g / 30) % 3] AS pollutant
        FROM generate_series(0, 1460) AS g;
        GRANT SELECT ON public.air_reading TO {analyst_name};
        SELECT factcheck.add_table('public.air_reading', data_set => 'air');
    """)


@pytest.mark.parametrize(
    ("text", "months", "year"),
    [
        ("Winter average: {:.1f} dust", (12, 1, 2), None),
        ("In summer the average dust was {:.1f}.", (6, 7, 8), None),
        ("In the summer of 2021 the average dust was {:.1f}.", (6, 7, 8), 2021),
    ],
)
def test_a_season_restricts_dates_to_its_months(admin, analyst, text, months, year):
    [value] = admin.execute(
        """SELECT avg(dust) FROM air_reading WHERE extract(month FROM day) = ANY(%s::int[])
           AND (%s::int IS NULL OR extract(year FROM day) = %s)""",
        [list(months), year, year],
    ).fetchone()
    for number, verdicts in ((value, {"supported"}), (value + 9, {"refuted", "not_enough_info"})):
        rows = analyst.execute(
            "SELECT verdict::text, message FROM fact_check(%s, data_set => 'air') WHERE claimed_value IS NOT NULL",
            [text.format(number)],
        ).fetchall()
        [(verdict, message)] = [row for row in rows if "21" not in row[0]]
        assert verdict in verdicts, message
