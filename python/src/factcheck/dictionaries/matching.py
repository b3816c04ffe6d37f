"""Finds the tables and columns that a data dictionary describes, by names that people spell freely."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Generic, TypeVar

from factcheck.dictionaries.entries import Entry, joined
from factcheck.runtime.checkpoints import checkpoint

_FILE_ENDINGS = frozenset(".csv .tsv .txt .json .parquet .xlsx .xls .ods .gz .zip".split())
_ENTRIES_PER_CHECKPOINT = 1000

_Named = TypeVar("_Named")


@dataclass(frozen=True, slots=True)
class KnownTable:
    """An added table, by its OID; ``is_open`` says whether the current role may index it anew."""

    relation: int
    schema: str
    name: str
    columns: tuple[str, ...]
    is_open: bool


@dataclass(frozen=True, slots=True)
class Matches:
    """Descriptions by table and column (None for the table itself), and names in the order they were not matched.

    ``unknown_tables`` fit no table, ``closed_tables`` are tables the current role may not index,
    ``unknown_columns`` fit no column of their table.
    """

    taken: dict[tuple[int, str | None], str] = field(default_factory=dict)
    unknown_tables: dict[str, None] = field(default_factory=dict)
    closed_tables: dict[str, None] = field(default_factory=dict)
    unknown_columns: dict[str, None] = field(default_factory=dict)


class _Finder(Generic[_Named]):
    """Things by name, in any case and punctuation."""

    def __init__(self, named: Iterable[tuple[str, _Named]]) -> None:
        self._found: dict[str, list[tuple[str, _Named]]] = {}
        for name, thing in named:
            self._found.setdefault(folded(name), []).append((name, thing))

    def find(self, name: str) -> list[_Named]:
        """Return the things of that name; where some are spelt just so, those only."""
        alike = self._found.get(folded(name), [])
        return [thing for known, thing in alike if known == name] or [thing for _, thing in alike]


def folded(name: str) -> str:
    """Return the letters and digits of a name, in one case; of a name without any, the name.

    >>> folded("Sales Data")
    'salesdata'
    """
    return "".join(character for character in name.casefold() if character.isalnum()) or name


def match_entries(entries: Sequence[Entry], tables: Sequence[KnownTable], *, is_only: bool) -> Matches:
    """Match what a dictionary describes with added tables and their columns.

    ``is_only`` says that ``tables`` is the one table that the caller named: it is meant by a dictionary of one
    table, by whichever name.  What is described several times has all of it said.
    """
    named = [(f"{table.schema}.{table.name}", table) for table in tables]
    by_table = _Finder([*named, *((table.name, table) for table in tables)])
    by_column = {table.relation: _Finder((column, column) for column in table.columns) for table in tables}
    is_meant = is_only and len({entry.tables for entry in entries}) == 1
    matches = Matches()
    for number, entry in enumerate(entries):
        if number % _ENTRIES_PER_CHECKPOINT == 0:
            checkpoint()
        described_tables = list(tables) if is_meant or not entry.tables else _tables_of(entry, by_table)
        if not described_tables:
            matches.unknown_tables[entry.tables[-1]] = None
        for table in described_tables:
            if not table.is_open:
                matches.closed_tables[table.name] = None
                continue
            columns = [None] if entry.column is None else by_column[table.relation].find(entry.column)
            if not columns:
                matches.unknown_columns[f"{table.name}.{entry.column}"] = None
            for column in columns:
                told = matches.taken.get((table.relation, column))
                matches.taken[table.relation, column] = joined([told, entry.description])
    return matches


def tables_named(name: str, tables: Sequence[KnownTable]) -> list[KnownTable]:
    """Return the tables that a dictionary means by a name."""
    named = [(f"{table.schema}.{table.name}", table) for table in tables]
    return _tables_of(Entry((name,), None, ""), _Finder([*named, *((table.name, table) for table in tables)]))


def _tables_of(entry: Entry, by_table: _Finder[KnownTable]) -> list[KnownTable]:
    for name in entry.tables:
        for spelling in _spellings(name):
            namesakes = by_table.find(spelling)
            if namesakes:
                return namesakes
    return []


def _spellings(name: str) -> list[str]:
    """Return a table's name as given, without folder and file ending, and without database and schema."""
    path = PurePosixPath(name.replace("\\", "/"))
    while path.suffix.lower() in _FILE_ENDINGS:
        path = path.with_suffix("")
    parts = path.name.split(".")
    return [name, path.name, ".".join(parts[-2:]), parts[-1]]
