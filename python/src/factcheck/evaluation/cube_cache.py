"""Keeps results of merged queries over tracked tables in the database, from one check to the next.

What an entry holds is the business of who keeps it: ``contents`` describes it in words of the caller, ``cube`` are
bytes.  This module answers for the truth of what it serves: an entry is found only while every table it was computed
from is as the entry's snapshot saw it, as the triggers of tracked tables and the definitions of the tables tell, and
only by the role that kept it, while that role may read all columns used.

A check takes three steps with it: ``observe`` and ``find_entries`` while it evaluates, in the one snapshot of that
step; ``keep_entries`` after that, where it may write.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from factcheck.cache_rows import CacheTable, empty_rows, make_room, note_hits, of_current_role, write_row
from factcheck.port import Database
from factcheck.sqltext import binary, integer_array, literal, text_array

_TABLE = CacheTable(
    "factcheck.cube_cache",
    {
        "anchor": "0",
        "tables": "'{}'",
        "columns": "'{}'",
        "contents": "''",
        "cube": "''",
        "relations": "'{}'",
        "signatures": "'{}'",
    },
)

_HITS_TOLD_TOGETHER = 10
_untold_hits: Counter[str] = Counter()
"""How many checks of this session each entry served that the cache has not been told of."""


@dataclass(frozen=True, slots=True)
class Observation:
    """The snapshot of an evaluation, and by ``table_id`` the state of each table whose results may be kept."""

    snapshot: str
    signatures: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry that is still true; ``is_fresh`` where the cache need not be told that it served."""

    entry_id: str
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
    ``contents`` says what ``cube`` holds and all that its meaning depends on; equal contents replace each other.
    """

    anchor: int
    tables: tuple[int, ...]
    columns: tuple[int, ...]
    contents: str
    cube: bytes

    @property
    def size(self) -> int:
        """Bytes that the cache counts for the result."""
        return len(self.cube) + len(self.contents.encode())


def observe(database: Database, tables: Iterable[int]) -> Observation:
    """Observe the tables as the present snapshot sees them; call it in the step that evaluates results.

    Tables are left out that are not tracked, are under row security, or were changed by the current transaction.
    """
    [row] = database.query(
        "SELECT pg_current_snapshot()::text AS snapshot, array_agg(s.table_id) AS tables,"
        " array_agg(s.signature) AS signatures"
        f" FROM factcheck._table_states({integer_array(sorted(set(tables)))}) AS s"
    )
    return Observation(row["snapshot"], dict(zip(row["tables"] or [], row["signatures"] or [], strict=True)))


def find_entries(database: Database, tables: Iterable[int]) -> list[Entry]:
    """Return the entries that are true in the present snapshot and whose tables are all given, oldest first."""
    rows = database.query(
        "SELECT c.entry_id::text AS entry_id, c.anchor, c.entry_tables, c.columns, c.contents, c.bytes, c.is_fresh"
        f" FROM factcheck._valid_cube_entries({integer_array(sorted(set(tables)))}) AS c"
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


def read_entry(database: Database, entry_id: str) -> bytes | None:
    """Read the bytes of an entry; None where it is gone."""
    rows = database.query(
        "SELECT c.cube FROM factcheck.cube_cache c"
        f" WHERE {of_current_role('c')} AND c.entry_id = {literal(entry_id)} AND c.bytes > 0"
    )
    return bytes(rows[0]["cube"]) if rows else None


def note_served(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Count a check that entries served; return those of which the cache is to be told now."""
    entries = tuple(entries)
    _untold_hits.update(entry.entry_id for entry in entries)
    return tuple(
        entry for entry in entries if not entry.is_fresh or _untold_hits[entry.entry_id] >= _HITS_TOLD_TOGETHER
    )


def keep_entries(
    database: Database,
    observation: Observation,
    entries: Sequence[NewEntry],
    served: Sequence[Entry],
    budget: int,
) -> int:
    """Keep results that were computed in the observed snapshot, and note which entries served; return how many.

    A result is not kept where a table it comes from is not observed, or was changed by the current transaction or
    altered since, or where code that is not the server's writes a column's values; under REPEATABLE READ also where a
    table has, or once had, partitions or children.  Entries that are no longer true go, and those used longest ago when
    the role's part exceeds the budget in bytes.
    """
    for entry in served:
        note_hits(database, _TABLE, entry.entry_id, _untold_hits.pop(entry.entry_id, 1))
    wanted = [
        entry
        for entry in entries
        if entry.size <= budget and all(table in observation.signatures for table in entry.tables)
    ]
    if any(entry.size > budget for entry in entries):
        make_room(database, _TABLE, budget)  # it may be lower than when the others were kept
    if wanted:
        _forget_untrue(database, {entry.anchor for entry in wanted})
    return sum(_keep(database, observation, entry, budget) for entry in wanted)


def _forget_untrue(database: Database, anchors: Iterable[int]) -> None:
    empty_rows(
        database,
        _TABLE,
        f"c.anchor = ANY ({integer_array(sorted(anchors))})"
        " AND c.entry_id NOT IN (SELECT k.entry_id FROM factcheck._valid_cube_entries(ARRAY("
        f"SELECT DISTINCT unnest(e.tables) FROM factcheck.cube_cache e WHERE {of_current_role('e')})) AS k)",
    )


def _keep(database: Database, observation: Observation, entry: NewEntry, budget: int) -> bool:
    """Keep one result whose tables are still as observed; returns whether they are."""
    tables, columns = integer_array(entry.tables), integer_array(entry.columns)
    signatures = text_array(observation.signatures[table] for table in entry.tables)
    empty_rows(
        database,
        _TABLE,
        f"c.anchor = {entry.anchor} AND c.tables = {tables} AND c.contents = {literal(entry.contents)}",
    )
    make_room(database, _TABLE, budget - entry.size)
    used = (
        f"used AS MATERIALIZED (SELECT s.*, u.position FROM unnest({tables}) WITH ORDINALITY AS u (table_id, position)"
        f" JOIN factcheck._table_states({tables}) AS s ON s.table_id = u.table_id)"
    )
    values = {
        "anchor": f"{entry.anchor}",
        "tables": tables,
        "columns": columns,
        "contents": literal(entry.contents),
        "cube": binary(entry.cube),
        "relations": "ARRAY(SELECT DISTINCT unnest(relations) FROM used)",
        "signatures": signatures,
        "snapshot": f"{literal(observation.snapshot)}::pg_snapshot",
        "writer": "pg_current_xact_id()",
        "kept_at": "now()",
        "hits": "0",
    }
    is_as_observed = (
        f"ARRAY(SELECT signature FROM used ORDER BY position) = {signatures}"
        f" AND NOT EXISTS (SELECT FROM unnest({columns}) AS c (column_id)"
        " WHERE NOT EXISTS (SELECT FROM used WHERE c.column_id = ANY (used.usable_columns)))"
        # Which parts a table has follows no snapshot, but what the catalogs say of them does: only a new snapshot tells
        # of a part that came while the rows were read.  The first part a table ever gets leaves a trace in its state.
        " AND (current_setting('transaction_isolation') <> 'repeatable read' OR NOT EXISTS (SELECT FROM used"
        " JOIN factcheck.data_table dt ON dt.table_id = used.table_id"
        " JOIN pg_catalog.pg_class c ON c.oid = dt.relation AND c.relhassubclass))"
    )
    return write_row(database, _TABLE, values, given=used, condition=is_as_observed)
