"""Where a case is measured: a schema and a role made for it and dropped afterwards."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from factcheck.adapters.client_session import Connection, client_session
from factcheck.sqltext import identifier


@contextmanager
def analyst(dsn: str) -> Iterator[str]:
    """Make a role that may run checks and read no table yet; it is dropped at the end.

    The session has to be a superuser's.
    """
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


@contextmanager
def connected(dsn: str) -> Iterator[Connection]:
    """Open a session that does not print the server's notices."""
    with client_session(dsn, "factcheck evaluate") as connection:
        yield connection


@contextmanager
def case_schema(dsn: str) -> Iterator[str]:
    """Make a schema; at the end remove its tables from the index and drop it, in sessions that no check ran in."""
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
def setting_changed(dsn: str, name: str, value: float) -> Iterator[None]:
    """Give a setting another value until the end, in all sessions; the session has to be an administrator's."""
    update, read = "UPDATE factcheck.setting SET value = %s WHERE name = %s", "SELECT value FROM factcheck.setting"
    with connected(dsn) as connection:
        row = connection.execute(f"{read} WHERE name = %s".encode(), [name]).fetchone()
        connection.execute(update, [value, name])
    try:
        yield
    finally:
        with connected(dsn) as connection:
            connection.execute(update, [row[0] if row else None, name])


@contextmanager
def as_role(connection: Connection, role: str) -> Iterator[None]:
    """Act as a role until the end; after an error the session stays that role's."""
    connection.execute(f"SET ROLE {identifier(role)}".encode())
    yield
    connection.execute(b"RESET ROLE")


def set_as_server_does(connection: Connection) -> None:
    """Take over the settings under which the server evaluates candidates."""
    connection.execute(
        "SELECT set_config(split_part(c, '=', 1), substr(c, strpos(c, '=') + 1), false)"
        " FROM pg_proc p, unnest(p.proconfig) AS c WHERE p.oid = 'factcheck._evaluate(text, boolean)'::regprocedure"
    )
