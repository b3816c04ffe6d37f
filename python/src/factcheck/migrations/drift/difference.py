"""A difference between a site's file and the database, and what finding one takes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from factcheck.migrations.operation import SiteOperation
from factcheck.migrations.records import SCHEMA, State
from factcheck.migrations.tables import table_name
from factcheck.port import Database
from factcheck.sqltext import literal

Recorded = Mapping[str, Mapping[tuple[str, str], Mapping[str, Any]]]
"""What migrations set up, by kind, and by the names of object and role, empty where there is none: what was decided."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between file and database, in words, and the operation that ends it."""

    words: str
    operation: SiteOperation


def recorded_subjects(database: Database) -> Recorded:
    """Return what the last migration about each subject set up."""
    if not database.query(f"SELECT 1 WHERE to_regclass({literal(f'{SCHEMA}.change')}) IS NOT NULL"):
        return {}
    rows = database.query(
        "SELECT DISTINCT ON (c.kind, c.object, c.role_name) c.kind, coalesce(c.object, '') AS object,"
        f" coalesce(c.role_name, '') AS role_name, c.is_set_up, c.decided::text FROM {SCHEMA}.change c"
        " ORDER BY c.kind, c.object, c.role_name, c.number DESC"
    )
    recorded: dict[str, dict[tuple[str, str], Mapping[str, Any]]] = {}
    for row in rows:
        if row["is_set_up"]:
            decided = json.loads(row["decided"] or "{}")
            recorded.setdefault(row["kind"], {})[row["object"], row["role_name"]] = decided
    return recorded


def declared_name(database: Database, table: str) -> str:
    """Return a declared table's name as the database spells it."""
    return str(database.query(f"SELECT {table_name(table)} AS name")[0]["name"])


def states(database: Database, query: str) -> dict[str, dict[str, Any]]:
    """Return how the database is set up, by the name of what is set up."""
    rows = database.query(f"SELECT s.object, s.state::text FROM ({query}) AS s ORDER BY s.object")
    return {row["object"]: json.loads(row["state"]) for row in rows}


def interval_text(database: Database, interval: str | None) -> str | None:
    """Return an interval as the database writes it."""
    text = database.query(f"SELECT {literal(interval)}::interval::text AS interval")[0]["interval"]
    return None if text is None else str(text)


def told(present: State, declared: State) -> str:
    """Say what of a state differs from what is declared."""
    parts = (
        f"{key} is {_value(present[key])}, declared is {_value(declared[key])}"
        for key in declared
        if present.get(key) != declared[key]
    )
    return "; ".join(parts)


def _value(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) if value is not None else "not given"
