"""Tables that a test makes: created, readable by the analyst and in scope, and what a check of one of them says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import psycopg


def make_tables(admin: psycopg.Connection[Any], analyst_name: str, statements: Iterable[str]) -> None:
    """Run each CREATE TABLE statement, let the analyst read its table and put that in scope."""
    for statement in statements:
        name = statement.split()[2]
        admin.execute(statement.encode())
        admin.execute(f"GRANT SELECT ON {name} TO {analyst_name}".encode())
        admin.execute("SELECT factcheck.add_table(%s::regclass)", [name])


def checked_claims(analyst: psycopg.Connection[Any], table: str, document: str) -> dict[str, list[Any]]:
    """Return verdict, query and message of each number of a document that is checked against one table."""
    rows = analyst.execute(
        "SELECT claim_text, verdict::text, query, message FROM fact_check(%s, tables => ARRAY[%s]::regclass[])"
        " WHERE claimed_value IS NOT NULL",
        [document, table],
    )
    return {text: rest for text, *rest in rows}
