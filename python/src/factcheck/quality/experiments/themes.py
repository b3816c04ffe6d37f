"""What right queries of one document have in common, and how simple they are (Figures 5(b) and 5(c))."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence

from factcheck.quality.judging.metrics import Count
from factcheck.quality.queries.from_sql import ColumnName, QueryFragments

MOST_FREQUENT = 6
"""At most this many of the most frequent instances are considered."""


def _function(query: QueryFragments) -> Hashable:
    return query.function


def _column(query: QueryFragments) -> Hashable:
    if query.column is None:
        return ColumnName(query.tables[0] if query.tables else "", "*")
    return _named(query.column, query)


def _predicate_columns(query: QueryFragments) -> Hashable:
    return frozenset(_named(restriction.column, query) for restriction in query.predicates)


def _named(column: ColumnName, query: QueryFragments) -> ColumnName:
    """Add the table's name to a column, which a query over one table may leave out."""
    return ColumnName(query.tables[0], column.column) if len(query.tables) == 1 else column


CHARACTERISTICS: Mapping[str, Callable[[QueryFragments], Hashable]] = {
    "aggregation functions": _function,
    "aggregation columns": _column,
    "predicate column sets": _predicate_columns,
}
"""The characteristics of a claim query, by name."""


def covered_by_most_frequent(queries: Sequence[QueryFragments], characteristic: str, most: int) -> Count:
    """Count the queries of a document that have one of its ``most`` most frequent instances, and all its queries."""
    instances = Counter(CHARACTERISTICS[characteristic](query) for query in queries)
    return sum(count for _, count in instances.most_common(most)), len(queries)


def predicate_counts(queries: Sequence[QueryFragments]) -> Counter[int]:
    """Count the queries that have no predicate, one, two and so on."""
    return Counter(len(query.predicates) for query in queries)
