"""Between which numbers the values of columns lie."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from factcheck.candidates.assumed_units import ColumnRange
from factcheck.catalogue.schema import Column, Table
from factcheck.port import Database
from factcheck.runtime.time_budget import limit_in_force

_SAMPLED_ROWS = 20_000
"""Rows of a table that are read, all of a smaller one: a look that is to cost little beside the check."""

_SMALL_INTEGERS = frozenset({"smallint", "integer"})


def column_ranges(tables: Iterable[Table], columns: Iterable[Column], database: Database) -> dict[int, ColumnRange]:
    """Return the ranges of columns of numbers, by their numbers; a sample of rows tells those of all but small tables.

    Nothing is known of columns without values, with values that are not finite, and of larger relations that cannot be
    sampled.  Raises ``OutOfTimeError`` where the limit in force is reached.
    """
    asked: dict[int, dict[int, Column]] = {}
    for column in columns:
        asked.setdefault(column.table_id, {})[column.column_id] = column
    ranges: dict[int, ColumnRange] = {}
    for table in tables:
        if table.table_id in asked and (table.rows <= _SAMPLED_ROWS or table.can_be_sampled):
            ranges |= _of_table(table, list(asked[table.table_id].values()), database)
    return ranges


def _of_table(table: Table, columns: list[Column], database: Database) -> dict[int, ColumnRange]:
    limit = limit_in_force()
    outputs = ["count(*) AS rows"]
    for index, column in enumerate(columns):
        name = column.sql_name
        without_sign = f"abs({name}::{'bigint' if column.type_name in _SMALL_INTEGERS else 'numeric'})"
        outputs += [f"min({name})::text AS l{index}", f"max({name})::text AS g{index}"]
        outputs += [f"sum({without_sign})::text AS t{index}"]
    share = min(100.0, 100.0 * _SAMPLED_ROWS / max(table.rows, 1))
    sample = "" if table.rows <= _SAMPLED_ROWS else f" TABLESAMPLE SYSTEM ({share:.6f}) REPEATABLE (0)"
    condition = limit.condition(database)
    where = f" WHERE {condition}" if condition else ""
    [row] = limit.query(database, f"SELECT {', '.join(outputs)} FROM {table.sql_name}{sample}{where}")
    unseen = Fraction(max(table.rows, row["rows"]), max(row["rows"], 1)) if sample else Fraction(1)
    ranges = {}
    for index, column in enumerate(columns):
        least, greatest, total = (row[f"{kind}{index}"] for kind in "lgt")
        if least is not None and all(each[-1].isdigit() for each in (least, greatest)):
            ranges[column.column_id] = ColumnRange(Fraction(least), Fraction(greatest), Fraction(total) * unseen)
    return ranges
