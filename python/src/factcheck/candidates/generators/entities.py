"""Columns that name the things a word stands for: "customer" for customer_id."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from factcheck.candidates.cue import Cue
from factcheck.candidates.identifiers import PERSONS, identifiers_of_anything, is_identifier, names_persons
from factcheck.catalogue.schema import Column, Table
from factcheck.words.identifiers import split_identifier

_AS_GOOD = 0.5
"""Share of the best column's score from which another one may be meant by the same word."""

_OF_FLAGS = frozenset({"is", "has"})
"""Words of the names of columns that say yes or no."""

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
    shares = cue.columns_named_by(*forms)
    columns = [
        (table, column, share)
        for table in cue.tables
        for column in table.columns
        if (share := shares.get(column.column_id, 0.0)) > 0 and can_name(column)
    ]
    best = max((share for _, _, share in columns), default=0.0)
    named = [Entity(table, column, share / best) for table, column, share in columns if share >= _AS_GOOD * best]
    tables = cue.tables_named_by(*forms)
    unnamed = () if tables else identifiers_of_anything(cue.tables, cue.relevance)
    others = (Entity(table, column, _BY_ANOTHER_WORD) for table, column in unnamed)
    persons = (
        Entity(table, column, _BY_ANOTHER_WORD)
        for table in cue.tables
        for column in table.columns
        if names_persons(column)
    )
    yield from named or (persons if PERSONS.intersection(forms) else others)
    most = max(tables.values(), default=0.0)
    for table in cue.tables:
        if tables.get(table.table_id, 0.0) > 0:
            yield Entity(table, None, tables[table.table_id] / most)


def can_name(column: Column) -> bool:
    """Tell whether values of a column may name things: words, dates, whole numbers, and what is called a number.

    What tells yes from no names none: "is_member".
    """
    is_flag = column.is_boolean or not _OF_FLAGS.isdisjoint(split_identifier(column.name))
    return not is_flag and (not column.is_numeric or column.is_integer or is_identifier(column))
