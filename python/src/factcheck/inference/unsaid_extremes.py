"""Extremes that no word of a claim asks for: of many rows some value is likely to be one."""

from __future__ import annotations

from factcheck.queries.functions.extremes import MAX, MIN
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.text_contains import TextContains
from factcheck.queries.query import Aggregate, Query
from factcheck.retrieval.relevance import Relevance


def is_extreme_unsaid(query: Query, relevance: Relevance) -> bool:
    """Tell whether a query asks for an extreme of several rows though nothing that a claim says speaks for one.

    Of a value whose rows are not counted there may be one alone, as of a name.
    """
    if not isinstance(query, Aggregate) or query.function not in (MAX, MIN):
        return False
    may_be_one_row = any(
        isinstance(predicate, Equals | TextContains) and relevance.frequencies.get(predicate, 1) == 1
        for predicate in query.predicates
    )
    return not may_be_one_row and relevance.functions.get(query.function, 0.0) == 0
