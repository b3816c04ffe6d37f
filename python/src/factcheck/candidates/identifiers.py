"""Columns whose values name things."""

from __future__ import annotations

from factcheck.catalogue.schema import Column
from factcheck.words.identifiers import split_identifier

_IDENTIFIER_WORDS = frozenset({"id", "key", "code", "zip", "uuid"})
_ENDS_OF_NAMES = ("name", "title", "id")


def is_identifier(column: Column) -> bool:
    """Tell whether a column's values name things, so that adding them up says nothing."""
    words = split_identifier(column.name)
    return bool(words) and not _IDENTIFIER_WORDS.isdisjoint((words[0], words[-1]))


def tells_apart(column: Column) -> bool:
    """Tell whether a column's values name or identify what its rows are about."""
    return is_identifier(column) or column.name.lower().endswith(_ENDS_OF_NAMES)
