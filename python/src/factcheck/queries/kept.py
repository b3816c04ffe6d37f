"""Queries as they are kept beside their SQL text: lists of plain values, from which the same query is made again.

Tables and columns are kept by their numbers, functions by their names.  What is kept may have been written by hand, so
that nothing of it becomes SQL as it is: each value is held to the type of its field, and joins, with the operators that
compare, are those that are known now.  All that a query consists of is looked through, so that no kind of query has to
tell, nor can forget to; only its name has to be known here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from decimal import Decimal
from typing import Any

from factcheck.catalogue.derived import DerivedColumn, derived
from factcheck.catalogue.expressions import as_list as as_expression
from factcheck.catalogue.expressions import columns_of
from factcheck.catalogue.expressions import from_list as read_expression
from factcheck.catalogue.schema import Column, Table
from factcheck.catalogue.text_numbers import all_columns
from factcheck.joins.graph import Join
from factcheck.joins.relation_sets import RelationSet
from factcheck.queries.column_place import ColumnPlace
from factcheck.queries.correlation import Correlation
from factcheck.queries.difference import Change, Difference
from factcheck.queries.field_types import require_types
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.group_average import GroupAverage
from factcheck.queries.group_count import GroupCount
from factcheck.queries.group_extreme import GroupExtreme, GroupOwner
from factcheck.queries.group_place import GroupPlace
from factcheck.queries.group_ratio import GroupRatioExtreme
from factcheck.queries.groups import Grouping
from factcheck.queries.look_up import LookUp
from factcheck.queries.no_partner import NoPartner
from factcheck.queries.opposite import Opposite
from factcheck.queries.predicates.kept import as_list, from_list
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.quantile import Quantile
from factcheck.queries.query import Aggregate, Measure, Query, RunQuery
from factcheck.queries.ratio import Ratio
from factcheck.queries.regression import Regression
from factcheck.queries.row_at_extreme import RowAtExtreme
from factcheck.queries.selection import Selection
from factcheck.queries.span import Span
from factcheck.queries.standard_score import StandardScore
from factcheck.queries.steady_change import SteadyChange
from factcheck.queries.top_groups import TopGroups
from factcheck.queries.top_rows import TopRows

KINDS: tuple[type[Query], ...] = (
    Aggregate,
    Ratio,
    Difference,
    Change,
    StandardScore,
    LookUp,
    RowAtExtreme,
    GroupExtreme,
    GroupOwner,
    GroupAverage,
    GroupCount,
    GroupPlace,
    SteadyChange,
    ColumnPlace,
    NoPartner,
    Quantile,
    Correlation,
    Regression,
    Opposite,
    Span,
    GroupRatioExtreme,
    TopGroups,
    TopRows,
)
"""Every kind of query."""

_RECORDS: Mapping[str, type[Any]] = {record.__name__: record for record in (*KINDS, Measure, Selection, Grouping)}
_FUNCTIONS = {function.name: function for function in FUNCTIONS}


@dataclass(frozen=True, slots=True)
class Known:
    """What kept queries may name now: tables that may be read, by their numbers, and joins among them that hold.

    Parts that several queries have in common are made once.
    """

    tables: Mapping[int, Table]
    joins: Sequence[Join]
    _columns: dict[int, Mapping[int, Column]] = field(default_factory=dict, init=False, repr=False, compare=False)
    parts: dict[str, object] = field(default_factory=dict, init=False, repr=False, compare=False)

    def columns(self, table_id: int) -> Mapping[int, Column]:
        """Return the columns of a table by their lasting numbers; raises ``LookupError`` where it may not be read."""
        if table_id not in self._columns:
            self._columns[table_id] = {column.lasting_id: column for column in all_columns(self.tables[table_id])}
        return self._columns[table_id]

    def column(self, table_id: int, column_id: int, type_name: str) -> Column:
        """Return a column; raises ``LookupError`` where it may not be read, or has another type by now."""
        column = self.columns(table_id)[column_id]
        if column.type_name != type_name:
            raise LookupError(f"column {column_id} is no longer of type {type_name}")
        return column


def as_kept(query: Query) -> list[Any]:
    """Return a query as plain values, fit for JSON; raises ``LookupError`` for a kind that is not known here."""
    kept: list[Any] = _kept(query)
    return kept


def from_kept(kept: object, known: Known) -> Query:
    """Make a query of what ``as_kept`` gave.

    Raises ``LookupError`` where it names what is not known now, or says what no query says.
    """
    return written_from_kept(kept, known)[0]


def written_from_kept(kept: object, known: Known) -> tuple[Query, str]:
    """Make a query in the same way, and return it with its SQL, which had to be written to know that it can be."""
    try:
        query = _made(kept, known)
        if not isinstance(query, Query):
            raise LookupError("not a query")
        text = query.sql()
        for operand in query.operands():
            _require_own_columns(operand)
    except (ValueError, TypeError, ArithmeticError, RecursionError) as error:
        raise LookupError("no query can be written") from error
    return query, text


def table_ids(kept: object) -> set[int]:
    """Return the numbers of the tables that a kept query names."""
    numbers: set[int] = set()
    parts = [kept] if isinstance(kept, list) else []
    for part in parts:  # which grows by the lists that it holds
        if not part:
            continue
        if part[0] == "column":
            numbers.update(each for each in part[1:2] if isinstance(each, int))
        elif part[0] == "tables":
            ends = (end for join in part[2:] if isinstance(join, list) for end in join)
            numbers.update(each for each in (*part[1:2], *ends) if isinstance(each, int))
        else:
            parts += [each for each in part if isinstance(each, list)]
    return numbers


def _kept(part: object) -> Any:
    if part is None or isinstance(part, bool | int | str):
        return part
    match part:
        case DerivedColumn():
            kept = ["derived", part.table_id, part.name, as_expression(part.formula)]
        case Column():
            kept = ["column", part.table_id, part.lasting_id, part.type_name]
        case RelationSet():
            kept = ["tables", part.anchor.table_id, *map(_kept_join, part.joins)]
        case AggregationFunction():
            kept = ["function", part.name]
        case Predicate():
            kept = ["predicate", _kept(part.column), as_list(part)]
        case Decimal():
            kept = ["number", str(part)]
        case tuple():
            kept = ["all", *map(_kept, part)]
        case _:
            made_of = (each.name for each in fields(part) if each.init)  # type: ignore[arg-type]
            kept = [_name(part), *(_kept(getattr(part, name)) for name in made_of)]
    return kept


def _name(part: object) -> str:
    name = type(part).__name__
    if _RECORDS.get(name) is not type(part):
        raise LookupError(f"cannot keep a {name}")
    return name


def _kept_join(join: Join) -> list[Any]:
    return [join.from_table, list(join.from_columns), join.to_table, list(join.to_columns)]


def _made(kept: object, known: Known) -> object:
    if not isinstance(kept, list):
        return kept
    text = repr(kept)  # lists that differ in anything, even in a type, are written differently
    if text not in known.parts:
        known.parts[text] = _made_anew(kept, known)
    return known.parts[text]


def _made_anew(kept: list[Any], known: Known) -> object:
    name, *parts = kept
    match name:
        case "column":
            made: object = _column(parts, known)
        case "derived":
            made = _derived(parts, known)
        case "tables":
            made = _relations(parts, known)
        case "function":
            made = _function(parts)
        case "predicate":
            made = _predicate(parts, known)
        case "number":
            made = _number(parts)
        case "all":
            made = tuple(_made(part, known) for part in parts)
        case _:
            values = [_made(part, known) for part in parts]
            require_types(_RECORDS[name], values)
            if any(isinstance(value, RunQuery) for value in values):
                raise LookupError("what is run by itself is no part of another query")
            made = _RECORDS[name](*values)
    return made


def _column(parts: list[Any], known: Known) -> Column:
    if [type(part) for part in parts] != [int, int, str]:
        raise LookupError("not a column")
    return known.column(*parts)


def _derived(parts: list[Any], known: Known) -> Column:
    if [type(part) for part in parts] != [int, str, list]:
        raise LookupError("not a derived column")
    table_id, name, held = parts
    expression = read_expression(held, known.column)
    if table_id not in known.tables or not columns_of(expression):
        raise LookupError("not a derived column")
    return derived(expression, table_id, name)


def _number(parts: list[Any]) -> Decimal:
    [text] = parts
    if not isinstance(text, str):
        raise LookupError("not a number")
    return Decimal(text)


def _relations(parts: list[Any], known: Known) -> RelationSet:
    """Return the tables joined along the joins that are kept, as these are now."""
    number, *kept_joins = parts
    tables, joins = [known.tables[number]], []
    for kept in kept_joins:
        join = next((join for join in known.joins if _kept_join(join) == kept), None)
        reached = {table.table_id for table in tables}
        if join is None or join.from_table not in reached or join.to_table in reached:
            raise LookupError("not a path of joins that hold")
        joins.append(join)
        tables.append(known.tables[join.to_table])
    return RelationSet(tables[0], tuple(joins), tuple(tables))


def _function(parts: list[Any]) -> AggregationFunction:
    [name] = parts
    if not isinstance(name, str):
        raise LookupError("not a function")
    return _FUNCTIONS[name]


def _predicate(parts: list[Any], known: Known) -> Predicate:
    column, predicate = _made(parts[0], known), parts[1]
    if not isinstance(column, Column) or not isinstance(predicate, list) or not predicate:
        raise LookupError("not a predicate")
    return from_list(predicate, column, known.columns(column.table_id))


def _require_own_columns(operand: Aggregate) -> None:
    """Raise ``LookupError`` where an aggregate names columns of tables that it does not join."""
    tables = {table.table_id for table in operand.selection.relations.tables}
    columns = [operand.column, *(predicate.column for predicate in operand.predicates)]
    if not {table_id for column in columns if column is not None for table_id in column.table_ids} <= tables:
        raise LookupError("a column of another table")
