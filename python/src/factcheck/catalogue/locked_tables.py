"""Keeps tables as they were when they were found to run nobody's code, while a check reads them."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import token_hex

from factcheck.catalogue.failing_tables import NotingDatabase, set_failing_apart
from factcheck.catalogue.schema import Table
from factcheck.errors.catalogue.tables import table_came_to_run_code
from factcheck.port import Database
from factcheck.sqltext import literal


def keep_from_altering(database: Database, tables: Sequence[Table]) -> None:
    """Lock tables as a query does that reads them, until the end of the transaction.

    Without that, who owns a table could hold a lock while it is looked at whose code reading it runs, have the reading
    wait for it, and plant the code in that transaction.  A prepared statement is parsed, which locks what it names, and
    never planned, which could run code.
    """
    names = [name for table in tables for name in (table.sql_name, *table.parts)]
    sources = ", ".join(f"{name} AS t{number}" for number, name in enumerate(dict.fromkeys(names)))
    name = f"factcheck_locks_{token_hex(8)}"  # one that was left behind by a cancel is in nobody's way
    database.query(f"PREPARE {name} AS SELECT FROM {sources}")
    database.query(f"DEALLOCATE {name}")


def keep_those_that_can_be_read(
    database: Database, tables: Sequence[Table]
) -> tuple[tuple[Table, ...], tuple[Table, ...]]:
    """Do the same; return the tables and, apart, those that no query may name, as where policies lead in a circle.

    Warnings tell of these.  Raises ``FactcheckError`` (55000) where there are no others.
    """
    noting = NotingDatabase(database)
    try:
        keep_from_altering(noting, tables)
    except Exception as error:
        left, failing = set_failing_apart(error, tables, lambda table: keep_from_altering(database, [table]), noting)
        keep_from_altering(database, left)
        return left, failing
    return tuple(tables), ()


def require_still_trusted(database: Database, tables: Sequence[Table]) -> None:
    """Raise ``FactcheckError`` (55000) where reading one of some tables has come to run code of others meanwhile.

    So it may where the table's name has come to be another relation's.
    """
    if not tables:
        return
    names = ", ".join(f"({table.table_id}, {literal(table.sql_name)})" for table in tables)
    for row in database.query_again(
        f"SELECT named.name FROM (VALUES {names}) AS named (table_id, name)"
        " JOIN factcheck.data_table dt ON dt.table_id = named.table_id"
        " WHERE dt.relation IS DISTINCT FROM named.name::regclass"
        " OR dt.table_id IN (SELECT code.table_id FROM factcheck._tables_running_owner_code() AS code)"
    ):
        raise table_came_to_run_code(row["name"])
