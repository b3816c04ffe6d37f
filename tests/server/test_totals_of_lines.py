"""What a column has the total of is asked for beside what quantity and price make of it, as for each of something."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def lines(admin, analyst_name):
    """Lines of bookings of boats, some of them with a rebate, so that totals are less than quantity times price."""
    admin.execute(f"""
        CREATE TABLE public.booking (booking_id integer PRIMARY KEY, booked_on date, list_fee numeric(8, 2));
        INSERT INTO public.booking SELECT n, date '2022-05-01' + n % 90, 5 + n % 3 FROM generate_series(1, 60) AS n;
        CREATE TABLE public.booking_line (
            booking_id integer REFERENCES public.booking, position integer, quantity integer,
            unit_price numeric(8, 2), tariff_price numeric(8, 2), line_total numeric(8, 2));
        INSERT INTO public.booking_line
        SELECT 1 + n % 60, 1 + n / 60, 1 + n % 4, 20 + n * 7 % 90, 22 + n * 7 % 90,
               (1 + n % 4) * (20 + n * 7 % 90) * CASE WHEN n % 3 = 0 THEN 0.8 ELSE 1 END
        FROM generate_series(0, 149) AS n;
        GRANT SELECT ON public.booking, public.booking_line TO {analyst_name};
        SELECT factcheck.add_table('public.booking'), factcheck.add_table('public.booking_line');
    """)


@pytest.mark.parametrize(
    "sentence", ["The average booking value was ${:.2f}.", "The average booking was worth ${:.2f}."]
)
def test_a_total_of_lines_is_divided_by_what_they_belong_to(admin, analyst, lines, sentence):
    [value] = admin.execute("SELECT sum(line_total) / count(DISTINCT booking_id) FROM booking_line").fetchone()
    [row] = analyst.execute(
        "SELECT verdict::text, description FROM fact_check(%s, tables => '{booking,booking_line}')",
        [sentence.format(value)],
    ).fetchall()
    assert row[0] == "supported"
    assert row[1].startswith("the total of line total in booking_line divided by the number of")


def test_quantity_times_price_is_still_asked_for(admin, analyst, lines):
    [value] = admin.execute(
        "SELECT sum(quantity * unit_price) / count(DISTINCT booking_id) FROM booking_line"
    ).fetchone()
    [row] = analyst.execute(
        "SELECT verdict::text FROM fact_check(%s, tables => '{booking,booking_line}')",
        [f"The average booking value was ${value:.2f}."],
    ).fetchall()
    assert row[0] == "supported"
