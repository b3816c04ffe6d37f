"""Ratios of two aggregates: "2.3 pizzas per order", "an average order value of $38"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.candidates.cue import Cue, ScoredMeasure
from factcheck.candidates.generators.entities import Entity, entities
from factcheck.candidates.generators.measures import measures
from factcheck.queries.functions.counts import COUNT, COUNT_DISTINCT
from factcheck.queries.functions.sums import SUM
from factcheck.queries.query import Measure, Query
from factcheck.queries.ratio import Ratio

_PER = frozenset({"per", "each", "every"})
_AVERAGE = frozenset({"average", "mean", "typical", "averaging"})
_IMPLIED = 0.3
"""What "the average order value" says of values per order, beside "per order"."""

_NUMERATORS = 4


def rates(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Divide counts and sums by the number of the things that a word behind "per" names."""
    if cue.number.unit in {"percent", "points"}:
        return
    units = list(_units(cue))
    if not units:
        return
    numerators = measures(cue, (COUNT, SUM), _NUMERATORS)
    for unit, weight in units:
        for numerator in numerators:
            yield from _ratios(cue, numerator, unit, weight)


def _units(cue: Cue) -> Iterator[tuple[Entity, float]]:
    """Yield what the sentence may divide by, with the score of the kind of query."""
    words = cue.words
    for index in words.find(_PER):
        noun = words.noun_after(index, 3)
        if noun is not None:
            score = cue.kind_score("rate", words.weight({words.tokens[index].text.lower()}))
            yield from ((entity, score * entity.closeness) for entity in entities(cue, noun))
    for index in words.find(_AVERAGE):
        noun = index + 1
        is_compound = noun + 1 < len(words.tokens) and words.tokens[noun].dependency == "compound"
        if is_compound:
            score = _IMPLIED * cue.kind_score("rate", words.weight({words.tokens[index].text.lower()}))
            yield from ((entity, score * entity.closeness) for entity in entities(cue, noun))


def _ratios(cue: Cue, numerator: ScoredMeasure, unit: Entity, weight: float) -> Iterator[tuple[Query, float]]:
    column = unit.column
    if numerator.measure.column is column is None and numerator.table == unit.table:
        return
    if numerator.measure.column is not None and numerator.measure.column == column:
        return
    divisor = Measure(COUNT, None) if column is None else Measure(COUNT_DISTINCT, column)
    without = [each for each in (column, numerator.measure.column) if each is not None]
    for chosen in cue.sets(without=without):
        if column is None:
            upper = cue.aggregate(numerator.measure, numerator.table, chosen.predicates)
            lower = cue.aggregate(divisor, unit.table, ())
            is_alike = upper is not None and not chosen.predicates
        else:
            upper = cue.aggregate(numerator.measure, numerator.table, chosen.predicates, column)
            lower = None if upper is None else cue.aggregate(divisor, unit.table, chosen.predicates)
            is_alike = True
        if upper is not None and lower is not None and is_alike:
            yield Ratio(upper, lower, 1), weight * numerator.score * chosen.score
