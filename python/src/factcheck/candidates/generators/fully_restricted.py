"""Results of rows that a sentence and its headlines restrict by more columns than products of fragments do.

"RJio: in August 2021 the drop rate in Delhi was 0.3 %" names an operator, a year, a month, a state and what is counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import prod

from factcheck.candidates.cue import Cue, ScoredSet
from factcheck.candidates.features import OF_FUNCTION
from factcheck.candidates.generators.measures import measures
from factcheck.queries.functions.counts import COUNT, PERCENTAGE
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Measure, Query
from factcheck.queries.ratio import Ratio

_USUAL = 3
"""Predicates that products have at most, where a site has not set fewer."""

_MOST = 5
"""Columns that rows are restricted by, at most."""

_SAID = 2
"""Restrictions that the sentence itself names, at least."""

_MEASURES = 2
_MEANT = 1.0
"""Score of a restriction from which it is rather meant than not."""

_ROWS = Measure(COUNT, None)


def fully_restricted(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Ask for results of the rows that all restrictions leave which words name, one more than products have and more.

    Of a percentage each restriction but those in time may be the part that it is of.
    """
    chosen = list(_all_named(cue)) if cue.product.max_predicates >= _USUAL else []
    if not chosen:
        return
    if cue.number.unit == "percent":
        yield from _shares(cue, chosen)
        return
    for scored in measures(cue, (COUNT, SUM, AVG), _MEASURES):
        of_function = OF_FUNCTION.score(cue.view, scored.measure.function)
        for each in chosen if of_function else ():
            query = cue.aggregate(scored.measure, scored.table, each.predicates)
            if query is not None:
                yield query, of_function * scored.score * each.score


def _shares(cue: Cue, chosen: Sequence[ScoredSet]) -> Iterator[tuple[Query, float]]:
    of_function, in_time = OF_FUNCTION.score(cue.view, PERCENTAGE), _in_time(cue)
    for table in cue.tables if of_function else ():
        score = of_function * cue.column_score(table, None)
        for each in chosen:
            part = cue.aggregate(_ROWS, table, each.predicates)
            for event in (event for event in each.predicates if event not in in_time):
                whole = cue.aggregate(_ROWS, table, tuple(other for other in each.predicates if other is not event))
                if part is not None and whole is not None:
                    yield Ratio(part, whole, 100), score * each.score


def _in_time(cue: Cue) -> frozenset[Predicate]:
    return frozenset(predicate for predicate, seen in cue.relevance.predicates if "time" in seen.parts)


def _all_named(cue: Cue) -> Iterator[ScoredSet]:
    """Yield restrictions of as many columns, where they are more than a product has.

    They are all that the sentence itself names, with some of those that other words speak for.
    """
    by_column: dict[int, tuple[Predicate, float]] = {}
    for predicate, score in cue.best_predicates:
        if score >= _MEANT:
            by_column.setdefault(predicate.column.column_id, (predicate, score))
    seen = dict(cue.relevance.predicates)
    said: list[tuple[Predicate, float]] = []
    others_named: list[tuple[Predicate, float]] = []
    taken: set[int | str] = set()  # what the words name once, also where columns of several tables have it
    for predicate, score in by_column.values():
        found, tested = seen.get(predicate), predicate.sql("")
        if found is None or not (found.is_said or found.place):
            others_named.append((predicate, score))
        elif taken.isdisjoint((*found.place, tested)):
            said.append((predicate, score))
            taken |= {*found.place, tested}
    if len(said) < _SAID:
        return
    fewest = max(0, cue.product.max_predicates + 1 - len(said))
    for count in range(fewest, min(len(others_named), _MOST - len(said)) + 1):
        for others in combinations(others_named, count):
            chosen = (*said, *others)
            score = prod(each for _, each in chosen)
            yield ScoredSet(cue.in_order(predicate for predicate, _ in chosen), score)
