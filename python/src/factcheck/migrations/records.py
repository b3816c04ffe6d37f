"""What migrations changed at a site is recorded there, so that it can be taken back: the SQL around each operation.

Every operation is one block that decides when it runs, so that the script printed by ``--sql`` does the same as running
online.  The schema ``factcheck_site`` does not belong to the extension: it neither blocks ``DROP EXTENSION`` nor goes
with it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from factcheck.errors import FactcheckError
from factcheck.errors.catalogue.migrations import site_schema_not_trusted
from factcheck.sqltext import literal

SCHEMA = "factcheck_site"

State = Mapping[str, Any]
"""How something is set up, as JSON shows it."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What an operation sets up.

    ``object`` and ``role`` are SQL expressions of the names under which it is recorded, NULL where there is none; the
    statements find them in the variables ``site_object`` and ``site_role``, and the role that is set, if any, in
    ``acting_role``.  ``look`` are statements that set the variable ``present`` to its state, left NULL where it is not
    set up.  ``apply`` are statements that bring it to the state ``wanted``, where NULL takes it away;
    ``is_taken_back`` says whether this restores what was recorded.
    """

    kind: str
    object: str
    role: str
    look: str
    apply: str


def state_sql(state: State | None) -> str:
    """Write a state as an SQL expression."""
    return "NULL::jsonb" if state is None else f"{literal(json.dumps(state, ensure_ascii=False))}::jsonb"


def change(subject: Subject, wanted: State | None) -> str:
    """Return the block that brings a subject to a state, or with None takes it back, and records how it was before.

    Taking back what was set up restores what was there before it; taking back what nothing set up removes it, and
    setting it up again just so restores it.
    """
    return block(
        f"""
    acting_role CONSTANT pg_catalog.text := current_setting('role');
    site_object CONSTANT pg_catalog.text := {subject.object};
    site_role CONSTANT pg_catalog.text := {subject.role};
    wanted pg_catalog.jsonb := {state_sql(wanted)};
    present pg_catalog.jsonb;
    recorded pg_catalog.record;
    is_taken_back boolean;""",
        f"""{create_records()}
{subject.look}
    SELECT c.number, c.is_set_up, c.before INTO recorded FROM {SCHEMA}.change c
    WHERE c.kind = {literal(subject.kind)} AND c.object IS NOT DISTINCT FROM site_object
      AND c.role_name IS NOT DISTINCT FROM site_role
    ORDER BY c.number DESC LIMIT 1;
    is_taken_back := coalesce(wanted IS NULL AND recorded.is_set_up
                              OR wanted = recorded.before AND NOT recorded.is_set_up, false);
    IF is_taken_back THEN
        wanted := recorded.before;
        DELETE FROM {SCHEMA}.change c WHERE c.number = recorded.number;
    ELSE
        INSERT INTO {SCHEMA}.change (kind, object, role_name, is_set_up, before, decided)
        VALUES ({literal(subject.kind)}, site_object, site_role, wanted IS NOT NULL, present, wanted);
    END IF;
{subject.apply}
{drop_empty_records()}""",
    )


def create_records() -> str:
    """Return statements that make the table of records where there is none."""
    return f"""{refuse_foreign_schema()}
    IF to_regnamespace({literal(SCHEMA)}) IS NULL THEN
        CREATE SCHEMA {SCHEMA};
    END IF;
    IF to_regclass({literal(f"{SCHEMA}.change")}) IS NULL THEN
        CREATE TABLE {SCHEMA}.change (
            number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind text NOT NULL, object text, role_name text,
            is_set_up boolean NOT NULL, before jsonb, decided jsonb,
            changed_at timestamptz NOT NULL DEFAULT pg_catalog.now()
        );
        COMMENT ON TABLE {SCHEMA}.change IS 'What migrations changed at this site, to be taken back by a downgrade.';
    END IF;"""


def drop_empty_records() -> str:
    """Return statements that drop the table of records when nothing is left to take back, and then the schema."""
    return f"""    IF NOT EXISTS (SELECT FROM {SCHEMA}.change) THEN
        DROP TABLE {SCHEMA}.change;
        IF NOT EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = to_regnamespace({literal(SCHEMA)})) THEN
            DROP SCHEMA {SCHEMA};
        END IF;
    END IF;"""


def refuse_foreign_schema() -> str:
    """Return statements that stop where the schema of records, or a relation in it, is of a role that is not trusted.

    Whoever owns the records could have statements of its own run by a downgrade; a trigger on alembic's table of
    versions would run as whoever migrates.
    """
    return f"""    DECLARE
        foreign_owner pg_catalog.name;
    BEGIN
        SELECT o.rolname INTO foreign_owner
        FROM (SELECT n.nspowner FROM pg_namespace n WHERE n.nspname = {literal(SCHEMA)}
              UNION ALL
              SELECT c.relowner FROM pg_class c
              WHERE c.relnamespace = to_regnamespace({literal(SCHEMA)})) AS owned (owner)
        JOIN pg_roles o ON o.oid = owned.owner
        WHERE NOT o.rolsuper AND o.rolname <> current_user
          AND ((SELECT u.rolsuper FROM pg_roles u WHERE u.rolname = current_user) OR NOT pg_has_role(o.oid, 'USAGE'))
        LIMIT 1;
        IF foreign_owner IS NOT NULL THEN
            {raising(site_schema_not_trusted(SCHEMA, "%1$I"), "foreign_owner")}
        END IF;
    END;"""


def block(declarations: str, statements: str) -> str:
    """Return a PL/pgSQL block that finds names in ``pg_catalog`` alone, dollar-quoted by a tag that is not in it.

    Types of variables are looked up before the block begins, so declarations name them with their schema.
    """
    body = f"""
DECLARE
    session_path CONSTANT pg_catalog.text := pg_catalog.current_setting('search_path');
BEGIN
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
DECLARE{declarations}
BEGIN
{statements}
END;
    PERFORM pg_catalog.set_config('search_path', session_path, true);
END;
"""
    tag = "site"
    while f"${tag}$" in body:
        tag += "_"
    return f"DO ${tag}${body}${tag}$"


def raising(error: FactcheckError, *values: str) -> str:
    """Return the statement that raises an error of the catalogue; its texts take ``values`` as ``format`` does."""
    arguments = "".join(f", {value}" for value in values)
    parts = {"MESSAGE": error.message, "DETAIL": error.detail, "HINT": error.hint}
    texts = [f"{part} = format({literal(text)}{arguments})" for part, text in parts.items() if text]
    return f"RAISE EXCEPTION USING {', '.join([f'ERRCODE = {literal(error.sqlstate)}', *texts])};"
