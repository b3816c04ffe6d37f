"""``factcheck load``: put CSV files into tables."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click
from psycopg import errors

from factcheck.adapters.client_session import Connection
from factcheck.commands.csv_file import CsvFile, read_csv_file, shortened, table_name
from factcheck.commands.session import connected, dsn_option, reports_errors, say
from factcheck.errors.catalogue import table_exists, table_named_for_several_files
from factcheck.sqltext import identifier, literal, qualified


@dataclass(frozen=True, slots=True)
class LoadedTable:
    """A table made from a file; ``ragged_rows`` had fewer or more fields than the first row."""

    schema: str
    name: str
    rows: int
    file: CsvFile

    @property
    def regclass(self) -> str:
        """The quoted, qualified name, as SQL and ``regclass`` read it."""
        return qualified(self.schema, self.name)


def load_csv(
    connection: Connection, path: Path, schema: str, table: str | None = None, replace: bool = False
) -> LoadedTable:
    """Create a table from a CSV file, fill it and gather its statistics.

    The table is named after the file unless ``table`` says otherwise.  A heading that had to be changed
    to serve as a column name is kept as the column's comment.  All of it happens in one transaction.
    Raises ``FactcheckError`` for an unreadable file and for a table that exists when ``replace`` is
    false; ``replace`` drops that table first.
    """
    file = read_csv_file(path)
    name = shortened(table) if table else table_name(path)
    target = qualified(schema, name)
    columns = ", ".join(f"{identifier(column.name)} {column.sql_type}" for column in file.columns)
    try:
        with connection.transaction():
            if replace:
                connection.execute(f"DROP TABLE IF EXISTS {target}".encode())
            connection.execute(f"CREATE TABLE {target} ({columns})".encode())
            for column in file.columns:
                if column.heading and column.heading != column.name:
                    comment = f"COMMENT ON COLUMN {target}.{identifier(column.name)} IS"
                    connection.execute(f"{comment} {literal(column.heading)}".encode())
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
@reports_errors
def load(files: tuple[Path, ...], dsn: str, schema: str, table: str | None, replace: bool) -> None:
    """Load CSV files into new tables, one each, with column types found from all values."""
    if table is not None and len(files) > 1:
        raise table_named_for_several_files()
    with connected(dsn) as connection:
        for path in files:
            loaded = load_csv(connection, path, schema, table, replace)
            say(_described(loaded))


def _described(loaded: LoadedTable) -> str:
    file = loaded.file
    ragged = f"; {file.ragged_rows} rows with missing or extra fields" if file.ragged_rows else ""
    return f"{loaded.regclass}: {loaded.rows} rows, {len(file.columns)} columns, from {file.encoding}{ragged}"
