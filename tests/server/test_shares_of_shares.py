"""Shares of those whom another share counts."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def customers(admin, analyst_name):
    """Customers with how they live; what they have in common with others has no name in the table."""
    admin.execute(f"""
        CREATE TABLE public.household AS
        SELECT g AS household_id, 20 + g % 61 AS age,
               (ARRAY['Married', 'Together', 'Single', 'Widow'])[1 + g * g % 11 % 4] AS marital_status
        FROM generate_series(1, 900) AS g;
        GRANT SELECT ON public.household TO {analyst_name};
        SELECT factcheck.add_table('public.household', data_set => 'households');
    """)


def test_a_share_of_a_share_is_supported_by_none_of_all_rows(admin, analyst):
    [(married, couples)] = admin.execute("""
        SELECT 100.0 * count(*) FILTER (WHERE marital_status = 'Married') / count(*),
               100.0 * count(*) FILTER (WHERE marital_status IN ('Married', 'Together')) / count(*) FROM household
    """).fetchall()
    rows = analyst.execute(
        "SELECT claim_text, verdict::text FROM fact_check(%s, data_set => 'households')",
        [
            f"Nearly {couples:.0f}% of the households live as a couple, {married:.1f}% of whom were married. "
            "The table has 900 households."
        ],
    ).fetchall()
    verdicts = dict(rows)
    assert (verdicts[f"{married:.1f}%"], verdicts["900"]) == ("not_enough_info", "supported")
    [(verdict,)] = analyst.execute(
        "SELECT verdict::text FROM fact_check(%s, data_set => 'households') WHERE claimed_value IS NOT NULL",
        [f"{married:.1f}% of the households were married."],
    ).fetchall()
    assert verdict == "supported"
