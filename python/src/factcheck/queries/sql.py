"""Candidate queries as SQL that any client can run, giving the value found."""

from __future__ import annotations

from collections.abc import Iterable

from factcheck.catalogue.schema import Column
from factcheck.joins.relation_sets import RelationSet
from factcheck.queries.fragments import Function, Predicate
from factcheck.queries.query import CandidateQuery
from factcheck.sqltext import identifier, literal


def query_text(candidate: CandidateQuery) -> str:
    """Write a candidate query as SQL; names are schema-qualified, so it needs no search_path."""
    text = _QueryText(candidate.relations)
    if candidate.function is Function.PERCENTAGE:
        return text.share(candidate.predicates, ())
    if candidate.function is Function.CONDITIONAL_PROBABILITY:
        return text.share((p for p in candidate.predicates if p not in candidate.condition), candidate.condition)
    return f"SELECT {text.aggregate(candidate)} FROM {text.rows()}{text.where(candidate.predicates)}"


class _QueryText:
    """The parts of a query over joined tables; over one table alone, columns go by their own names."""

    def __init__(self, relations: RelationSet) -> None:
        self._relations = relations
        self._table = {table.table_id: table.sql_name for table in relations.tables}

    def rows(self) -> str:
        """The tables, joined."""
        parts = [self._relations.anchor.sql_name]
        for join in self._relations.joins:
            conditions = " AND ".join(
                f"{self._table[join.to_table]}.{identifier(other)} {operator}"
                f" {self._table[join.from_table]}.{identifier(one)}"
                for other, operator, one in join.comparisons
            )
            parts.append(f"JOIN {self._table[join.to_table]} ON {conditions}")
        return " ".join(parts)

    def column(self, column: Column) -> str:
        """A column, with its table where others are joined."""
        return f"{self._table[column.table_id]}.{column.sql_name}" if self._relations.joins else column.sql_name

    def aggregate(self, candidate: CandidateQuery) -> str:
        """The expression to select."""
        if candidate.column is None:
            return "count(*)"
        name = self.column(candidate.column)
        if candidate.function is Function.COUNT_DISTINCT:
            return f"count(DISTINCT {name})"
        kind = candidate.column.type_name
        if candidate.function is Function.MEDIAN:
            return _median(name, candidate.column)
        if candidate.function is Function.SUM and kind == "real":
            return f"sum({name}::double precision)"  # a sum in single precision loses digits
        if candidate.function in {Function.SUM, Function.AVG} and kind == "double precision":
            return f"{candidate.function.value}({name}::numeric)"  # which the order of the rows does not change
        return f"{candidate.function.value}({name})"

    def share(self, event: Iterable[Predicate], condition: Iterable[Predicate]) -> str:
        """A query for the percentage of the rows of a condition in which an event holds."""
        return (
            f"SELECT 100.0 * count(*) FILTER (WHERE {self._conjunction(event)}) / nullif(count(*), 0)"
            f" FROM {self.rows()}{self.where(condition)}"
        )

    def where(self, predicates: Iterable[Predicate]) -> str:
        """The WHERE clause, empty without predicates."""
        conjunction = self._conjunction(predicates)
        return f" WHERE {conjunction}" if conjunction else ""

    def _conjunction(self, predicates: Iterable[Predicate]) -> str:
        return " AND ".join(f"{self._compared(p.column)} {p.column.equality} {_value(p)}" for p in predicates)

    def _compared(self, column: Column) -> str:
        """A column to be compared with a literal: no operator takes a domain over an enum."""
        return f"{self.column(column)}::text" if column.is_enum and column.is_domain else self.column(column)


def _median(name: str, column: Column) -> str:
    """The middle value, or half the sum of both; PostgreSQL's own average of the two is a double."""
    if not column.is_exact or column.type_name in {"smallint", "integer"}:
        return f"percentile_cont(0.5) WITHIN GROUP (ORDER BY {name})"
    low, high = (f"percentile_disc(0.5) WITHIN GROUP (ORDER BY {order})" for order in (name, f"{name} DESC"))
    return f"0.5 * ({low}::numeric + {high})"


def _value(predicate: Predicate) -> str:
    if predicate.column.is_integer:
        return literal(int(predicate.literal))
    if predicate.column.is_boolean:
        return literal(predicate.literal == "true")
    return literal(predicate.literal)
