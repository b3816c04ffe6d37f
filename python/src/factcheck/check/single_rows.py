"""Claims whose likeliest reading counts within rows that a key names one by one: "1 sailor steered the Heron".

A column that has another value in each row leaves one row for each that is named, which has one value of each column:
such a count is 1, or 2 of two, whatever the claim is about.  Where more than the key
restricts the rows, the row could fail that.
"""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.inference.explained_words import ReadClaim
from factcheck.queries.functions.counts import COUNT, COUNT_DISTINCT
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.one_of import OneOf
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate

_FEWEST_ROWS = 3
"""Rows from which different values are no chance."""


def claims_counting_one_row(read: Sequence[ReadClaim]) -> frozenset[int]:
    """Return the indexes of claims that a count within one row, by the value of a column of other values, decides."""
    return frozenset(index for index, claim in enumerate(read) if claim.agrees and _counts_one_row(claim))


def _counts_one_row(claim: ReadClaim) -> bool:
    query, relevance = claim.posterior.best[0].query, claim.relevance
    if not isinstance(query, Aggregate) or query.function not in (COUNT, COUNT_DISTINCT):
        return False
    rows = query.selection.anchor.rows
    if rows < _FEWEST_ROWS or len(query.predicates) != 1:
        return False
    keys = _values(query.predicates[0])
    are_single = bool(keys) and all(relevance.frequencies.get(key) == 1 for key in keys)
    return are_single and relevance.values.get(keys[0].column.column_id, 0) >= rows


def _values(predicate: Predicate) -> tuple[Equals, ...]:
    """Return the values that a predicate selects by their names."""
    if isinstance(predicate, OneOf):
        return tuple(Equals(predicate.column, literal) for literal in predicate.literals)
    return (predicate,) if isinstance(predicate, Equals) else ()
