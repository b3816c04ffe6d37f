"""Finds keys of several columns that two tables have in common: the country and the year of each row."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.catalogue.schema import Column, Table
from factcheck.joins.graph import Join, JoinSource
from factcheck.joins.store import (
    are_comparable,
    forget_join,
    keep_join,
    key_columns,
    used_and_removed_joins,
)
from factcheck.joins.value_search import ValueSearch, may_hold_keys

_FEWEST, _MOST = 2, 3
"""Columns of a key that two tables may have in common."""


def keep_shared_keys(search: ValueSearch, joined: Table, others: Sequence[Table]) -> None:
    """Keep the joins of one table with others by all columns that have the same names in both, where these are a key.

    They are two or three, tell the rows of the other table apart, and most of what rows have of them is there; both
    tables have columns besides.  Tables that a single column joins, or that people joined or took apart, are left
    alone.  Joins found so before are forgotten where they hold no longer.
    """
    sharing = [other for other in others if _shared(joined, other)]
    if not sharing:
        return
    used, removed = used_and_removed_joins(search.database, [joined, *sharing])
    known = (*used, *removed)
    for other in sharing:
        ends = {joined.table_id, other.table_id}
        between = [join for join in known if {join.from_table, join.to_table} == ends]
        if any(
            join in removed or len(join.from_columns) == 1 or join.source is not JoinSource.INFERRED for join in between
        ):
            continue
        for one, two in ((joined, other), (other, joined)):
            columns = _shared(one, two)
            names = tuple(column.name for column, _ in columns), tuple(column.name for _, column in columns)
            join = Join(one.table_id, names[0], two.table_id, names[1], JoinSource.INFERRED)
            holds = _may_be_shared(search, one, two, columns) and search.share_key_if_readable(one, two, columns)
            if holds:
                keep_join(search.database, join)
            elif holds is False:
                forget_join(search.database, join)


def _shared(one: Table, other: Table) -> list[tuple[Column, Column]]:
    """Return the columns of one table that another one has by the same name; none where they can be no key."""
    names = {column.name.casefold(): column for column in other.columns}
    pairs = [(column, names[column.name.casefold()]) for column in one.columns if column.name.casefold() in names]
    may_be_key = all(_may_be_of_key(column) and are_comparable(column, same) for column, same in pairs)
    has_others = len(pairs) < min(len(one.columns), len(other.columns))
    return pairs if _FEWEST <= len(pairs) <= _MOST and may_be_key and has_others else []


def _may_be_of_key(column: Column) -> bool:
    return may_hold_keys(column) or column.type_name == "date"


def _may_be_shared(search: ValueSearch, one: Table, two: Table, columns: Sequence[tuple[Column, Column]]) -> bool:
    """Tell whether pairs of columns have the same collations, are still there, and are no key each by itself.

    What a single column tells apart is joined by it, or not at all.
    """
    sides = [side for column, same in columns for side in ((one, column), (two, same))]
    known = {key.column.column_id: key for key in key_columns(search.database, sides)}
    if any(column.column_id not in known for _, column in sides):
        return False
    return all(
        known[column.column_id].collation == known[same.column_id].collation and not known[same.column_id].is_enforced
        for column, same in columns
    )
