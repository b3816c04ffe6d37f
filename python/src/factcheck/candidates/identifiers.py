"""Columns whose values name things."""

from __future__ import annotations

from factcheck.catalogue.schema import Column
from factcheck.words.identifiers import names_an_identifier

_ENDS_OF_NAMES = ("name", "title", "id")


def is_identifier(column: Column) -> bool:
    """Tell whether a column's values name things, so that adding them up says nothing."""
    return names_an_identifier(column.name)


def tells_apart(column: Column) -> bool:
    """Tell whether a column's values name or identify what its rows are about."""
    return is_identifier(column) or column.name.lower().endswith(_ENDS_OF_NAMES)
