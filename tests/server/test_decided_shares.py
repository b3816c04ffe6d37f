"""A win rate is of what is won or lost: what is open counts for neither."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def deals(admin, analyst_name):
    """Deals of sales agents, some of them still open."""
    admin.execute(f"""
        CREATE TABLE public.deal AS
        SELECT n AS deal_no, (ARRAY['Vicki', 'Kary', 'Moses'])[1 + n % 3] AS sales_agent,
               CASE WHEN n * 7 % 20 < 9 THEN 'Won' WHEN n * 7 % 20 < 14 THEN 'Lost' ELSE 'Engaging' END AS deal_stage,
               200 + n * 37 % 900 AS close_value
        FROM generate_series(1, 613) AS n;
        GRANT SELECT ON public.deal TO {analyst_name};
        SELECT factcheck.add_table('public.deal');
    """)


@pytest.mark.parametrize(
    ("text", "stage", "agent"),
    [
        ("Vicki has a win rate of {}%.", "Won", "Vicki"),
        ("The win rate of Kary was {}%.", "Won", "Kary"),
    ],
)
def test_a_rate_is_of_what_is_decided(admin, analyst, text, stage, agent):
    [(rate,)] = admin.execute(
        "SELECT round(100.0 * count(*) FILTER (WHERE deal_stage = %s) / count(*), 1) FROM deal"
        " WHERE deal_stage IN ('Won', 'Lost') AND sales_agent = %s",
        [stage, agent],
    )
    for number, is_right in ((rate, True), (rate + 9, False)):
        [(verdict, description)] = analyst.execute(
            "SELECT verdict::text, description FROM fact_check(%s, tables => ARRAY['deal'::regclass])"
            " WHERE claimed_value IS NOT NULL",
            [text.format(number)],
        ).fetchall()
        assert (verdict == "supported") is is_right
        if is_right:
            assert description.endswith(f"sales agent is '{agent}' and deal stage is 'Lost' or 'Won'")
