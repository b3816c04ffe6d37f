"""The joins that are known: read for a check, kept when a person adds one or the discovery finds one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from factcheck.catalogue.placement import can_be_joined
from factcheck.catalogue.schema import Column, Table
from factcheck.joins.graph import Join, JoinSource
from factcheck.port import Database, Row
from factcheck.sqltext import integer_array, literal, text_array

TEXT_TYPES = frozenset({"text", "character varying", "character", "bpchar"})
"""Types whose values are words, compared as such whichever of them two columns have."""

_LEAST_DISTINCT = -0.9
"""Where statistics say that fewer than nine rows in ten have a value of their own, values need not be counted."""

_FIRST_ROWS = 1000


def read_joins(database: Database, tables: Sequence[Table]) -> tuple[Join, ...]:
    """Return the joins among tables that the current role may use, in order of names."""
    used, _ = used_and_removed_joins(database, tables)
    return used


def used_and_removed_joins(database: Database, tables: Sequence[Table]) -> tuple[tuple[Join, ...], tuple[Join, ...]]:
    """Return the joins among tables that the current role may use, and those that people removed; in order of names."""
    rows = [row for row in _known(database, tables) if _may_be_used(row)]
    used = tuple(_join(row) for row in rows if row["is_used"])
    return used, tuple(_join(row) for row in rows if not row["is_used"])


def _known(database: Database, tables: Sequence[Table]) -> Sequence[Row]:
    numbers = integer_array(table.table_id for table in tables)
    return database.query(
        "SELECT f.table_id AS from_table, j.from_columns::text[] AS from_columns, t.table_id AS to_table,"
        " j.to_columns::text[] AS to_columns, j.source, j.is_enforced,"
        " j.is_used, j.operators FROM factcheck.joins("
        f"ARRAY(SELECT dt.relation FROM factcheck.data_table dt WHERE dt.table_id = ANY ({numbers}))) AS j"
        " JOIN factcheck.data_table f ON f.relation = j.from_table"
        " JOIN factcheck.data_table t ON t.relation = j.to_table"
    )


def tables_joined(database: Database, table_ids: Iterable[int]) -> set[tuple[int, int]]:
    """Return the added tables that a join in use or a foreign key leads from and to, where one is among those given.

    Whether the columns may be read and compared is not asked.
    """
    numbers = integer_array(sorted(table_ids))
    rows = database.query(
        "SELECT j.from_table, j.to_table FROM (SELECT from_table, to_table FROM factcheck.data_join WHERE is_used"
        " UNION SELECT f.table_id, t.table_id FROM pg_catalog.pg_constraint c"
        " JOIN factcheck.data_table f ON f.relation = c.conrelid"
        " JOIN factcheck.data_table t ON t.relation = c.confrelid WHERE c.contype = 'f') AS j"
        f" WHERE j.from_table = ANY ({numbers}) OR j.to_table = ANY ({numbers})"
    )
    return {(row["from_table"], row["to_table"]) for row in rows}


def _may_be_used(row: Row) -> bool:
    """Tell whether the role may use the operators of a join; to one that is removed they do not matter."""
    return not row["is_used"] or None not in row["operators"]


def _join(row: Row) -> Join:
    return Join(
        row["from_table"],
        tuple(row["from_columns"]),
        row["to_table"],
        tuple(row["to_columns"]),
        JoinSource(row["source"]),
        row["is_enforced"],
        tuple(row["operators"]) if _may_be_used(row) and row["is_used"] else (),
    )


def joins_that_hold(database: Database, tables: Sequence[Table]) -> tuple[Join, ...]:
    """Return the joins among tables whose columns can be compared and whose partners have not become several.

    A warning tells of each other one.  Where a unique index keeps partners single there is nothing to look at; other
    joins are looked at in the data.  Joins of a table with itself serve no candidate query, so one table has none.
    """
    rows = _known(database, tables) if len(tables) > 1 else ()
    known = [row for row in rows if row["is_used"] and row["from_table"] != row["to_table"]]
    by_id = {table.table_id: table for table in tables}
    joins = _where_rows_are(database, [_join(row) for row in known if _may_be_used(row)], by_id)
    for join in (_join(row) for row in known if not _may_be_used(row)):
        one, other = by_id[join.from_table], by_id[join.to_table]
        database.warning(
            f"tables {one.sql_name} and {other.sql_name} were not joined: their columns cannot be compared",
            detail=f"You may not use the schema of what compares ({', '.join(join.to_columns)}), or nothing does.",
            hint="Ask for USAGE on the schema of the type, or remove the join with factcheck.remove_join.",
        )
    doubtful = [join for join in joins if not join.is_enforced]
    if not doubtful:
        return joins
    tests = ", ".join(
        f"{tells_rows_apart(by_id[join.to_table], _columns(by_id[join.to_table], join))} AS holds{index}"
        for index, join in enumerate(doubtful)
    )
    [row] = database.query(f"SELECT {tests}")
    broken = [join for index, join in enumerate(doubtful) if not row[f"holds{index}"]]
    for join in broken:
        one, other = by_id[join.from_table], by_id[join.to_table]
        database.warning(
            f"tables {one.sql_name} and {other.sql_name} were not joined: a row would have several partners",
            detail=f"Several rows of {other.sql_name} have the same ({', '.join(join.to_columns)}), or lack it.",
            hint="Make the values unique, or remove the join with factcheck.remove_join.",
        )
    return tuple(join for join in joins if join not in broken)


def _where_rows_are(database: Database, joins: Sequence[Join], by_id: Mapping[int, Table]) -> tuple[Join, ...]:
    """Return the joins that each node can do by itself; a warning tells of each other one."""
    possible = []
    for join in joins:
        one, other = by_id[join.from_table], by_id[join.to_table]
        if can_be_joined(one, join.from_columns, other, join.to_columns):
            possible.append(join)
            continue
        database.warning(
            f"tables {one.sql_name} and {other.sql_name} were not joined: their rows are on different nodes",
            detail="Citus joins rows where they are: tables distributed by the columns that join them, in one"
            " colocation group, or a table with a reference table.",
            hint=f"Make {other.sql_name} a reference table, or distribute both by the columns of the join.",
        )
    return tuple(possible)


def _columns(table: Table, join: Join) -> list[Column]:
    by_name = {column.name: column for column in table.columns}
    return [by_name[name] for name in join.to_columns]


@dataclass(frozen=True, slots=True)
class KeyColumn:
    """A column as one side of a join; ``number`` is its place in the table."""

    table: Table
    column: Column
    number: int
    collation: int
    is_enforced: bool
    may_be_key: bool


def key_columns(database: Database, columns: Sequence[tuple[Table, Column]]) -> Iterator[KeyColumn]:
    """Yield what the catalog says of columns: a unique index of theirs, and whether statistics speak against a key."""
    by_id = {column.column_id: (table, column) for table, column in columns}
    rows = database.query(
        "SELECT dc.column_id, a.attnum AS number, a.attcollation::bigint AS collation,"
        " factcheck._is_key(dt.relation, ARRAY[a.attnum]) AS is_enforced,"
        f" coalesce(s.n_distinct <= {_LEAST_DISTINCT}, true) AS may_be_key"
        " FROM factcheck.data_column dc JOIN factcheck.data_table dt ON dt.table_id = dc.table_id"
        " JOIN pg_catalog.pg_class c ON c.oid = dt.relation"
        " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
        " JOIN pg_catalog.pg_attribute a"
        " ON a.attrelid = c.oid AND a.attname = dc.column_name AND a.attnum > 0 AND NOT a.attisdropped"
        " LEFT JOIN pg_catalog.pg_stats s ON s.schemaname = n.nspname AND s.tablename = c.relname"
        " AND s.attname = a.attname AND s.inherited = (c.relkind = 'p')"
        f" WHERE dc.column_id = ANY ({integer_array(by_id)}) ORDER BY dc.column_id"
    )
    for row in rows:
        table, column = by_id[row["column_id"]]
        yield KeyColumn(table, column, row["number"], row["collation"], row["is_enforced"], row["may_be_key"])


def are_comparable(one: Column, other: Column) -> bool:
    """Tell whether values of two columns can be equal: numbers without fractions of their own, texts, or one type."""
    if (one.is_enum and one.is_domain) or (other.is_enum and other.is_domain):
        return False  # no operator compares domains over enums
    return (
        (one.type_name == other.type_name and one.equality is not None)
        or (one.is_exact and other.is_exact)
        or (one.type_name in TEXT_TYPES and other.type_name in TEXT_TYPES)
    )


def equality(one: Column, other: Column) -> str:
    """Return the operator that compares two columns that are comparable."""
    return one.equality if one.type_name == other.type_name and one.equality is not None else "="


def tells_rows_apart(table: Table, columns: Sequence[Column]) -> str:
    """Return SQL for whether no two rows of a table have the same values in columns, and none lacks one.

    A single row may lack a text: files write the code of Namibia as they do what is not known.  The first rows are
    looked at before all: most columns that are no key show it there.
    """
    names = ", ".join(column.sql_name for column in columns)
    lacking = "".join(f" OR {column.sql_name} IS NULL" for column in columns if column.type_name not in TEXT_TYPES)
    first = f"(SELECT {names} FROM {table.sql_name} LIMIT {_FIRST_ROWS}) AS first_rows"
    return " AND ".join(
        f"NOT EXISTS (SELECT FROM {rows} GROUP BY {names} HAVING count(*) > 1{lacking})"
        for rows in (first, table.sql_name)
    )


def keep_join(database: Database, join: Join, *, is_used: bool = True) -> None:
    """Keep a join with the columns as they are now, or that it is not to be used; what was kept of it is replaced."""
    names = _names(join)
    numbers = (
        "ARRAY(SELECT a.attnum FROM unnest({names}) WITH ORDINALITY AS column_list (name, place)"
        " JOIN factcheck.data_table dt ON dt.table_id = {table}"
        " JOIN pg_catalog.pg_attribute a ON a.attrelid = dt.relation AND a.attname = column_list.name::name"
        " AND NOT a.attisdropped ORDER BY column_list.place)"
    )
    database.query(
        "INSERT INTO factcheck.data_join"
        " (from_table, from_columns, from_numbers, to_table, to_columns, to_numbers, source, is_used) VALUES"
        f" ({join.from_table}, {names[0]}::name[], {numbers.format(names=names[0], table=join.from_table)},"
        f" {join.to_table}, {names[1]}::name[], {numbers.format(names=names[1], table=join.to_table)},"
        f" {literal(join.source.value)}, {literal(is_used)})"
        " ON CONFLICT (from_table, from_columns, to_table, to_columns) DO UPDATE SET source = EXCLUDED.source,"
        " is_used = EXCLUDED.is_used, from_numbers = EXCLUDED.from_numbers, to_numbers = EXCLUDED.to_numbers,"
        " found_at = EXCLUDED.found_at"
    )


def forget_join(database: Database, join: Join) -> None:
    """Forget a join that was inferred, if it is kept."""
    names = _names(join)
    database.query(
        f"DELETE FROM factcheck.data_join WHERE from_table = {join.from_table} AND to_table = {join.to_table}"
        f" AND from_columns = {names[0]}::name[] AND to_columns = {names[1]}::name[] AND is_used"
        f" AND source = {literal(JoinSource.INFERRED.value)}"
    )


def _names(join: Join) -> tuple[str, str]:
    """Return the columns of both sides as SQL arrays, in the order in which joins are kept."""
    pairs = sorted(zip(join.from_columns, join.to_columns, strict=True))
    return text_array(name for name, _ in pairs), text_array(name for _, name in pairs)
