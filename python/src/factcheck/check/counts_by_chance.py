"""Claims that agree with a count which says nothing of them.

"1 sailor steered the Heron": a column that has another value in each row leaves one row for each value that is named,
which has one value of each column, so that such a count is 1, or 2 of two, whatever the claim is about.  Where more
than the key restricts the rows, the row could fail that.

"Mills & Sons made 20 of the boats" is not told by there being 20 boats: a count of all leaves out the name.
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

_FEWEST_WORDS = 2
"""Words of a value from which a sentence that has them all names it."""


def claims_counted_by_chance(read: Sequence[ReadClaim]) -> frozenset[int]:
    """Return the indexes of claims that agree with a count of rows that a key names, or of all where some are named."""
    return frozenset(
        index
        for index, claim in enumerate(read)
        if claim.agrees and _is_count(claim) and (_counts_named_rows(claim) or _leaves_out_a_value(claim))
    )


def _is_count(claim: ReadClaim) -> bool:
    query = claim.posterior.best[0].query
    return isinstance(query, Aggregate) and query.function in (COUNT, COUNT_DISTINCT)


def _counts_named_rows(claim: ReadClaim) -> bool:
    """Tell whether the values of a key, of which each has one row, are all that restricts the rows."""
    query, relevance = claim.posterior.best[0].query, claim.relevance
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


def _leaves_out_a_value(claim: ReadClaim) -> bool:
    """Tell whether no rows are left out, and a value of several words is named, none of which is explained."""
    if claim.posterior.best[0].query.predicates or not claim.words.states_one_number:
        return False
    left_out = {word.token.text.lower() for word in claim.said if word.explained == 0}
    return any(
        isinstance(predicate, Equals)
        and predicate.column.is_text
        and seen.is_said
        and seen.parts.get("words", 0.0) >= _FEWEST_WORDS
        and sum(word in left_out for word in predicate.literal.lower().split()) >= _FEWEST_WORDS
        for predicate, seen in claim.relevance.predicates
    )
