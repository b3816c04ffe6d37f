"""Which times a change lies between that is told until now: from the year that is said, or the first, to the last."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.candidates.statements.cue import StatementCue
from factcheck.candidates.statements.grouping_option import GroupingOption
from factcheck.candidates.statements.owners import owners_of
from factcheck.catalogue.schema import Column
from factcheck.queries.groups import Grouping
from factcheck.queries.predicates.equals import Equals
from factcheck.weights.weights import WEIGHTS

_YEAR_BEFORE = 0.3
"""How likely the year before the last is meant, which may be the last one with a value."""


def until_the_end(cue: StatementCue) -> Iterator[GroupingOption]:
    """Yield the last year of each column of years, with the year that a change is said to have begun in."""
    for table in cue.tables:
        for column in table.columns:
            if column.column_id not in cue.relevance.measured.years:
                continue
            years = cue.relevance.measured.years[column.column_id]
            first, last = years[0], years[-1]
            begin = _begin(cue, column, first)
            doubt = 0.0 if cue.words.others else WEIGHTS.statement.open_begin
            for end, weight in ((last, 1.0), (last - 1, _YEAR_BEFORE)):
                if begin is not None and first <= end and begin.literal < str(end):
                    yield GroupingOption((Equals(column, str(end)), begin), Grouping(column), weight, doubt)


def _begin(cue: StatementCue, column: Column, first: int) -> Equals | None:
    """Return the year that a change has begun in: the first one where none is said; None for another time."""
    if not cue.words.others or {"first", "year"} <= cue.words.others[0].forms:
        return Equals(column, str(first))
    said = owners_of(cue.words.others[0].text, cue.relevance.others[0], cue.tables)
    named = (owner.predicate for owner in said if owner.predicate.column == column)
    return next((predicate for predicate in named if isinstance(predicate, Equals)), None)
