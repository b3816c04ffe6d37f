"""Looks at a table before anything is evaluated: what some numbers of a document are shares of, in one scan."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from factcheck.catalogue.schema import Column, Table
from factcheck.numbers.closeness import Closeness, closeness
from factcheck.numbers.mentions import Number
from factcheck.port import Database, Row
from factcheck.queries.selection import Selection
from factcheck.runtime.time_budget import limit_in_force
from factcheck.settings import Settings

_MOST_ROWS, _MOST_TESTS = 50_000, 5_000_000
"""Rows of a table that is looked at, and rows times conditions, at most: a look that costs little beside the check."""

_WHOLE = 100


def is_looked_at(table: Table) -> bool:
    """Tell whether a table has so few rows that a look at all of them costs little."""
    return table.rows <= _MOST_ROWS


def most_conditions(table: Table) -> int:
    """Return how many conditions a look may test of each row of a table."""
    return _MOST_TESTS // max(table.rows, 1)


def look(all_rows: Selection, columns: Iterable[Column], outputs: Sequence[str], database: Database) -> Row | None:
    """Return aggregates of all rows of a table in one scan; None where it has grown beyond what is looked at.

    ``columns`` are those that the outputs read, and no other is: the role may not be allowed to.  Raises
    ``OutOfTimeError`` where the limit in force is reached.
    """
    limit = limit_in_force()
    in_time = limit.condition(database)
    where = f" WHERE {in_time}" if in_time else ""
    names = ", ".join(sorted({column.sql_name for column in columns}))
    source = f"(SELECT {names} FROM {all_rows.anchor.sql_name}{where} LIMIT {_MOST_ROWS + 1}) AS r"
    [row] = limit.query(database, f"SELECT {', '.join(['count(*) AS rows', *outputs])} FROM {source}")
    return None if row["rows"] > _MOST_ROWS else row


def is_share(number: Number, part: int, rows: int, settings: Settings) -> bool:
    """Tell whether a percentage is the share of some rows that a part of them has."""
    return bool(rows) and closeness(Decimal(_WHOLE * part) / rows, number, settings) is Closeness.AGREES
