"""Which tables belong together: those of one data set, or of one schema, and those that are joined."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from factcheck.catalogue.schema import Table
from factcheck.joins.graph import Join


def data_sets(tables: Sequence[Table], joins: Iterable[Join]) -> Mapping[int, int]:
    """Return for the number of each table that of one table of its data set, the same for all tables of it."""
    first = {table.table_id: table.table_id for table in tables}

    def find(number: int) -> int:
        while first[number] != number:
            number = first[number]
        return number

    named: dict[str, int] = {}
    for table in tables:
        first[find(table.table_id)] = find(named.setdefault(table.data_set, table.table_id))
    for join in joins:
        first[find(join.from_table)] = find(join.to_table)
    return {number: find(number) for number in first}
