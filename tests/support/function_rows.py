"""Rows of the extension's functions, as tests look at them: column by name."""

from __future__ import annotations

from typing import Any

import psycopg
from psycopg.rows import dict_row


def rows(connection: psycopg.Connection[Any], call: str, *arguments: object) -> list[dict[str, Any]]:
    """Return the rows of a function of the schema factcheck, called with arguments in the place of its ``%s``."""
    with connection.cursor(row_factory=dict_row) as cursor:
        cursor.execute(f"SELECT * FROM factcheck.{call}".encode(), arguments)
        return cursor.fetchall()


def question_parts(connection: psycopg.Connection[Any], question: str, table: str) -> list[tuple[Any, ...]]:
    """Return type, measure, breakdown, restrictions and focus of the parts of a question about a table."""
    names = ("fact_type", "measure", "breakdown", "subspace", "focus")
    return [
        tuple(part[name] for name in names)
        for part in rows(connection, "decompose(%s, %s::regclass[])", question, [table])
    ]
