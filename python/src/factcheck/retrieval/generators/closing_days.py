"""The last day of a month, a quarter or a year that a sentence tells the end of: "the index ended May at 2,107"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from factcheck.catalogue.days import next_day
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import own_passage
from factcheck.retrieval.generators.times import time_predicates
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.retrieval.series_days import SeriesDays

_ENDS = re.compile(
    r"\b(?:(?:year|month|quarter)[-\s]end|end(?:s|ed|ing)?|clos(?:e|es|ed|ing)|finish(?:es|ed|ing)?)\b", re.IGNORECASE
)
_AS_THE_END = 1.2
"""What the last day of a period weighs beside all of its days, where a sentence speaks of an end."""


def closing_days(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict the days of a series to the last one of each period that the claim names, where it tells of an end."""
    passage = own_passage(cue)
    if passage is None or not cue.series or not _ENDS.search(passage.text):
        return
    for predicate, seen in time_predicates(cue):
        days = cue.series.get(predicate.column.column_id)
        day = None if days is None else closing_day(predicate, days)
        if day is not None:
            yield day, Seen(_AS_THE_END * seen.score, seen.parts)


def closing_day(predicate: Predicate, days: SeriesDays) -> Period | None:
    """Return the last day of a period, None of other predicates and of a period of one day."""
    if not isinstance(predicate, Period) or predicate.start is None or predicate.end is None:
        return None
    day = days.closing_in(date.fromisoformat(predicate.start), date.fromisoformat(predicate.end))
    closing = None if day is None else _single_day(predicate, day)
    return None if closing == predicate else closing


def day_closed_before(period: Period, days: SeriesDays) -> Period | None:
    """Return the last day of the months before a period."""
    day = None if period.start is None else days.closing_before(date.fromisoformat(period.start))
    return None if day is None else _single_day(period, day)


def _single_day(period: Period, day: date) -> Period:
    return Period(period.column, day.isoformat(), next_day(day.isoformat()), period.way)
