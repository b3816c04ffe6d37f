"""A reading of another kind than a clause asks for refutes nothing: a mean of all rows where some are left out."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def harbours(admin, analyst_name):
    """Forty harbours, of which Bergen has by far the most tons."""
    admin.execute(f"""
        CREATE TABLE public.harbours (harbour text, country text, tons integer);
        INSERT INTO public.harbours
        SELECT 'Harbour ' || g, (ARRAY['Norway', 'Chile', 'Ghana'])[1 + g % 3], 10 + g * 7 % 41
        FROM generate_series(1, 39) AS g UNION ALL SELECT 'Bergen', 'Norway', 3000;
        GRANT SELECT ON public.harbours TO {analyst_name};
        SELECT factcheck.add_table('harbours');
    """)


def verdicts(analyst, document):
    check = "SELECT claim_text, verdict::text FROM fact_check(%s, tables => '{harbours}') WHERE claim_text ~ '^[0-9]'"
    return dict(analyst.execute(check, [document]).fetchall())


BEFORE = "There are 40 harbours, of which 14 are in Norway. The average of tons is 104.4. "


def test_a_mean_without_some_rows_is_not_refuted_by_that_of_others(analyst, harbours):
    found = verdicts(analyst, BEFORE + "Without the five biggest harbours the average of tons would be 28.1.")
    assert found == {"40": "supported", "14": "supported", "104.4": "supported", "28.1": "not_enough_info"}


def test_a_mean_without_a_row_that_is_named_is_supported(analyst, harbours):
    assert verdicts(analyst, BEFORE + "Without Bergen the average would be 30.2 tons.")["30.2"] == "supported"


def test_a_mean_of_all_rows_is_refuted_still(analyst, harbours):
    found = verdicts(analyst, "There are 40 harbours, of which 14 are in Norway. The average of tons is 104.5.")
    assert found == {"40": "supported", "14": "supported", "104.5": "refuted"}
