"""Large tables are read once for all claims: rows are grouped by values, and the groups compared with literals."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest

REPORT = (
    "The archive holds 300,000 visits. Leeds had 60,000 visits. The visits went to 5 different cities and were made by"
    " 1,000 different guests. On average a visit lasted 50 minutes, and in Leeds 48 minutes. The longest visit took 99"
    " minutes. York had 61,000 visits."
)


@pytest.fixture(scope="module")
def visits(admin: psycopg.Connection[Any], analyst_name: str) -> None:
    """A table of more rows than are coded one by one."""
    admin.execute("""
        CREATE TABLE public.visit (city text, guest integer, minutes integer, spent numeric(8, 2));
        INSERT INTO public.visit
        SELECT (ARRAY['Leeds', 'York', 'Hull', 'Derby', 'Poole'])[1 + n % 5], n % 1000,
               CASE n % 5 WHEN 0 THEN n / 5 % 97 ELSE n % 100 END, n % 900 / 100.0
        FROM generate_series(0, 299999) AS n;
        ANALYZE public.visit;
        SELECT factcheck.add_table('public.visit');
    """)
    admin.execute(f"GRANT SELECT ON public.visit TO {analyst_name}".encode())


def rows_of(analyst: psycopg.Connection[Any]) -> dict[str, tuple[str, Any, str]]:
    rows = analyst.execute(
        "SELECT claim_text, verdict, found_value, query FROM fact_check(%s, ARRAY['public.visit'::regclass])", [REPORT]
    ).fetchall()
    return {text: (verdict, found, query) for text, verdict, found, query in rows}


def test_claims_about_a_large_table_are_decided(analyst: psycopg.Connection[Any], visits: None) -> None:
    found = rows_of(analyst)
    for claim in ("300,000", "60,000", "5", "1,000", "48", "99"):
        match = next(text for text in found if text.startswith(claim))
        assert found[match][0] == "supported", (match, found[match])
    assert found["61,000"][:2] == ("refuted", 60000)
    for verdict, value, query in found.values():
        if verdict != "not_enough_info":
            [given] = analyst.execute(query.encode()).fetchone() or [None]
            assert float(given) == pytest.approx(float(value), rel=1e-11)


def test_a_large_table_is_read_once_for_all_claims(analyst: psycopg.Connection[Any], visits: None) -> None:
    plan = analyst.execute(
        "SELECT detail FROM factcheck.explain_plan(%s, ARRAY['public.visit'::regclass]) WHERE part = 'query'", [REPORT]
    ).fetchall()
    [[statement]] = plan
    assert statement.count("FROM public.visit") == 1
    assert "GROUP BY" in statement


def test_a_large_partitioned_table_is_read_once(
    admin: psycopg.Connection[Any], analyst: psycopg.Connection[Any], visits: None
) -> None:
    admin.execute("""
        CREATE TABLE public.stay (city text, guest integer) PARTITION BY LIST (city);
        CREATE TABLE public.stay_leeds PARTITION OF public.stay FOR VALUES IN ('Leeds');
        CREATE TABLE public.stay_elsewhere PARTITION OF public.stay DEFAULT;
        INSERT INTO public.stay SELECT city, guest FROM public.visit;
        ANALYZE public.stay;
        SELECT factcheck.add_table('public.stay');
        GRANT SELECT ON public.stay TO PUBLIC;
    """)
    report = "Leeds had 60,000 stays. The stays went to 5 different cities."
    rows = analyst.execute("SELECT verdict FROM fact_check(%s, ARRAY['public.stay'::regclass])", [report]).fetchall()
    assert rows == [("supported",), ("supported",)]
    [[statement]] = analyst.execute(
        "SELECT detail FROM factcheck.explain_plan(%s, ARRAY['public.stay'::regclass]) WHERE part = 'query'", [report]
    ).fetchall()
    assert statement.count("FROM public.stay") == 1
