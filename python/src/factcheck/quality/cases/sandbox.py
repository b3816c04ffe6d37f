"""Where a case is measured: a schema and a role of its own, gone afterwards, and the steps that fill it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import psycopg

from factcheck.adapters.client_session import Connection, client_session
from factcheck.errors import FactcheckError
from factcheck.sqltext import identifier


class Table(Protocol):
    """A loaded table: its quoted, qualified name, and how many rows it has."""

    @property
    def regclass(self) -> str: ...  # noqa: D102

    @property
    def rows(self) -> int: ...  # noqa: D102


Load = Callable[[Connection, Path, str], Table]
"""How a file becomes a table of a schema."""


@contextmanager
def analyst(dsn: str) -> Iterator[str]:
    """Make a role that may check and read nothing yet; it goes at the end.  The session has to be a superuser's."""
    role = f"factcheck_evaluate_{secrets.token_hex(4)}"
    with connected(dsn) as connection:
        connection.execute(f"CREATE ROLE {identifier(role)}".encode())
    try:
        with connected(dsn) as connection:
            connection.execute("SELECT factcheck.grant_usage(%s::regrole, 'analyst'::text)", [role])
        yield role
    finally:
        with connected(dsn) as connection:
            connection.execute(f"DROP OWNED BY {identifier(role)}".encode())
            connection.execute(f"DROP ROLE {identifier(role)}".encode())


def add_tables(connection: Connection, tables: Sequence[str]) -> None:
    """Let claims be about the tables."""
    for table in tables:
        connection.execute("SELECT factcheck.add_table(%s::regclass)", [table])


@contextmanager
def connected(dsn: str) -> Iterator[Connection]:
    """Open a session that keeps the server's notices to itself."""
    with client_session(dsn, "factcheck evaluate") as connection:
        yield connection


@contextmanager
def case_schema(dsn: str) -> Iterator[str]:
    """Make a schema; at the end take its tables back and drop it, in sessions that no check has touched."""
    schema = f"factcheck_case_{secrets.token_hex(4)}"
    with connected(dsn) as connection:
        connection.execute(f"CREATE SCHEMA {identifier(schema)}".encode())
    try:
        yield schema
    finally:
        with connected(dsn) as connection:
            connection.execute(
                "SELECT factcheck.remove_table(c.oid) FROM pg_class c"
                " JOIN factcheck.data_table t ON t.relation = c.oid WHERE c.relnamespace = %s::regnamespace",
                [schema],
            )
            connection.execute(f"DROP SCHEMA {identifier(schema)} CASCADE".encode())


@contextmanager
def as_role(connection: Connection, role: str) -> Iterator[None]:
    """Act as a role, where nothing fails."""
    connection.execute(f"SET ROLE {identifier(role)}".encode())
    yield
    connection.execute(b"RESET ROLE")


CASE_FAILURES = (FactcheckError, psycopg.Error, OSError, RecursionError)
"""What ends a case and not the run."""


def told(error: Exception) -> str:
    """Say in one line why a case failed."""
    if isinstance(error, RecursionError):
        return "a text or a query of the case is nested too deeply"
    message, detail = str(error).strip(), getattr(error, "detail", None)
    if isinstance(error, psycopg.Error) and error.diag.message_primary:
        message, detail = error.diag.message_primary, error.diag.message_detail
    return f"{message} ({detail})" if detail else message
