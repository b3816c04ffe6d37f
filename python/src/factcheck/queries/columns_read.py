"""Which columns a query reads, so that it is known who may see what it gave."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.schema import Column
from factcheck.joins.relation_sets import RelationSet
from factcheck.queries.functions.function import AggregationFunction

ColumnRead = tuple[int, str | None]
"""A table by its number, and the name of a column; None for the rows themselves, which are counted."""


def columns_read(query: object) -> frozenset[ColumnRead]:
    """Return all columns that a query reads: aggregated, in predicates, and those that join its tables.

    All that a query consists of is looked through, so that no kind of query has to tell, nor can forget to.
    """
    return frozenset(_columns_in(query))


def _columns_in(part: object) -> Iterator[ColumnRead]:
    if isinstance(part, DerivedColumn):
        yield from ((column.table_id, column.name) for column in part.operands)
    elif isinstance(part, Column):
        yield part.table_id, part.name
    elif isinstance(part, RelationSet):
        yield from ((table.table_id, None) for table in part.tables)
        for join in part.joins:
            yield from ((join.from_table, name) for name in join.from_columns)
            yield from ((join.to_table, name) for name in join.to_columns)
    elif isinstance(part, tuple | list | frozenset):
        for each in part:
            yield from _columns_in(each)
    elif is_dataclass(part) and not isinstance(part, AggregationFunction | type):
        for field in fields(part):
            yield from _columns_in(getattr(part, field.name))
