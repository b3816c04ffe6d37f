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
