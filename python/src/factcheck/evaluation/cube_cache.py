"""Keeps results of merged queries over tracked tables in the database, from one check to the next.

What an entry holds is the business of who keeps it: ``contents`` describes it in words of the caller, ``cube`` are
bytes.  This module answers for the truth of what it serves: an entry is found only while every table it was computed
from is as the entry's snapshot saw it, as the triggers of tracked tables and the definitions of the tables tell, and
only by the role that kept it, while that role may read all columns used.

A check takes three steps with it: ``observe`` and ``find_entries`` while it evaluates, in the one snapshot of that
step; ``keep_entries`` after that, where it may write.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from factcheck.port import Database
from factcheck.sqltext import binary, integer_array, literal, literals, text_array


@dataclass(frozen=True, slots=True)
class Observation:
    """The snapshot of an evaluation, and by ``table_id`` the state of each table whose results may be kept."""

    snapshot: str
    signatures: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry that is still true; ``is_fresh`` where the cache need not be told that it served."""

    entry_id: int
    anchor: int
    tables: tuple[int, ...]
    columns: tuple[int, ...]
    contents: str
    size: int
    is_fresh: bool


@dataclass(frozen=True, slots=True)
class NewEntry:
    """A result to keep.

    ``anchor`` and ``tables`` are ids of tables, ``columns`` of all columns that were read, those of joins among them.
    ``contents`` says what ``cube`` holds, and whatever else its meaning depends on; equal contents replace each other.
    """

    anchor: int
    tables: tuple[int, ...]
    columns: tuple[int, ...]
    contents: str
    cube: bytes


def observe(database: Database, tables: Iterable[int]) -> Observation:
    """What results evaluated in the present snapshot are true of: call it in the step that evaluates them.

    Tables are left out that are not tracked, are under row security, or were changed by the current transaction.
    """
    [row] = database.query(
        "SELECT pg_current_snapshot()::text AS snapshot, array_agg(s.table_id) AS tables,"
        " array_agg(s.signature) AS signatures"
        f" FROM factcheck._table_states({integer_array(sorted(set(tables)))}) AS s"
    )
    return Observation(row["snapshot"], dict(zip(row["tables"] or [], row["signatures"] or [], strict=True)))


def find_entries(database: Database, tables: Iterable[int]) -> list[Entry]:
    """The entries whose tables are all among those given and that are true in the present snapshot, oldest first."""
    rows = database.query(
        "SELECT c.entry_id, c.anchor, c.entry_tables, c.columns, c.contents, c.bytes, c.is_fresh"
        f" FROM factcheck._kept_cubes({integer_array(sorted(set(tables)))}) AS c"
    )
    return [
        Entry(
            row["entry_id"],
            row["anchor"],
            tuple(row["entry_tables"]),
            tuple(row["columns"]),
            row["contents"],
            row["bytes"],
            row["is_fresh"],
        )
        for row in rows
    ]


def read_entry(database: Database, entry_id: int) -> bytes | None:
    """The bytes of an entry that was just found; None where it is gone."""
    rows = database.query(
        f"SELECT c.cube FROM factcheck.cube_cache c WHERE c.entry_id = {entry_id} AND c.role_name = current_user"
    )
    return bytes(rows[0]["cube"]) if rows else None


def keep_entries(
    database: Database,
    observation: Observation,
    entries: Sequence[NewEntry],
    served: Sequence[Entry],
    budget: int,
) -> int:
    """Keep results that were computed in the observed snapshot, and note which entries served; returns how many.

    A result is not kept where a table it comes from is not observed, or was changed by the current transaction or
    altered since, or where code other than the server's own writes a column's values.  Entries that are no longer true
    go, and those used longest ago when the role's part exceeds the budget in bytes.  Nothing is kept while another
    open transaction of the role is at the cache: no check waits for its end.
    """
    [lock] = database.query(
        "SELECT pg_try_advisory_xact_lock(hashtextextended('factcheck.cube_cache ' || current_user, 0)) AS is_ours"
    )
    if not lock["is_ours"]:
        return 0
    _note_use(database, [entry.entry_id for entry in served if not entry.is_fresh])
    wanted = [
        entry
        for entry in entries
        if len(entry.cube) <= budget and all(table in observation.signatures for table in entry.tables)
    ]
    if wanted:
        _forget_untrue(database, {entry.anchor for entry in wanted})
    kept = sum(_keep(database, observation, entry) for entry in wanted)
    if kept:
        _evict(database, budget)
    return kept


def _note_use(database: Database, entry_ids: Sequence[int]) -> None:
    if entry_ids:
        database.query(
            "UPDATE factcheck.cube_cache c SET last_used = now()"
            f" WHERE c.role_name = current_user AND c.entry_id = ANY (ARRAY[{literals(entry_ids)}]::bigint[])"
        )


def _forget_untrue(database: Database, anchors: Iterable[int]) -> None:
    database.query(
        "DELETE FROM factcheck.cube_cache c"
        f" WHERE c.role_name = current_user AND c.anchor = ANY ({integer_array(sorted(anchors))})"
        " AND c.entry_id NOT IN (SELECT k.entry_id FROM factcheck._kept_cubes(ARRAY("
        "SELECT DISTINCT unnest(e.tables) FROM factcheck.cube_cache e WHERE e.role_name = current_user)) AS k)"
    )


def _keep(database: Database, observation: Observation, entry: NewEntry) -> int:
    """Keep one result whose tables are still as observed; returns 1, or 0 where they are not."""
    tables, columns = integer_array(entry.tables), integer_array(entry.columns)
    signatures = text_array(observation.signatures[table] for table in entry.tables)
    database.query(
        "DELETE FROM factcheck.cube_cache c WHERE c.role_name = current_user"
        f" AND c.anchor = {entry.anchor} AND c.tables = {tables} AND c.contents = {literal(entry.contents)}"
    )
    rows = database.query(
        "WITH used AS (SELECT s.* FROM unnest("
        f"{tables}) WITH ORDINALITY AS u (table_id, place)"
        f" JOIN factcheck._table_states({tables}) AS s ON s.table_id = u.table_id ORDER BY u.place)"
        " INSERT INTO factcheck.cube_cache (anchor, tables, columns, contents, cube, relations, signatures, snapshot)"
        f" SELECT {entry.anchor}, {tables}, {columns}, {literal(entry.contents)}, {binary(entry.cube)},"
        " ARRAY(SELECT DISTINCT unnest(relations) FROM used),"
        f" {signatures}, {literal(observation.snapshot)}::pg_snapshot"
        f" WHERE ARRAY(SELECT signature FROM used) = {signatures}"
        f" AND NOT EXISTS (SELECT FROM unnest({columns}) AS c (column_id)"
        " WHERE NOT EXISTS (SELECT FROM used WHERE c.column_id = ANY (used.usable_columns)))"
        " RETURNING entry_id"
    )
    return len(rows)


def _evict(database: Database, budget: int) -> None:
    database.query(
        "DELETE FROM factcheck.cube_cache c USING (SELECT entry_id,"
        " sum(bytes) OVER (ORDER BY last_used DESC, entry_id DESC) AS size"
        " FROM factcheck.cube_cache WHERE role_name = current_user) AS entry"
        f" WHERE c.entry_id = entry.entry_id AND entry.size > {budget}"
    )
