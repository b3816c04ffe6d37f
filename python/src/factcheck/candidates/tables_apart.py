"""Tables that tell of the same things: of a loan its amounts are in one, its terms in another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from factcheck.joins.graph import Join
from factcheck.retrieval.relevance import Relevance

_OF_PARTS = 0.5
"""What the name of a table says of its rows where these are parts of another table's."""


def with_rows_of_main_table(relevance: Relevance, joins: Iterable[Join]) -> Relevance:
    """Return what a claim's words find, with rows counted where most joins begin of tables with the same things.

    Each row of such tables has one partner in the other, whichever one begins with.  In a star of facts and dimensions
    the table of facts leads to all others, so that the things are its rows, whatever words their names have in common.
    """
    pairs = {(join.from_table, join.to_table) for join in joins}
    leading = Counter(begin for begin, end in pairs if (end, begin) not in pairs)
    tables, counted = dict(relevance.tables), set(relevance.counted_tables)
    parts = [(part, main) for part, main in sorted(pairs) if (main, part) in pairs and leading[main] > leading[part]]
    for part, main in parts:
        tables[main] = max(tables.get(main, 0.0), relevance.tables.get(part, 0.0))
        tables[part] = _OF_PARTS * relevance.tables.get(part, 0.0)
        if part in counted:
            counted = counted - {part} | {main}
    return replace(relevance, tables=tables, counted_tables=frozenset(counted)) if parts else relevance
