"""Extremes that a text tells with their time, which are those of all: "the warmest day had 26 °C, on the 24th".

The value of that day agrees as well, but says nothing of the other days.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from factcheck.inference.posterior import LikelyQuery
from factcheck.inference.reranking import RERANKED, RerankedClaim, with_first
from factcheck.queries.functions.extremes import MAX, MIN
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate
from factcheck.words.identifiers import split_identifier

_EXTREMES = (MAX, MIN)
_YEARS = frozenset({"year", "yr", "season"})


def read_as_extremes(claims: Sequence[RerankedClaim]) -> list[RerankedClaim]:
    """Return the claims, those read as the value of one time as the extreme that a word asks for, where that agrees.

    It goes first where it is among the likely readings, and is as probable as what was first.
    """
    anew = []
    for claim in claims:
        at, best = _extreme(claim), claim.claim.posterior.best[:RERANKED]
        share = best[0].probability / sum(each.probability for each in best) if at is not None else 0.0
        anew.append(claim if at is None else with_first(claim, at, share))
    return anew


def _extreme(claim: RerankedClaim) -> int | None:
    """Return which of a claim's likely readings is the extreme of all that a word asks for; None where none is."""
    best, values = claim.claim.posterior.best[:RERANKED], claim.claim.values
    if not best or not best[0].matches or not _is_of_one_time(best[0]):
        return None
    asked, first = claim.claim.relevance.functions, best[0].query
    return next(
        (
            at
            for at, each in enumerate(best)
            if isinstance(each.query, Aggregate)
            and each.query.function in _EXTREMES
            and asked.get(each.query.function, 0.0) > 0
            and each.query.column == first.column
            and values[at] == values[0]
            and not _is_of_one_time(each)
        ),
        None,
    )


def _is_of_one_time(reading: LikelyQuery) -> bool:
    """Tell whether a reading is the amount of one day, or the value that one year has."""
    query = reading.query
    if not isinstance(query, Aggregate) or query.column is None:
        return False
    is_extreme = query.function in _EXTREMES
    return any(_is_a_day(each) or (_is_a_year(each) and not is_extreme) for each in query.predicates)


def _is_a_day(predicate: Predicate) -> bool:
    if isinstance(predicate, Equals):
        return predicate.column.is_date
    if not isinstance(predicate, Period) or predicate.start is None or predicate.end is None:
        return False
    return (date.fromisoformat(predicate.end) - date.fromisoformat(predicate.start)).days == 1


def _is_a_year(predicate: Predicate) -> bool:
    named = split_identifier(predicate.column.name)[-1:] if isinstance(predicate, Equals) else []
    return predicate.column.is_integer and not _YEARS.isdisjoint(named)
