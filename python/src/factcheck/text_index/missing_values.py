"""Which columns of an indexed table miss values, noted in the catalogue."""

from __future__ import annotations

from factcheck.catalogue.schema import Table
from factcheck.port import Database
from factcheck.sqltext import integer_array


def write_missing_values(database: Database, table: Table) -> None:
    """Note for each column of a table whether any of its values is missing, in one pass over its rows."""
    if not table.columns:
        return
    asked = ", ".join(f"bool_or({column.sql_name} IS NULL)" for column in table.columns)
    [row] = database.query(f"SELECT ARRAY[{asked}] AS misses FROM {table.sql_name}")
    for has_missing in (True, False):
        numbers = [
            column.column_id
            for column, misses in zip(table.columns, row["misses"], strict=True)
            if bool(misses) is has_missing
        ]
        database.query(
            f"UPDATE factcheck.data_column dc SET has_missing = {str(has_missing).lower()}"
            f" WHERE dc.column_id = ANY ({integer_array(numbers)})"
            f" AND dc.has_missing IS DISTINCT FROM {str(has_missing).lower()}"
        )
