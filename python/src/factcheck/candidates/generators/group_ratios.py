"""Extremes of ratios within groups: "cost per patient ranged from $410 to $520", "the highest pass rate was 93 %"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from factcheck.candidates.cue import Cue
from factcheck.candidates.generators.comparing_words import Superlative, ends_of_range, superlatives
from factcheck.candidates.generators.group_extremes import (
    ScoredGrouping,
    best_groupings,
    owner_share,
    sets_of_groups,
)
from factcheck.candidates.generators.measures import measures
from factcheck.candidates.generators.named_ratios import DividedColumns, columns_of_ratios
from factcheck.candidates.generators.rate import units
from factcheck.queries.functions.counts import COUNT, COUNT_DISTINCT
from factcheck.queries.functions.sums import SUM
from factcheck.queries.group_ratio import GroupRatioExtreme
from factcheck.queries.query import Aggregate, Measure, Query
from factcheck.queries.selection import Selection

_OF_SHARES = frozenset("share rate percentage proportion chance probability likelihood".split())
_MEASURES = 2


def group_ratio_extremes(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Ask for the extreme of a rate over the groups that a noun beside a superlative, or a range, names.

    A rate is "per" something, has a name, or is, of percentages, the share of the rows of which something holds.
    """
    asked = (*superlatives(cue.words), *ends_of_range(cue.words, cue.number.implied))
    ratios = tuple(columns_of_ratios(cue)) if asked else ()
    for superlative in asked:
        kind = cue.kind_score("group_ratio_extreme", superlative.weight)
        for grouping in best_groupings(cue, superlative) if kind else ():
            score = kind * grouping.closeness * owner_share(cue, grouping.by)
            of_kind = _shares if cue.number.unit == "percent" else _rates
            yield from ((query, score * weight) for query, weight in of_kind(cue, superlative, grouping))
            named = _named_ratios(cue, superlative, grouping, ratios)
            yield from ((query, score * weight) for query, weight in named)


def _rates(cue: Cue, superlative: Superlative, grouping: ScoredGrouping) -> Iterator[tuple[Query, float]]:
    """Yield what there is for each of the things that the word behind "per" names."""
    by = grouping.by
    for unit, _ in units(cue):
        column = unit.column
        if column is None or column == by.column:
            continue
        for scored in measures(cue, (COUNT, SUM), _MEASURES):
            if scored.measure.column in {column, by.column}:
                continue
            for chosen in sets_of_groups(cue, by):
                upper = cue.aggregate(scored.measure, scored.table, chosen.predicates, column, by.column)
                if upper is not None:
                    lower = Aggregate(Measure(COUNT_DISTINCT, column), upper.selection)
                    query = GroupRatioExtreme(upper, lower, by, superlative.is_greatest, superlative.rank)
                    yield query, unit.closeness * scored.score * chosen.score


def _named_ratios(
    cue: Cue, superlative: Superlative, grouping: ScoredGrouping, ratios: Sequence[DividedColumns]
) -> Iterator[tuple[Query, float]]:
    """Yield ratios that trades have a name for: "the lowest CPA of all campaigns was $9"."""
    by = grouping.by
    for each in ratios:
        for chosen in sets_of_groups(cue, by):
            upper = cue.aggregate(Measure(SUM, each.above), cue.table(each.above), chosen.predicates, by.column)
            if upper is not None and by.column not in {each.above, each.below}:
                lower = Aggregate(Measure(SUM, each.below), upper.selection)
                query = GroupRatioExtreme(upper, lower, by, superlative.is_greatest, superlative.rank, each.factor)
                yield query, each.weight * each.score * chosen.score


def _shares(cue: Cue, superlative: Superlative, grouping: ScoredGrouping) -> Iterator[tuple[Query, float]]:
    """Yield the percentages of rows of which one of the best predicates holds, where the sentence speaks of a rate."""
    if not cue.words.nearby_weight(_OF_SHARES):
        return
    by, rows = grouping.by, Measure(COUNT, None)
    for event, of_event in cue.best_predicates:
        if event.column == by.column:
            continue
        for chosen in sets_of_groups(cue, by):
            if any(each.column == event.column for each in chosen.predicates):
                continue
            if len(chosen.predicates) >= cue.product.max_predicates:
                continue
            part = cue.aggregate(rows, grouping.table, cue.in_order((*chosen.predicates, event)), by.column)
            if part is not None:
                relations = part.selection.relations
                whole = Aggregate(rows, Selection(relations, chosen.predicates))
                query = GroupRatioExtreme(part, whole, by, superlative.is_greatest, superlative.rank, 100)
                yield query, of_event * cue.column_score(grouping.table, None) * chosen.score
