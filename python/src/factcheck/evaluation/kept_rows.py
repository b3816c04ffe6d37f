"""Rows of queries that no cube tells, such as those of groups: kept of tracked tables from one check to the next.

A statement, or a query by itself, is known again by its text.  Those about the same tables are kept together, as one
entry of the cache of cubes, whose rules for truth and for rights hold for them, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence, Set
from decimal import Decimal
from hashlib import sha256
from typing import Any

from factcheck.catalogue.schema import Table
from factcheck.evaluation.cube_cache import Entry, NewEntry, Observation, read_entry
from factcheck.port import Database, Row
from factcheck.queries.columns_read import columns_read
from factcheck.queries.query import Query
from factcheck.runtime.work import count_work

_CONTENTS = json.dumps({"form": "rows 1"})
"""What entries of rows hold; the number is that of this way to keep them."""

_MOST_TEXTS = 5000
"""Texts about the same tables whose rows are kept; the last ones are."""

_VALUE = "value"

_Rows = dict[str, list[dict[str, Any]]]
"""Rows as they are kept, by a hash of the text that they are for."""


class QueryRows:
    """Gives the rows of statements: those that an earlier check kept, where it is told of any, else the server's."""

    def __init__(
        self,
        database: Database,
        tables: Iterable[Table] = (),
        observation: Observation | None = None,
        entries: Iterable[Entry] = (),
    ) -> None:
        """``observation`` is of tracked ones of the ``tables``; ``entries`` are those of the cache that are true."""
        self._database = database
        self._numbers = {(column.table_id, column.name): column.column_id for t in tables for column in t.columns}
        self._observed: Set[int] = frozenset() if observation is None else observation.signatures.keys()
        self._entries = {entry.tables: entry for entry in entries if entry.contents == _CONTENTS}
        self._kept: dict[tuple[int, ...], _Rows] | None = None
        self._served: dict[tuple[int, ...], Entry] = {}
        self._new: dict[tuple[int, ...], _Rows] = {}
        self._columns: dict[tuple[int, ...], set[int]] = {}

    def ask(self, sql: str) -> Sequence[Row]:
        """Have the server give the rows of a statement."""
        count_work(scans=1)
        return self._database.query(sql)

    def of_statement(self, sql: str, queries: Sequence[Query]) -> Sequence[Row]:
        """Return the rows of a statement that works some queries out."""
        known = self._find(sql, queries) if self._observed else None
        if known is not None:
            return known
        rows = self.ask(sql)
        if self._observed:
            self._note(sql, rows, queries)
        return rows

    def of_query(self, query: Query) -> Row | None:
        """Return a row with the value of a query where that is known."""
        known = self._find(query.sql(), [query]) if self._observed else None
        return known[0] if known else None

    def note(self, query: Query, value: object) -> None:
        """Take the value of a query that was worked out with others."""
        if self._observed:
            self._note(query.sql(), [{_VALUE: value}], [query])

    @property
    def served(self) -> tuple[Entry, ...]:
        """The entries whose rows were given."""
        return tuple(self._served.values())

    def to_keep(self) -> list[NewEntry]:
        """Return what a later check need not ask for, with what was known of the same tables before."""
        entries = []
        for tables, new in self._new.items():
            known, columns = self._known().get(tables, {}), self._columns[tables]
            if known:
                columns = columns.union(self._entries[tables].columns)
            rows = dict([*known.items(), *new.items()][-_MOST_TEXTS:])
            kept = json.dumps(rows).encode()
            entries.append(NewEntry(tables[0], tables, tuple(sorted(columns)), _CONTENTS, kept))
        return entries

    def _find(self, text: str, queries: Sequence[Query]) -> Sequence[Row] | None:
        """Return the rows that are kept for a text."""
        key = _key(text, queries)
        for tables, known in self._known().items():
            if key in known:
                self._served[tables] = self._entries[tables]
                return [_read(row) for row in known[key]]
        return None

    def _known(self) -> Mapping[tuple[int, ...], _Rows]:
        """Read the entries, once."""
        if self._kept is None:
            read = {tables: read_entry(self._database, entry.entry_id) for tables, entry in self._entries.items()}
            self._kept = {tables: json.loads(kept) for tables, kept in read.items() if kept is not None}
        return self._kept

    def _note(self, text: str, rows: Sequence[Row], queries: Sequence[Query]) -> None:
        """Have rows kept for later checks where all that was read is of tracked tables."""
        read = frozenset(each for query in queries for each in columns_read(query))
        tables = tuple(sorted({table_id for table_id, _ in read}))
        columns = {self._numbers.get((table_id, name)) for table_id, name in read if name is not None}
        kept = [_kept(row) for row in rows]
        if self._observed >= set(tables) and None not in columns and None not in kept:
            self._new.setdefault(tables, {})[_key(text, queries)] = [row for row in kept if row is not None]
            self._columns.setdefault(tables, set()).update(column for column in columns if column is not None)


def _key(text: str, queries: Sequence[Query]) -> str:
    """Return what a text is known again by, as long as the names in it are those of the same tables."""
    tables = sorted({table.table_id for query in queries for table in query.selection.relations.tables})
    return sha256(f"{tables} {text}".encode()).hexdigest()


def _kept(row: Row) -> dict[str, Any] | None:
    """Return a row as it is kept, decimals with all their digits; None where it has values that JSON does not know."""
    if not all(value is None or isinstance(value, bool | int | float | str | Decimal) for value in row.values()):
        return None
    return {name: [str(value)] if isinstance(value, Decimal) else value for name, value in row.items()}


def _read(kept: Mapping[str, Any]) -> Row:
    """Read a row that was kept."""
    return {name: Decimal(value[0]) if isinstance(value, list) else value for name, value in kept.items()}
