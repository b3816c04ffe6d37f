"""Tables whose reading fails: found once a statement has failed, so that others can go on without them.

Reading may run code of the table's owner, ask another server or open a file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from factcheck.catalogue.schema import Table, for_administrators
from factcheck.errors import FactcheckError
from factcheck.errors.catalogue.tables import tables_cannot_be_read
from factcheck.port import Database, Row
from factcheck.sqltext import literal

_OF_THE_SESSION = ("25", "40", "53", "55P03", "57")
"""SQLSTATEs, or their classes, of errors that say nothing about a table: a refused write, a conflict with another
transaction, a lack of memory, room or connections, a lock that others hold, a cancel or a timeout."""

_PERHAPS_OF_THE_STATEMENT = ("0A", "42", "54", "55", "58", "XX")
"""Those that a statement of the program or the server may be to blame for, such as a lost worker, whatever is read."""


class NotingDatabase:
    """Hands statements on and notes the one that failed last."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.failed = ""
        self.debug = database.debug
        self.notice = database.notice
        self.warning = database.warning

    def query(self, sql: str) -> Sequence[Row]:
        """Run one statement."""
        return self._noted(self._database.query, sql)

    def query_again(self, sql: str) -> Sequence[Row]:
        """Run one statement that comes again and again."""
        return self._noted(self._database.query_again, sql)

    def _noted(self, run: Callable[[str], Sequence[Row]], sql: str) -> Sequence[Row]:
        try:
            return run(sql)
        except Exception:
            self.failed = sql
            raise


def may_be_of_tables(error: Exception) -> bool:
    """Tell whether an error is one of the server that the reading of a table may be the reason of."""
    sqlstate = _sqlstate(error)
    return bool(sqlstate) and not isinstance(error, FactcheckError) and not sqlstate.startswith(_OF_THE_SESSION)


def set_failing_apart(
    error: Exception, tables: Sequence[Table], read: Callable[[Table], object], database: NotingDatabase
) -> tuple[tuple[Table, ...], tuple[Table, ...]]:
    """Return those of some tables that can be read, and those whose reading ended in an error; warn of the latter.

    ``database`` has noted the statement that failed.  Raises the error where it is of no table, and ``FactcheckError``
    (55000) where no table is left.
    """
    failing = failing_tables(error, database.failed, tables, read)
    if not failing:
        raise error
    left = tuple(table for table in tables if table not in failing)
    _tell_of_failing(failing, error, left, database)
    return left, tuple(failing)


def failing_tables(
    error: Exception, statement: str, tables: Sequence[Table], read: Callable[[Table], object]
) -> Sequence[Table]:
    """Return those of some tables that a failed statement reads and that fail when ``read`` alone.

    Where each can be read alone, all of them are taken for failing, unless the statement itself may be wrong.
    """
    if not may_be_of_tables(error):
        return ()
    named = [table for table in tables if any(_is_named(name, statement) for name in (table.sql_name, *table.parts))]
    is_of_tables = not _sqlstate(error).startswith(_PERHAPS_OF_THE_STATEMENT)
    if len(named) < 2 and is_of_tables:
        return named
    failing = [table for table in named if _fails(table, read)]
    return failing or (named if is_of_tables else ())


@contextmanager
def naming_failing_tables(tables: Sequence[Table], database: Database) -> Iterator[Database]:
    """Yield the database to read some tables by; raise ``FactcheckError`` (55000) with the names of those that fail."""
    noting = NotingDatabase(database)
    try:
        yield noting
    except Exception as error:
        failing = failing_tables(error, noting.failed, tables, lambda table: database.query(reading_of(table)))
        if not failing:
            raise
        raise tables_cannot_be_read([table.sql_name for table in failing], str(error)) from error


def reading_of(table: Table, condition: str | None = None) -> str:
    """Return a statement that reads all columns of a table."""
    counted = ", ".join(f"count({column.sql_name})" for column in table.columns) or "count(*)"
    return f"SELECT {counted} FROM {table.sql_name}" + (f" WHERE {condition}" if condition else "")


def _tell_of_failing(
    failing: Sequence[Table], error: Exception, tables: Sequence[Table], database: NotingDatabase
) -> None:
    """Warn that tables which fail are left out of a check; ``tables`` are those that it goes on with.

    Only the message of the server is told, as whoever reads the table is told it: it comes from code that the role may
    run.  Its DETAIL, which may quote rows, is not.
    """
    if not tables:
        raise tables_cannot_be_read([table.sql_name for table in failing], str(error)) from error
    for table in failing:
        remedy = f"mend it, or take it out: SELECT factcheck.remove_table({literal(table.sql_name)})."
        database.warning(
            f"table {table.sql_name} was left out: reading it fails",
            detail=f"The server said: {error}. Claims that may be about it are left open.",
            hint=for_administrators(remedy, database),
        )


def _sqlstate(error: Exception) -> str:
    return str(getattr(error, "sqlstate", None) or "")


def _is_named(name: str, statement: str) -> bool:
    return re.search(rf'(?<![\w.$"]){re.escape(name)}(?![\w$"])', statement) is not None


def _fails(table: Table, read: Callable[[Table], object]) -> bool:
    try:
        read(table)
    except Exception as error:
        if not may_be_of_tables(error):
            raise
        return True
    return False
