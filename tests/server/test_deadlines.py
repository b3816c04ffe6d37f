"""Shares of what was late or on time, of dates of what was promised and done, and limits in another unit of time."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def parcels(admin, analyst_name):
    """Parcels with the days that they were promised for and arrived on, and how many seconds it took to sort them."""
    admin.execute(f"""
        CREATE TABLE public.parcel AS
        SELECT n AS parcel_no, date '2023-01-01' + n % 300 AS ordered_on,
               date '2023-01-01' + n % 300 + 4 AS promised_delivery_date,
               date '2023-01-01' + n % 300 + 1 + n * n % 7 AS delivered_on,
               60 + n * 37 % 900 AS sorting_secs,
               (ARRAY['Bergen', 'Oslo', 'Narvik'])[1 + n % 3] AS town
        FROM generate_series(1, 700) AS n;
        GRANT SELECT ON public.parcel TO {analyst_name};
        SELECT factcheck.add_table('public.parcel');
    """)


def check(analyst, text, number):
    return analyst.execute(
        "SELECT verdict::text, description FROM fact_check(%s, tables => ARRAY['parcel'::regclass])"
        " WHERE claim_text = %s",
        [text, number],
    ).fetchone()


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("{}% of the parcels were delivered late.", "delivered_on > promised_delivery_date"),
        ("{}% of all parcels arrived on time.", "delivered_on <= promised_delivery_date"),
        ("{}% of the parcels came earlier than promised.", "delivered_on < promised_delivery_date"),
    ],
)
def test_shares_of_what_was_late_or_not(admin, analyst, text, condition):
    [(share,)] = admin.execute(f"SELECT round(100.0 * avg(({condition})::int), 1) FROM parcel")
    assert check(analyst, text.format(share), f"{share}%")[0] == "supported"
    assert check(analyst, text.format(share + 11), f"{share + 11}%")[0] == "refuted"


def test_a_limit_in_minutes_is_one_of_seconds(admin, analyst):
    [(count,)] = admin.execute("SELECT count(*) FROM parcel WHERE sorting_secs < 420")
    verdict, description = check(analyst, f"{count} parcels were sorted in under 7 minutes.", str(count))
    assert (verdict, description) == ("supported", "the number of rows in parcel where sorting secs is below 420")
