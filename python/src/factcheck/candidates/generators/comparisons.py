"""Comparisons of two results: changes in per cent, differences, and how many times as much one is as the other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, permutations

from factcheck.candidates.cue import Cue, ScoredMeasure
from factcheck.candidates.generators.attributes import measured_columns
from factcheck.candidates.generators.compared_rows import (
    ComparedRows,
    compared_rows,
    further_ones,
    others,
    rows_that_change_a_rate,
    rows_with_and_without,
)
from factcheck.candidates.generators.comparing_words import AVERAGE, DIFFERENCE, direction, signed
from factcheck.candidates.generators.measures import measures
from factcheck.candidates.parts_of_amounts import is_percent_of_whole
from factcheck.catalogue.column_units import unit_of
from factcheck.catalogue.derived import DerivedColumn
from factcheck.queries.difference import Change, Difference
from factcheck.queries.functions.counts import COUNT, PERCENTAGE
from factcheck.queries.functions.extremes import MAX, MIN
from factcheck.queries.functions.median import MEDIAN
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.product_query import product_query
from factcheck.queries.query import Measure, Query
from factcheck.queries.ratio import Ratio
from factcheck.retrieval.stages import named_opposites
from factcheck.units.unit import FRACTION, PERCENT
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import names_an_identifier, split_identifier

_FUNCTIONS = (COUNT, SUM, AVG)
_MEASURES = 5
_EXTENT = frozenset({"span", "apart", "separate"})
_RANGE_BEFORE = re.compile(r"(?<!interquartile )(?<!quartile )\b(?:range|spread)(?: (?:of|:|is|was|=))?(?: [$€£])?$")
_OTHER_END = re.compile(r"(?:[a-z%]{1,12} )?(?:to|and|through|[-–]) ")
"""Behind the first end of a range."""

_OF_SHARES = frozenset("likely often share rate percentage proportion chance probability".split())
_CHANCES = frozenset("likely probable prone chance probability likelihood odds risk".split())
_EARLIER = frozenset("pre before previous old initial last prior baseline opening".split())
"""Words in names of columns that tell of an earlier time than those of which the name is otherwise the same."""

_ONLY_PAIR = 1.0
"""Score of the only such columns of a table, however little words name them."""

_COLUMNS, _TABLES = 3, 3
"""Columns of a table of which two are compared, and such tables: those of several years have the same columns."""


@dataclass(frozen=True, slots=True)
class _Sides:
    """Both results of a comparison, with their score."""

    of: Query
    base: Query
    score: float


def changes(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Compare two results in per cent where the sentence says that something rose, fell, or is more than another.

    A percentage with a sign says so itself.
    """
    if cue.number.unit != "percent":
        return
    moved = direction(cue.words) or signed(cue.words)
    if moved is None:
        return
    kind = cue.kind_score("change", moved.weight)
    of_shares = bool(cue.words.nearby_weight(_OF_SHARES))
    rows = compared_rows(cue, is_in_time=moved.is_in_time)
    in_columns = _stages(cue) if moved.is_in_time else ()
    for sides in chain(_sides(cue, rows), _sides(cue, rows, of_shares=True) if of_shares else (), in_columns):
        yield Change(sides.base, sides.of, moved.is_decrease), kind * sides.score


def _stages(cue: Cue) -> Iterator[_Sides]:
    """Yield averages of two columns of which one tells the same at a later time: of scores before and after a course.

    The sentence need not name them where a table has one such pair alone, and it names no other amounts.
    """
    said = cue.columns_named_by(*cue.words.lowered)
    is_other_named = any(each.column_id in said for each in cue.amounts)
    for table in cue.tables:
        amounts = [each for each in table.columns if each.is_numeric and not names_an_identifier(each.name)]
        pairs = [pair for pair in named_opposites(amounts) if not _EARLIER.isdisjoint(split_identifier(pair[0].name))]
        for earlier, later in pairs:
            score = max(cue.column_score(table, earlier), cue.column_score(table, later))
            if not (cue.is_named(earlier) or cue.is_named(later)):
                score = 0.0 if is_other_named or len(pairs) > 1 else max(score, _ONLY_PAIR)
            for chosen in cue.sets(without=(earlier, later)):
                of, base = (cue.aggregate(Measure(AVG, each), table, chosen.predicates) for each in (later, earlier))
                if of is not None and base is not None:
                    yield _Sides(of, base, score * chosen.score)


