"""Percentages of those who answered: rows without a value are left out where a text means it so."""

from __future__ import annotations

from decimal import Decimal

import pytest


@pytest.fixture(scope="module", autouse=True)
def survey(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.tenant_survey (tenant integer, floor text, heating text, lift text NOT NULL);
        INSERT INTO public.tenant_survey
        SELECT g, CASE WHEN g % 3 = 0 THEN 'upper' ELSE 'lower' END,
               CASE WHEN g % 7 < 3 THEN 'gas' WHEN g % 7 < 5 THEN 'electric' END,
               CASE WHEN g % 5 = 0 THEN 'used' ELSE 'not used' END
        FROM generate_series(1, 410) AS g;
        GRANT SELECT ON public.tenant_survey TO {analyst_name};
        SELECT factcheck.add_table('public.tenant_survey', data_set => 'tenants');
    """)


def check(analyst, document):
    [row] = analyst.execute(
        "SELECT verdict::text, round(found_value, 1), query, description FROM fact_check(%s, data_set => 'tenants')",
        [document],
    ).fetchall()
    return row


def test_who_did_not_answer_is_left_out(analyst):
    verdict, found, query, said = check(analyst, "Of the tenants, 59.9% heat with gas.")
    assert (verdict, found) == ("supported", Decimal("59.9"))
    assert query == (
        "SELECT 100.0 * count(*) FILTER (WHERE heating = 'gas') / nullif(count(*), 0) FROM public.tenant_survey"
        " WHERE heating IS NOT NULL"
    )
    assert said == "of the rows in tenant_survey where heating is known, the percentage where heating is 'gas'"
    assert float(analyst.execute(query).fetchone()[0]) == pytest.approx(59.86, abs=0.01)


def test_so_it_is_within_a_group(analyst):
    verdict, found, query, _ = check(analyst, "On the upper floor 59.8% of the tenants heat with gas.")
    assert (verdict, found) == ("supported", Decimal("59.8"))
    assert "heating IS NOT NULL" in query
    assert "floor = 'upper'" in query


def test_shares_of_all_rows_stay_what_they_were(analyst):
    verdict, found, query, _ = check(analyst, "Of the tenants, 42.9% heat with gas.")
    assert (verdict, found) == ("supported", Decimal("42.9"))
    assert "IS NOT NULL" not in query


def test_where_nothing_is_missing_there_is_no_other_reading(analyst):
    document = "Of the tenants, 20% used the lift."
    queries = analyst.execute(
        "SELECT a->>'query' FROM fact_check(%s, data_set => 'tenants', top_k => 100) AS c,"
        " jsonb_array_elements(c.alternatives) AS a",
        [document],
    ).fetchall()
    assert queries
    assert not [query for (query,) in queries if "lift IS NOT NULL" in query]
