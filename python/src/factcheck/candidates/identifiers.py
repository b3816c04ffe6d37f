"""Columns whose values name things."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from factcheck.catalogue.schema import Column, Table
from factcheck.retrieval.relevance import Relevance
from factcheck.words.identifiers import identifies_anything, names_an_identifier, split_identifier

_ENDS_OF_NAMES = ("name", "title", "id")
PERSONS = frozenset(
    "person people individual user player customer client buyer shopper purchaser member subscriber visitor guest "
    "patient employee worker student respondent participant subject man men woman women boy girl child children "
    "female females male males everyone everybody anyone anybody nobody".split()
)
_NAMING_PERSONS = frozenset(
    "name username user login nickname nick handle email sn customer client buyer player member person subscriber "
    "visitor guest patient employee student respondent participant subject".split()
)
_BESIDE_NAMES = frozenset("first last full screen display id no number code key".split())

_ROWS_OF_A_THING = 1.5
"""Rows from which things have several on average: what is counted by a word that no column has may be the things."""

_FEWEST_THINGS = 8
"""Values from which the first column of a table may name things and is no class of them."""


def is_identifier(column: Column) -> bool:
    """Tell whether a column's values name things, so that adding them up says nothing."""
    return names_an_identifier(column.name)


def tells_apart(column: Column) -> bool:
    """Tell whether a column's values name or identify what its rows are about."""
    return is_identifier(column) or column.name.lower().endswith(_ENDS_OF_NAMES)


def names_persons(column: Column) -> bool:
    """Tell whether a column's name says no more than that it names persons: "username", "full name", "email"."""
    words = set(split_identifier(column.name))
    is_amount = column.is_numeric and not is_identifier(column)
    return bool(words & _NAMING_PERSONS) and words <= _NAMING_PERSONS | _BESIDE_NAMES and not is_amount


def names_things(table: Table, column: Column, values: Mapping[int, int]) -> bool:
    """Tell whether a column names what the rows of its table are about, where a thing has several rows on average.

    Such a column names or identifies things by its own name, or it is the first one of text: tables begin with what
    they are about.  ``values`` tell how many there are of columns, by their numbers.
    """
    known = values.get(column.column_id, 0)
    if known < _FEWEST_THINGS or table.rows < _ROWS_OF_A_THING * known:
        return False
    first = next((each for each in table.columns if each.is_text), None)
    return column == first or (tells_apart(column) and not _is_of_another(table, column))


def _is_of_another(table: Table, column: Column) -> bool:
    """Tell whether a table has an identifier of rows before a column, whose things are another table's."""
    return is_identifier(column) and any(is_identifier(each) for each in table.columns[: table.columns.index(column)])


def identifiers_of_anything(tables: Sequence[Table], relevance: Relevance) -> Iterator[tuple[Table, Column]]:
    """Yield columns of identifiers whose names do not say of what, but those of which each row has one of its own.

    "Orders" may be what the "id" of a table of order lines is about, where nothing else has that name.
    """
    for table in tables:
        for column in table.columns:
            if identifies_anything(column.name) and relevance.values.get(column.column_id) != table.rows:
                yield table, column
