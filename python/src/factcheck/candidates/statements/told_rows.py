"""Rows that the sentence before was about: "The North has 9 offices. Kiel is the busiest", of the North perhaps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from factcheck.candidates.statements.cue import StatementCue
from factcheck.candidates.statements.reading import StatementQuery, StatementReading
from factcheck.queries.group_place import GroupPlace
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.query import Aggregate, Query
from factcheck.queries.selection import Selection

_AS_TOLD = 0.5
"""How likely the rows told of before are meant, beside all of them."""


def with_told_rows(
    readings: Mapping[StatementQuery, StatementReading], cue: StatementCue
) -> dict[StatementQuery, StatementReading]:
    """Return readings with those by which somebody has a place among the rows that the sentence before was about."""
    again = dict(readings)
    values = list(dict.fromkeys(_values(cue.told)))
    for reading in readings.values() if len(values) == 1 else ():
        query = reading.query
        if not isinstance(query, GroupPlace) or reading.is_guess:
            continue
        [value] = values
        known = {query.by.column, *(each.column for each in (*query.selection.predicates, *query.event))}
        tables = frozenset({value.column.table_id, *(t.table_id for t in query.selection.relations.tables)})
        relations = cue.relations.of(tables, query.selection.anchor.table_id)
        if value.column in known or relations is None:
            continue
        rows = Selection(relations, (*query.selection.predicates, value))
        place = replace(query, aggregate=Aggregate(query.aggregate.measure, rows))
        again.setdefault(place, replace(reading, query=place, weight=reading.weight * _AS_TOLD))
    return again


def _values(queries: Sequence[Query]) -> Iterator[Equals]:
    """Yield the values of text that queries restrict rows to."""
    for query in queries:
        yield from (each for each in query.predicates if isinstance(each, Equals) and each.column.is_text)
