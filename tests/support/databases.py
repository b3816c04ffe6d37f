"""Databases that a test makes on the server and that are gone after it."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import sql


@contextmanager
def new_database(server_dsn: str, template: str = "template0", name: str | None = None) -> Iterator[str]:
    """Make a database, copied from a template; yield its DSN, and drop it at the end whoever is connected to it."""
    name = name or f"factcheck_test_{secrets.token_hex(4)}"
    statement = sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY file_copy").format(
        sql.Identifier(name), sql.Identifier(template)
    )
    with psycopg.connect(server_dsn, autocommit=True) as server:
        server.execute(statement)
        try:
            yield psycopg.conninfo.make_conninfo(server_dsn, dbname=name)
        finally:
            server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
