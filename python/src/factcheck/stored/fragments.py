"""The query fragments that a stored claim's readings are made of, with how likely each is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from factcheck.queries.qualified_name import qualified_name
from factcheck.queries.query import Query
from factcheck.stored.claims import StoredReading

Fragment = tuple[str, str]
"""What kind of fragment, ``function``, ``column`` or ``predicate``, and how it is written."""


def likely_fragments(readings: Iterable[StoredReading]) -> Iterator[tuple[Fragment, float]]:
    """Yield the fragments of each reading with the reading's probability; those of one fragment are to be added up."""
    for reading in readings:
        if reading.query is not None:
            for fragment in dict.fromkeys(fragments_of(reading.query)):
                yield fragment, reading.probability


def fragments_of(query: Query) -> Iterator[Fragment]:
    """Yield the fragments of a query, its predicates in their order."""
    yield "function", query.function.name
    yield "column", _column(query)
    for predicate in query.predicates:
        yield "predicate", predicate.words(qualified_name(predicate.column, query.selection))


def _column(query: Query) -> str:
    if query.column is None:
        return f"{query.selection.anchor.name}.*"
    return qualified_name(query.column, query.selection)
