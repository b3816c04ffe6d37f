"""Tables that tell the same of other counties: a sentence that names one is about that."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def filings(admin, analyst_name):
    """Cases that were filed in two counties, in tables whose columns have other names."""
    admin.execute(f"""
        CREATE TABLE public.hamilton_oh_filings AS
        SELECT n AS case_number, date '2020-04-01' + n % 90 AS file_date, 'Owner ' || n % 40 AS plaintiff,
               45200 + n % 30 AS zip, 300 + n * 37 % 1900 AS amount_claimed
        FROM generate_series(1, 430) AS n;
        CREATE TABLE public.maricopa_az_filings AS
        SELECT n AS case_no, date '2020-07-01' + n % 90 AS filed, 'Owner ' || n % 50 AS plaintiff_name,
               85000 + n % 40 AS zip_code, 250 + n * 53 % 2100 AS amt_claimed, 'Court ' || n % 5 AS court
        FROM generate_series(1, 520) AS n;
        GRANT SELECT ON public.hamilton_oh_filings, public.maricopa_az_filings TO {analyst_name};
        SELECT factcheck.add_table(t, data_set => 'filings')
        FROM unnest('{{hamilton_oh_filings, maricopa_az_filings}}'::regclass[]) AS t;
    """)


@pytest.mark.parametrize(("county", "count", "other"), [("Maricopa", 520, 430), ("Hamilton", 430, 520)])
def test_the_table_of_the_county_that_is_named_is_meant(analyst, county, count, other):
    for number, is_right in ((count, True), (other, False)):
        [(said, description)] = analyst.execute(
            "SELECT verdict::text, description FROM fact_check(%s, data_set => 'filings')",
            [f"In {county}, landlords filed {number} cases."],
        ).fetchall()
        assert (said == "supported") is is_right
        assert county.lower() in description
