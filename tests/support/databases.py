"""Databases that a test makes on the server and that are gone after it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
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


@contextmanager
def shared_database(server_dsn: str, name: str, fill: Callable[[str], None]) -> Iterator[str]:
    """Let processes share a database: the first one makes and fills it, given its DSN; the last one drops it."""
    with psycopg.connect(server_dsn, autocommit=True) as server:

        def call(function: str, key: int) -> bool:
            row = server.execute(f"SELECT {function}(hashtext(%s), %s)".encode(), [name, key]).fetchone()
            return bool(row and row[0])

        database, at_work, in_use = sql.Identifier(name), 0, 1
        drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(database)
        call("pg_advisory_lock", at_work)
        call("pg_advisory_lock_shared", in_use)
        try:
            if server.execute("SELECT FROM pg_database WHERE datname = %s", [name]).fetchone() is None:
                server.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(database))
                fill(psycopg.conninfo.make_conninfo(server_dsn, dbname=name))
        except BaseException:
            server.execute(drop)
            raise
        call("pg_advisory_unlock", at_work)
        try:
            yield name
        finally:
            call("pg_advisory_lock", at_work)
            call("pg_advisory_unlock_shared", in_use)
            if call("pg_try_advisory_lock", in_use):
                server.execute(drop)
