"""A check from Python: its rows, and the marked document as a notebook shows it; docs/clients.md has an example."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import psycopg
from psycopg.rows import dict_row, tuple_row

from factcheck.adapters.client_session import fact_check_name
from factcheck.errors.catalogue.command_line import tables_beside_data_set

Row = Mapping[str, Any]
"""A row of ``fact_check``, column by name."""

_OF_DATA_SET = b"SELECT factcheck.data_set(%s::pg_catalog.text)::pg_catalog.oid[]"
_OF_NAMES = b"SELECT %s::pg_catalog.text[]::pg_catalog.regclass[]::pg_catalog.oid[]"
_MARK_UP = b"SELECT factcheck._mark_up(%s::pg_catalog.text, %s::pg_catalog.jsonb, %s::pg_catalog.text)"


@dataclass(frozen=True, slots=True)
class CheckedDocument:
    """A document with the rows of its check, in reading order; ``html`` is a fragment that leaks no style."""

    document: str
    rows: tuple[Row, ...]
    html: str

    def _repr_html_(self) -> str:
        """Return what a notebook shows of it."""
        return self.html


def check(
    connection: psycopg.Connection[Any],
    document: str,
    *,
    data_set: str | None = None,
    tables: Sequence[str] | None = None,
    top_k: int = 10,
    sources: Sequence[str] | None = None,
) -> CheckedDocument:
    """Check a document about all added tables, some, or those of a data set, and mark it up.

    ``tables`` are looked up in the search path of the connection, which needs the rights of an analyst; further
    sentences are checked against the passages of ``sources``.  Raises ``FactcheckError`` where tables and a data set
    are named, or the database has no extension, and ``psycopg.Error`` for what the server refuses.
    """
    if tables is not None and data_set is not None:
        raise tables_beside_data_set()
    asked = None if tables is None else _one(connection, _OF_NAMES, [list(tables)])
    if data_set is not None:
        asked = _one(connection, _OF_DATA_SET, [data_set])
    rows = check_document(connection, document, asked, top_k=top_k, sources=sources)
    return CheckedDocument(document, tuple(rows), marked_up(connection, document, rows, "fragment"))


def check_document(
    connection: psycopg.Connection[Any],
    document: str,
    tables: Sequence[int] | None = None,
    p_true: float | None = None,
    top_k: int = 10,
    sources: Sequence[str] | None = None,
) -> list[dict[str, Any]]:
    """Run ``fact_check`` about tables given by OID, and sources by name, and return its rows.

    Every argument is given and has its type: no function of another signature fits the call as well.
    """
    call = (
        f"{fact_check_name(connection)}(%s::pg_catalog.text, tables => %s::pg_catalog.oid[]::pg_catalog.regclass[],"
        " p_true => %s::pg_catalog.float8, top_k => %s::pg_catalog.int4, time_budget => NULL::pg_catalog.interval,"
        " sources => %s::pg_catalog.text[])"
    )
    asked = None if tables is None else list(tables)
    named = None if sources is None else list(sources)
    with connection.cursor(row_factory=dict_row) as cursor:
        cursor.execute(f"SELECT * FROM {call}".encode(), [document, asked, p_true, top_k, named])
        return cursor.fetchall()


def marked_up(
    connection: psycopg.Connection[Any], document: str, rows: Sequence[Row], form: Literal["page", "fragment"]
) -> str:
    """Return what ``check_html`` gives for a document, from the rows of its check: nothing is checked again."""
    return str(_one(connection, _MARK_UP, [document, json.dumps([dict(row) for row in rows], default=str), form]))


def _one(connection: psycopg.Connection[Any], query: bytes, arguments: Sequence[Any]) -> Any:
    """Return the one value that a query gives, whatever rows the connection makes."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute(query, arguments).fetchone()
    return row[0] if row else None
