"""What migrations do to a site: roles, rights and added tables, each recorded so that it can be taken back.

Every operation is SQL that decides when it runs, so that the script printed by ``--sql`` does the same as
running online.  The schema ``factcheck_site`` does not belong to the extension: it neither blocks
``DROP EXTENSION`` nor goes with it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy
from alembic import op

from factcheck.errors import FactcheckError
from factcheck.sqltext import identifier, literal, text_array

SCHEMA = "factcheck_site"
LEVELS = ("reader", "analyst", "admin")


@dataclass(frozen=True, slots=True)
class SiteTable:
    """A table that claims may be about; ``columns`` None: all.  ``readable_by`` lists levels."""

    name: str
    columns: tuple[str, ...] | None
    data_set: str | None
    readable_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Site:
    """What a site decides: the name of each level's role, and the tables."""

    roles: Mapping[str, str]
    tables: tuple[SiteTable, ...]


# --- the file of decisions ---------------------------------------------------------------------------------


def read_site(path: Path) -> Site:
    """Read a site's file; raises ``FactcheckError`` when it is missing or says what cannot be."""
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise FactcheckError(
            f"cannot read the site's file {path}", detail=f"{error.strerror}.", hint="Name another with -x site=FILE."
        ) from None
    except ValueError as error:
        raise FactcheckError(f"file {path} is not TOML", detail=f"{error}.") from None
    _require_known(content, {"roles", "tables"}, path, "the file")
    roles = content.get("roles", {})
    _require_known(roles, set(LEVELS), path, "[roles]")
    site = Site(roles, tuple(_site_table(entry, path) for entry in content.get("tables", [])))
    missing = {level for table in site.tables for level in table.readable_by} - set(roles)
    if missing:
        raise FactcheckError(
            f'tables of {path} are readable by the level "{min(missing)}", which has no role',
            hint="Name its role under [roles], or take the level out of readable_by.",
        )
    return site


def _site_table(entry: Mapping[str, Any], path: Path) -> SiteTable:
    _require_known(entry, {"name", "columns", "data_set", "readable_by"}, path, "[[tables]]")
    if "name" not in entry:
        raise FactcheckError(f"a table in {path} has no name", hint='Say for example name = "public.sales".')
    columns = entry.get("columns")
    return SiteTable(
        entry["name"],
        None if columns is None else tuple(columns),
        entry.get("data_set"),
        tuple(entry.get("readable_by", [])),
    )


def _require_known(entry: Mapping[str, Any], known: set[str], path: Path, place: str) -> None:
    unknown = sorted(set(entry) - known)
    if unknown:
        raise FactcheckError(
            f'{place} of {path} says "{unknown[0]}", which is not known', hint=f"Known are {', '.join(sorted(known))}."
        )


# --- operations --------------------------------------------------------------------------------------------


def require_extension(version: str) -> None:
    """Stop unless the extension is installed in this version or a later one; the HINT is for the DBA."""
    update = f"Ask a superuser to run: ALTER EXTENSION factcheck UPDATE TO {literal(version)};"
    _run(
        f"""
DECLARE
    installed text := (SELECT e.extversion FROM pg_extension e WHERE e.extname = 'factcheck');
BEGIN
    IF installed IS NULL THEN
        RAISE EXCEPTION 'the extension factcheck is not installed in the database %', quote_ident(current_database())
            USING ERRCODE = 'undefined_object',
                  HINT = 'Ask a superuser to run: CREATE EXTENSION factcheck SCHEMA public CASCADE;';
    ELSIF {_version_numbers("installed")} < {_version_numbers(literal(version))} THEN
        RAISE EXCEPTION 'the extension factcheck is too old'
            USING ERRCODE = 'object_not_in_prerequisite_state',
                  DETAIL = format('Version %s is installed, {version} is needed.', installed),
                  HINT = {literal(update)};
    END IF;
END;
"""
    )


