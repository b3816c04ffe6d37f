"""Which tables belong together: those of one data set, or of one schema, and those that are joined."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from factcheck.catalogue.schema import Table
from factcheck.joins.graph import Join
from factcheck.port import Database
from factcheck.sqltext import integer_array


def data_sets(tables: Sequence[Table], joins: Iterable[Join], database: Database) -> Mapping[int, int]:
    """Return for the number of each table that of one table of its data set, the same for all tables of it."""
    first = {table.table_id: table.table_id for table in tables}

    def find(number: int) -> int:
        while first[number] != number:
            number = first[number]
        return number

    named: dict[str, int] = {}
    for number, name in _names(tables, database).items():
        first[find(number)] = find(named.setdefault(name, number))
    for join in joins:
        first[find(join.from_table)] = find(join.to_table)
    return {number: find(number) for number in first}


def _names(tables: Sequence[Table], database: Database) -> dict[int, str]:
    """Return the name of the data set of each table, by its number: that it was added under, else its schema's."""
    rows = database.query(
        "SELECT dt.table_id,"
        " coalesce('data set ' || dt.data_set, 'schema ' || c.relnamespace::regnamespace::text) AS name"
        " FROM factcheck.data_table dt JOIN pg_catalog.pg_class c ON c.oid = dt.relation"
        f" WHERE dt.table_id = ANY ({integer_array(table.table_id for table in tables)})"
    )
    return {row["table_id"]: row["name"] for row in rows}
