"""How long a time some days reach: "in service for 12.5 years", "the data cover 18 months"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.candidates.cue import Cue
from factcheck.catalogue.derived import derived
from factcheck.catalogue.expressions import YearOf
from factcheck.catalogue.schema import Column
from factcheck.queries.difference import Difference
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.extremes import MAX, MIN
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Measure, Query
from factcheck.queries.span import Span, SpanUnit

_UNITS: dict[str, SpanUnit] = {"day": "days", "week": "weeks", "month": "months", "year": "years"}
_LASTING = frozenset(
    "span cover period stretch extend last run operate operation operational service serve active activity career "
    "reign history lifetime lifespan course duration long collect record observe gather between".split()
)
"""Words that say of a time how long it is, or of what it is the time."""

_RECKONED: dict[SpanUnit, SpanUnit] = {"months": "months of 30 days", "years": "years of 365 days"}
"""Units as many writers reckon them, without leap days."""

_COLUMNS = 3
_OTHER = 0.5
"""What is left of a day that is not the most relevant one."""

_ALSO = 0.7
"""What is left of a time in units without leap days."""


def spans(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Ask for the time from the first day to the last where the number counts days, weeks, months or years.

    Of years it may also be the difference between the first year and the last.  A decimal of months or years may be
    reckoned without leap days.
    """
    unit = _unit(cue)
    weight = cue.words.nearby_weight(_LASTING) if unit is not None else 0.0
    kind = cue.kind_score("span", weight) if weight else 0.0
    if unit is None or not kind:
        return
    best = [(dated.column, dated.way) for dated in cue.relevance.dated if dated.has_real_days]
    best.sort(key=lambda each: -cue.relevance.columns.get(each[0].column_id, 0.0))
    for rank, (day, way) in enumerate(best[:_COLUMNS]):
        score = kind * cue.column_score(cue.table(day), day) * (1.0 if rank == 0 else _OTHER)
        for chosen in cue.sets(without=(day,)):
            rows = cue.aggregate(Measure(COUNT, None), cue.table(day), chosen.predicates, day)
            if rows is not None:
                yield Span(day, way, unit, rows.selection), score * chosen.score
                if unit in _RECKONED and not cue.number.is_integer:
                    yield Span(day, way, _RECKONED[unit], rows.selection), _ALSO * score * chosen.score
            if unit == "years" and cue.number.is_integer:
                query = _between_years(cue, day, way, chosen.predicates)
                if query is not None:
                    yield query, score * chosen.score


def _unit(cue: Cue) -> SpanUnit | None:
    """Return the unit of time that the number counts, as the word behind it says: "12.5 years", "a 10-year period"."""
    words, claimed = cue.words, cue.words.claimed
    if not claimed or cue.number.unit != "plain":
        return None
    following = [token.lemma.lower() for token in words.tokens[claimed[-1] + 1 : claimed[-1] + 3]]
    if following[:1] == ["-"]:
        following = following[1:]
    return _UNITS.get(following[0]) if following else None


def _between_years(cue: Cue, day: Column, way: str, predicates: tuple[Predicate, ...]) -> Difference | None:
    year = derived(YearOf(day, way), day.table_id)
    last, first = (cue.aggregate(Measure(function, year), cue.table(day), predicates) for function in (MAX, MIN))
    return None if last is None or first is None else Difference(last, first)
