"""Where labelled queries run: a separate database, read by a role that logs in and has no other rights.

The queries of a case come from outside and are not trusted.  So they run where there is nothing but the case's
tables, in a session that was never a superuser's, one query at a time, and are rolled back.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import psycopg
from psycopg.conninfo import make_conninfo

from factcheck.adapters.client_session import Connection, client_session
from factcheck.errors.catalogue.labelled_cases import label_role_cannot_log_in
from factcheck.sqltext import identifier, literal, qualified

_APPLICATION = "factcheck evaluate"
_LIFETIME = "1 day"
_MOST_TEMPORARY_FILES = "1GB"
_LOCALE = """
SELECT pg_encoding_to_char(encoding), datcollate, datctype, datlocprovider = 'i',
       coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale')
FROM pg_database d WHERE datname = current_database()
"""
_REVOKE = """
REVOKE ALL ON SCHEMA public FROM PUBLIC;
REVOKE ALL ON LANGUAGE plpgsql FROM PUBLIC;
DO $revoke$
BEGIN
    EXECUTE (
        SELECT 'REVOKE EXECUTE ON FUNCTION ' || string_agg(oid::regprocedure::text, ', ') || ' FROM PUBLIC'
        FROM pg_proc
        WHERE provolatile = 'v' AND prokind = 'f' AND prorettype <> 'trigger'::regtype
    );
END;
$revoke$
"""
"""What has an effect besides its result is volatile: large objects, locks, settings, notifications, sleep."""
_DATES_AS_TEXTS = """
CREATE FUNCTION pg_catalog.to_date(date, text) RETURNS date IMMUTABLE LANGUAGE sql RETURN $1;
CREATE FUNCTION pg_catalog.to_date(timestamp, text) RETURNS date IMMUTABLE LANGUAGE sql RETURN $1::date;
CREATE FUNCTION pg_catalog.is_like(date, text) RETURNS boolean STABLE LANGUAGE sql RETURN $1::text ~~ $2;
CREATE FUNCTION pg_catalog.is_like(timestamp, text) RETURNS boolean STABLE LANGUAGE sql RETURN $1::text ~~ $2;
CREATE FUNCTION pg_catalog."left"(date, integer) RETURNS text STABLE LANGUAGE sql
RETURN "left"(to_char($1, 'YYYY-MM-DD'), $2);
CREATE FUNCTION pg_catalog."right"(date, integer) RETURNS text STABLE LANGUAGE sql
RETURN "right"(to_char($1, 'DD-MM-YYYY'), $2);
CREATE OPERATOR pg_catalog.~~ (FUNCTION = pg_catalog.is_like, LEFTARG = date, RIGHTARG = text);
CREATE OPERATOR pg_catalog.~~ (FUNCTION = pg_catalog.is_like, LEFTARG = timestamp, RIGHTARG = text);
"""
"""Labelled queries may take for texts what loading a file has recognised as dates: "to_date(day, 'DD.MM.YYYY')".

