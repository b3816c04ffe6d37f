"""The steps of a check, taken without the tables whose reading fails; a check in which none does asks nothing more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from factcheck.catalogue.failing_tables import NotingDatabase, reading_of, set_failing_apart
from factcheck.catalogue.schema import Table
from factcheck.check.prepare import PreparedCheck
from factcheck.runtime.context import CheckContext
from factcheck.runtime.time_budget import OutOfTimeError

_Result = TypeVar("_Result")


def with_tables_that_can_be_read(
    check: PreparedCheck, context: CheckContext, step: Callable[[PreparedCheck, CheckContext], _Result]
) -> _Result:
    """Take a step of a check; where a table fails that it reads, warn and take it again without that table.

    Raises ``FactcheckError`` (55000) where no table is left, and errors that are of no table as they are.
    """
    noting = NotingDatabase(context.database)
    watched = replace(context, database=noting)
    while True:
        try:
            return step(check, watched)
        except Exception as error:
            left, failing = set_failing_apart(error, check.tables, lambda table: _read(table, context), noting)
            check = replace(check, tables=left, unread=(*check.unread, *failing))


def _read(table: Table, context: CheckContext) -> None:
    """Read all columns of a table, as far as there is time."""
    limit = context.budget.until(1)
    try:
        limit.query(context.database, reading_of(table, limit.condition(context.database)))
    except OutOfTimeError:
        return
