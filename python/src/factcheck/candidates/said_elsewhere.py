"""Values that columns of one name have in several tables: what is measured is restricted by its own table's column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate

_AS_LIKELY = 0.95
"""Share of a value's score that it has in a table's own column, at least: words that name another table favour that."""


def values_elsewhere(predicates: Sequence[Predicate], scores: Sequence[float]) -> Mapping[int, frozenset[int]]:
    """Return the tables, by ``table_id``, with a column of the same name and values, for columns by ``column_id``.

    Beds and wages of a ward both have the column ward.  "The 14 beds of the ICU" restricts the ward of the beds: that
    of the wages would count each bed as often as a wage is paid there.  Columns that are restricted by anything but a
    value have no such tables.
    """
    values: dict[Column, dict[str, float]] = {}
    others: set[Column] = set()
    for predicate, score in zip(predicates, scores, strict=True):
        if isinstance(predicate, Equals) and predicate.column.is_text:
            values.setdefault(predicate.column, {})[predicate.literal.casefold()] = score
        else:
            others.add(predicate.column)
    by_name: dict[str, list[Column]] = {}
    for column in values.keys() - others:
        by_name.setdefault(column.name.casefold(), []).append(column)
    return {
        column.column_id: frozenset(
            twin.table_id
            for twin in alike
            if twin.table_id != column.table_id and _has_all(values[twin], values[column])
        )
        for alike in by_name.values()
        for column in alike
        if len(alike) > 1
    }


def _has_all(own: Mapping[str, float], other: Mapping[str, float]) -> bool:
    """Tell whether a column has all values of another one, each about as likely to be meant."""
    return all(own.get(literal, 0.0) >= _AS_LIKELY * score for literal, score in other.items())
