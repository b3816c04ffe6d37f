"""An extreme that is told with its day is that of all, not the value of that day."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from support.read_claims import read_claim

from factcheck.candidates.space import Candidate
from factcheck.catalogue.schema import Column
from factcheck.check.read_as_extremes import read_as_extremes
from factcheck.inference.reranking import RerankedClaim
from factcheck.queries.functions.extremes import MAX, MIN
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate, Measure
from factcheck.retrieval.relevance import Relevance

RAIN = Column(11, 3, "rain_mm", "rain_mm", "numeric", "N", None)
DAY = Column(12, 3, "seen_on", "seen_on", "date", "D", None)
YEAR = Column(13, 3, "year", "year", "integer", "N", None)
ON_THE_DAY = Period(DAY, "2018-04-30", "2018-05-01")
IN_APRIL = Period(DAY, "2018-04-01", "2018-05-01")


def first(
    *readings: tuple[AggregationFunction, tuple[Predicate, ...], int],
    asked: AggregationFunction | None = MAX,
) -> tuple[AggregationFunction, tuple[Predicate, ...]]:
    """Return the function and the predicates of what is read first; given are those of readings, with their values."""
    claim = read_claim("Boats of Oban: 12")
    best = claim.posterior.best[0]
    likely = tuple(
        replace(
            best,
            candidate=Candidate(at, ()),
            query=Aggregate(Measure(function, RAIN), replace(best.query.selection, predicates=predicates)),
            probability=0.5 / (at + 1),
        )
        for at, (function, predicates, _) in enumerate(readings)
    )
    relevance: Relevance = replace(claim.relevance, functions={} if asked is None else {asked: 0.4})
    values = tuple(Decimal(value) for *_, value in readings)
    posterior = replace(claim.posterior, best=likely, evidence=(1.0,) * 8)
    read = replace(claim, posterior=posterior, relevance=relevance, values=values)
    [anew] = read_as_extremes([RerankedClaim(read)])
    query = anew.claim.posterior.best[0].query
    return query.function, query.predicates


OF_DAY, OF_MONTH = (SUM, (ON_THE_DAY,), 12), (MAX, (IN_APRIL,), 12)


def test_the_extreme_of_all_goes_before_the_value_of_its_day() -> None:
    assert first(OF_DAY, OF_MONTH) == OF_MONTH[:2]
    assert first((AVG, (Equals(YEAR, "1979"),), 12), (MAX, (), 12)) == (MAX, ())
    assert first((MAX, (ON_THE_DAY,), 12), (MIN, (IN_APRIL,), 12), asked=MIN) == (MIN, (IN_APRIL,))


@pytest.mark.parametrize(
    ("readings", "asked"),
    [
        ((OF_DAY, OF_MONTH), None),  # no word asks for an extreme
        ((OF_DAY, OF_MONTH), MIN),
        ((OF_DAY, (MAX, (IN_APRIL,), 31)), MAX),  # another day had more
        (((SUM, (IN_APRIL,), 12), (MAX, (), 12)), MAX),  # a month is no single day
        (((MAX, (Equals(YEAR, "2011"),), 12), (MAX, (), 12)), MAX),  # "the highest in 2011"
    ],
)
def test_other_readings_keep_their_place(readings, asked) -> None:
    assert first(*readings, asked=asked) == readings[0][:2]
