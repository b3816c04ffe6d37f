"""What a site says its tables and columns mean: kept beside the tables, taken from data dictionaries."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from factcheck.dictionaries.matching import KnownTable, Matches, match_entries
from factcheck.dictionaries.reading import read_dictionary
from factcheck.errors.catalogue.dictionaries import dictionary_table_not_named
from factcheck.errors.catalogue.tables import no_table_added, table_not_added
from factcheck.port import Database
from factcheck.sqltext import literal

_NAMED_IN_NOTICE = 5
_ROWS_PER_QUERY = 5_000


@dataclass(frozen=True, slots=True)
class LoadedDictionary:
    """How many descriptions were stored, and the OIDs of the tables they are about."""

    taken: int
    relations: tuple[int, ...]


def load_dictionary(
    database: Database, text: str, format_name: str | None, table: str | None, data_set: str | None
) -> LoadedDictionary:
    """Store what a data dictionary says of added tables and their columns, in place of what was stored before.

    ``table`` is the one that the dictionary describes, as ``regclass`` prints it; ``data_set`` leaves only the
    tables added under that name.  Names match in any case and punctuation; notices tell which match nothing.
    Raises ``FactcheckError`` for a dictionary that cannot be read, one that does not say which table it is about,
    and where no table was added.
    """
    entries = read_dictionary(text, format_name)
    tables = added_tables(database, table, data_set)
    if table is None and any(not entry.tables for entry in entries):
        raise dictionary_table_not_named()
    matches = match_entries(entries, tables, is_only=table is not None)
    _store(database, matches.taken)
    _tell(database, matches)
    return LoadedDictionary(len(matches.taken), tuple(sorted({relation for relation, _ in matches.taken})))


def added_tables(database: Database, table: str | None, data_set: str | None) -> list[KnownTable]:
    """Return the added tables that a dictionary may be about; raises ``FactcheckError`` where there is none."""
    conditions = ["true"]
    if table is not None:
        conditions.append(f"dt.relation = {literal(table)}::regclass")
    if data_set is not None:
        conditions.append(f"dt.data_set = {literal(data_set)}")
    rows = database.query(
        "SELECT c.oid::bigint AS relation, n.nspname::text AS schema_name, c.relname::text AS table_name,"
        " array_agg(a.attname::text ORDER BY a.attnum) AS columns, has_schema_privilege(n.oid, 'USAGE')"
        " AND bool_and(has_column_privilege(c.oid, a.attnum, 'SELECT')) AS is_open"
        " FROM factcheck.data_table dt JOIN pg_catalog.pg_class c ON c.oid = dt.relation"
        " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
        " JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped"
        " AND (dt.has_all_columns OR EXISTS (SELECT FROM factcheck.data_column dc"
        " WHERE dc.table_id = dt.table_id AND dc.column_name = a.attname))"
        f" WHERE {' AND '.join(conditions)} GROUP BY c.oid, n.oid, n.nspname, c.relname ORDER BY n.nspname, c.relname"
    )
    if not rows:
        if table is None:
            raise no_table_added(data_set)
        raise table_not_added(table, literal(table), is_described=True, data_set=data_set)
    return [
        KnownTable(row["relation"], row["schema_name"], row["table_name"], tuple(row["columns"]), row["is_open"])
        for row in rows
    ]


def _store(database: Database, taken: Mapping[tuple[int, str | None], str]) -> None:
    # the descriptions of tables that were dropped go, before another table takes over the OID
    database.query(
        "DELETE FROM factcheck.description d"
        " WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_class c WHERE c.oid = d.relation)"
    )
    values: Iterator[str] = (
        f"({relation}::oid, {literal(column)}::name, {literal(text)})" for (relation, column), text in taken.items()
    )
    while batch := ", ".join(islice(values, _ROWS_PER_QUERY)):
        database.query(
            "INSERT INTO factcheck.description (relation, column_name, column_number, description, source)"
            " SELECT v.relation::regclass, v.column_name, a.attnum, v.description, 'load_dictionary'"
            f" FROM (VALUES {batch}) AS v (relation, column_name, description)"
            " LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = v.relation AND a.attname = v.column_name"
            " ON CONFLICT (relation, column_name) DO UPDATE SET column_number = excluded.column_number,"
            " description = excluded.description, source = excluded.source, described_at = excluded.described_at"
        )


def _tell(database: Database, matches: Matches) -> None:
    """Tell what of the dictionary was left out, and why."""
    if matches.unknown_tables:
        database.notice(
            f"the dictionary describes {_counted(matches.unknown_tables, 'table')} that fit no added table",
            detail=_listed(matches.unknown_tables),
            hint="Add the tables, then load the dictionary again.",
        )
    if matches.closed_tables:
        database.notice(
            f"the dictionary describes {_counted(matches.closed_tables, 'table')} that you may not read",
            detail=_listed(matches.closed_tables),
            hint="Ask for SELECT on their columns, or have the dictionary loaded by somebody who has it.",
        )
    if matches.unknown_columns:
        database.notice(
            f"the dictionary describes {_counted(matches.unknown_columns, 'column')} that their tables do not have",
            detail=_listed(matches.unknown_columns),
            hint="Look whether the columns were renamed, or describe them: SELECT factcheck.add_description(...).",
        )


def _counted(names: Collection[str], kind: str) -> str:
    return f"1 {kind}" if len(names) == 1 else f"{len(names)} {kind}s"


def _listed(names: Collection[str]) -> str:
    more = len(names) - _NAMED_IN_NOTICE
    listed = ", ".join(islice(names, _NAMED_IN_NOTICE))
    return f"Left out: {listed} and {more} more." if more > 0 else f"Left out: {listed}."
