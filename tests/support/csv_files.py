"""CSV files as tests write them."""

from __future__ import annotations

from factcheck.commands.spreadsheets.table_file import TableFile


def types(file: TableFile) -> list[str]:
    """The SQL types of the columns of a file."""
    return [column.sql_type for column in file.columns]
