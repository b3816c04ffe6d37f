"""Changes from one decade to another."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def measurements(admin, analyst_name):
    """Measurements of forty years that fall, with a dip at the end of the first decade."""
    admin.execute(f"""
        CREATE TABLE public.soot_measurement AS
        SELECT g AS measurement_id, date '1980-01-01' + g * 10 AS day,
               90 - g / 40 - CASE WHEN g BETWEEN 330 AND 365 THEN 25 ELSE 0 END + g * g % 13 AS soot
        FROM generate_series(0, 1500) AS g;
        GRANT SELECT ON public.soot_measurement TO {analyst_name};
        SELECT factcheck.add_table('public.soot_measurement', data_set => 'soot');
    """)


OF_DECADE = "avg(soot) FILTER (WHERE extract(decade FROM day) = {})"
CHANGE = f"100 * (1 - {OF_DECADE.format(201)} / {OF_DECADE.format(198)})"


@pytest.mark.parametrize(
    "text",
    [
        "{:.1f}% reduction in average soot from 1980s to 2010s",
        "Average soot fell by {:.1f}% from the 1980s to the 2010s.",
    ],
)
def test_decades_are_compared_as_a_whole(admin, analyst, text):
    [change] = admin.execute(f"SELECT {CHANGE} FROM soot_measurement").fetchone()
    for number, verdicts in ((change, {"supported"}), (change + 9, {"refuted", "not_enough_info"})):
        [(verdict, message)] = analyst.execute(
            "SELECT verdict::text, message FROM fact_check(%s, data_set => 'soot') WHERE claimed_value IS NOT NULL",
            [text.format(number)],
        ).fetchall()
        assert verdict in verdicts, message
