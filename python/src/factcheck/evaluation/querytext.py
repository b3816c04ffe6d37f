"""Candidate queries as SQL that any client can run, giving the value found."""

from __future__ import annotations

from collections.abc import Iterable

from factcheck.catalogue.fragments import Function, Predicate
from factcheck.model.candidates import CandidateQuery
from factcheck.sqltext import literal


def query_text(candidate: CandidateQuery) -> str:
    """Write a candidate query as SQL; names are schema-qualified, so it needs no search_path."""
    if candidate.function is Function.PERCENTAGE:
        return _share(candidate, candidate.predicates, ())
    if candidate.function is Function.CONDITIONAL_PROBABILITY:
        event = tuple(p for p in candidate.predicates if p not in candidate.condition)
        return _share(candidate, event, candidate.condition)
    return f"SELECT {_aggregate(candidate)} FROM {candidate.table.sql_name}{_where(candidate.predicates)}"


def _aggregate(candidate: CandidateQuery) -> str:
    if candidate.column is None:
        return "count(*)"
    if candidate.function is Function.COUNT_DISTINCT:
        return f"count(DISTINCT {candidate.column.sql_name})"
    if candidate.function is Function.MEDIAN:
        return f"percentile_cont(0.5) WITHIN GROUP (ORDER BY {candidate.column.sql_name})"
    if candidate.function is Function.SUM and candidate.column.type_name == "real":
        return f"sum({candidate.column.sql_name}::double precision)"  # a sum in single precision loses digits
    return f"{candidate.function.value}({candidate.column.sql_name})"


def _share(candidate: CandidateQuery, event: Iterable[Predicate], condition: Iterable[Predicate]) -> str:
    return (
        f"SELECT 100.0 * count(*) FILTER (WHERE {_conjunction(event)}) / nullif(count(*), 0)"
        f" FROM {candidate.table.sql_name}{_where(condition)}"
    )


def _where(predicates: Iterable[Predicate]) -> str:
    conjunction = _conjunction(predicates)
    return f" WHERE {conjunction}" if conjunction else ""


def _conjunction(predicates: Iterable[Predicate]) -> str:
    return " AND ".join(f"{p.column.sql_name} = {_value(p)}" for p in predicates)


def _value(predicate: Predicate) -> str:
    if predicate.column.is_integer:
        return literal(int(predicate.literal))
    if predicate.column.is_boolean:
        return literal(predicate.literal == "true")
    return literal(predicate.literal)
