"""What the rows of an indexed table tell of its columns: missing values, fractions of one, forms of numbers in text."""

from __future__ import annotations

from factcheck.catalogue.schema import Table
from factcheck.port import Database
from factcheck.sqltext import literal, text_array
from factcheck.text_index.number_forms import forms_of_columns
from factcheck.text_index.table_reading import TableReading


def write_column_facts(database: Database, table: Table, reading: TableReading) -> None:
    """Note for each column of a table whether values are missing or fractions, and how it writes numbers.

    The values of the columns are indexed before.  Of a table whose rows were not read nothing is noted.
    """
    if reading.rows is None or not table.columns:
        return
    forms = forms_of_columns(database, table)
    facts = ", ".join(
        f"({column.column_id}, {literal(reading.missing[column.name])},"
        f" {literal(reading.fractions.get(column.name, False))},"
        f" nullif({text_array(forms.get(column.column_id, ()))}, '{{}}'))"
        for column in table.columns
    )
    database.query(
        "INSERT INTO factcheck.column_fact AS known (column_id, has_missing, has_fractions, number_forms)"
        f" VALUES {facts} ON CONFLICT (column_id) DO UPDATE SET has_missing = excluded.has_missing,"
        " has_fractions = excluded.has_fractions, number_forms = excluded.number_forms"
        " WHERE (known.has_missing, known.has_fractions, known.number_forms)"
        " IS DISTINCT FROM (excluded.has_missing, excluded.has_fractions, excluded.number_forms)"
    )
