"""What right queries of one document have in common, and how simple they are (Figures 5(b) and 5(c))."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence

from factcheck.quality.judging.metrics import Count
from factcheck.queries.qualified_name import qualified_name
from factcheck.queries.query import Query

MOST_FREQUENT = 6
"""At most this many of the most frequent instances are considered."""


def _function(query: Query) -> Hashable:
    return query.function


def _column(query: Query) -> Hashable:
    """Return the column's name; the numbers of columns that no schema has differ from query to query."""
    if query.column is None:
        return f"{query.selection.anchor.name}.*"
    return qualified_name(query.column, query.selection)


def _predicate_columns(query: Query) -> Hashable:
    return frozenset(qualified_name(predicate.column, query.selection) for predicate in query.predicates)


CHARACTERISTICS: Mapping[str, Callable[[Query], Hashable]] = {
    "aggregation functions": _function,
    "aggregation columns": _column,
    "predicate column sets": _predicate_columns,
}
"""The characteristics of a claim query, by name."""


def covered_by_most_frequent(queries: Sequence[Query], characteristic: str, most: int) -> Count:
    """Count the queries of a document that have one of its ``most`` most frequent instances, and all its queries."""
    instances = Counter(CHARACTERISTICS[characteristic](query) for query in queries)
    return sum(count for _, count in instances.most_common(most)), len(queries)


def predicate_counts(queries: Sequence[Query]) -> Counter[int]:
    """Count the queries that have no predicate, one, two and so on."""
    return Counter(len(query.predicates) for query in queries)