The year is what such a query takes from either end: "left(day, 4)" of dates that begin with it, "right(day, 4)" of
others.
"""
_COLUMNS = """
SELECT quote_ident(attname) || ' ' || format_type(atttypid, atttypmod) FROM pg_attribute
WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum
"""
_TABLES = "SELECT relname FROM pg_class WHERE relnamespace = %s::regnamespace AND relkind IN ('r', 'p') ORDER BY 1"


@dataclass(frozen=True, slots=True)
class Scratch:
    """A database made for one run: how its owner connects, and how the role does that may only read."""

    owner_dsn: str
    reader_dsn: str
    reader: str


@contextmanager
def scratch_database(dsn: str) -> Iterator[Scratch]:
    """Make an empty database and a role that logs in to it; both go at the end.

    The session has to be a superuser's.  The role has a password of its own that is good for a day.  Raises
    ``FactcheckError`` where the server does not let it log in: nothing runs as another role instead.
    """
    name, password = f"factcheck_evaluate_{secrets.token_hex(4)}", secrets.token_urlsafe(24)
    with ExitStack() as undone, client_session(dsn, _APPLICATION) as connection:
        verifier = connection.pgconn.encrypt_password(password.encode(), name.encode()).decode()
        connection.execute(
            f"DO $$BEGIN EXECUTE format('CREATE ROLE {name} LOGIN PASSWORD %L VALID UNTIL %L',"
            f" {literal(verifier)}, clock_timestamp() + {literal(_LIFETIME)}::interval); END$$".encode()
        )
        undone.callback(_drop, dsn, f"DROP ROLE {name}")
        connection.execute(f"ALTER ROLE {name} SET temp_file_limit = {literal(_MOST_TEMPORARY_FILES)}".encode())
        connection.execute(f"CREATE DATABASE {name} TEMPLATE template0 {_locale(connection)}".encode())
        undone.callback(_drop, dsn, f"DROP DATABASE {name} WITH (FORCE)")
        connection.execute(f"REVOKE ALL ON DATABASE {name} FROM PUBLIC".encode())
        connection.execute(f"GRANT CONNECT ON DATABASE {name} TO {name}".encode())
        scratch = Scratch(
            make_conninfo(dsn, dbname=name), make_conninfo(dsn, dbname=name, user=name, password=password), name
        )
        with client_session(scratch.owner_dsn, _APPLICATION) as owner:
            owner.execute(_REVOKE.encode())
            owner.execute(_DATES_AS_TEXTS.encode())
        require_login(scratch)
        yield scratch


def _drop(dsn: str, statement: str) -> None:
    with client_session(dsn, _APPLICATION) as connection:
        connection.execute(statement.encode())


def _locale(connection: Connection) -> str:
    """Return encoding and locale of the session's database as options of CREATE DATABASE."""
    row = connection.execute(_LOCALE.encode()).fetchone()
    if row is None:
        raise LookupError("a session has a database")
    encoding, collate, ctype, is_icu, icu_locale = row
    provider = f" LOCALE_PROVIDER icu ICU_LOCALE {literal(icu_locale)}" if is_icu else ""
    return f"ENCODING {literal(encoding)} LC_COLLATE {literal(collate)} LC_CTYPE {literal(ctype)}{provider}"


def require_login(scratch: Scratch) -> None:
    """Raise ``FactcheckError`` unless the role can log in, as itself and as no superuser."""
    try:
        with client_session(scratch.reader_dsn, _APPLICATION) as connection:
            row = connection.execute("SELECT session_user::text, rolsuper FROM pg_roles WHERE rolname = session_user")
            if row.fetchone() == (scratch.reader, False):
                return
            detail = "The session is another role's."
    except psycopg.OperationalError as error:
        detail = f"{str(error).strip()}."
    raise label_role_cannot_log_in(detail)


@contextmanager
def copied_schema(scratch: Scratch, source: Connection, schema: str) -> Iterator[tuple[Connection, Connection]]:
    """Copy the tables of a schema into the scratch database until the end.

    The sessions are that of the owner of the copy, and that of the role that may read it.
    """
    with client_session(scratch.owner_dsn, _APPLICATION) as owner:
        owner.execute(f"CREATE SCHEMA {identifier(schema)}".encode())
        try:
            for (table,) in source.execute(_TABLES.encode(), [identifier(schema)]).fetchall():
                _copy(source, owner, qualified(schema, table))
            grant_reading(owner, schema, scratch.reader)
            with client_session(scratch.reader_dsn, _APPLICATION) as reader:
                yield owner, reader
        finally:
            owner.execute(f"DROP SCHEMA {identifier(schema)} CASCADE".encode())


def _copy(source: Connection, target: Connection, table: str) -> None:
    columns = ", ".join(str(row[0]) for row in source.execute(_COLUMNS.encode(), [table]).fetchall())
    target.execute(f"CREATE UNLOGGED TABLE {table} ({columns})".encode())
    with (
        source.cursor().copy(f"COPY {table} TO STDOUT (FORMAT binary)".encode()) as rows,
        target.cursor().copy(f"COPY {table} FROM STDIN (FORMAT binary)".encode()) as copy,
    ):
        for block in rows:
            copy.write(block)
    target.execute(f"ANALYZE {table}".encode())


def grant_reading(connection: Connection, schema: str, role: str) -> None:
    """Let a role read all tables of a schema."""
    grantee = identifier(role)
    connection.execute(f"GRANT USAGE ON SCHEMA {identifier(schema)} TO {grantee}".encode())
    connection.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA {identifier(schema)} TO {grantee}".encode())
