"""Predicates as they are kept from one check to the next: lists of plain values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from factcheck.catalogue.expressions import Call, Constant, DaysBetween, HoursBetween, Operation, YearOf, columns_of
from factcheck.catalogue.expressions import as_list as as_expression
from factcheck.catalogue.expressions import from_list as read_expression
from factcheck.catalogue.schema import Column
from factcheck.queries.field_types import require_types
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.column_compare import ColumnCompare
from factcheck.queries.predicates.compare import Compare
from factcheck.queries.predicates.date_part import DatePart
from factcheck.queries.predicates.either_equals import EitherEquals
from factcheck.queries.predicates.either_outcome import EitherOutcome
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.expression_compare import ExpressionCompare
from factcheck.queries.predicates.has_entries import HasEntries
from factcheck.queries.predicates.is_null import IsNull
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.one_of import OneOf
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.predicates.text_contains import TextContains

KINDS: tuple[type[Any], ...] = (
    Equals,
    OneOf,
    Between,
    Compare,
    Period,
    DatePart,
    IsNull,
    Not,
    TextContains,
    HasEntries,
    ColumnCompare,
    EitherEquals,
    EitherOutcome,
    ExpressionCompare,
)
"""Every kind of predicate."""

_NUMBER = re.compile(r"-?[0-9]{1,40}(\.[0-9]{1,40})?")
_OTHERS = {EitherEquals.kind: 1, EitherOutcome.kind: 3}
"""Kinds of predicate whose first fields are other columns of the table, with the number of these."""

_BY_NAME = {kind.kind: kind for kind in KINDS}


def as_list(predicate: Predicate) -> list[Any]:
    """Return the kind of a predicate and its fields but for the column, fit for JSON."""
    values = (getattr(predicate, field.name) for field in fields(predicate) if field.name != "column")  # type: ignore[arg-type]
    return [predicate.kind, *map(_plain, values)]


def _plain(value: object) -> object:
    if isinstance(value, Column):
        return [value.lasting_id, value.type_name]
    if isinstance(value, Operation | Call | Constant | DaysBetween | HoursBetween | YearOf):
        return as_expression(value)
    return as_list(value) if isinstance(value, Predicate) else value


def from_list(kept: list[Any], column: Column, columns: Mapping[int, Column]) -> Predicate:
    """Make a predicate on a column of what ``as_list`` gave; ``columns`` are those that may be named, by number.

    Raises ``LookupError`` for a kind that is not known, for values that such a predicate cannot have, and for another
    column that is not there as it was.
    """
    kind, *values = kept
    if kind not in _BY_NAME:
        raise LookupError(f"no kind of predicate: {kind}")
    if kind == Not.kind and len(values) == 1 and isinstance(values[0], list):
        return Not(from_list(values[0], column, columns))
    if kind == ColumnCompare.kind:
        values = [*values[:1], *(_other(value, column, columns) for value in values[1:])]
    if kind in _OTHERS:
        first = _OTHERS[kind]
        values = [*(_other(value, column, columns) for value in values[:first]), *values[first:]]
    if kind == ExpressionCompare.kind:
        return _of_expression(values, column, columns)
    arguments = [column, *(tuple(value) if isinstance(value, list) else value for value in values)]
    require_types(_BY_NAME[kind], arguments)
    predicate: Predicate = _BY_NAME[kind](*arguments)
    return predicate


def _of_expression(values: list[Any], column: Column, columns: Mapping[int, Column]) -> ExpressionCompare:
    """Return the comparison of an expression over columns of the same table."""
    expression = read_expression(values[0], lambda table, number, name: _same(columns, column, table, number, name))
    if len(values) != 3 or columns_of(expression)[:1] != (column,):
        raise LookupError("not a comparison of an expression over the column")
    arguments = [column, expression, *values[1:]]
    require_types(ExpressionCompare, arguments)
    if not _NUMBER.fullmatch(values[2]):
        raise LookupError("not a number to compare with")
    return ExpressionCompare(*arguments)


def _same(columns: Mapping[int, Column], column: Column, table_id: int, column_id: int, type_name: str) -> Column:
    known = columns[column_id]
    if (known.type_name, known.table_id) != (type_name, table_id) or table_id != column.table_id:
        raise LookupError(f"no column {column_id} of type {type_name}")
    return known


def _other(value: object, column: Column, columns: Mapping[int, Column]) -> Column:
    """Return another column of the same table."""
    if not isinstance(value, list) or [type(part) for part in value] != [int, str]:
        raise LookupError("not a column")
    other = columns[value[0]]
    if (other.type_name, other.table_id) != (value[1], column.table_id):
        raise LookupError(f"no column {value[0]} of type {value[1]}")
    return other
