"""The project's own sessions, over psycopg: in none of them does a planted name come first.

Whoever may create objects in a schema of the search path can plant a function that fits a call better than the one
meant.  So the path is pinned before anything else is asked, types and functions are named with their schemas, and all
arguments have a type.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg.rows import TupleRow, tuple_row

from factcheck.errors.catalogue.command_line import extension_not_created
from factcheck.sqltext import qualified

Connection = psycopg.Connection[TupleRow]

_PIN = b"SET search_path = pg_catalog, pg_temp"
_OWN_PATH = b"SET LOCAL search_path TO DEFAULT"
_RELATIONS = b"""
SELECT pg_catalog.array_agg(name::pg_catalog.regclass::pg_catalog.oid ORDER BY place)
FROM ROWS FROM (pg_catalog.unnest(%s::pg_catalog.text[])) WITH ORDINALITY AS asked (name, place)
"""
_SCHEMA = b"""
SELECT n.nspname FROM pg_catalog.pg_extension e
JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) e.extnamespace
WHERE e.extname OPERATOR(pg_catalog.=) 'factcheck'
"""


@contextmanager
def client_session(dsn: str, application_name: str = "factcheck") -> Iterator[Connection]:
    """Open a session that commits each statement and finds unqualified names in ``pg_catalog`` alone."""
    with psycopg.connect(dsn, autocommit=True, application_name=application_name) as connection:
        pin_search_path(connection)
        yield connection


def pin_search_path(connection: psycopg.Connection[TupleRow]) -> None:
    """Let the session find unqualified names in ``pg_catalog`` alone, from now on."""
    connection.execute(_PIN)


def relations(connection: Connection, names: Sequence[str]) -> list[int]:
    """Look up tables by the names users give them, in the search path that database and role have set.

    The lookup runs no code of that path: types, functions and operators are named with their schemas.
    """
    with connection.transaction():
        connection.execute(_OWN_PATH)
        row = connection.execute(_RELATIONS, [list(names)]).fetchone()
    return list(row[0] or []) if row else []


def fact_check_name(connection: psycopg.Connection[Any]) -> str:
    """Return the qualified name of ``fact_check`` in this database, whose schema the site has chosen."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute(_SCHEMA).fetchone()
    if row is None:
        raise extension_not_created()
    return qualified(row[0], "fact_check")