def differences(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Subtract results where the sentence says how much more or less one is than another."""
    if cue.number.unit == "percent":
        return
    if added := rows_with_and_without(cue):
        kind = cue.kind_score("difference", added[0].weight)
        yield from ((Difference(each.of, each.base), kind * each.score) for each in _sides(cue, added))
    if changed := rows_that_change_a_rate(cue):
        kind = cue.kind_score("difference", changed[0].weight)
        yield from (
            (Difference(each.of, each.base), kind * each.score) for each in _sides(cue, changed, of_shares=True)
        )
    moved, named = direction(cue.words), cue.words.nearby_weight(DIFFERENCE)
    weight = max(named, moved.weight if moved else 0.0)
    if further := further_ones(cue):
        kind = cue.kind_score("difference", further[0].weight)
        yield from ((Difference(each.of, each.base), kind * each.score) for each in _sides(cue, further))
    elif moved is not None or named or cue.number.unit == "points":
        kind = cue.kind_score("difference", weight)
        is_turned = moved is not None and moved.is_decrease and cue.number.value > 0
        of_points, in_time = cue.number.unit == "points", moved is not None and moved.is_in_time
        rows = compared_rows(cue, is_in_time=in_time)
        plain = (each for each in _sides(cue, rows) if not of_points or _is_in_percent(each))
        compared = chain(plain, _sides(cue, rows, of_shares=True) if of_points else ())
        of_columns = () if moved is not None and moved.is_in_time and not named else _columns(cue)
        sides = [*compared, *_beside_average(cue), *of_columns]
        for each in sides:
            left, right = (each.base, each.of) if is_turned else (each.of, each.base)
            yield Difference(left, right), kind * each.score
    extent = max(cue.words.nearby_weight(_EXTENT | DIFFERENCE), _range_said(cue))
    if extent and cue.number.unit != "points":
        yield from _extents(cue, cue.kind_score("difference", extent))


def _range_said(cue: Cue) -> float:
    """Return what speaks for the extent of values: "Range: 403", "a range of 403 tons", but no "range of 18 to 65"."""
    words = cue.words
    is_extent = cue.number.high is None and _RANGE_BEFORE.search(words.text_before()) is not None
    is_extent = is_extent and _OTHER_END.match(words.text_after()) is None
    return words.weight({"range", "spread"}) if is_extent else 0.0


def _is_in_percent(sides: _Sides) -> bool:
    """Tell whether what is compared may be percentages: amounts that are in no other unit, no numbers of rows."""
    column = sides.of.column
    unit = unit_of(column)
    is_other = unit is not None and unit.unit not in {None, PERCENT, FRACTION}
    return column is not None and not column.is_integer and not is_other and sides.of.function is not SUM


def multiples(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Divide one result by another: "three times as many as in May"."""
    if cue.number.unit != "times":
        return
    kind = cue.kind_score("multiple", 1.0)
    rows = compared_rows(cue)
    is_of_chances = bool(cue.words.nearby_weight(_CHANCES))  # which are shares, however many there are
    for sides in (*(() if is_of_chances else _sides(cue, rows)), *_sides(cue, rows, of_shares=True)):
        yield Ratio(sides.of, sides.base, 1), kind * sides.score


def _sides(cue: Cue, rows: Sequence[ComparedRows], *, of_shares: bool = False) -> Iterator[_Sides]:
    """Yield pairs of one measure of rows that differ in the value of one column, or of shares within these.

    What rose by a percentage is an amount, no percentage that a row has of its own.
    """
    is_percent = cue.number.unit == "percent"
    for scored in measures(cue, _FUNCTIONS, _MEASURES) if rows and not of_shares else []:
        weight = function_weight(cue, scored)
        for pair in rows:
            column = scored.measure.column
            if column == pair.column or (is_percent and is_percent_of_whole(column)):
                continue
            for chosen in others(cue, pair, *([column] if column is not None else [])):
                of = cue.aggregate(scored.measure, scored.table, _with(cue, chosen.predicates, pair.of))
                base = cue.aggregate(scored.measure, scored.table, _with(cue, chosen.predicates, pair.base))
                if of is not None and base is not None:
                    yield _Sides(of, base, weight * scored.score * pair.score * chosen.score)
    if of_shares:
        for pair in rows:
            yield from _shares(cue, pair)


def _shares(cue: Cue, pair: ComparedRows) -> Iterator[_Sides]:
    """Yield the percentages of rows that something holds of among rows with one value, and with another.

    Of points they may be the shares of these rows themselves: "the North's share of orders is 7.6 points higher".
    """
    measure = Measure(PERCENTAGE, None)
    for table in cue.tables:
        score = cue.column_score(table, None) * pair.score
        for chosen in others(cue, pair):
            if not chosen.predicates and cue.number.unit != "points":
                continue
            sides = []
            for value in (pair.of, pair.base):
                part = cue.aggregate(measure, table, _with(cue, chosen.predicates, value))
                if part is not None:
                    whole = (value,) if chosen.predicates else ()
                    sides.append(product_query(measure, part.selection.relations, part.predicates, whole))
            if len(sides) == 2:
                yield _Sides(sides[0], sides[1], score * chosen.score)


def _columns(cue: Cue) -> Iterator[_Sides]:
    """Yield the sums of two columns that the claim names: "pay exceeded base salary by 40 million".

    A column that nobody named, such as the mean of two others, is not compared with another one.
    """
    stands = [each for each in cue.amounts if not isinstance(each, DerivedColumn) or each.is_declared]
    named = [each for each in stands if cue.is_named(each)]
    tables = list(dict.fromkeys(cue.table(each) for each in named))[:_TABLES]
    of_tables = ([each for each in named if each.table_id == table.table_id] for table in tables)
    for one, other in chain.from_iterable(permutations(columns[:_COLUMNS], 2) for columns in of_tables):
        table = cue.table(one)
        score = min(cue.column_score(table, column) for column in (one, other))
        for function in (SUM, AVG):
            scored = ScoredMeasure(Measure(function, one), table, score)
            for chosen in cue.sets(without=(one, other)):
                of, base = (cue.aggregate(Measure(function, each), table, chosen.predicates) for each in (one, other))
                if of is not None and base is not None:
                    yield _Sides(of, base, function_weight(cue, scored) * score * chosen.score)


def _beside_average(cue: Cue) -> Iterator[_Sides]:
    """Yield extremes of columns, and values of rows that the claim names, beside the average of all rows."""
    if not cue.words.nearby_weight(AVERAGE):
        return
    for column in dict.fromkeys((*measured_columns(cue), *cue.amounts[:2])):
        table = cue.table(column)
        average = cue.aggregate(Measure(AVG, column), table, ())
        for chosen in cue.sets(without=(column,)):
            for function in (MAX, MIN):
                value = cue.aggregate(Measure(function, column), table, chosen.predicates)
                if value is not None and average is not None:
                    yield _Sides(value, average, cue.column_score(table, column) * chosen.score)


def _extents(cue: Cue, kind: float) -> Iterator[tuple[Query, float]]:
    """Yield the differences between the greatest and the smallest value of columns."""
    for column in dict.fromkeys((*measured_columns(cue), *cue.amounts[:_MEASURES])):
        table = cue.table(column)
        for chosen in cue.sets(without=(column,)):
            high = cue.aggregate(Measure(MAX, column), table, chosen.predicates)
            low = cue.aggregate(Measure(MIN, column), table, chosen.predicates)
            if high is not None and low is not None:
                yield Difference(high, low), kind * cue.column_score(table, column) * chosen.score


def function_weight(cue: Cue, scored: ScoredMeasure) -> float:
    """Return what speaks for a function whose result is an operand, of which the number shows nothing."""
    function = scored.measure.function
    if function is MEDIAN and not cue.relevance.functions[function]:
        return 0.0
    usual = WEIGHTS.listed.operand[function.name]
    if function is COUNT and cue.relevance.panels.get(scored.table.table_id):
        usual *= WEIGHTS.column.panel_rows
    return usual * (1 + WEIGHTS.function.keywords * cue.relevance.functions[function])


def _with(cue: Cue, predicates: tuple[Predicate, ...], one: Predicate) -> tuple[Predicate, ...]:
    """Return predicates with another one, in the order of the space."""
    return cue.in_order((*predicates, one))
