"""The demonstration's database: made once, found again later, with an analyst who may only read and check."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import flights_data
import psycopg
from flights_data import FOREIGN_KEYS, TABLES, Progress, data_version

from factcheck.adapters.client_session import Connection
from factcheck.errors.catalogue.demonstration import database_not_of_demonstration, extension_not_on_server
from factcheck.sqltext import identifier, literal

DATABASE = "factcheck_demo"
ANALYST = "factcheck_demo_analyst"

_MARK = "demonstration of factcheck"

_EXTENSION_SCRIPTS = """
SELECT string_agg(pg_read_file(format('%s/extension/%s', c.setting, file)), '' ORDER BY file)
FROM pg_config AS c, pg_ls_dir(c.setting || '/extension') AS file
WHERE c.name = 'SHAREDIR' AND file ~ '^factcheck(--.*)?[.](sql|control)$'
"""


def make_database(dsn: str, database: str, progress: Progress) -> str:
    """Make the database with the extension and the data set unless it is there already; return its DSN.

    One made from another version of the data or of the extension's script is made anew.  The role has to be a
    superuser.  Raises ``FactcheckError`` for a database of that name which is not the demonstration's.
    """
    with psycopg.connect(_outside(dsn, database), autocommit=True) as server:
        wanted = _wanted_mark(server)
        found = _mark(server, database)
        if found is not None and not found.startswith(_MARK):
            raise database_not_of_demonstration(database)
        target = psycopg.conninfo.make_conninfo(dsn, dbname=database)
        if found == wanted:
            progress("the data are there from an earlier run")
            return target
        server.execute(f"DROP DATABASE IF EXISTS {identifier(database)} WITH (FORCE)".encode())
        server.execute(f"CREATE DATABASE {identifier(database)} TEMPLATE template0 ENCODING 'UTF8'".encode())
        _set_mark(server, database, f"{_MARK}, unfinished")
        with psycopg.connect(target, autocommit=True) as connection:
            connection.execute(b"CREATE EXTENSION factcheck SCHEMA public CASCADE")
            flights_data.load(connection, progress)
        _set_mark(server, database, wanted)
    return target


def add_tables(connection: Connection, progress: Progress) -> None:
    """Let claims be about the tables, tracked; the analyst, made here where missing, may read and check them."""
    if connection.execute("SELECT FROM pg_roles WHERE rolname = %s", [ANALYST]).fetchone() is None:
        connection.execute(f"CREATE ROLE {ANALYST} NOLOGIN".encode())
    connection.execute("SELECT factcheck.grant_usage(%s::regrole, 'analyst')", [ANALYST])
    for table in TABLES:
        connection.execute(f"GRANT SELECT ON public.{table.name} TO {ANALYST}".encode())
        connection.execute("SELECT factcheck.add_table(%s::regclass, track => true)", [f"public.{table.name}"])
        progress(f"{table.name}: added")


def write_tables(connection: Connection, folder: Path) -> None:
    """Write each table as a CSV file, NULL as an empty field."""
    for table in TABLES:
        with (
            connection.cursor() as cursor,
            (folder / f"{table.name}.csv").open("wb") as file,
            cursor.copy(f"COPY public.{table.name} TO STDOUT (FORMAT csv, HEADER)".encode()) as copy,
        ):
            for chunk in copy:
                file.write(chunk)


def _outside(dsn: str, database: str) -> str:
    """Return the DSN with another database where it names this one, which nobody can drop who is connected to it."""
    named = psycopg.conninfo.conninfo_to_dict(dsn).get("dbname") or os.environ.get("PGDATABASE")
    return psycopg.conninfo.make_conninfo(dsn, dbname="postgres") if named == database else dsn


def _wanted_mark(server: Connection) -> str:
    row = server.execute(_EXTENSION_SCRIPTS.encode()).fetchone()
    if row is None or row[0] is None:
        raise extension_not_on_server()
    contents = f"{TABLES!r} {FOREIGN_KEYS!r} {row[0]}"
    return f"{_MARK}, {data_version()}, {hashlib.sha256(contents.encode()).hexdigest()[:16]}"


def _mark(server: Connection, database: str) -> str | None:
    """Return the database's comment, empty where it has none; None where there is no such database."""
    row = server.execute(
        "SELECT coalesce(shobj_description(oid, 'pg_database'), '') FROM pg_database WHERE datname = %s", [database]
    ).fetchone()
    return None if row is None else str(row[0])


def _set_mark(server: Connection, database: str, mark: str) -> None:
    server.execute(f"COMMENT ON DATABASE {identifier(database)} IS {literal(mark)}".encode())
