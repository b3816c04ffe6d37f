"""What the rows tell that were added to a tracked table since it was indexed, joined to what the index has.

New are the rows of transactions that had not ended when the table was indexed.  Where as many others are left as were
indexed, these are the same: a row that is updated gets a new version, and versions do not change.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from factcheck.catalogue.schema import Column, Table
from factcheck.port import Database
from factcheck.runtime.checkpoints import checkpoint
from factcheck.settings import Settings
from factcheck.sqltext import binary, integer_array, literal
from factcheck.text_index.index_state import IndexState
from factcheck.text_index.literals import entries_sql
from factcheck.text_index.table_reading import ColumnValues, TableReading, column_facts, may_be_fractions, values_of
from factcheck.units.unit import FRACTION

_NUMBERS = 1 << 32
"""Numbers of transactions that rows tell apart; after these they begin anew."""

_MARGIN = 1 << 24
"""Transactions that may begin while a table is read."""


@dataclass(frozen=True, slots=True)
class AppendedRows:
    """The rows that are new in a table of ``rows`` rows: ``source`` is a FROM item that reads them alone."""

    rows: int
    source: str


def appended_rows(database: Database, table: Table, state: IndexState) -> AppendedRows | None:
    """Return the rows that were added since a table was indexed; None where other rows may have changed.

    ``state`` is the present one; its snapshot is not older than what is seen here.
    """
    if not table.is_indexed or not table.columns:
        return None
    is_new = _is_new(database, state)
    if is_new is None:
        return None
    condition, known = is_new
    [counted] = database.query(
        f"SELECT count(*) AS rows, count(*) FILTER (WHERE {condition}) AS added,"
        f" (min(ctid) FILTER (WHERE {condition}))::text AS first FROM {table.sql_name}"
    )
    if counted["rows"] - counted["added"] != known:
        return None
    first = literal(counted["first"] or "(4294967295,0)")
    names = ", ".join(column.sql_name for column in table.columns)
    source = f"(SELECT {names} FROM {table.sql_name} WHERE ctid >= {first}::tid AND {condition}) AS added"
    return AppendedRows(int(counted["rows"]), source)


def _is_new(database: Database, state: IndexState) -> tuple[str, int] | None:
    """Return a condition on rows that are new, and how many others there were; None where these cannot be told apart.

    Numbers of transactions in rows begin anew after four thousand million: the half of them that follows the first one
    that is new is taken for new.  A row so old that its number is among these seems to be new, too, and is missing
    among the others.
    """
    rows = database.query(
        "SELECT i.row_count, pg_snapshot_xmin(i.snapshot)::text::bigint AS first,"
        " pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS next"
        " FROM factcheck.index_state i JOIN pg_class c ON c.oid = i.relations[1] JOIN pg_am a ON a.oid = c.relam"
        f" WHERE i.table_id = {state.table_id} AND i.signature = {literal(state.signature)}"
        " AND i.row_count IS NOT NULL AND cardinality(i.relations) = 1 AND c.relkind = 'r' AND a.amname = 'heap'"
    )
    if not rows:
        return None
    [row] = rows
    first = int(row["first"])
    end = first + _NUMBERS // 2
    if int(row["next"]) > end - _MARGIN:
        return None
    # As bytes the numbers compare without sign, and workers may compare them.
    word = "AND" if first % _NUMBERS < end % _NUMBERS else "OR"
    condition = f"(xidsend(xmin) >= {_number(first)} {word} xidsend(xmin) < {_number(end)})"
    return condition, int(row["row_count"])


def _number(transaction: int) -> str:
    return binary((transaction % _NUMBERS).to_bytes(4, "big"))


@dataclass(frozen=True, slots=True)
class _Kept:
    """What the index has of a column; ``distinct_values`` is None where they are too many to become predicates."""

    visibility_id: int
    distinct_values: int | None
    filled_rows: int
    is_complete: bool


def read_appended(
    database: Database, table: Table, appended: AppendedRows, kept: Collection[int], settings: Settings
) -> TableReading:
    """Return what all rows of a table tell; ``kept`` are the columns that are indexed as they would be now.

    Columns of which the index has only the frequent values are left to be read from all rows.
    """
    columns = [column for column in table.columns if column.column_id in kept and not column.has_spellings]
    filled = _filled(database, table.columns, appended)
    values: dict[str, ColumnValues] = {}
    for column, known in _known(database, columns).items():
        checkpoint()
        if known.is_complete:
            values[column.name] = _joined(database, column, known, appended, settings)
        elif known.distinct_values is None:
            values[column.name] = ColumnValues(None, known.filled_rows + filled[column.name][0])
    missing = {column.name: column.has_missing or filled[column.name][1] > 0 for column in table.columns}
    possible = [each for each in table.columns if may_be_fractions(each) and each.unit in {None, FRACTION.name}]
    fractions = dict.fromkeys((column.name for column in table.columns), False)
    fractions |= column_facts(database, table, possible)[1]
    return TableReading(appended.rows, missing, fractions, values)


def _filled(database: Database, columns: Sequence[Column], appended: AppendedRows) -> dict[str, tuple[int, int]]:
    """Return for each column how many of the new rows have a value, and how many have none."""
    counts = ", ".join(f"count({column.sql_name})" for column in columns)
    [row] = database.query(f"SELECT count(*) AS rows, ARRAY[{counts}] AS filled FROM {appended.source}")
    return {column.name: (filled, row["rows"] - filled) for column, filled in zip(columns, row["filled"], strict=True)}


def _known(database: Database, columns: Sequence[Column]) -> Mapping[Column, _Kept]:
    by_id = {column.column_id: column for column in columns}
    rows = database.query(
        "SELECT v.column_id, v.visibility_id, i.distinct_values, i.filled_rows,"
        " coalesce(i.literals = i.distinct_values AND i.indexed_rows = i.filled_rows, false) AS is_complete"
        " FROM factcheck.visibility v JOIN factcheck.text_index i ON i.visibility_id = v.visibility_id"
        f" WHERE v.column_id = ANY ({integer_array(sorted(by_id))}) ORDER BY v.column_id"
    )
    return {
        by_id[row["column_id"]]: _Kept(
            row["visibility_id"], row["distinct_values"], row["filled_rows"], row["is_complete"]
        )
        for row in rows
    }


def _joined(
    database: Database, column: Column, known: _Kept, appended: AppendedRows, settings: Settings
) -> ColumnValues:
    """Return the values of a column of which the index has all, with those of the new rows."""
    value = "literal::bigint AS value, " if column.is_integer else ""
    entries = (
        f"SELECT {value}literal, sum(frequency)::bigint AS frequency FROM ("
        f'SELECT literal COLLATE "C" AS literal, frequency FROM factcheck.fragment'
        f" WHERE visibility_id = {known.visibility_id}"
        f" UNION ALL SELECT literal, frequency FROM ({entries_sql(column, appended.source)}) AS entry_of_new"
        ") AS both_of GROUP BY literal"
    )
    [row] = database.query(
        f"WITH {values_of(column, entries, settings)} SELECT distinct_values, filled_rows,"
        " (SELECT json_agg(c)::text FROM chosen AS c) AS chosen FROM counted"
    )
    return ColumnValues(row["distinct_values"], row["filled_rows"], row["chosen"] or "[]")
