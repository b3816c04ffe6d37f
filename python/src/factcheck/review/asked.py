"""What the page of questions asks the database: tables with their columns and first rows, suggestions, answers."""

from __future__ import annotations

from typing import Any

import psycopg

from factcheck.errors.catalogue.review import table_not_shown
from factcheck.review.sessions import Connection
from factcheck.sqltext import identifier
from factcheck.visible import visible

Row = dict[str, Any]

_MOST_ROWS, _MOST_LETTERS = 20, 80
_MOST_COLUMNS = 40

_TABLES = b"""
SELECT c.oid::pg_catalog.int8 AS number, dt.relation::pg_catalog.text AS name, dt.data_set
FROM factcheck.data_table dt JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) dt.relation
WHERE pg_catalog.has_any_column_privilege(c.oid, 'SELECT')
ORDER BY 2 LIMIT 1000
"""
_TABLE = b"""
SELECT c.oid::pg_catalog.int8 AS number, dt.relation::pg_catalog.text AS name, n.nspname AS schema_name,
       c.relname AS table_name,
       NOT EXISTS (SELECT FROM factcheck._tables_running_owner_code() AS o
                   WHERE o.table_id OPERATOR(pg_catalog.=) dt.table_id) AS is_readable
FROM factcheck.data_table dt
JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) dt.relation
JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
WHERE c.oid OPERATOR(pg_catalog.=) %s::pg_catalog.oid AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT')
"""
_COLUMNS = b"""
SELECT a.attname AS name, pg_catalog.format_type(a.atttypid, a.atttypmod) AS type,
       CASE t.typcategory WHEN 'N' THEN 'number' WHEN 'D' THEN 'time' ELSE 'category' END AS kind
FROM factcheck.data_table dt
JOIN factcheck.data_column dc ON dc.table_id OPERATOR(pg_catalog.=) dt.table_id
JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) dt.relation::pg_catalog.oid
     AND a.attname OPERATOR(pg_catalog.=) dc.column_name AND NOT a.attisdropped
JOIN pg_catalog.pg_type t ON t.oid OPERATOR(pg_catalog.=) a.atttypid
WHERE dt.relation OPERATOR(pg_catalog.=) %s::pg_catalog.oid
  AND pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT')
ORDER BY a.attnum LIMIT %s
"""
_SUGGESTIONS = b"""
SELECT question FROM factcheck.suggest_questions(%s::pg_catalog.oid::pg_catalog.regclass, %s::pg_catalog.text) LIMIT 8
"""
_DASHBOARD = b"""
SELECT factcheck.dashboard(%s::pg_catalog.text, ARRAY[%s::pg_catalog.oid]::pg_catalog.regclass[]) AS answer
"""
_CAPTION = b"SELECT factcheck.set_caption(%s::pg_catalog.jsonb, %s::pg_catalog.text)"
_CHART = b"SELECT factcheck.chart_for_verdict(%s::pg_catalog.int8, %s::pg_catalog.int4) AS chart"


def tables(connection: Connection) -> list[Row]:
    """Return the added tables that the reader may read."""
    return connection.execute(_TABLES).fetchall()


def table(connection: Connection, number: int) -> Row:
    """Return a table with its columns and first rows; raises ``FactcheckError`` where this reader sees none."""
    found = connection.execute(_TABLE, [number]).fetchone() if number < 2**32 else None
    if found is None:
        raise table_not_shown()
    columns = connection.execute(_COLUMNS, [number, _MOST_COLUMNS]).fetchall()
    return {**found, "columns": columns, "rows": _first_rows(connection, found, columns)}


def _first_rows(connection: Connection, found: Row, columns: list[Row]) -> list[list[str | None]]:
    """Return a few rows as text; none of a table that would run code of an owner who is not trusted."""
    if not found["is_readable"] or not columns:
        return []
    shown = ", ".join(
        f"pg_catalog.left({identifier(column['name'])}::pg_catalog.text, {_MOST_LETTERS}) AS c{place}"
        for place, column in enumerate(columns)
    )
    relation = f"{identifier(found['schema_name'])}.{identifier(found['table_name'])}"
    with connection.transaction():
        connection.execute(b"SET TRANSACTION READ ONLY")
        rows = connection.execute(f"SELECT {shown} FROM {relation} LIMIT {_MOST_ROWS}".encode()).fetchall()
    return [list(row.values()) for row in rows]


def suggestions(connection: Connection, number: int, column: str | None) -> list[str]:
    """Return questions that a table can answer, or about one of its columns."""
    return [row["question"] for row in connection.execute(_SUGGESTIONS, [number, column])]


def answer(connection: Connection, number: int, question: str) -> Row:
    """Return the dashboard that answers a question about a table, with what the database tells beside it."""
    notices: list[dict[str, str | None]] = []

    def note(notice: psycopg.errors.Diagnostic) -> None:
        said = {"message": visible(notice.message_primary or ""), "hint": notice.message_hint}
        if notice.severity_nonlocalized == "NOTICE" and said not in notices:
            notices.append(said)

    connection.add_notice_handler(note)
    try:
        row = connection.execute(_DASHBOARD, [question, number]).fetchone()
    finally:
        connection.remove_notice_handler(note)
    found = dict(row["answer"]) if row and row["answer"] else {"title": question, "sections": [], "spec": None}
    return found | {"notices": notices}


def set_caption(connection: Connection, fact: str, caption: str | None) -> None:
    """Keep a caption for a fact, given as JSON, or take it back."""
    connection.execute(_CAPTION, [fact, caption])


def verdict_chart(connection: Connection, document_id: int, claim_no: int) -> Row | None:
    """Return the chart of a stored verdict; None where there is nothing to draw."""
    row = connection.execute(_CHART, [document_id, claim_no]).fetchone()
    return row["chart"] if row else None
