"""Queries made of one that a person chose: over other columns, of other rows, of what is worked out alike."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import product
from typing import Any, TypeGuard

from factcheck.catalogue.derived import DerivedColumn, derived
from factcheck.catalogue.expressions import Call, Constant, Expression, Operation
from factcheck.catalogue.schema import Column
from factcheck.queries.exchanged import with_exchanged
from factcheck.queries.functions.counts import CONDITIONAL_PROBABILITY, PERCENTAGE
from factcheck.queries.predicates.compare import Compare, number_text
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.product_query import product_query
from factcheck.queries.query import Aggregate, Query
from factcheck.queries.ratio import Ratio
from factcheck.stored.claims import StoredReading


def worked_out_alike(chosen: Query, readings: Iterable[StoredReading]) -> Iterator[tuple[StoredReading, Query]]:
    """Yield a claim's own readings over what is worked out of their columns as the chosen one's is of its column.

    Whoever says that amounts are in thousands for one claim says it for the others, and for their limits.
    """
    if not isinstance(chosen.column, DerivedColumn) or chosen.column.is_declared:
        return
    if len(chosen.column.operands) != 1 or not chosen.column.operands[0].is_numeric:
        return
    [operand] = chosen.column.operands
    for reading in readings:
        if reading.query is None:
            continue
        column, exchanged = reading.query.column, _other_limits(chosen.column.formula, operand, reading.query)
        if _is_alike(column, operand):
            exchanged[column] = derived(_exchanged_in(chosen.column.formula, operand, column), column.table_id)
        if exchanged:
            yield reading, with_exchanged(reading.query, exchanged)


def _is_alike(column: Column | None, operand: Column) -> TypeGuard[Column]:
    """Tell whether a column of the table may be in the place of one that a formula has."""
    is_stored = column is not None and not isinstance(column, DerivedColumn)
    return is_stored and column is not None and column.table_id == operand.table_id and column.is_numeric


def _other_limits(formula: Expression, operand: Column, query: Query) -> dict[Any, Any]:
    """Return the limits of a query's restrictions, as they are where the formula tells the unit of a column."""
    match formula:
        case Operation("*", left, Constant(factor)) if left == operand and factor:
            return {
                each: replace(each, bound=number_text(Decimal(each.bound) / factor))
                for each in query.predicates
                if isinstance(each, Compare) and _is_alike(each.column, operand)
            }
    return {}


def _exchanged_in(formula: Expression, old: Column, new: Column) -> Expression:
    match formula:
        case Operation(operator, left, right):
            return Operation(operator, _exchanged_in(left, old, new), _exchanged_in(right, old, new))
        case Call(function, arguments):
            return Call(function, tuple(_exchanged_in(each, old, new) for each in arguments))
        case _:
            return new if formula == old else formula


def variants(chosen: Query, columns: Collection[Column | None], predicates: Collection[Predicate]) -> Iterator[Query]:
    """Yield the chosen reading with fragments of a claim's own in the place of its own, or beside them."""
    for query in (chosen, *_with_other_columns(chosen, columns)):
        yield from _exchanged(query, predicates)
        yield from _restricted(query, predicates)


def _with_other_columns(query: Query, columns: Iterable[Column | None]) -> Iterator[Query]:
    old, tables = query.column, _tables_of_all_parts(query)
    for new in columns:
        if old is None or new is None or new == old or not new.table_ids <= tables:
            continue
        if new.table_id == old.table_id and new.is_numeric is old.is_numeric:
            yield with_exchanged(query, {old: new})


def _tables_of_all_parts(query: Query) -> frozenset[int]:
    """Return the numbers of the tables that every part of a query joins: only of them it can be asked something else.

    A derived column belongs to one table, but may be worked out of others, too.
    """
    selections = [query.selection, *(operand.selection for operand in query.operands())]
    return frozenset.intersection(
        *(frozenset(table.table_id for table in selection.relations.tables) for selection in selections)
    )


def _exchanged(query: Query, predicates: Iterable[Predicate]) -> Iterator[Query]:
    """Yield a query of any kind with other values in its restrictions, each of the same column, or none other."""
    others = list(predicates)
    choices = [[old, *(new for new in others if new.column == old.column and new != old)] for old in query.predicates]
    for chosen in product(*choices):
        exchanged = {old: new for old, new in zip(query.predicates, chosen, strict=True) if old != new}
        yield with_exchanged(query, exchanged) if exchanged else query


def _restricted(query: Query, predicates: Iterable[Predicate]) -> Iterator[Query]:
    """Yield a query over rows that are restricted further, an aggregate or a share also in another way."""
    whole, tables = _whole(query), _tables_of_all_parts(query)
    for new in predicates:
        if not new.column.table_ids <= tables or new in query.predicates:
            continue
        if whole is None:
            yield with_exchanged(query, {}, (new,))
            if isinstance(query, Ratio) and query.is_share:
                yield _with_other_part(query, new)
            continue
        for left_out in (None, *query.predicates):
            kept = tuple(each for each in query.predicates if each != left_out and each.column != new.column)
            condition = tuple(each for each in whole if each in kept)
            if query.function.shape.is_share and set(kept) != set(condition):
                # the part stays what it is, and the whole becomes another; else it is the other way round
                condition = (*condition, new)
            yield _made(query, (*kept, new), condition)


def _with_other_part(share: Ratio, new: Predicate) -> Query:
    """Return a share of which another part of the same whole is asked for."""
    part = share.numerator
    if not isinstance(part, Aggregate):
        return share
    selection = replace(part.selection, predicates=(*share.denominator.predicates, new))
    return replace(share, numerator=Aggregate(part.measure, selection))


def _whole(query: Query) -> tuple[Predicate, ...] | None:
    """Return the predicates of the whole of a share, none of an aggregate; None for any other kind of query."""
    if isinstance(query, Aggregate):
        return ()
    is_share = isinstance(query, Ratio) and query.is_share and query.function.shape.is_share
    return query.denominator.predicates if is_share and isinstance(query, Ratio) else None


def _made(query: Query, predicates: tuple[Predicate, ...], condition: tuple[Predicate, ...]) -> Query:
    measure = query.measure
    if measure.function is PERCENTAGE and condition:
        measure = replace(measure, function=CONDITIONAL_PROBABILITY)
    event = tuple(each for each in predicates if each not in condition)
    return product_query(measure, query.selection.relations, (*condition, *event), condition)
