"""Finding the candidate of a claim that is its labelled query, or what keeps it from being one."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, fields, replace
from decimal import Decimal, InvalidOperation
from typing import Any, Literal

from factcheck.candidates.candidate_space import AnyCandidate, CandidateSpace
from factcheck.candidates.listed import ListedCandidate
from factcheck.candidates.space import Candidate, ProductPart
from factcheck.catalogue.schema import Column
from factcheck.queries.functions.function import Takes
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.kept import as_list
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.product_query import product_query
from factcheck.queries.qualified_name import qualified_name
from factcheck.queries.query import Aggregate, Measure, Query
from factcheck.queries.ratio import Ratio
from factcheck.queries.selection import Selection


@dataclass(frozen=True, slots=True)
class MissingPart:
    """What keeps a query from being a candidate: something that the candidates are not made of.

    Where all fragments are there, it is their ``combination``, or the ``joins`` of the query, which are others than
    those that candidates of these fragments have.  A ``kind of query`` is one that no generator has listed.
    """

    kind: Literal["kind of query", "table", "function", "column", "predicate", "joins", "combination"]
    text: str


def as_candidate(query: Query, space: CandidateSpace) -> AnyCandidate | MissingPart:
    """Return the candidate whose query equals another one, whose names are those of the tables of the space.

    A share as a fraction is equal to the same share in per cent; the anchor of inner joins does not matter, nor the
    way a number is written.
    """
    if isinstance(query, Ratio) and query.is_share:
        query = _as_share(replace(query, factor=100), space.product)
    identity = _identity(query)
    for number, listed in enumerate(space.listed.queries):
        if _identity(listed.query) == identity:
            return ListedCandidate(number)
    candidate = _product(query, space.product)
    if isinstance(candidate, Candidate) and _identity(space.query(candidate)) != identity:
        return MissingPart("joins", query.selection.rows_sql())
    return candidate


def _as_share(query: Ratio, space: ProductPart) -> Query:
    """Return a share as the space makes it, where it has a function for shares of what the query divides."""
    measure, condition = query.measure, query.denominator.predicates
    text = measure.function.expression("x", measure.column, "")
    for function in dict.fromkeys(aggregate.function for aggregate in space.aggregates):
        is_of_shape = function.shape.is_share and function.shape.has_condition == bool(condition)
        is_of_column = (function.takes is Takes.ROWS) == (measure.column is None)
        if is_of_shape and is_of_column and function.expression("x", measure.column, "") == text:
            selection = query.selection
            return product_query(
                Measure(function, measure.column), selection.relations, selection.predicates, condition
            )
    return query


def _product(query: Query, space: ProductPart) -> Candidate | MissingPart:
    """Return the product of a query's fragments."""
    condition: tuple[Predicate, ...] = ()
    if isinstance(query, Ratio) and query.function.shape.is_share:
        condition = query.denominator.predicates
    elif not isinstance(query, Aggregate):
        return MissingPart("kind of query", query.words())
    aggregate = _aggregate(query, space)
    if isinstance(aggregate, MissingPart):
        return aggregate
    indexes = {_identity(predicate): index for index, predicate in enumerate(space.predicates)}
    for predicate in query.predicates:
        if _identity(predicate) not in indexes:
            return MissingPart("predicate", predicate.words(qualified_name(predicate.column, query.selection)))
    chosen, given = (
        tuple(sorted(indexes[_identity(predicate)] for predicate in predicates))
        for predicates in (query.predicates, condition)
    )
    candidate = Candidate(aggregate, chosen, given)
    return candidate if _exists(candidate, space) else MissingPart("combination", query.words())


def _aggregate(query: Query, space: ProductPart) -> int | MissingPart:
    """Return the index of a query's function and column; the rows of ``*`` are those of the joins' best anchor."""
    known = {table.table_id for table in space.relations.tables}
    for table in query.selection.relations.tables:
        if table.table_id not in known:
            return MissingPart("table", table.name)
    of_function = [index for index, one in enumerate(space.aggregates) if one.function is query.function]
    if not of_function:
        return MissingPart("function", query.function.name)
    if query.column is not None:
        asked = _identity(query.column)
        name = qualified_name(query.column, query.selection)
        indexes = [index for index in of_function if _identity(space.aggregates[index].column) == asked]
    else:
        relations = space.relations.of(frozenset(table.table_id for table in query.selection.relations.tables))
        if relations is None:
            return MissingPart("joins", query.selection.rows_sql())
        name = f"{relations.anchor.name}.*"
        of_rows = [index for index in of_function if space.aggregates[index].column is None]
        indexes = [index for index in of_rows if space.aggregates[index].table.table_id == relations.anchor.table_id]
    return indexes[0] if indexes else MissingPart("column", name)


def _exists(candidate: Candidate, space: ProductPart) -> bool:
    """Tell whether the parts of a candidate may be combined."""
    aggregate = space.aggregates[candidate.aggregate]
    try:
        column_set = space.column_sets.index_of(space.predicates[index].column for index in candidate.predicates)
    except KeyError:
        return False
    is_split = candidate.condition in aggregate.function.shape.conditions(candidate.predicates)
    return is_split and bool(space.families.choices[space.families.of[candidate.aggregate], column_set])


def _identity(part: Any) -> Hashable:
    """Return what is the same for equal queries, and for equal parts of them."""
    if isinstance(part, Column):
        return part.column_id
    if isinstance(part, Between) and part.low == part.high:
        part = Equals(part.column, part.low)  # as one value of a column of decimals is restricted
    if isinstance(part, Predicate):
        return part.column.column_id, _comparable(as_list(part), part.column)
    if isinstance(part, Selection):
        tables = frozenset(table.table_id for table in part.relations.tables)
        return tables, _equalities(part), frozenset(_identity(predicate) for predicate in part.predicates)
    if isinstance(part, Query | Measure):
        return type(part), *(_identity(getattr(part, field.name)) for field in fields(part))  # type: ignore[arg-type]
    hashable: Hashable = part
    return hashable


def _equalities(selection: Selection) -> frozenset[frozenset[tuple[int, str]]]:
    """Return the pairs of columns that rows are joined on."""
    return frozenset(
        frozenset({(join.from_table, one), (join.to_table, other)})
        for join in selection.relations.joins
        for one, other in zip(join.from_columns, join.to_columns, strict=True)
    )


def _comparable(value: Any, column: Column) -> Hashable:
    """Return values of numeric columns as numbers."""
    if isinstance(value, list | tuple):
        return tuple(_comparable(each, column) for each in value)
    if isinstance(value, str) and column.is_numeric:
        try:
            number = Decimal(value)
        except InvalidOperation:
            return value
        return number if number.is_finite() else value
    hashable: Hashable = value
    return hashable
