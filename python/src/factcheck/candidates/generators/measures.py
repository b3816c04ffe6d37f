"""Measures that listed queries are made of: counts of rows, and functions over the most relevant columns."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.candidates.cue import Cue, ScoredMeasure
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.query import Measure

_ROWS_OF = 2
"""Tables whose rows are counted, at most: the most relevant ones."""


def measures(cue: Cue, functions: Sequence[AggregationFunction], most: int) -> list[ScoredMeasure]:
    """Return counts of rows and some functions over columns of numbers, with S(a), the most relevant first.

    There are at most ``most`` of each function.
    """
    scored = [each for function in functions for each in _of_function(cue, function, most)]
    return sorted(scored, key=lambda each: -each.score)


def _of_function(cue: Cue, function: AggregationFunction, most: int) -> list[ScoredMeasure]:
    if function is COUNT:
        rows = [ScoredMeasure(Measure(COUNT, None), table, cue.column_score(table, None)) for table in cue.tables]
        return sorted(rows, key=lambda each: -each.score)[:_ROWS_OF]
    columns = ((column, cue.table(column)) for column in cue.amounts[:most])
    return [ScoredMeasure(Measure(function, one), table, cue.column_score(table, one)) for one, table in columns]
