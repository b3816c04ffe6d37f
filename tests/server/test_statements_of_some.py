"""Statements about some rows, or about amounts that no table has: what they leave out is not what all rows say."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def ferry_trips(admin, analyst_name):
    """Trips from towns of two countries: Tokyo has the most, Leeds the most of the UK, and Ann steers most often."""
    admin.execute(f"""
        CREATE TABLE public.ferry_trip AS
        SELECT n AS trip_no, town, CASE town WHEN 'Tokyo' THEN 'JP' ELSE 'UK' END AS country,
               (ARRAY['Ann', 'Ann', 'Bob'])[1 + n % 3] AS skipper,
               CASE WHEN n % 4 = 0 THEN 'Cancelled' ELSE 'Completed' END AS state,
               (ARRAY['April', 'May', 'June'])[CASE WHEN n % 8 = 0 THEN 2 ELSE 1 + n % 3 END] AS month_name
        FROM generate_series(1, 120) AS n,
             LATERAL (SELECT CASE WHEN n % 2 = 0 THEN 'Tokyo' WHEN n % 3 = 0 THEN 'York' ELSE 'Leeds' END AS town) AS t;
        GRANT SELECT ON public.ferry_trip TO {analyst_name};
        SELECT factcheck.add_table('public.ferry_trip');
    """)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Leeds is the most popular town for trips in the U.K.", "supported"),
        ("York is the most popular town for trips in the U.K.", "refuted"),
        ("Leeds is the most popular town for trips.", "refuted"),
        ("Bob is the top earning skipper.", "not_enough_info"),
        ("Cancelled trips remain few – highest in May.", "supported"),
        ("York is the town refunded the most.", "not_enough_info"),
    ],
)
def test_a_statement_is_about_those_that_it_names(analyst, ferry_trips, text, verdict):
    asked = "SELECT verdict::text FROM fact_check(%s, tables => '{ferry_trip}')"
    [row] = analyst.execute(asked, [text]).fetchall()
    assert row == (verdict,)
