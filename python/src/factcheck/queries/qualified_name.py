"""Names of columns after those of their tables."""

from __future__ import annotations

from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.expressions import sql_of
from factcheck.catalogue.schema import Column
from factcheck.queries.selection import Selection


def qualified_name(column: Column, selection: Selection) -> str:
    """Return the name of a column of joined tables, after its table's name; of a derived column its expression."""
    tables = {table.table_id: table.name for table in selection.relations.tables}

    def name_of(one: Column) -> str:
        return f"{tables[one.table_id]}.{one.name}"

    return sql_of(column.formula, name_of) if isinstance(column, DerivedColumn) else name_of(column)
