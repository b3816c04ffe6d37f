"""Which columns the same words of a sentence restrict: either may be meant, but not both."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import combinations

from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.relevance import LIMIT, Relevance, Seen


def columns_said_once(relevance: Relevance) -> frozenset[frozenset[int]]:
    """Return pairs of columns, by number, whose likeliest restriction is one that the same words say.

    In "customers from Brazil" the country of the customer may be meant, or that of the bill, but not both.  Codes that
    look alike may stand for different words: F for "women" and for "failed".  "More than two hours" is a limit of one
    column, whichever it is; where a sentence has several limits, each may be another column's.
    """
    likeliest: dict[int, tuple[Predicate, Seen]] = {}
    limits: dict[int, set[float]] = {}
    for predicate, seen in relevance.predicates:
        column = predicate.column.column_id
        if column not in likeliest or seen.score > likeliest[column][1].score:
            likeliest[column] = (predicate, seen)
        if LIMIT in seen.parts:
            limits.setdefault(column, set()).add(seen.parts[LIMIT])
    columns: dict[Hashable, list[int]] = {}
    for column, (predicate, seen) in likeliest.items():
        if LIMIT in seen.parts and len(limits[column]) == 1:
            columns.setdefault((LIMIT, seen.parts[LIMIT]), []).append(column)
        elif isinstance(predicate, Equals) and predicate.column.is_text and seen.is_said:
            columns.setdefault((predicate.literal.casefold(), seen.parts.get("at")), []).append(column)
    return frozenset(frozenset(pair) for alike in columns.values() for pair in combinations(alike, 2))
