"""Those of whom a flag is true, compared with the others in words that the flag does not have: who left, who stayed."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def crew(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.deck_employees AS
        SELECT g AS employee_id, CASE WHEN g % 6 = 0 THEN 'Yes' ELSE 'No' END AS attrition,
               (ARRAY['Kitchen', 'Bridge', 'Engine'])[1 + g % 3] AS department,
               CASE WHEN g % 4 = 0 THEN 'Yes' ELSE 'No' END AS over_time,
               2000 + g * 37 % 5000 - CASE WHEN g % 6 = 0 THEN 900 ELSE 0 END AS monthly_income
        FROM generate_series(1, 900) AS g;
        GRANT SELECT ON public.deck_employees TO {analyst_name};
        SELECT factcheck.add_table('public.deck_employees', data_set => 'crews');
    """)


@pytest.mark.parametrize(
    "text",
    [
        "Departed employees earn ${} less on average in monthly income compared to retained employees.",
        "Departed employees earn ${} less than those who stayed.",
        "Current employees earn ${} more than former ones.",
        "The income gap between employees who left and those who stayed is ${}.",
    ],
)
def test_a_difference_between_those_who_left_and_those_who_stayed(admin, analyst, text):
    [stayed, left] = admin.execute(
        "SELECT avg(monthly_income) FROM public.deck_employees GROUP BY attrition ORDER BY attrition"
    ).fetchall()
    right = int(stayed[0] - left[0])
    for number, is_right in ((right, True), (right + 317, False)):
        [row] = analyst.execute(
            "SELECT verdict::text, message FROM fact_check(%s, data_set => 'crews') WHERE claimed_value IS NOT NULL",
            [text.format(f"{number:,}")],
        ).fetchall()
        assert (row[0] == "supported") is is_right, row
