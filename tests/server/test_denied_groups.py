"""Statements of what most rows have not: "most pictures contain no trees"."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def pictures(admin, analyst_name):
    """Of 40 pictures 30 have trees and 12 a bridge, 8 were sold twice and 10 hang in Oslo."""
    admin.execute(f"""
        CREATE TABLE public.picture AS
        SELECT n AS picture_no, (n > 10)::int AS trees, (n <= 12)::int AS bridges,
               CASE WHEN n <= 8 THEN 2 ELSE 0 END AS sales, CASE WHEN n % 4 = 0 THEN 'Oslo' ELSE 'Rome' END AS town
        FROM generate_series(1, 40) AS n;
        GRANT SELECT ON public.picture TO {analyst_name};
        SELECT factcheck.add_table('public.picture');
    """)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Most pictures contain trees.", "supported"),
        ("Most pictures contain no trees.", "refuted"),
        ("The vast majority of pictures contain no bridges.", "supported"),
        ("The vast majority of pictures contain bridges.", "refuted"),
        ("Most pictures made no sales.", "supported"),
    ],
)
def test_what_most_have_not_is_not_what_most_have(analyst, pictures, text, verdict):
    asked = "SELECT verdict::text FROM fact_check(%s, tables => '{picture}') ORDER BY claim_no LIMIT 1"
    rows = analyst.execute(asked, [text]).fetchall()
    assert rows == [(verdict,)]
