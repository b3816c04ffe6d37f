"""Claims that agree only without rows that their text leaves out unsaid, as too few others do."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from factcheck.inference.explained_words import ReadClaim
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.relevance import UNSAID

_FEWEST = 2
"""Other claims that have to agree without the same rows: by chance one does easily."""


def claims_leaving_out_alone(read: Sequence[ReadClaim]) -> frozenset[int]:
    """Return the indexes of claims whose likeliest reading leaves out rows of which no word says so.

    "608 assistants" of those who have not left tells nothing by itself: several other numbers have to agree so.
    """
    leaving_out: defaultdict[Predicate, list[int]] = defaultdict(list)
    for index, claim in enumerate(read):
        for predicate in _unsaid(claim):
            leaving_out[predicate].append(index)
    return frozenset(
        index
        for members in leaving_out.values()
        for index in members
        if sum(read[other].agrees for other in members if other != index) < _FEWEST
    )


def _unsaid(claim: ReadClaim) -> Iterator[Predicate]:
    for predicate in claim.posterior.best[0].query.all_predicates() if claim.posterior.best else ():
        if predicate in claim.seen and UNSAID in claim.seen[predicate].parts:
            yield predicate