def create_records() -> None:
    """Make the table in which the other operations record what they changed."""
    _execute(
        f"CREATE TABLE {SCHEMA}.change ("
        "number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, revision text NOT NULL, "
        "kind text NOT NULL CHECK (kind IN ('role', 'usage', 'schema', 'select', 'table')), "
        "role_name text, object text)"
    )
    _execute(
        f"COMMENT ON TABLE {SCHEMA}.change IS 'What migrations changed at this site, to be taken back by a downgrade.'"
    )


def drop_records() -> None:
    """Drop the table of records."""
    _execute(f"DROP TABLE {SCHEMA}.change")


def create_role(revision: str, name: str, level: str) -> None:
    """Give a role the rights of a level; one that does not exist is made, without login."""
    role = literal(identifier(name))
    _run(
        f"""
BEGIN
    IF to_regrole({role}) IS NULL THEN
        CREATE ROLE {identifier(name)} NOLOGIN;
        {_record(revision, "role", literal(name), "NULL")}
    END IF;
    PERFORM factcheck.grant_usage({role}::regrole, {literal(level)});
    {_record(revision, "usage", literal(name), "NULL")}
END;
"""
    )


def add_table(
    revision: str,
    name: str,
    columns: Sequence[str] | None = None,
    data_set: str | None = None,
    readers: Sequence[str] = (),
) -> None:
    """Let claims be about a table, and let the roles ``readers`` read it: the columns named, or all.

    ``name`` is schema-qualified, as SQL spells it.  A table that was added by hand, and rights that a role
    has anyway, are left as they are, and will not be taken back.
    """
    wanted = "NULL::text[]" if columns is None else text_array(columns)
    _run(
        f"""
DECLARE
    target CONSTANT regclass := {literal(name)};
    wanted CONSTANT text[] := {wanted};
    target_name text;
    target_schema text;
    reader text;
BEGIN
    SELECT format('%I.%I', n.nspname, c.relname), quote_ident(n.nspname) INTO target_name, target_schema
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = target;
    IF NOT EXISTS (SELECT FROM factcheck.data_table dt WHERE dt.relation = target) THEN
        PERFORM factcheck.add_table(target, columns => wanted, data_set => {literal(data_set)});
        {_record(revision, "table", "NULL", "target_name")}
    END IF;
    FOREACH reader IN ARRAY {text_array(readers)} LOOP
        IF NOT has_schema_privilege(reader, target_schema::regnamespace, 'USAGE') THEN
            EXECUTE format('GRANT USAGE ON SCHEMA %s TO %I', target_schema, reader);
            {_record(revision, "schema", "reader", "target_schema")}
        END IF;
        IF EXISTS (SELECT FROM pg_attribute a
                   WHERE a.attrelid = target AND a.attnum > 0 AND NOT a.attisdropped
                     AND (wanted IS NULL OR a.attname = ANY (wanted))
                     AND NOT has_column_privilege(reader, target, a.attnum, 'SELECT')) THEN
            EXECUTE format('GRANT SELECT %s ON %s TO %I',
                           (SELECT '(' || string_agg(quote_ident(w), ', ') || ')' FROM unnest(wanted) AS w),
                           target_name, reader);
            {_record(revision, "select", "reader", "target_name")}
        END IF;
    END LOOP;
END;
"""
    )


def take_back(revision: str) -> None:
    """Take back what a revision recorded, the last first.

    A role loses all its rights on the extension's objects.  It is dropped if the revision made it, unless
    something depends on it: objects, rights in any database of the server, members.
    """
    _run(_TAKE_BACK.replace("@REVISION@", literal(revision)))


