"""Labelled queries: queries of the program, with what a reading of SQL depends on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.expressions import sql_of
from factcheck.catalogue.schema import Column
from factcheck.queries.query import Query
from factcheck.queries.selection import Selection


@dataclass(frozen=True, slots=True)
class Condition:
    """What has to hold of a column's values for a reading to be right."""

    column: Column
    holds: Literal["has no NULL", "is 0 or 1"]


@dataclass(frozen=True, slots=True)
class LabelledQuery:
    """A reading of labelled SQL: its value is ``times`` the result of ``query``, where ``only_if`` holds."""

    query: Query
    only_if: Condition | None = None
    times: int = 1


def qualified_name(column: Column, selection: Selection) -> str:
    """Return the name of a column of joined tables, after its table's name; of a derived column its expression."""
    tables = {table.table_id: table.name for table in selection.relations.tables}

    def name_of(one: Column) -> str:
        return f"{tables[one.table_id]}.{one.name}"

    return sql_of(column.formula, name_of) if isinstance(column, DerivedColumn) else name_of(column)
