"""Large tables are read once for all claims: rows are grouped by values, and the groups compared with literals."""

from __future__ import annotations

import re
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


def test_a_column_that_rows_are_grouped_by_is_not_added_up_row_by_row(
    analyst: psycopg.Connection[Any], visits: None
) -> None:
    """The sum of a group's rows is the value times their number."""
    [[statement]] = analyst.execute(
        "SELECT detail FROM factcheck.explain_plan(%s, ARRAY['public.visit'::regclass]) WHERE part = 'query'", [REPORT]
    ).fetchall()
    [key] = re.findall(r"minutes AS (e\d+)", statement)
    [group] = re.findall(rf"t0\.{key} AS (g\d+)", statement)
    assert not re.findall(rf"t0\.{key} AS x\d+", statement)
    assert f"{group}::bigint * n" in statement


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


def test_missing_values_of_a_large_table_are_counted_in_the_same_scan(
    admin: psycopg.Connection[Any], analyst: psycopg.Connection[Any]
) -> None:
    admin.execute("""
        CREATE TABLE public.parcel (carrier text, weight numeric(6, 3), insured_value integer, delivery_days integer);
        INSERT INTO public.parcel
        SELECT (ARRAY['Swift', 'Heron'])[1 + n % 2], CASE WHEN n % 3 > 0 THEN n % 7000 / 10.0 END,
               CASE WHEN n % 5 > 0 THEN n % 900 END, CASE WHEN n % 4 > 0 THEN n % 800 END
        FROM generate_series(1, 300000) AS n;
        ANALYZE public.parcel;
        SELECT factcheck.add_table('public.parcel');
        GRANT SELECT ON public.parcel TO PUBLIC;
    """)
    report = (
        "The weight is unknown for 100,000 parcels. The insured value is missing for 60,000 parcels, and Heron carried"
        " 30,000 parcels of unknown insured value. 75,000 parcels have no recorded delivery days."
    )
    rows = analyst.execute(
        "SELECT claim_text, verdict, found_value, query FROM fact_check(%s, ARRAY['public.parcel'::regclass])", [report]
    ).fetchall()
    assert [row[:3] for row in rows] == [
        ("100,000", "supported", 100_000),
        ("60,000", "supported", 60_000),
        ("30,000", "supported", 30_000),
        ("75,000", "supported", 75_000),
    ], rows
    assert all("IS NULL" in row[3] for row in rows)
    statements = analyst.execute(
        "SELECT detail FROM factcheck.explain_plan(%s, ARRAY['public.parcel'::regclass]) WHERE part = 'query'", [report]
    ).fetchall()
    assert statements[0][0].count("FROM public.parcel") == 1
