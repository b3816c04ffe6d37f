"""Rows of a selection as a check goes through them: what takes long of a row is worked out once for all that need it.

The SQL that readers see stays as plain as it is; this one gives the same rows in less time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast

from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.expressions import Expression, NameOf, YearOf, parts_of
from factcheck.catalogue.schema import Column
from factcheck.catalogue.shared_names import ROWS_WORKED_OUT_ONCE, unused_name
from factcheck.catalogue.text_numbers import TextNumber
from factcheck.catalogue.written_days import DIGITS, WRITTEN_DAYS, quick_hour_sql
from factcheck.queries.groups import GroupQuery
from factcheck.queries.predicates.date_part import DatePart
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate
from factcheck.queries.row_at_extreme import RowAtExtreme
from factcheck.queries.selection import Selection

_Query = TypeVar("_Query", bound=GroupQuery)


@dataclass(frozen=True, slots=True)
class QuickSelection(Selection):
    """The rows of a selection, each with the values of some expressions, which are worked out once."""

    worked_out: tuple[str, ...] = ()

    @property
    def is_quick(self) -> bool:
        """Whether very many rows are gone through."""
        return True

    def at_hand(self, expression: str) -> str:
        """Write an expression with what is worked out in place of its parts.

        No literal has one of these parts in it: each has quotes, and in a literal they are written twice.
        """
        name = self._name()
        for text in sorted(self.worked_out, key=len, reverse=True):
            expression = expression.replace(text, f"{name}.{name}{self.worked_out.index(text)}")
        return expression

    def column_sql(self, column: Column) -> str:
        """Return a column as the selection does, or what is worked out of it."""
        return self.at_hand(Selection.column_sql(self, column))

    def rows_sql(self) -> str:
        """Return the tables, joined, and what is worked out of each row of theirs."""
        rows = Selection.rows_sql(self)
        if not self.worked_out:
            return rows
        name = self._name()
        values = ", ".join(f"{text} AS {name}{number}" for number, text in enumerate(self.worked_out))
        # without OFFSET 0 the planner would write each expression out wherever it is named
        return f"{rows} CROSS JOIN LATERAL (SELECT {values} OFFSET 0) AS {name}"

    def conjunction_sql(self, predicates: Iterable[Predicate], *, is_quick: bool = True) -> str:
        """Return some predicates as they are asked of very many rows."""
        return self.at_hand(Selection.conjunction_sql(self, predicates, is_quick=is_quick))

    def source_sql(self, *, is_quick: bool = True) -> str:
        """Return the FROM clause with its WHERE clause, as of very many rows."""
        return Selection.source_sql(self, is_quick=is_quick)

    def _name(self) -> str:
        return unused_name("worked_out", self.relations.tables) if self.worked_out else ""


def quickened(queries: Sequence[_Query]) -> list[_Query]:
    """Return queries over groups of the same joined rows as a check runs them, all over the same rows."""
    worked_out = _worked_out(queries[0].selection, (text for query in queries for text in _texts_read(query)))
    return [cast(_Query, _over(query, worked_out)) for query in queries]


def quickened_rows(queries: Sequence[RowAtExtreme]) -> list[RowAtExtreme]:
    """Return queries about rows with extremes, among the same joined rows, as a check runs them."""
    worked_out = _worked_out(queries[0].selection, (text for query in queries for text in _texts_of_row(query)))
    return [replace(query, _selection=_quick_rows(query.selection, worked_out)) for query in queries]


def _worked_out(rows: Selection, texts: Iterable[str]) -> tuple[str, ...]:
    """Return the expressions, of those that are needed, that are worked out once: several times needed of few rows."""
    is_small = all(
        table.is_stored and not table.parts and table.placement is None and table.rows <= ROWS_WORKED_OUT_ONCE
        for table in rows.relations.tables
    )
    return tuple(text for text, times in Counter(texts).items() if times > 1) if is_small else ()


def _over(query: Any, worked_out: tuple[str, ...]) -> Any:
    """Return a query over the rows of which expressions are worked out once."""
    return replace(query, **{name: _quick(each, worked_out) for name, each in query.aggregates.items()})


def _quick(aggregate: Aggregate, worked_out: tuple[str, ...]) -> Aggregate:
    return Aggregate(aggregate.measure, _quick_rows(aggregate.selection, worked_out))


def _quick_rows(rows: Selection, worked_out: tuple[str, ...]) -> QuickSelection:
    return QuickSelection(rows.relations, rows.predicates, worked_out)


def _texts_read(query: GroupQuery) -> Iterator[str]:
    """Yield each expression that reads a text as often as a query needs it, and those of its groups and values twice.

    These are needed to tell as well whether there is any value.
    """
    plain = Selection(query.selection.relations)
    if query.by.part == "hour" and query.by.column.is_text:
        yield from 2 * (quick_hour_sql(plain.column_sql(query.by.column)),)
    for aggregate in query.aggregates.values():
        columns = (query.by.column, *([] if aggregate.column is None else [aggregate.column]))
        for column in columns:
            yield from 2 * tuple(_texts_of(column, plain))
        for predicate in aggregate.predicates:
            yield from _texts_of_predicate(predicate, plain)


def _texts_of_row(query: RowAtExtreme) -> Iterator[str]:
    """Yield the same of a query about a row: its extreme is looked for first, then the rows that have it."""
    plain = Selection(query.selection.relations)
    for column in (query.by, query.value):
        yield from 2 * tuple(_texts_of(column, plain))
    for predicate in query.predicates:
        yield from 2 * tuple(_texts_of_predicate(predicate, plain))


def texts_read(expression: Expression, name_of: NameOf) -> Iterator[tuple[Column, str]]:
    """Yield what an expression reads from texts, as ``name_of`` has their columns called, each with such a column."""
    if isinstance(expression, TextNumber):
        yield expression, name_of(expression)
    elif isinstance(expression, DerivedColumn):
        yield from texts_read(expression.formula, name_of)
    elif isinstance(expression, YearOf) and expression.way and expression.way != DIGITS:
        yield expression.day, WRITTEN_DAYS[expression.way].year_sql(name_of(expression.day))
    else:
        for part in parts_of(expression):
            yield from texts_read(part, name_of)


def _texts_of(column: Column, plain: Selection) -> Iterator[str]:
    """Yield what a column, or one that is worked out, reads from texts."""
    return (text for _, text in texts_read(column, plain.column_sql))


def _texts_of_predicate(predicate: Predicate, plain: Selection) -> Iterator[str]:
    """Yield what a predicate reads from texts."""
    name = plain.column_sql(predicate.column)
    if isinstance(predicate, DatePart) and predicate.part == "hour" and predicate.column.is_text:
        yield quick_hour_sql(name)
    elif isinstance(predicate, Period) and predicate.way and predicate.column.is_text:
        yield predicate.written_sql(name)
    else:
        yield from _texts_of(predicate.column, plain)
