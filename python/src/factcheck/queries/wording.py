"""Says in plain words what a query computes."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.catalogue.schema import Column
from factcheck.queries.fragments import Function, Predicate
from factcheck.queries.query import CandidateQuery
from factcheck.words.identifiers import split_identifier

_PHRASES = {
    Function.COUNT_DISTINCT: "the number of different values of",
    Function.SUM: "the total of",
    Function.AVG: "the average of",
    Function.MIN: "the smallest value of",
    Function.MAX: "the largest value of",
    Function.MEDIAN: "the median of",
}


def describe(candidate: CandidateQuery) -> str:
    """A candidate query in plain words, such as "the number of rows in sales where month is 'May'"."""
    table = candidate.relations.anchor.name
    where = _Conditions(candidate)
    if candidate.function is Function.PERCENTAGE:
        return f"the percentage of rows in {table} where {where.of(candidate.predicates)}"
    if candidate.function is Function.CONDITIONAL_PROBABILITY:
        event = [p for p in candidate.predicates if p not in candidate.condition]
        return f"of the rows in {table} where {where.of(candidate.condition)}, the percentage where {where.of(event)}"
    if candidate.column is None:
        phrase = f"the number of rows in {table}"
    else:
        phrase = f"{_PHRASES[candidate.function]} {where.name(candidate.column)} in {table}"
    return f"{phrase} where {where.of(candidate.predicates)}" if candidate.predicates else phrase


def _words(name: str) -> str:
    return " ".join(split_identifier(name)) or name


class _Conditions:
    """Says what rows have to be like; columns of joined tables are told apart by their table's name."""

    def __init__(self, candidate: CandidateQuery) -> None:
        self._joined = {table.table_id: table.name for table in candidate.relations.tables[1:]}

    def of(self, predicates: Sequence[Predicate]) -> str:
        """Some predicates, all of which hold."""
        return " and ".join(self._one(predicate) for predicate in predicates)

    def name(self, column: Column) -> str:
        """A column by its name's words."""
        own = _words(column.name)
        return f"{own} of {self._joined[column.table_id]}" if column.table_id in self._joined else own

    def _one(self, predicate: Predicate) -> str:
        column = predicate.column
        if column.is_integer or column.is_boolean or column.is_date:
            return f"{self.name(column)} is {predicate.literal}"
        return f"{self.name(column)} is '{predicate.literal}'"
