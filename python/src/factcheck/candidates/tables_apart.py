"""Tables that tell of the same things: of a loan its amounts are in one, its terms in another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from factcheck.catalogue.schema import Table
from factcheck.joins.graph import Join
from factcheck.retrieval.relevance import Relevance

_OF_PARTS = 0.5
"""What the name of a table says of its rows where these are parts of another table's."""


def with_rows_of_main_table(relevance: Relevance, tables: Sequence[Table], joins: Iterable[Join]) -> Relevance:
    """Return what a claim's words find, with rows counted where most joins begin of tables with the same things.

    Each row of such tables has one partner in the other, whichever one begins with.  In a star of facts and dimensions
    the table of facts leads to all others, so that the things are its rows, whatever words their names have in common.
    Of two tables alone those rows are the things that are numbered by what joins them: visits, of which dogs have one.
    """
    known = list(joins)
    pairs = {(join.from_table, join.to_table) for join in known}
    leading = Counter(begin for begin, end in pairs if (end, begin) not in pairs)
    numbered = {join.from_table for join in known if _is_numbered_by(join, tables)}
    scores, counted = dict(relevance.tables), set(relevance.counted_tables)
    parts = [
        (part, main)
        for part, main in sorted(pairs)
        if (main, part) in pairs
        if (leading[main], main in numbered) > (leading[part], part in numbered)
    ]
    for part, main in parts:
        scores[main] = max(scores.get(main, 0.0), relevance.tables.get(part, 0.0))
        scores[part] = _OF_PARTS * relevance.tables.get(part, 0.0)
        if part in counted:
            counted = counted - {part} | {main}
    return replace(relevance, tables=scores, counted_tables=frozenset(counted)) if parts else relevance


def _is_numbered_by(join: Join, tables: Sequence[Table]) -> bool:
    """Tell whether the rows that a join begins at are numbered by what it compares, their first column."""
    columns = next((table.columns for table in tables if table.table_id == join.from_table), ())
    return join.from_columns == tuple(column.name for column in columns[:1])
