"""``factcheck load``: put CSV files and sheets of workbooks into tables."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click
from psycopg import errors

from factcheck.adapters.client_session import Connection
from factcheck.commands.session import connected, dsn_option, print_message, reports_errors, say
from factcheck.commands.spreadsheets.columns import DATE_ORDERS
from factcheck.commands.spreadsheets.names import shortened, table_name
from factcheck.commands.spreadsheets.table_file import ReadingOptions, TableFile, read_table_file
from factcheck.errors.catalogue.command_line import table_exists, table_named_for_several_files
from factcheck.sqltext import identifier, literal, qualified

_DECIMALS = {"point": ".", "comma": ","}


@dataclass(frozen=True, slots=True)
class LoadedTable:
    """A table made from a file; ``ragged_rows`` had fewer or more fields than the first row."""

    schema: str
    name: str
    rows: int
    file: TableFile

    @property
    def regclass(self) -> str:
        """The quoted, qualified name, as SQL and ``regclass`` read it."""
        return qualified(self.schema, self.name)


def load_csv(connection: Connection, path: Path, schema: str) -> LoadedTable:
    """Create a table from a CSV file as it is written: first the headings, then rows with values as SQL has them."""
    return load_file(connection, path, schema, options=ReadingOptions(as_written=True))


def load_file(
    connection: Connection,
    path: Path,
    schema: str,
    table: str | None = None,
    replace: bool = False,
    options: ReadingOptions | None = None,
) -> LoadedTable:
    """Create a table from a CSV file or a sheet of a workbook, fill it and gather its statistics.

    The table is named after the file unless ``table`` says otherwise.  A heading that had to be changed
    to serve as a column name, and the unit of the values, are kept as the column's comment.  All of it happens in
    one transaction.
    Raises ``FactcheckError`` for an unreadable file and for a table that exists when ``replace`` is
    false; ``replace`` drops that table first.
    """
    file = read_table_file(path, options)
    name = shortened(table) if table else table_name(path)
    target = qualified(schema, name)
    columns = ", ".join(f"{identifier(column.name)} {column.sql_type}" for column in file.columns)
    try:
        with connection.transaction():
            if replace:
                connection.execute(f"DROP TABLE IF EXISTS {target}".encode())
            connection.execute(f"CREATE TABLE {target} ({columns})".encode())
            for column in file.columns:
                if column.comment is not None:
                    comment = f"COMMENT ON COLUMN {target}.{identifier(column.name)} IS"
                    connection.execute(f"{comment} {literal(column.comment)}".encode())
            with (
                connection.cursor() as cursor,
                cursor.copy(f"COPY {target} FROM STDIN".encode()) as copy,
            ):
                for record in file.records():
                    copy.write_row(record)
            connection.execute(f"ANALYZE {target}".encode())
    except errors.DuplicateTable:
        raise table_exists(target) from None
    return LoadedTable(schema, name, file.rows, file)


@click.command("load")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@dsn_option
@click.option("--schema", default="public", show_default=True, help="Schema of the new tables.")
@click.option("--table", help="Name of the table, for a single file; default: after the file.")
@click.option("--replace", is_flag=True, help="Drop a table of that name first.")
@click.option("--sheet", help="Sheet of a workbook, by name or number; default: the first that holds anything.")
@click.option(
    "--decimal",
    type=click.Choice(list(_DECIMALS)),
    help="What sets off decimals where a column leaves it open, as 1,234 does.",
)
@click.option(
    "--dates", type=click.Choice(list(DATE_ORDERS)), help="Order in dates where a column leaves it open, as 3/4/2024."
)
@click.option("--as-written", is_flag=True, help="First row: headings; all others: data; numbers only as SQL has them.")
@reports_errors
def load(
    files: tuple[Path, ...],
    dsn: str,
    schema: str,
    table: str | None,
    replace: bool,
    sheet: str | None,
    decimal: str | None,
    dates: str | None,
    as_written: bool,
) -> None:
    """Load CSV files and Excel workbooks into new tables, one each, with column types found from all values.

    What is left out, and how values are read that are written for people ($1,234.50, 45%, 01.03.2024, n/a), is told on
    standard error.  Units become comments of columns.
    """
    if table is not None and len(files) > 1:
        raise table_named_for_several_files()
    options = ReadingOptions(sheet, _DECIMALS.get(decimal or ""), DATE_ORDERS.get(dates or ""), as_written)
    with connected(dsn) as connection:
        for path in files:
            loaded = load_file(connection, path, schema, table, replace, options)
            for notice in loaded.file.notices:
                print_message("NOTICE", notice, source=str(path) if len(files) > 1 else None)
            say(_described(loaded))


def _described(loaded: LoadedTable) -> str:
    file = loaded.file
    ragged = f"; {file.ragged_rows} rows with missing or extra fields" if file.ragged_rows else ""
    return f"{loaded.regclass}: {loaded.rows} rows, {len(file.columns)} columns, from {file.source.description}{ragged}"
