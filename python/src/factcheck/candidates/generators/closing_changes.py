"""Changes of a series over a period, from the day before which it began to its last: "the index lost 0.7 % in 2015"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.candidates.cue import Cue
from factcheck.candidates.generators.comparing_words import direction
from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.schema import Column
from factcheck.queries.difference import Change, Difference
from factcheck.queries.functions.extremes import MAX
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate, Measure, Query
from factcheck.retrieval.generators.closing_days import closing_day, day_closed_before

_COLUMNS = 6
_BESIDE_TOTALS = 0.5
"""What such a change weighs beside one between averages or totals of two periods."""


def closing_changes(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Compare the last day of a period with the last one before it, where something rose or fell in the period."""
    moved = direction(cue.words) if cue.relevance.series else None
    if moved is None or not moved.is_in_time:
        return
    kind = _BESIDE_TOTALS * cue.kind_score("change" if _is_relative(cue) else "difference", moved.weight)
    for chosen in cue.sets(least=1):
        for period in chosen.predicates:
            days = _days(cue, period)
            others = tuple(predicate for predicate in chosen.predicates if predicate is not period)
            for column in _measured(cue, period) if days is not None else ():
                before, after = (_on_day(cue, column, (*others, day)) for day in days or ())
                if before is not None and after is not None:
                    score = kind * cue.column_score(cue.table(column), column) * chosen.score
                    yield _change(cue, before, after, is_decrease=moved.is_decrease), score


def _is_relative(cue: Cue) -> bool:
    return cue.number.unit == "percent"


def _change(cue: Cue, before: Query, after: Query, *, is_decrease: bool) -> Query:
    """Compare two results in per cent where the number is a percentage, else subtract one from the other."""
    if _is_relative(cue):
        return Change(before, after, is_decrease)
    return Difference(before, after) if is_decrease else Difference(after, before)


def _days(cue: Cue, predicate: Predicate) -> tuple[Period, Period] | None:
    """Return the last day before a period of a series, and its own last one."""
    days = cue.relevance.series.get(predicate.column.column_id)
    if days is None or not isinstance(predicate, Period):
        return None
    before, after = day_closed_before(predicate, days), closing_day(predicate, days)
    return None if before is None or after is None else (before, after)


def _measured(cue: Cue, period: Predicate) -> list[Column]:
    """Return the amounts of the series, the most relevant ones; what is worked out may be a change itself."""
    of_series = (column for column in cue.amounts if column.table_id == period.column.table_id)
    return [column for column in of_series if not isinstance(column, DerivedColumn)][:_COLUMNS]


def _on_day(cue: Cue, column: Column, predicates: tuple[Predicate, ...]) -> Aggregate | None:
    return cue.aggregate(Measure(MAX, column), cue.table(column), predicates)
