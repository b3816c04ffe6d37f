"""What is indexed of a large table, whose columns are read together, is what its columns hold."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest
from psycopg import sql

ROWS = 240_000
COLUMNS = """
    city text, rows integer, opened integer, reading integer, posted date, is_open boolean, remark text, rare text,
    share numeric(4, 2), nothing text
"""
FILLED = """
    SELECT CASE WHEN n % 7 > 0 THEN (ARRAY['Leeds', 'York', 'Hull'])[1 + n % 3] END, n % 12, 1990 + n % 30, n % 5000,
           date '2020-01-01' + n % 40, n % 9 = 0, CASE n % 4 WHEN 0 THEN repeat('long ', 40) ELSE 'short ' || n % 4 END,
           CASE WHEN n % 80000 = 0 THEN 'rare ' || n ELSE 'common' END, n % 100 / 100.0, NULL
    FROM generate_series(1, {rows}) AS n
"""


@pytest.fixture(scope="module", params=["plain", "partitioned"])
def table(request: pytest.FixtureRequest, admin: psycopg.Connection[Any]) -> str:
    """A large table with columns of few values and of many, missing values, long texts and fractions."""
    name = f"{request.param}_station"
    parts = " PARTITION BY RANGE (reading)" if request.param == "partitioned" else ""
    admin.execute(f"CREATE TABLE public.{name} ({COLUMNS}){parts}".encode())
    if parts:
        admin.execute(
            f"CREATE TABLE public.low_{name} PARTITION OF public.{name} FOR VALUES FROM (0) TO (2000)".encode()
        )
        admin.execute(f"CREATE TABLE public.high_{name} PARTITION OF public.{name} DEFAULT".encode())
    admin.execute(f"INSERT INTO public.{name} {FILLED.format(rows=ROWS)}; ANALYZE public.{name}".encode())
    admin.execute(f"SELECT factcheck.add_table('public.{name}')".encode())
    return name


def indexed(admin: psycopg.Connection[Any], table: str) -> dict[str, dict[str, int]]:
    """Return the literals of each column with their frequencies."""
    rows = admin.execute(
        "SELECT dc.column_name, f.literal, f.frequency FROM factcheck.data_column dc"
        " JOIN factcheck.data_table dt USING (table_id) LEFT JOIN factcheck.visibility v USING (column_id)"
        " LEFT JOIN factcheck.fragment f USING (visibility_id) WHERE dt.relation = %s::regclass",
        [f"public.{table}"],
    ).fetchall()
    found: dict[str, dict[str, int]] = {column: {} for column, *_ in rows}
    for column, text, frequency in rows:
        if text is not None:
            found[column][text] = frequency
    return found


def held(admin: psycopg.Connection[Any], table: str, column: str) -> dict[str, int]:
    """Return the values of a column that are not too long, with their frequencies, from a plain query."""
    query = sql.SQL("SELECT {0}::text, count(*) FROM {1} WHERE length({0}::text) <= 120 GROUP BY 1").format(
        sql.Identifier(column), sql.Identifier("public", table)
    )
    return {str(text): count for text, count in admin.execute(query).fetchall()}


def test_the_values_of_a_large_table_are_indexed_with_their_frequencies(
    admin: psycopg.Connection[Any], table: str
) -> None:
    found = indexed(admin, table)
    for column in ("city", "rows", "opened", "posted", "is_open", "remark", "rare"):
        assert found[column] == held(admin, table, column), column
    assert found["reading"] == {}  # too many whole numbers
    assert found["share"] == {}
    assert found["nothing"] == {}


def test_what_a_large_table_lacks_is_known(admin: psycopg.Connection[Any], table: str) -> None:
    facts = admin.execute(
        "SELECT dc.column_name, cf.has_missing, cf.has_fractions FROM factcheck.data_column dc"
        " JOIN factcheck.column_fact cf USING (column_id)"
        " JOIN factcheck.data_table dt USING (table_id) WHERE dt.relation = %s::regclass",
        [f"public.{table}"],
    ).fetchall()
    assert {column for column, has_missing, _ in facts if has_missing} == {"city", "nothing"}
    assert {column for column, _, has_fractions in facts if has_fractions} == {"share"}
    coverage = admin.execute(
        "SELECT column_name, distinct_values, filled_rows, values_left_out, rows_left_out"
        " FROM factcheck.index_coverage WHERE data_table = %s::regclass"
        " AND column_name IN ('city', 'reading', 'remark') ORDER BY 1",
        [f"public.{table}"],
    ).fetchall()
    few = ROWS - ROWS // 7
    assert coverage == [
        ("city", 3, few, 0, 0),
        ("reading", None, ROWS, None, ROWS),  # not counted
        ("remark", 3, ROWS, 0, ROWS // 4),
    ]


def test_a_refreshed_large_table_is_indexed_as_it_is_now(admin: psycopg.Connection[Any], table: str) -> None:
    admin.execute(f"UPDATE public.{table} SET city = 'Derby' WHERE city = 'Hull' AND rows = 5".encode())
    admin.execute(f"UPDATE public.{table} SET reading = 7 WHERE reading > 100".encode())
    admin.execute("SELECT factcheck.refresh(%s)", [f"public.{table}"])
    found = indexed(admin, table)
    for column in ("city", "reading", "rows"):
        assert found[column] == held(admin, table, column), column
