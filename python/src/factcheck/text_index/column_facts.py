"""What the rows of an indexed table tell of its columns, noted in the catalogue: missing values, fractions of one."""

from __future__ import annotations

from collections.abc import Mapping

from factcheck.catalogue.schema import Table
from factcheck.port import Database
from factcheck.sqltext import integer_array, literal
from factcheck.text_index.table_reading import TableReading
from factcheck.units.unit import FRACTION


def write_column_facts(database: Database, table: Table, reading: TableReading) -> None:
    """Note for each column of a table whether values are missing, and whether it holds fractions.

    A unit that is told by the column's name or description stays.
    """
    for has_missing in (True, False):
        database.query(
            f"UPDATE factcheck.data_column dc SET has_missing = {str(has_missing).lower()}"
            f" WHERE dc.column_id = ANY ({_with(table, reading.missing, has_missing)})"
            f" AND dc.has_missing IS DISTINCT FROM {str(has_missing).lower()}"
        )
    fraction = literal(FRACTION.name)
    for is_fraction, unit, before in ((True, fraction, "IS NULL"), (False, "NULL", f"= {fraction}")):
        database.query(
            f"UPDATE factcheck.data_column dc SET unit = {unit} WHERE dc.unit {before}"
            f" AND dc.column_id = ANY ({_with(table, reading.fractions, is_fraction)})"
        )


def _with(table: Table, facts: Mapping[str, bool], fact: bool) -> str:
    """Return the columns of which a fact is known to be as given."""
    return integer_array(column.column_id for column in table.columns if facts.get(column.name) is fact)
