"""Two amounts of a table are compared where several tables have the same columns, one for each year."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def crews(admin, analyst_name):
    """What crews cost in two years, and were planned to cost."""
    admin.execute(f"""
        CREATE TABLE public.crew_cost_2021 AS
        SELECT g AS crew_no, 500 + g * 31 % 400 AS planned, 560 + g * 53 % 470 AS spent
        FROM generate_series(1, 140) AS g;
        CREATE TABLE public.crew_cost_2022 AS
        SELECT g AS crew_no, 520 + g * 37 % 400 AS planned, 590 + g * 59 % 510 AS spent
        FROM generate_series(1, 150) AS g;
        GRANT SELECT ON public.crew_cost_2021, public.crew_cost_2022 TO {analyst_name};
        SELECT factcheck.add_table('public.crew_cost_2021'), factcheck.add_table('public.crew_cost_2022');
    """)


@pytest.mark.parametrize("year", [2021, 2022])
def test_two_amounts_of_the_table_of_a_year_are_compared(admin, analyst, year):
    [value] = admin.execute(f"SELECT sum(spent) - sum(planned) FROM crew_cost_{year}").fetchone()
    for number, is_right in ((value, True), (value + 2900, False)):
        document = f"The total spent exceeded the total planned by {number:,}."
        [(verdict, description)] = analyst.execute(
            "SELECT verdict::text, description FROM fact_check(%s) WHERE claimed_value IS NOT NULL", [document]
        ).fetchall()
        assert (verdict == "supported") is is_right
        if is_right:
            assert description == (
                f"the total of spent in crew_cost_{year} less the total of planned in crew_cost_{year}"
            )
