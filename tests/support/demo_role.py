"""The role that the demonstration makes, which all databases of a server share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import sql

ANALYST = "factcheck_demo_analyst"


@contextmanager
def demo_role(server: psycopg.Connection[Any], database: str) -> Iterator[None]:
    """Let one test run the demonstration in a database at a time; database and role are gone at the end."""
    server.execute("SELECT pg_advisory_lock(hashtext(%s))", [ANALYST])
    had_role = server.execute("SELECT FROM pg_roles WHERE rolname = %s", [ANALYST]).fetchone()
    try:
        yield
    finally:
        server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(database)))
        if had_role is None:
            server.execute(sql.SQL("DROP ROLE IF EXISTS {}").format(sql.Identifier(ANALYST)))
        server.execute("SELECT pg_advisory_unlock(hashtext(%s))", [ANALYST])
