"""The last year, month or day of a table that has many: what a text is about that names no time."""

from __future__ import annotations

import re
from collections.abc import Iterator

from factcheck.catalogue.schema import Column
from factcheck.claims.told_times import PRESENT
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS

_SAID, _PRESENT, _NAMED = 0.8, 0.15, 0.05
"""Weights of the last year where the sentence says "today", where the text tells of the present, and names the year."""

_LAST = re.compile(r"last\s", re.IGNORECASE)
_ONE_BEFORE = 0.9
"""What is left of the weight for the year before the last one, which "last year" means in a text about that."""


def latest_time(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns of years, or of dates, to their last one, where the text names it or tells of the present."""
    passage, times = own_passage(cue), cue.words.times
    if passage is None:
        return
    said = PRESENT.search(passage.text)
    told = _PRESENT if times.is_of_present else _NAMED
    weight = max(_SAID * passage.weight(*said.span()) if said is not None else 0.0, told)
    for column in cue.columns:
        for year, last in _last_times(cue, column):
            if said is not None or times.is_of_present or year in times.years:
                yield last, cue.seen("latest", WEIGHTS.predicate.time * weight, column)
        for before in cue.years.get(column.column_id, ())[-2:-1] if said is not None and _LAST.match(said[0]) else ():
            one_before = cue.seen("latest", WEIGHTS.predicate.time * weight * _ONE_BEFORE, column)
            yield Equals(column, str(before)), one_before


def _last_times(cue: PredicateCue, column: Column) -> Iterator[tuple[int, Predicate]]:
    """Yield the last time of a column of years or of dates, behind the year it lies in."""
    year = cue.years.get(column.column_id, (0,))[-1]
    if year:
        yield year, Equals(column, str(year))
    days = cue.series.get(column.column_id)
    last = None if days is None else days.last
    if last is not None and last.start is not None and last.end is not None:
        yield last.start.year, Period(column, last.start.isoformat(), last.end.isoformat())
