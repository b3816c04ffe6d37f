"""Days between dates that files write as text: how long shipping takes, what was shipped in time."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def orders(admin, analyst_name):
    """Orders with two days as texts, month before day; one was never shipped, another has a day nobody can read."""
    admin.execute(f"""
        CREATE TABLE public.web_orders AS
        SELECT g AS order_id, (ARRAY['Standard Class', 'Second Class', 'First Class'])[1 + g % 3] AS ship_mode,
               to_char(date '2023-01-01' + g * 13 % 600, 'FMMM/FMDD/YYYY') AS order_date,
               to_char(date '2023-01-01' + g * 13 % 600 + g * g % 11 % 8, 'FMMM/FMDD/YYYY') AS ship_date
        FROM generate_series(1, 800) AS g;
        UPDATE public.web_orders SET ship_date = CASE order_id WHEN 7 THEN 'unknown' END WHERE order_id IN (7, 8);
        GRANT SELECT ON public.web_orders TO {analyst_name};
        SELECT factcheck.add_table('public.web_orders', data_set => 'web');
    """)


DAYS = "CASE WHEN ship_date ~ '^[0-9]' THEN to_date(ship_date, 'MM/DD/YYYY') - to_date(order_date, 'MM/DD/YYYY') END"


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Orders took {:.2f} days on average from order to shipment.", f"avg({DAYS})"),
        (
            "On average, Second Class orders were shipped after {:.2f} days.",
            f"avg({DAYS}) FILTER (WHERE ship_mode = 'Second Class')",
        ),
        ("{:.1f}% of orders were shipped within 3 days.", f"100.0 * count(*) FILTER (WHERE {DAYS} <= 3) / count(*)"),
    ],
)
def test_days_between_two_texts(admin, analyst, text, right):
    [value] = admin.execute(f"SELECT {right} FROM public.web_orders").fetchone()
    for number, is_right in ((value, True), (value * 2, False)):
        [row] = analyst.execute(
            "SELECT verdict::text, query, message FROM fact_check(%s, data_set => 'web')", [text.format(number)]
        ).fetchall()
        assert (row[0] == "supported") is is_right, row
        assert not is_right or ("ship_date" in row[1] and "order_date" in row[1])


@pytest.fixture(scope="module")
def requests(admin, analyst_name):
    """Requests with the times they were opened and closed at, as texts of a clock of twelve hours."""
    admin.execute(f"""
        CREATE TABLE public.city_requests AS
        SELECT g AS request_id, (ARRAY['Noise', 'Parking', 'Street light'])[1 + g % 3] AS complaint,
               to_char(timestamp '2023-01-01' + g * interval '1033 minutes', 'MM/DD/YYYY HH12:MI:SS AM') AS created,
               to_char(timestamp '2023-01-01' + (g * 1033 + 20 + g * g % 61 * 7) * interval '1 minute',
                       'MM/DD/YYYY HH12:MI:SS AM') AS closed
        FROM generate_series(1, 900) AS g;
        GRANT SELECT ON public.city_requests TO {analyst_name};
        SELECT factcheck.add_table('public.city_requests', data_set => 'city');
    """)


TIME = "to_timestamp({}, 'MM/DD/YYYY HH12:MI:SS AM')"
HOURS = f"extract(epoch FROM {TIME.format('closed')} - {TIME.format('created')}) / 3600"


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("It took {:.2f} hours on average from created to closed.", f"avg({HOURS})"),
        (
            "Parking requests were closed after {:.2f} hours on average.",
            f"avg({HOURS}) FILTER (WHERE complaint = 'Parking')",
        ),
        (
            "There were {:.0f} requests created between 5 PM and 7 PM.",
            f"count(*) FILTER (WHERE extract(hour FROM {TIME.format('created')}) IN (17, 18))",
        ),
    ],
)
def test_hours_between_two_texts(admin, analyst, requests, text, right):
    [value] = admin.execute(f"SELECT {right} FROM public.city_requests").fetchone()
    for number, is_right in ((value, True), (value * 3, False)):
        [row] = analyst.execute(
            "SELECT verdict::text, query, message FROM fact_check(%s, data_set => 'city')", [text.format(number)]
        ).fetchall()
        assert (row[0] == "supported") is is_right, row
