"""What tells how old things are where no column holds ages: the year in which they were built, founded or born."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.candidates.statements.cue import StatementCue
from factcheck.candidates.statements.weighed_measure import WeighedMeasure
from factcheck.queries.functions.extremes import MAX, MIN
from factcheck.queries.functions.sums import AVG
from factcheck.queries.query import Measure
from factcheck.words.identifiers import split_identifier

_OF_AGE = frozenset("old young elderly".split())
_OLD = frozenset("old elderly".split())
_BEGINNINGS = frozenset(
    "built build construction constructed completed founded founding established opened opening inaugurated born birth "
    "launched commissioned made manufactured".split()
)
"""What columns call the year in which something began."""
_MOST_TIMES = frozenset("year yr date in of was".split())


def years_of_beginning(
    cue: StatementCue, apart: frozenset[int], *, is_comparison: bool = False
) -> Iterator[WeighedMeasure]:
    """Yield the years in which what is compared by age began: what is older did so earlier."""
    dimension = cue.assertion.dimension
    if dimension not in _OF_AGE:
        return
    for table in cue.tables:
        for column in table.columns:
            name = set(split_identifier(column.name))
            is_begun = column.is_integer and name & _BEGINNINGS and name <= _BEGINNINGS | _MOST_TIMES
            if not is_begun or column.column_id in apart:
                continue
            is_of_one = not is_comparison and cue.assertion.is_greatest
            earliest = MIN if dimension in _OLD else MAX
            function = earliest if is_of_one else AVG
            yield WeighedMeasure(table, Measure(function, column), 1.0, is_inverted=True)
            if is_of_one:
                yield WeighedMeasure(table, Measure(AVG, column), 0.5, is_inverted=True)
