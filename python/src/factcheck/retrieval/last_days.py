"""The last day or month of tables that have a row for each: what a text that names no time is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from factcheck.catalogue.schema import Column, Table
from factcheck.port import Database
from factcheck.retrieval.generators.named_periods import NamedPeriod, first_day
from factcheck.runtime.time_budget import limit_in_force

_MOST_ROWS = 20_000
"""Rows of a table up to which all days are read."""

_FEWEST = 3


def last_days(database: Database, tables: Sequence[Table]) -> Mapping[int, NamedPeriod]:
    """Return the last day of columns of dates that differ from row to row, by ``column_id``, as the role sees them.

    It is the last month where all days are the first of one.  Raises ``OutOfTimeError`` where the limit in force is
    reached.
    """
    known: dict[int, NamedPeriod] = {}
    for table in tables:
        dates = [column for column in table.columns if column.is_date]
        if len(dates) == 1 and table.rows <= _MOST_ROWS:
            known |= _of_table(database, table, dates[0])
    return known


def _of_table(database: Database, table: Table, column: Column) -> Mapping[int, NamedPeriod]:
    limit, name = limit_in_force(), column.sql_name
    where = " AND ".join(each for each in (limit.condition(database), f"isfinite({name})") if each)
    [row] = limit.query(
        database,
        f"SELECT count(*) AS days, count(DISTINCT {name}) AS different, max({name})::text AS last,"
        f" bool_and(extract(day FROM {name}) = 1) AS is_monthly FROM {table.sql_name} WHERE {where}",
    )
    if row["days"] < _FEWEST or row["different"] < row["days"] or not row["last"][:4].isdecimal():
        return {}
    try:
        last = date.fromisoformat(row["last"])
    except ValueError:  # beyond the year 9999, or before the first
        return {}
    if row["is_monthly"]:
        return {column.column_id: NamedPeriod(last, first_day(last.year, last.month + 1))}
    return {column.column_id: NamedPeriod(last, date.fromordinal(last.toordinal() + 1))}
