"""Amounts beside what was aimed at: a column of the same table, or one of a table with one target for each group."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def sales(admin, analyst_name):
    """Branches with a target each, their sales, and months with revenue and budget in one table."""
    admin.execute(f"""
        CREATE TABLE public.branch_target AS
        SELECT * FROM (VALUES (1, 'Harbour', 40000), (2, 'Market', 61000), (3, 'Airport', 52000))
            AS b (branch_id, branch, target);
        ALTER TABLE public.branch_target ADD PRIMARY KEY (branch_id);
        CREATE TABLE public.branch_sale AS
        SELECT g AS sale_id, 1 + g * g % 7 % 3 AS branch_id, 20 + g * 37 % 180 AS amount
        FROM generate_series(1, 1400) AS g;
        ALTER TABLE public.branch_sale ADD FOREIGN KEY (branch_id) REFERENCES public.branch_target;
        CREATE TABLE public.monthly_plan AS
        SELECT date '2023-01-01' + g * interval '1 month' AS month, 1000 + g * 137 % 900 AS revenue,
               900 + g * 61 % 700 AS budget, 800 + g * 53 % 600 AS cost
        FROM generate_series(0, 23) AS g;
        GRANT SELECT ON public.branch_target, public.branch_sale, public.monthly_plan TO {analyst_name};
        SELECT factcheck.add_table(t, data_set => 'branches')
        FROM unnest('{{branch_target,branch_sale}}'::regclass[]) AS t;
        SELECT factcheck.add_table('public.monthly_plan', data_set => 'plans');
    """)


HARBOUR = "sum(amount) / max(target) FROM branch_sale JOIN branch_target USING (branch_id) WHERE branch = 'Harbour'"
PLANS = "sum(revenue) / sum(budget)::numeric FROM monthly_plan"


@pytest.mark.parametrize(
    ("data_set", "text", "right"),
    [
        ("branches", "The sales of the Harbour branch came to {:.1f}% of its target.", f"SELECT 100.0 * {HARBOUR}"),
        ("branches", "The Harbour branch exceeded its sales target by {:.1f}%.", f"SELECT 100.0 * {HARBOUR}"),
        ("plans", "Revenue exceeded the budget by {:.1f}%.", f"SELECT 100.0 * {PLANS}"),
        (
            "plans",
            "After all costs, {:.1f}% of the budget remained unspent.",
            "SELECT 100 - 100.0 * sum(cost) / sum(budget)::numeric FROM monthly_plan",
        ),
    ],
)
def test_amounts_are_told_by_their_targets(admin, analyst, data_set, text, right):
    [share] = admin.execute(right).fetchone()
    value = share - 100 if "exceeded" in text else share
    for number, is_right in ((value, True), (value + 9, False)):
        [row] = analyst.execute(
            "SELECT verdict::text, query, message FROM fact_check(%s, data_set => %s) WHERE claimed_value IS NOT NULL",
            [text.format(number), data_set],
        ).fetchall()
        assert (row[0] == "supported") is is_right, row
