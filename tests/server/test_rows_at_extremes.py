"""Values of the row in which another column has its extreme: the column is the one that stands with the superlative."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def gauges(admin, analyst_name):
    """Daily readings of gauges on a river, each column with its greatest value on another day."""
    admin.execute(f"""
        CREATE TABLE public.gauge AS
        SELECT 1 + g % 6 AS gauge_no, date '2021-03-01' + g / 6 AS day, 300 + g * 7 % 1009 AS inflow,
               round((2 + (g * 31 % 1013) / 97.0)::numeric, 2) AS turbidity,
               round((4 + (g * 57 % 1019) / 61.0)::numeric, 2) AS warmth,
               round((6 + (g * 89 % 1021) / 401.0)::numeric, 3) AS acidity
        FROM generate_series(1, 960) AS g;
        GRANT SELECT ON public.gauge TO {analyst_name};
        SELECT factcheck.add_table('public.gauge');
    """)


def row_with(admin, greatest):
    row = admin.execute(f"SELECT day, inflow, turbidity FROM gauge ORDER BY {greatest} DESC LIMIT 1").fetchone()
    return f"{row[0]:%B} {row[0].day}, {row[0].year}", row[1], row[2]


def checked(analyst, document):
    return analyst.execute(
        "SELECT verdict::text, description FROM fact_check(%s) WHERE claimed_value IS NOT NULL", [document]
    ).fetchall()


@pytest.mark.parametrize(
    "sentence",
    [
        "On {day}, the turbidity reached its highest value of {turbidity}, during which the inflow came to {inflow}.",
        "The turbidity was at its highest on {day}, when the inflow was {inflow}.",
        "The highest turbidity was read when the inflow was {inflow}.",
    ],
)
def test_the_column_beside_the_superlative_has_the_extreme(admin, analyst, sentence):
    day, inflow, turbidity = row_with(admin, "turbidity")
    for number, is_right in ((inflow, True), (inflow + 219, False)):
        row = checked(analyst, sentence.format(day=day, turbidity=turbidity, inflow=number))[-1]
        assert (row[0] == "supported") is is_right, row
        if is_right:
            assert row[1].startswith("the inflow in the row of gauge")
            assert row[1].endswith("with the largest turbidity")


def test_the_other_way_round_is_another_row(admin, analyst):
    _, _, of_most_inflow = row_with(admin, "inflow")
    _, _, greatest = row_with(admin, "turbidity")
    assert of_most_inflow != greatest
    told = "The highest inflow was read when the turbidity was {}."
    assert checked(analyst, told.format(of_most_inflow))[-1] == (
        "supported",
        "the turbidity in the row of gauge with the largest inflow",
    )
    verdict, description = checked(analyst, told.format(of_most_inflow + 3))[-1]
    assert verdict != "supported"
    assert not description.endswith("with the largest turbidity")
