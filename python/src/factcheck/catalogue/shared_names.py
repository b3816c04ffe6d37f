"""What is worked out once a row for all parts of a query that need it: of which tables, and by what name."""

from __future__ import annotations

from collections.abc import Iterable

from factcheck.catalogue.schema import Table

ROWS_WORKED_OUT_ONCE = 50_000
"""Rows up to which what several parts need is worked out once a row: no worker takes part in that scan."""


def unused_name(name: str, tables: Iterable[Table]) -> str:
    """Return a name that no table and no column of some tables has in its own, with lines added until it is."""
    names = [each for table in tables for each in (table.sql_name, *(column.sql_name for column in table.columns))]
    while any(name in each for each in names):
        name += "_"
    return name
