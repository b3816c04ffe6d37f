"""``factcheck dictionary``: take descriptions of tables and columns from data dictionaries."""

from __future__ import annotations

from pathlib import Path

import click

from factcheck.adapters.client_session import Connection, relations
from factcheck.commands.session import connected, dsn_option, reports_errors, say
from factcheck.dictionaries.entries import FORMATS
from factcheck.documents.encodings import decode_text

_LOAD = b"""
SELECT factcheck.load_dictionary(%s::pg_catalog.text, %s::pg_catalog.text,
    "table" => %s::pg_catalog.oid::pg_catalog.regclass, data_set => %s::pg_catalog.text)
"""
_STORED = b"""
SELECT relation::pg_catalog.text, pg_catalog.count(*) FILTER (WHERE column_name IS NULL), pg_catalog.count(column_name)
FROM factcheck.description WHERE source = 'load_dictionary' AND described_at = pg_catalog.now()
GROUP BY relation ORDER BY relation::pg_catalog.text
"""


@click.command("dictionary")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@dsn_option
@click.option("--table", help="The table that a dictionary of one table describes.")
@click.option("--data-set", help="Only tables added under this name.")
@click.option("--format", "format_name", type=click.Choice(FORMATS), help="Default: told from the file's content.")
@reports_errors
def dictionary(
    files: tuple[Path, ...], dsn: str, table: str | None, data_set: str | None, format_name: str | None
) -> None:
    """Describe added tables and their columns with data dictionaries.

    Read are CSV and TSV with headings such as table, column and description, Frictionless data packages
    (datapackage.json) and table schemas, and dbt's schema.yml.  What fits no table or column is told on standard error.
    """
    with connected(dsn) as connection:
        for path in files:
            for line in _load(connection, path, format_name, table, data_set):
                say(line)


def _load(
    connection: Connection, path: Path, format_name: str | None, table: str | None, data_set: str | None
) -> list[str]:
    """Load one file in one transaction; return a line for each table and one for the file."""
    text = decode_text(path.read_bytes())
    described = relations(connection, [table])[0] if table is not None else None
    with connection.transaction():
        row = connection.execute(_LOAD, [text, format_name, described, data_set]).fetchone()
        stored = connection.execute(_STORED).fetchall()
    taken = row[0] if row else 0
    lines = [f"{relation}: {_described(tables, columns)}" for relation, tables, columns in stored]
    return [*lines, f"{path}: {taken} description{'' if taken == 1 else 's'} taken"]


def _described(tables: int, columns: int) -> str:
    parts = ["the table"] if tables else []
    if columns:
        parts.append(f"{columns} column{'' if columns == 1 else 's'}")
    return " and ".join(parts)
