"""Measures that listed queries are made of: counts of rows, and functions over the most relevant columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from factcheck.candidates.cue import Cue, ScoredMeasure
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.query import Measure


def measures(cue: Cue, functions: Sequence[AggregationFunction], most: int) -> list[ScoredMeasure]:
    """Return counts of rows and some functions over columns of numbers, with S(a), the most relevant first."""
    scored = sorted(_measures(cue, functions, most), key=lambda each: -each.score)
    return scored[:most]


def _measures(cue: Cue, functions: Sequence[AggregationFunction], most: int) -> Iterator[ScoredMeasure]:
    for function in functions:
        if function is COUNT:
            for table in cue.tables:
                yield ScoredMeasure(Measure(COUNT, None), table, cue.column_score(table, None))
            continue
        for column in cue.amounts[:most]:
            table = cue.table(column)
            yield ScoredMeasure(Measure(function, column), table, cue.column_score(table, column))
