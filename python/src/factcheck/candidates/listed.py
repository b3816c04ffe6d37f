"""The listed part of a claim's candidates: queries that are no products, made by generators for cues in the text.

A generator has a name, and the most queries that it may list for a claim.  It gets what is known of the claim and
yields queries with scores that compare with those of products: S(f)·S(a)·∏S(r).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import nlargest
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from factcheck.candidates.cue import Cue
from factcheck.candidates.integer_logs import NEVER, is_possible, whole_logs
from factcheck.candidates.space import Scope
from factcheck.queries.query import Query

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]


class ListedCandidate(NamedTuple):
    """A candidate that is listed, by its number."""

    number: int


@dataclass(frozen=True, slots=True)
class ListedQuery:
    """A query that is a candidate beside the products, with the generator that listed it and its score."""

    query: Query
    score: float
    generator: str


@dataclass(frozen=True, slots=True)
class ListedPart:
    """The listed candidates of a claim; of equal weight the first comes first."""

    queries: tuple[ListedQuery, ...] = ()

    def size(self, scope: Scope | None = None) -> int:
        """Count the candidates, all of them or those inside a scope."""
        return len(self.queries) if scope is None else int(scope.listed.sum())

    def query(self, candidate: ListedCandidate) -> Query:
        """Return a candidate as a query."""
        return self.queries[candidate.number].query


class WeightedList:
    """The listed candidates of a claim with their weights; ``weights`` are not negative."""

    def __init__(self, weights: Floats) -> None:
        self._weights = weights
        self._logs: Integers = whole_logs(weights)

    def mass(self) -> float:
        """Return the sum of the weights."""
        return float(self._weights.sum())

    def weight(self, candidate: ListedCandidate) -> float:
        """Return the weight of a candidate."""
        return float(self._weights[candidate.number])

    def log(self, candidate: ListedCandidate) -> int:
        """Return the logarithm of a candidate's weight."""
        return int(self._logs[candidate.number])

    def in_order(self, scope: Scope | None = None) -> Iterator[tuple[int, ListedCandidate]]:
        """Return candidates inside a scope with the logarithms of their weights, the heaviest first, ties by index."""
        return _in_order(self._logs if scope is None else np.where(scope.listed, self._logs, NEVER))

    def outside(self, scope: Scope) -> Iterator[tuple[int, ListedCandidate]]:
        """Return candidates outside of a scope in the same way."""
        return _in_order(np.where(scope.listed, NEVER, self._logs))


def _in_order(logs: Integers) -> Iterator[tuple[int, ListedCandidate]]:
    for index in np.argsort(-logs, kind="stable").tolist():
        if not is_possible(int(logs[index])):
            return
        yield int(logs[index]), ListedCandidate(index)


@dataclass(frozen=True, slots=True)
class Generator:
    """A generator of listed queries, of which a claim has ``most``, the likeliest before data are asked.

    Beside them come as many as ``simple`` says of the likeliest simple ones, and again as many that are nearly so.
    """

    name: str
    most: int
    generate: Callable[[Cue], Iterable[tuple[Query, float]]]
    simple: int = 0


def listed_part(cue: Cue, generators: Sequence[Generator]) -> ListedPart:
    """List what generators have for a claim, in their order; a query that several have, once, as the first has it."""
    usual = cue.usual_restriction
    listed: dict[Query, ListedQuery] = {}
    for generator in generators:
        best: dict[Query, float] = {}
        for query, score in generator.generate(cue):
            if score > 0 and best.setdefault(query, score) < score:
                best[query] = score
        for query, score in _likeliest(list(best.items()), usual, generator):
            listed.setdefault(query, ListedQuery(query, score, generator.name))
    return ListedPart(tuple(listed.values()))


def _likeliest(scored: Sequence[tuple[Query, float]], usual: float, generator: Generator) -> list[tuple[Query, float]]:
    """Return the queries of a generator that are likeliest before data are asked, and beside them simple ones.

    Those have the fewest restrictions that the cue allows, or one more: many words that may restrict rows would leave
    no place for them.  Queries go by their index, since it takes long to look up what they are made of.
    """
    sizes = [len(query.predicates) for query, _ in scored]
    likelihood = [score * usual**size for (_, score), size in zip(scored, sizes, strict=True)]
    fewest = min(sizes, default=0)
    chosen = nlargest(generator.most, range(len(scored)), key=likelihood.__getitem__)
    for size in (fewest, fewest + 1) if generator.simple else ():
        simple = (index for index, restrictions in enumerate(sizes) if restrictions == size)
        chosen += nlargest(generator.simple, simple, key=likelihood.__getitem__)
    return [scored[index] for index in dict.fromkeys(chosen)]
