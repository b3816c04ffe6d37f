"""Columns whose values name things."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from factcheck.catalogue.schema import Column, Table
from factcheck.retrieval.relevance import Relevance
from factcheck.words.identifiers import identifies_anything, names_an_identifier

_ENDS_OF_NAMES = ("name", "title", "id")


def is_identifier(column: Column) -> bool:
    """Tell whether a column's values name things, so that adding them up says nothing."""
    return names_an_identifier(column.name)


def tells_apart(column: Column) -> bool:
    """Tell whether a column's values name or identify what its rows are about."""
    return is_identifier(column) or column.name.lower().endswith(_ENDS_OF_NAMES)


def identifiers_of_anything(tables: Sequence[Table], relevance: Relevance) -> Iterator[tuple[Table, Column]]:
    """Yield columns of identifiers whose names do not say of what, but those of which each row has one of its own.

    "Orders" may be what the "id" of a table of order lines is about, where nothing else has that name.
    """
    for table in tables:
        for column in table.columns:
            if identifies_anything(column.name) and relevance.values.get(column.column_id) != table.rows:
                yield table, column
