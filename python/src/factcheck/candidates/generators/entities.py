"""Columns that name the things a word stands for: "customer" for customer_id."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from factcheck.candidates.cue import Cue
from factcheck.candidates.identifiers import identifiers_of_anything, is_identifier
from factcheck.catalogue.schema import Column, Table
from factcheck.words.identifiers import split_identifier

_AS_GOOD = 0.5
"""Share of the best column's score from which another one may be meant by the same word."""

_PERSONS = frozenset(
    "person people individual user player customer client buyer shopper purchaser member subscriber visitor guest "
    "patient employee worker student respondent participant subject man men woman women boy girl child children "
    "everyone everybody anyone anybody nobody".split()
)
_NAMING_PERSONS = frozenset(
    "name username user login nickname nick handle email sn customer client buyer player member person subscriber "
    "visitor guest patient employee student respondent participant subject".split()
)
_BESIDE_NAMES = frozenset("first last full screen display id no number code key".split())
_BY_ANOTHER_WORD = 0.5
"""How well a column of names of persons stands for persons that go by another word, and one of no name for anything."""


@dataclass(frozen=True, slots=True)
class Entity:
    """What a word may name: the values of a column or, where there is none, the rows of a table; from 0 to 1."""

    table: Table
    column: Column | None
    closeness: float


def entities(cue: Cue, index: int) -> Iterator[Entity]:
    """Yield the columns whose values a noun of the sentence names, identifiers first, and the tables whose rows."""
    token = cue.words.tokens[index]
    is_nobody = token.text.lower() == "one" and cue.words.follows(index, "no")
    yield from entities_called(cue, *(("nobody",) if is_nobody else (token.text.lower(), token.lemma.lower())))


def entities_called(cue: Cue, *forms: str) -> Iterator[Entity]:
    """Yield the same for the forms of a noun, in lower case."""
    columns = cue.columns_named_by(*forms)
    best = max(columns.values(), default=0.0)
    named = [
        Entity(table, column, share / best)
        for table in cue.tables
        for column in table.columns
        if (share := columns.get(column.column_id, 0.0)) > 0 and share >= _AS_GOOD * best and can_name(column)
    ]
    tables = cue.tables_named_by(*forms)
    unnamed = () if tables else identifiers_of_anything(cue.tables, cue.relevance)
    others = (Entity(table, column, _BY_ANOTHER_WORD) for table, column in unnamed)
    yield from named or (_persons(cue) if _PERSONS.intersection(forms) else others)
    most = max(tables.values(), default=0.0)
    for table in cue.tables:
        if tables.get(table.table_id, 0.0) > 0:
            yield Entity(table, None, tables[table.table_id] / most)


def _persons(cue: Cue) -> Iterator[Entity]:
    """Yield the columns whose names say no more than that they name persons: "username", "full name", "email"."""
    for table in cue.tables:
        for column in table.columns:
            words = set(split_identifier(column.name))
            is_amount = column.is_numeric and not is_identifier(column)
            if words & _NAMING_PERSONS and words <= _NAMING_PERSONS | _BESIDE_NAMES and not is_amount:
                yield Entity(table, column, _BY_ANOTHER_WORD)


def can_name(column: Column) -> bool:
    """Tell whether values of a column may name things: words, dates, whole numbers, and what is called a number."""
    return not column.is_numeric or column.is_integer or is_identifier(column)