_TAKE_BACK = f"""
DECLARE
    change record;
    statement text;
BEGIN
    FOR change IN
        SELECT c.kind, c.object, quote_ident(c.role_name) AS role, to_regrole(quote_ident(c.role_name)) AS role_id
        FROM {SCHEMA}.change c WHERE c.revision = @REVISION@ ORDER BY c.number DESC
    LOOP
        IF change.kind = 'table' THEN
            IF to_regclass('factcheck.data_table') IS NOT NULL THEN -- else the extension is gone, and its index with it
                IF EXISTS (SELECT FROM factcheck.data_table dt WHERE dt.relation = to_regclass(change.object)) THEN
                    PERFORM factcheck.remove_table(to_regclass(change.object));
                END IF;
            END IF;
        ELSIF change.role_id IS NULL THEN
            CONTINUE; -- somebody dropped the role, and with it its rights
        ELSIF change.kind = 'select' AND to_regclass(change.object) IS NOT NULL THEN
            EXECUTE format('REVOKE SELECT ON %s FROM %s', change.object, change.role);
        ELSIF change.kind = 'schema' AND to_regnamespace(change.object) IS NOT NULL THEN
            EXECUTE format('REVOKE USAGE ON SCHEMA %s FROM %s', change.object, change.role);
        ELSIF change.kind = 'usage' THEN
            FOR statement IN
                SELECT format('REVOKE ALL ON %s FROM %s',
                              CASE d.classid
                                  WHEN 'pg_proc'::regclass THEN 'FUNCTION ' || d.objid::regprocedure
                                  WHEN 'pg_namespace'::regclass THEN 'SCHEMA ' || d.objid::regnamespace
                                  WHEN 'pg_type'::regclass THEN 'TYPE ' || d.objid::regtype
                                  ELSE 'TABLE ' || d.objid::regclass
                              END, change.role)
                FROM pg_extension e
                JOIN pg_depend d ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid AND d.deptype = 'e'
                LEFT JOIN pg_class r ON d.classid = 'pg_class'::regclass AND r.oid = d.objid
                WHERE e.extname = 'factcheck'
                  AND (d.classid IN ('pg_proc'::regclass, 'pg_namespace'::regclass, 'pg_type'::regclass)
                       OR r.relkind IN ('r', 'v', 'S'))
            LOOP
                EXECUTE statement;
            END LOOP;
        ELSIF change.kind = 'role' THEN
            IF EXISTS (SELECT FROM pg_auth_members m
                       WHERE m.roleid = change.role_id AND m.member <> current_user::regrole) THEN
                RAISE WARNING 'role % is kept: it has members', change.role
                    USING HINT = format('Drop it when nobody needs it: DROP ROLE %s;', change.role);
            ELSE
                BEGIN
                    EXECUTE format('DROP ROLE %s', change.role);
                EXCEPTION WHEN dependent_objects_still_exist THEN
                    RAISE WARNING 'role % is kept: objects or rights depend on it', change.role
                        USING HINT = format('Drop it when nothing needs it: DROP ROLE %s;', change.role);
                END;
            END IF;
        END IF;
    END LOOP;
    DELETE FROM {SCHEMA}.change c WHERE c.revision = @REVISION@;
END;
"""


# --- SQL text ----------------------------------------------------------------------------------------------


def _version_numbers(expression: str) -> str:
    """Return SQL that turns a version such as 0.10.2 into an array that sorts as versions do."""
    return f"ARRAY(SELECT part[1]::integer FROM regexp_matches({expression}, '[0-9]+', 'g') AS part)"


def _record(revision: str, kind: str, role: str, target: str) -> str:
    values = f"{literal(revision)}, {literal(kind)}, {role}, {target}"
    return f"INSERT INTO {SCHEMA}.change (revision, kind, role_name, object) VALUES ({values});"


def _run(body: str) -> None:
    """Run a PL/pgSQL block, dollar-quoted by a tag that does not occur in it."""
    tag = "site"
    while f"${tag}$" in body:
        tag += "_"
    _execute(f"DO ${tag}${body}${tag}$")


def _execute(statement: str) -> None:
    op.execute(sqlalchemy.text(statement.replace("\\", "\\\\").replace(":", "\\:")))
