"""Claims that a count agrees with which leaves out what the sentence says in full: it may be right by chance.

"Mills & Sons made 20 of the boats" is not told by there being 20 boats.
"""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.inference.explained_words import ReadClaim
from factcheck.queries.functions.counts import COUNT, COUNT_DISTINCT
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.query import Aggregate

_FEWEST_WORDS = 2
"""Words of a value from which a sentence that has them all names it."""


def claims_leaving_out_a_value(read: Sequence[ReadClaim]) -> frozenset[int]:
    """Return the indexes of claims that agree with a count of all, though their sentence names a value."""
    return frozenset(
        index for index, claim in enumerate(read) if claim.agrees and _is_count(claim) and _names_a_value(claim)
    )


def _is_count(claim: ReadClaim) -> bool:
    query = claim.posterior.best[0].query
    return isinstance(query, Aggregate) and query.function in (COUNT, COUNT_DISTINCT)


def _names_a_value(claim: ReadClaim) -> bool:
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
