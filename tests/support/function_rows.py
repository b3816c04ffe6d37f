"""Rows of the extension's functions, as tests look at them: column by name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg.rows import dict_row
from support.databases_in_turn import session_of


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


@contextmanager
def analyst_of_table(
    admin: psycopg.Connection[Any], database: str, analyst: str, statements: str, table: str
) -> Iterator[psycopg.Connection[dict[str, Any]]]:
    """Make a table by statements, add it and let the analyst read it; connect as the analyst, with rows by name."""
    admin.execute(statements.encode())
    admin.execute(f"GRANT SELECT ON public.{table} TO {analyst}".encode())
    admin.execute(f"SELECT factcheck.add_table('public.{table}')".encode())
    with session_of(database, analyst, dict_row) as connection:
        yield connection
