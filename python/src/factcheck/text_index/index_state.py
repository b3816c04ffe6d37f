"""Tells whether a tracked table has changed since its values were indexed, by its change log alone."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, fields

from factcheck.catalogue.schema import Table
from factcheck.port import Database
from factcheck.settings import Settings
from factcheck.sqltext import integer_array, literal


@dataclass(frozen=True, slots=True)
class IndexState:
    """A state of a tracked table: the relations through which it can be changed, its definition, and a snapshot."""

    table_id: int
    relations: tuple[int, ...]
    signature: str
    snapshot: str

    def is_indexed(self, database: Database) -> bool:
        """Tell whether the table has not changed since its values were indexed."""
        call = f"factcheck._is_as_indexed({self.table_id}, {literal(self.signature)})"
        [row] = database.query(f"SELECT {call} AS is_indexed")
        return bool(row["is_indexed"])

    def keep(self, database: Database, rows: int | None) -> None:
        """Note that the values were indexed that the table had from this state on, and of how many rows."""
        database.query(
            "INSERT INTO factcheck.index_state AS i (table_id, relations, signature, snapshot) VALUES"
            f" ({self.table_id}, ARRAY{list(self.relations)}::oid[], {literal(self.signature)},"
            f" {literal(self.snapshot)}::pg_snapshot)"
            " ON CONFLICT (table_id) DO UPDATE SET relations = excluded.relations, signature = excluded.signature,"
            " snapshot = excluded.snapshot, row_count = NULL, writer = excluded.writer"
        )
        # Each query that reads the table has a snapshot of its own: they agree where nothing was changed until now.
        if rows is not None and self.is_indexed(database):
            database.query(f"UPDATE factcheck.index_state SET row_count = {rows} WHERE table_id = {self.table_id}")


def index_state(database: Database, table: Table, settings: Settings) -> IndexState | None:
    """Return the present state of a table, as a new snapshot sees it.

    None where changes leave no trace, where the current transaction has changed the table, and above READ COMMITTED,
    where no snapshot is new.
    """
    rows = database.query(
        "SELECT s.relations::bigint[] AS relations, s.signature, pg_current_snapshot()::text AS snapshot"
        f" FROM factcheck._table_states({integer_array([table.table_id])}) AS s"
        " WHERE current_setting('transaction_isolation') IN ('read committed', 'read uncommitted')"
    )
    if not rows:
        return None
    [row] = rows
    simple = {each.name: getattr(settings, each.name) for each in fields(settings) if each.name != "weights"}
    signature = hashlib.sha256(f"{row['signature']} {simple}".encode()).hexdigest()
    return IndexState(table.table_id, tuple(row["relations"]), signature, row["snapshot"])
