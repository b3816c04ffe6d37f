"""Columns that are called after regions in short: na_sales are North America's, and a part of global_sales."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def games(admin, analyst_name):
    """90 games with sales in three regions and all over the world: 50, 30 and 20 % of it."""
    admin.execute(f"""
        CREATE TABLE public.game AS
        SELECT n AS rank, 'Game ' || n AS title, 1990 + n % 25 AS year,
               0.50 * sold AS na_sales, 0.30 * sold AS eu_sales, 0.20 * sold AS jp_sales, sold AS global_sales
        FROM generate_series(1, 90) AS n, LATERAL (SELECT (100 + n * 37 % 61)::numeric / 10 AS sold) AS s;
        GRANT SELECT ON public.game TO {analyst_name};
        SELECT factcheck.add_table('public.game');
    """)


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        ("North America has 50 % of global sales; Europe 30 %; Japan 20 %.", ["supported"] * 3),
        ("Sales in North America are 50 % of global sales.", ["supported"]),
        ("Sales in Japan are 50 % of global sales.", ["not_enough_info"]),  # what agrees is another region's
    ],
)
def test_names_in_short_are_those_of_regions(analyst, games, text, verdicts):
    asked = "SELECT verdict::text FROM fact_check(%s, tables => '{game}') WHERE claimed_value IS NOT NULL"
    rows = analyst.execute(asked, [text]).fetchall()
    assert [row[0] for row in rows] == verdicts
