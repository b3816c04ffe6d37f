"""Claims whose likeliest reading is what another number of their sentence is right about."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence

from factcheck.inference.explained_words import ReadClaim
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.query import Aggregate, Query

_REPEATED = re.compile(
    r"(?:\(|\bor|\bi\.?e\.?|\bthat is|\bthat's|\bexactly|\bprecisely)[ ,:]*(?:about |some |[$€£])*\Z"
)
"""Before a number that says the one before it anew: "2.4 million (2,412,300)"."""


def claims_read_as_another(read: Sequence[ReadClaim]) -> frozenset[int]:
    """Return the indexes of claims that do not agree with the reading with which another number of the sentence does.

    "244 barrels were lost and 248 went back": what has its number already is not told a second time by another one, so
    that the second is about something else, which the tables do not tell in its words.  Nor does it count, without a
    noun of its own, rows of another table with the same restrictions.  A number that repeats the one before it, as in
    brackets, is about the same.
    """
    with_reading = [
        (index, each, each.posterior.best[0].query) for index, each in enumerate(read) if each.posterior.best
    ]
    agreeing = {(each.words.tokens, what) for _, each, query in with_reading if each.agrees for what in _told(query)}
    return frozenset(
        index
        for index, each, query in with_reading
        if not each.agrees
        and not _REPEATED.search(each.words.text_before())
        and any((each.words.tokens, what) in agreeing for what in _told(query, is_noun=each.words.counts_a_noun))
    )


def _told(query: Query, *, is_noun: bool = False) -> Iterator[Hashable]:
    """Yield what a number tells that is read as a query: this, and which rows it counts where no noun says so."""
    yield query
    is_count = isinstance(query, Aggregate) and query.function is COUNT and query.column is None
    if is_count and query.predicates and not is_noun:
        yield frozenset(query.predicates)
