"""What the rows of an indexed table tell of its columns, noted in the catalogue: missing values, fractions of one."""

from __future__ import annotations

from factcheck.catalogue.schema import Column, Table
from factcheck.port import Database
from factcheck.sqltext import integer_array, literal
from factcheck.units.unit import FRACTION


def write_column_facts(database: Database, table: Table) -> None:
    """Note for each column of a table whether values are missing, and whether it holds fractions, in one pass.

    Fractions lie between minus one and one, and are not all whole: texts tell them in percent.  A unit that is told by
    the column's name or description stays.
    """
    if not table.columns:
        return
    misses = ", ".join(f"bool_or({column.sql_name} IS NULL)" for column in table.columns)
    fractions = ", ".join(_holds_fractions(column) for column in table.columns)
    [row] = database.query(f"SELECT ARRAY[{misses}] AS misses, ARRAY[{fractions}] AS fractions FROM {table.sql_name}")
    for has_missing in (True, False):
        numbers = _with(table, row["misses"], has_missing)
        database.query(
            f"UPDATE factcheck.data_column dc SET has_missing = {str(has_missing).lower()}"
            f" WHERE dc.column_id = ANY ({integer_array(numbers)})"
            f" AND dc.has_missing IS DISTINCT FROM {str(has_missing).lower()}"
        )
    fraction = literal(FRACTION.name)
    for is_fraction, unit, before in ((True, fraction, "IS NULL"), (False, "NULL", f"= {fraction}")):
        database.query(
            f"UPDATE factcheck.data_column dc SET unit = {unit} WHERE dc.unit {before}"
            f" AND dc.column_id = ANY ({integer_array(_with(table, row['fractions'], is_fraction))})"
        )


def _holds_fractions(column: Column) -> str:
    name = column.sql_name
    is_possible = column.is_numeric and not column.is_integer
    return f"bool_and(abs({name}) <= 1) AND bool_or({name} <> trunc({name}))" if is_possible else "false"


def _with(table: Table, facts: list[bool | None], fact: bool) -> list[int]:
    """Return the columns of which a fact is as given."""
    return [column.column_id for column, known in zip(table.columns, facts, strict=True) if bool(known) is fact]
