"""Limits of what follows from several columns of a row: "more than four goals" of both sides, "within two days"."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import permutations

from factcheck.catalogue.expressions import (
    DaysBetween,
    Expression,
    HoursBetween,
    Operation,
    are_times_of_one_kind,
    columns_of,
    has_days,
)
from factcheck.catalogue.schema import Table
from factcheck.claims.passage import Passage
from factcheck.numbers.mentions import Number
from factcheck.queries.predicates.compare import Comparison, number_text
from factcheck.queries.predicates.expression_compare import ExpressionCompare
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import own_passage
from factcheck.retrieval.generators.said_ranges import SaidRange, said_ranges
from factcheck.retrieval.generators.sides import columns_alike
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import LIMIT, Seen
from factcheck.retrieval.stages import comes_before
from factcheck.units.unit import UNITS, Unit, as_decimal
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import split_identifier

_DAYS, _HOURS = UNITS.by_name["days"], UNITS.by_name["hours"]
_MOST_DATES = 6
_REACH = 3


def row_measures(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Compare sums of columns that are alike, and days between dates of a row, with the limits that a sentence says."""
    passage = own_passage(cue)
    if passage is None:
        return
    for index, said in enumerate(said_ranges(cue)):
        if said.number is None or not said.is_condition:
            continue
        comparison, bound = _limit(said)
        if bound is None:
            continue
        for table in cue.tables:
            for expression, score in (*_totals(table, said.number, passage), *_days(table, said.number, cue)):
                told = _told(said.number, bound, expression)
                value = said.weight * WEIGHTS.predicate.threshold * score
                parts = {"column": value, "covered": 1.0, "said": 1.0, "words": 1.0, LIMIT: float(index)}
                yield (
                    ExpressionCompare(columns_of(expression)[0], expression, comparison, number_text(told)),
                    Seen(value, parts),
                )


def _limit(said: SaidRange) -> tuple[Comparison, Decimal | None]:
    """Return how a range that is open at one end compares; no bound for any other."""
    if said.band.low is not None and said.band.high is None:
        return (">" if said.is_strict else ">="), said.band.low
    return ("<" if said.is_strict else "<="), (said.band.high if said.band.low is None else None)


def _totals(table: Table, number: Number, passage: Passage) -> Iterator[tuple[Expression, float]]:
    """Yield sums of columns that the noun behind a limit names all alike, where the sentence names no side."""
    behind = [token for token in passage.tokens if token.start >= number.end][:_REACH]
    nouns = {form for token in behind for form in (token.text.lower(), token.lemma.lower())}
    words = {form for token in passage.tokens for form in (token.text.lower(), token.lemma.lower())}
    for rest, alike in columns_alike(table).items():
        shared = set(rest) - {""}
        if len(alike) == 2 and shared and shared <= nouns and words.isdisjoint(alike) and not _is_column(table, shared):
            one, other = alike.values()
            yield Operation("+", one, other), 1.0


def _is_column(table: Table, words: set[str]) -> bool:
    return any(set(split_identifier(column.name)) == words for column in table.columns)


def _days(table: Table, number: Number, cue: PredicateCue) -> Iterator[tuple[Expression, float]]:
    """Yield the time from an earlier stage of a row to a later one for a limit told in days, weeks or hours."""
    day = _in_unit(number, Decimal(1), _DAYS)
    if day is None:
        return
    ways = {each.column: each.way for each in cue.dated if each.has_whole_days}
    dates = [column for column in table.columns if has_days(column) or column.is_timestamp or column in ways]
    if len(dates) > _MOST_DATES:
        return
    for earlier, later in permutations(dates, 2):
        if not comes_before(earlier, later, table.columns):
            continue
        if day >= 1 and has_days(earlier) and has_days(later):
            yield DaysBetween(earlier, later), 1.0
        elif day >= 1 and earlier in ways and ways[earlier] == ways.get(later):
            yield DaysBetween(earlier, later, ways[earlier]), 1.0
        elif are_times_of_one_kind(earlier, later):
            yield HoursBetween(earlier, later), 1.0


def _told(number: Number, bound: Decimal, expression: Expression) -> Decimal:
    """Return a limit in the unit of what it limits."""
    if isinstance(expression, HoursBetween):
        return _in_unit(number, bound, _HOURS) or bound
    return (_in_unit(number, bound, _DAYS) if isinstance(expression, DaysBetween) else None) or bound


def _in_unit(number: Number, value: Decimal, wanted: Unit) -> Decimal | None:
    """Return a span of time in a unit; None where it is told in no unit of time."""
    units = () if number.measured is None else number.measured.units
    unit = next((unit for unit in units if unit.dimension == wanted.dimension), None)
    return None if unit is None else as_decimal(Fraction(value) * unit.factor / wanted.factor)
