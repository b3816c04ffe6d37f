"""A reading put together by a person, of a function, a column and predicates as fragments are written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import TypeVar

from factcheck.catalogue.schema import Column, Table
from factcheck.catalogue.text_numbers import all_columns
from factcheck.errors.catalogue.corrections import (
    column_in_several_tables,
    column_not_known,
    fragments_not_combined,
    function_not_known,
    predicate_not_understood,
    tables_not_joined,
)
from factcheck.joins.relation_sets import Relations, RelationSet
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.functions.function import AggregationFunction, Takes
from factcheck.queries.predicates.compare import Compare
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.is_null import IsNull
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.product_query import product_query
from factcheck.queries.qualified_name import qualified_name
from factcheck.queries.query import Measure, Query

_COMPARISON = re.compile(r"(.+?)\s*(<>|>=|<=|=|<|>)\s*(.+)", re.DOTALL)
_PRESENCE = re.compile(r"(\S+) is (missing|known)")
_ALL_ROWS = "*"
_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class Fragments:
    """What a reading is put together of, as written: of a share, ``condition`` are the predicates of the whole."""

    function: str
    column: str
    predicates: tuple[str, ...] = ()
    condition: tuple[str, ...] = ()


def known_predicates(queries: Iterable[Query]) -> dict[str, Predicate]:
    """Return the predicates of queries by how they are written."""
    return {
        predicate.words(qualified_name(predicate.column, query.selection)): predicate
        for query in queries
        for predicate in query.predicates
    }


def tables_named(fragments: Fragments, known: Mapping[str, Predicate], tables: Sequence[Table]) -> frozenset[int]:
    """Return the numbers of the tables that fragments are about; raises ``FactcheckError`` for what is not known."""
    columns = _Columns(tables)
    predicates = (_predicate(text, known, columns) for text in (*fragments.predicates, *fragments.condition))
    return frozenset({columns.table_of(fragments.column)}).union(*(each.column.table_ids for each in predicates))


def assembled(
    fragments: Fragments, known: Mapping[str, Predicate], tables: Sequence[Table], relations: Relations
) -> Query:
    """Return the query of fragments.

    ``known`` are predicates as they are written; others are a column compared with a value.  Raises ``FactcheckError``
    for what is not known (42704), or makes no query (22023).
    """
    columns = _Columns(tables)
    function = next((each for each in FUNCTIONS if each.name == fragments.function), None)
    if function is None:
        raise function_not_known(fragments.function, sorted(each.name for each in FUNCTIONS))
    column = None if fragments.column.endswith(f".{_ALL_ROWS}") else columns[fragments.column]
    whole = tuple(_predicate(text, known, columns) for text in fragments.condition)
    others = (_predicate(text, known, columns) for text in fragments.predicates)
    predicates = (*whole, *(predicate for predicate in others if predicate not in whole))
    _require_shape(function, column, predicates, whole)
    return product_query(Measure(function, column), _relations(fragments, known, tables, relations), predicates, whole)


def _require_shape(
    function: AggregationFunction, column: Column | None, predicates: Sequence[Predicate], whole: Sequence[Predicate]
) -> None:
    """Raise ``FactcheckError`` where fragments make no query of a function."""
    shape = function.shape
    if (function.takes is Takes.ROWS) != (column is None):
        needed = 'all rows, as "table.*"' if function.takes is Takes.ROWS else "a column"
        raise fragments_not_combined(f"The function {function.name} is applied to {needed}.")
    if function.takes in {Takes.AMOUNTS, Takes.NAMED_AMOUNTS} and column is not None and not column.is_numeric:
        raise fragments_not_combined(f"The function {function.name} needs a column of numbers.")
    if shape.has_condition != bool(whole):
        needed = "a condition, which tells the whole" if shape.has_condition else "no condition"
        raise fragments_not_combined(f"The function {function.name} has {needed}.")
    if len(predicates) < shape.least_predicates:
        needed = "a predicate" if shape.least_predicates == 1 else f"{shape.least_predicates} predicates"
        raise fragments_not_combined(f"The function {function.name} needs {needed}.")


def _relations(
    fragments: Fragments, known: Mapping[str, Predicate], tables: Sequence[Table], relations: Relations
) -> RelationSet:
    named = tables_named(fragments, known, tables)
    is_of_rows = fragments.column.endswith(f".{_ALL_ROWS}")
    found = relations.of(named, _Columns(tables).table_of(fragments.column) if is_of_rows else None)
    if found is None:
        raise tables_not_joined(sorted(table.name for table in tables if table.table_id in named))
    return found


class _Columns:
    """Columns of tables by their names, after those of the tables, with or without the schema."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self._columns: dict[str, set[Column]] = {}
        self._tables: dict[str, set[int]] = {}
        for table in tables:
            for name in {table.name, table.sql_name}:
                self._tables.setdefault(name, set()).add(table.table_id)
                for column in all_columns(table):
                    self._columns.setdefault(f"{name}.{column.name}", set()).add(column)

    def __getitem__(self, name: str) -> Column:
        """Return the column of a name; raises ``FactcheckError`` where there is none, or several."""
        return _only(self._columns.get(name, set()), name)

    def table_of(self, name: str) -> int:
        """Return the number of the table of a column, or of all rows; raises as looking up a column does."""
        if not name.endswith(f".{_ALL_ROWS}"):
            return self[name].table_id
        return _only(self._tables.get(name.removesuffix(f".{_ALL_ROWS}"), set()), name)


def _only(found: set[_Found], name: str) -> _Found:
    """Return the only one that a name finds."""
    if len(found) > 1:
        raise column_in_several_tables(name)
    if not found:
        raise column_not_known(name)
    return next(iter(found))


def _predicate(text: str, known: Mapping[str, Predicate], columns: _Columns) -> Predicate:
    """Return a predicate as it is known, or of a column, a sign and a value, which may stand in quotes.

    What is said of a column may also be that its value is missing, or known.
    """
    if text in known:
        return known[text]
    if (known_or_not := _PRESENCE.fullmatch(text.strip())) is not None:
        is_missing = IsNull(columns[known_or_not[1]])
        return is_missing if known_or_not[2] == "missing" else Not(is_missing)
    parts = _COMPARISON.fullmatch(text.strip())
    if parts is None:
        raise predicate_not_understood(text)
    name, sign, written = parts.groups()
    value, column = _unquoted(written), columns[name]
    is_equality = sign in {"=", "<>"}
    if (column.is_numeric and not _is_number(value)) or not (column.is_numeric or is_equality):
        raise predicate_not_understood(text)
    return _compared(column, sign, value)


def _compared(column: Column, sign: str, value: str) -> Predicate:
    match sign:
        case "=":
            return Equals(column, value)
        case "<>":
            return Not(Equals(column, value))
        case "<":
            return Compare(column, "<", value)
        case "<=":
            return Compare(column, "<=", value)
        case ">":
            return Compare(column, ">", value)
        case _:
            return Compare(column, ">=", value)


def _unquoted(value: str) -> str:
    if len(value) > 1 and value.startswith("'") and value.endswith("'"):
        return value[1:-1].replace("''", "'")
    return value


def _is_number(text: str) -> bool:
    try:
        return Decimal(text).is_finite()
    except InvalidOperation:
        return False
