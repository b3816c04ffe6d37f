"""Rows of the caches: of the current role alone, emptied and written again where others would delete and insert.

A role that has no right to delete from a cache cannot lock it against others.  Nothing here waits: what another
transaction of the role is at is passed over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from factcheck.port import Database
from factcheck.sqltext import literal


@dataclass(frozen=True, slots=True)
class CacheTable:
    """A cache; ``emptied`` are values of a row that holds nothing, as SQL by column.

    It has the columns ``entry_id``, ``bytes``, which is 0 in an emptied row, and ``last_used``.
    """

    name: str
    emptied: Mapping[str, str]


def of_current_role(alias: str) -> str:
    """Return SQL for whether a row belongs to the current role; row security does not bind superusers."""
    return f"{alias}.role_name = current_user AND {alias}.role_id = to_regrole(quote_ident(current_user))"


def note_use(database: Database, table: CacheTable, condition: str) -> None:
    """Note that the rows ``c`` that meet a condition served just now."""
    _update(database, table, {"last_used": "now()"}, condition)


def note_hits(database: Database, table: CacheTable, entry_id: str, hits: int) -> None:
    """Note that a row served just now, and so many checks since that was last noted."""
    changes = {"last_used": "now()", "hits": f"u.hits + {literal(hits)}"}
    _update(database, table, changes, f"c.entry_id = {literal(entry_id)}::uuid")


def empty_rows(database: Database, table: CacheTable, condition: str) -> None:
    """Empty the rows ``c`` that meet a condition."""
    _update(database, table, table.emptied, f"c.bytes > 0 AND {condition}")


def make_room(database: Database, table: CacheTable, room: int) -> None:
    """Empty the rows that were used longest ago, until the others have at most ``room`` bytes."""
    empty_rows(
        database,
        table,
        "c.entry_id IN (SELECT o.entry_id FROM (SELECT e.entry_id,"
        " sum(e.bytes) OVER (ORDER BY e.last_used DESC, e.entry_id) AS size"
        f" FROM {table.name} e WHERE {of_current_role('e')}) AS o WHERE o.size > {room})",
    )


def write_row(
    database: Database, table: CacheTable, values: Mapping[str, str], *, given: str = "", condition: str = "true"
) -> bool:
    """Write values, as SQL by column, into an emptied row, or a new one where there is none.

    Returns whether the condition holds, without which nothing is written.  Values and condition may use ``given``,
    common table expressions.
    """
    names = ", ".join(values)
    new = ", ".join(f"{value} AS {name}" for name, value in values.items())
    changes = ", ".join(f"{name} = new.{name}" for name in values)
    [row] = database.query(
        f"WITH {given}{', ' if given else ''}new AS MATERIALIZED (SELECT {new} WHERE {condition}),"
        f" free AS MATERIALIZED (SELECT c.entry_id FROM {table.name} c WHERE {of_current_role('c')} AND c.bytes = 0"
        " LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED),"
        f" written AS (UPDATE {table.name} c SET {changes}, last_used = now() FROM new, free"
        f" WHERE {of_current_role('c')} AND c.entry_id = free.entry_id RETURNING 1),"
        f" added AS (INSERT INTO {table.name} ({names}) SELECT {names} FROM new"
        " WHERE NOT EXISTS (SELECT FROM free) RETURNING 1)"
        " SELECT (SELECT count(*) FROM written) + (SELECT count(*) FROM added) AS rows"
    )
    return bool(row["rows"])


def _update(database: Database, table: CacheTable, values: Mapping[str, str], condition: str) -> None:
    changes = ", ".join(f"{name} = {value}" for name, value in values.items())
    database.query(
        f"UPDATE {table.name} u SET {changes} WHERE {of_current_role('u')} AND u.entry_id = ANY (ARRAY("
        f"SELECT c.entry_id FROM {table.name} c WHERE {of_current_role('c')} AND {condition}"
        " FOR NO KEY UPDATE OF c SKIP LOCKED))"
    )
