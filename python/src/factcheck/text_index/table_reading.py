"""What the rows of a table tell its index, read in as few scans as possible.

A sample of the rows of a large table tells which of its columns have few values: these are grouped together, several by
one scan, as long as they make few groups.  It also tells of which columns of whole numbers no value becomes a
predicate, since there are too many: their values are not read.  Of other tables each column is read by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from factcheck.catalogue.sampling import LEAST_ROWS, sample_clause, sample_condition
from factcheck.catalogue.schema import FEW_ROWS, Column, Table
from factcheck.port import Database
from factcheck.runtime.checkpoints import checkpoint
from factcheck.settings import Settings
from factcheck.sqltext import literal
from factcheck.text_index.literals import ARE_YEARS, chosen_sql, entries_sql

_MOST_GROUPS = 5_000


@dataclass(frozen=True, slots=True)
class ColumnValues:
    """The values of a column: ``chosen`` are those that become predicates, with frequencies, as a JSON array.

    ``distinct_values`` is None where they are not counted, since there are too many for predicates.
    """

    distinct_values: int | None
    filled_rows: int
    chosen: str = "[]"


@dataclass(frozen=True, slots=True)
class TableReading:
    """What is known of a table's rows, by the name of a column.

    ``missing`` tells whether values are missing, ``fractions`` whether they are fractions of one, not all whole.
    ``values`` has the columns that are read already.  ``rows`` is None where rows are not counted.
    """

    rows: int | None
    missing: Mapping[str, bool]
    fractions: Mapping[str, bool]
    values: Mapping[str, ColumnValues]

    def values_sql(self, column: Column, table: Table, settings: Settings) -> str:
        """Write a WITH clause: ``counted`` has one row with the size of a column, ``chosen`` its predicates."""
        known = self.values.get(column.name)
        if known is None:
            return f"WITH {values_of(column, entries_sql(column, table.sql_name), settings)}"
        return (
            f"WITH counted AS (SELECT {literal(known.distinct_values)}::bigint AS distinct_values,"
            f" {known.filled_rows}::bigint AS filled_rows), chosen AS (SELECT literal, frequency"
            f' FROM json_to_recordset({literal(known.chosen)}) AS kept (literal text COLLATE "C", frequency bigint))'
        )


def read_table(database: Database, table: Table, columns: Sequence[Column], settings: Settings) -> TableReading:
    """Read what the rows of an indexed table tell; ``columns`` are those whose values become predicates."""
    if not table.is_indexed or not table.columns:
        return TableReading(None, {}, {}, {})
    [counted] = database.query(f"SELECT count(*) AS rows FROM {table.sql_name}")
    rows = int(counted["rows"])
    sample = _Sample({}, frozenset())
    if rows > FEW_ROWS and table.can_be_sampled and columns:
        sample = _read_sample(database, table, rows, columns, settings)
    values, missing = {}, {}
    for together in _together(columns, sample):
        checkpoint()
        for column, (known, misses) in zip(together, _grouped(database, table, together, settings), strict=True):
            values[column.name], missing[column.name] = known, misses
    others = [column for column in table.columns if column.name not in values]
    filled, fractions = column_facts(database, table, others)
    values |= {name: ColumnValues(None, filled[name]) for name in sample.too_many}
    return TableReading(rows, missing | {name: count < rows for name, count in filled.items()}, fractions, values)


@dataclass(frozen=True, slots=True)
class _Sample:
    """How many values columns have in a sample, and the names of those that surely have too many for predicates."""

    sizes: Mapping[str, int]
    too_many: frozenset[str]


def _read_sample(database: Database, table: Table, rows: int, columns: Sequence[Column], settings: Settings) -> _Sample:
    names = ", ".join(column.sql_name for column in columns)
    sizes = ", ".join(f"count(DISTINCT hashtext({column.sql_name}::text))" for column in columns)
    years = ", ".join(
        f"coalesce(bool_and({column.sql_name} {ARE_YEARS}), true)" if column.is_integer else "true"
        for column in columns
    )
    [sampled] = database.query(
        f"SELECT count(*) AS rows, ARRAY[{sizes}] AS sizes, ARRAY[{years}] AS years"
        f" FROM (SELECT {names} FROM {table.sql_name}{sample_clause(rows)} WHERE {sample_condition()}) AS sample"
    )
    if sampled["rows"] < LEAST_ROWS:
        return _Sample({}, frozenset())
    told = {
        column.name: (size, are_years)
        for column, size, are_years in zip(columns, sampled["sizes"], sampled["years"], strict=True)
    }
    too_many = (n for n, (size, are_years) in told.items() if size > settings.integer_column_values and not are_years)
    return _Sample({name: size for name, (size, _) in told.items()}, frozenset(too_many))


def _together(columns: Iterable[Column], sample: _Sample) -> list[list[Column]]:
    """Share columns out to scans, each with few groups; columns of many values are left out.

    So are those whose equal values may be written in several ways: of a group only one way is known.
    """
    sizes = {name: max(size, 1) for name, size in sample.sizes.items() if name not in sample.too_many}
    few = [each for each in columns if not each.has_spellings and sizes.get(each.name, _MOST_GROUPS) < _MOST_GROUPS]
    scans: list[list[Column]] = []
    for column in sorted(few, key=lambda each: -sizes[each.name]):
        fitting = (scan for scan in scans if prod(sizes[each.name] for each in (*scan, column)) <= _MOST_GROUPS)
        scan = next(fitting, None)
        if scan is None:
            scans.append([column])
        else:
            scan.append(column)
    return [scan for scan in scans if len(scan) > 1]


def _grouped(
    database: Database, table: Table, columns: Sequence[Column], settings: Settings
) -> list[tuple[ColumnValues, bool]]:
    """Return the values of columns, and whether some are missing, by one scan that groups rows by all of them."""
    names = ", ".join(column.sql_name for column in columns)
    size = "rows"
    while size in {column.name for column in columns}:
        size += "_"
    ctes = [f"cell AS MATERIALIZED (SELECT {names}, count(*) AS {size} FROM {table.sql_name} GROUP BY {names})"]
    outputs = []
    for number, column in enumerate(columns):
        ctes.append(values_of(column, entries_sql(column, "cell", size), settings, f"_{number}"))
        outputs.append(
            f"(SELECT distinct_values FROM counted_{number}) AS distinct_{number},"
            f" (SELECT filled_rows FROM counted_{number}) AS filled_{number},"
            f" (SELECT json_agg(c)::text FROM chosen_{number} AS c) AS chosen_{number},"
            f" (SELECT coalesce(bool_or({column.sql_name} IS NULL), false) FROM cell) AS misses_{number}"
        )
    [row] = database.query(f"WITH {', '.join(ctes)} SELECT {', '.join(outputs)}")
    return [
        (ColumnValues(row[f"distinct_{n}"], row[f"filled_{n}"], row[f"chosen_{n}"] or "[]"), row[f"misses_{n}"])
        for n in range(len(columns))
    ]


def values_of(column: Column, entries: str, settings: Settings, suffix: str = "") -> str:
    """Write the CTEs ``counted`` and ``chosen`` over SQL for the entries of a column."""
    entry, counted = f"entry{suffix}", f"counted{suffix}"
    size = f"(SELECT distinct_values FROM {counted})"
    return (
        f"{entry} AS MATERIALIZED ({entries}),"
        f" {counted} AS MATERIALIZED (SELECT count(literal) AS distinct_values,"
        f" coalesce(sum(frequency), 0)::bigint AS filled_rows FROM {entry}),"
        f" chosen{suffix} AS ({chosen_sql(column, settings.literals_per_column, settings, entry=entry, size=size)})"
    )


def column_facts(database: Database, table: Table, columns: Sequence[Column]) -> tuple[dict[str, int], dict[str, bool]]:
    """Return for each of some columns how many rows have a value, and whether these are fractions, in one scan.

    Fractions lie between minus one and one, and are not all whole: texts tell them in percent.
    """
    if not columns:
        return {}, {}
    filled = ", ".join(f"count({column.sql_name})" for column in columns)
    fractions = ", ".join(_are_fractions(column) for column in columns)
    [row] = database.query(f"SELECT ARRAY[{filled}] AS filled, ARRAY[{fractions}] AS fractions FROM {table.sql_name}")
    names = [column.name for column in columns]
    are_fractions = [bool(each) for each in row["fractions"]]
    return dict(zip(names, row["filled"], strict=True)), dict(zip(names, are_fractions, strict=True))


def _are_fractions(column: Column) -> str:
    name = column.sql_name
    possible = f"bool_and(abs({name}) <= 1) AND bool_or({name} <> trunc({name}))"
    return possible if may_be_fractions(column) else "false"


def may_be_fractions(column: Column) -> bool:
    """Tell whether the values of a column may be fractions of one, by its type."""
    return column.is_numeric and not column.is_integer
