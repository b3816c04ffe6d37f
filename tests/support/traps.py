"""Plants traps: objects with names that the extension uses, which tell when they run instead of what is wanted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any

import psycopg

SPRUNG = "trap sprung"

_TRAP = f"""
CREATE FUNCTION :schema.trap(what pg_catalog.text) RETURNS pg_catalog.text LANGUAGE plpgsql VOLATILE
AS $$BEGIN RAISE WARNING '{SPRUNG} as % by %', current_user, what; RETURN what; END$$
"""

_FUNCTIONS = """
DO $plant$
DECLARE
    member record;
BEGIN
    FOR member IN
        SELECT format('CREATE FUNCTION :schema.%I(%s) RETURNS %s LANGUAGE plpgsql AS %L', p.proname,
                      pg_get_function_arguments(p.oid),
                      CASE WHEN p.proretset THEN 'SETOF ' ELSE '' END || format_type(p.prorettype, NULL),
                      'BEGIN PERFORM attic.trap(' || quote_literal(p.proname) || '); RETURN NULL; END') AS statement
        FROM pg_proc p
        WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.proname = ANY (:names)
    LOOP
        BEGIN
            EXECUTE member.statement;
        EXCEPTION WHEN OTHERS THEN
            NULL; -- not every signature can be had in PL/pgSQL
        END;
    END LOOP;
END;
$plant$
"""

_OPERATORS = """
DO $plant$
DECLARE
    member record;
BEGIN
    FOR member IN
        SELECT o.oprname, format_type(o.oprleft, NULL) AS type_name
        FROM pg_operator o
        WHERE o.oprnamespace = 'pg_catalog'::regnamespace AND o.oprkind = 'b'
          AND o.oprresult = 'boolean'::regtype AND o.oprright = o.oprleft
          AND o.oprname IN ('=', '<>', '<', '>', '<=', '>=', '~', '@>')
          AND o.oprleft IN ('text'::regtype, 'name'::regtype, 'oid'::regtype, 'integer'::regtype, 'bigint'::regtype,
                            'smallint'::regtype, '"char"'::regtype, 'boolean'::regtype, 'timestamptz'::regtype)
    LOOP
        EXECUTE format('CREATE OR REPLACE FUNCTION :schema.compare(%1$s, %1$s) RETURNS boolean LANGUAGE plpgsql'
                       ' AS %2$L',
                       member.type_name, 'BEGIN PERFORM attic.trap(''operator''); RETURN NULL; END');
        EXECUTE format('CREATE OPERATOR :schema.%1$s (FUNCTION = :schema.compare, LEFTARG = %2$s, RIGHTARG = %2$s)',
                       member.oprname, member.type_name);
    END LOOP;
END;
$plant$
"""

_RELATIONS_AND_TYPES = """
DO $plant$
DECLARE
    member record;
BEGIN
    FOR member IN
        SELECT DISTINCT c.relname FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname IN ('pg_catalog', 'factcheck') AND c.relkind IN ('r', 'v') AND c.relname = ANY (:names)
    LOOP
        EXECUTE format('CREATE :temporary VIEW :schema.%1$I AS SELECT attic.trap(%1$L) AS oid', member.relname);
    END LOOP;
    FOR member IN
        SELECT t.typname FROM pg_catalog.pg_type t
        WHERE t.typnamespace = 'pg_catalog'::regnamespace
          AND t.typname IN ('text', 'int4', 'int8', 'jsonb', 'regclass', 'name', 'numeric', 'bool', 'oid', 'xid8')
    LOOP
        EXECUTE format('CREATE DOMAIN :schema.%I AS pg_catalog.text CHECK (attic.trap(VALUE) IS NULL)', member.typname);
    END LOOP;
END;
$plant$
"""


class Session:
    """A connection in autocommit mode that keeps what it was told besides results."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self.connection = connection
        self.told: list[str] = []
        connection.add_notice_handler(
            lambda d: self.told.append(f"{d.message_primary} {d.message_detail or ''} {d.message_hint or ''}")
        )

    def execute(self, statement: str, parameters: Sequence[object] | None = None) -> psycopg.Cursor[Any]:
        return self.connection.execute(statement.encode(), parameters)

    def rows(self, statement: str, parameters: Sequence[object] | None = None) -> list[Any]:
        return self.execute(statement, parameters).fetchall()

    def value(self, statement: str, parameters: Sequence[object] | None = None) -> Any:
        [row] = self.rows(statement, parameters)
        return row[0]

    def transaction(self) -> AbstractContextManager[psycopg.Transaction]:
        return self.connection.transaction()

    def sprung(self) -> list[str]:
        """What the traps told since last asked."""
        springs = [text for text in self.told if SPRUNG in text]
        self.told.clear()
        return springs


def plant_trap(session: Session, schema: str = "attic") -> None:
    """Create the function that all traps call."""
    session.execute(_TRAP.replace(":schema", schema))


def plant(session: Session, schema: str, names: Iterable[str]) -> None:
    """Plant whatever a role can plant in a schema, ``pg_temp`` for the temporary one; attic.trap must be there."""
    listed = "ARRAY[" + ", ".join(f"'{name}'" for name in names) + "]::pg_catalog.text[]"
    temporary = "TEMPORARY" if schema == "pg_temp" else ""
    for statement in (_FUNCTIONS, _OPERATORS, _RELATIONS_AND_TYPES):
        text = statement.replace(":schema", schema).replace(":names", listed).replace(":temporary", temporary)
        session.execute(text)
