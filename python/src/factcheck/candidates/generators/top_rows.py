"""First rows in an order: "seven of the ten best-paid are engineers", "the five oldest are 81 on average"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.candidates.cue import Cue
from factcheck.candidates.generators.attributes import measured_columns
from factcheck.candidates.generators.comparing_words import Superlative, superlatives
from factcheck.candidates.generators.comparisons import function_weight
from factcheck.candidates.generators.measures import measures
from factcheck.candidates.generators.top_groups import how_many
from factcheck.catalogue.schema import Column
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.extremes import MAX, MIN
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.query import Measure, Query
from factcheck.queries.selection import Selection
from factcheck.queries.top_rows import TopRows

_ORDERS = 3
_MEASURES = 3
_RANGES = frozenset("range vary".split())
_ROWS = Measure(COUNT, None)


def top_rows(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Count the rows among the first that a number beside a superlative tells of, or take a measure of these."""
    if cue.number.unit == "points":
        return
    for superlative in superlatives(cue.words):
        top = how_many(cue, superlative)
        if top is None:
            continue
        kind = cue.kind_score("top_rows", superlative.weight)
        for by, weight in _orders(cue) if kind else ():
            if cue.number.unit not in {"currency", "year"}:
                yield from _counted(cue, superlative, top, by, kind * weight)
            if cue.number.unit != "percent":
                yield from _measured(cue, superlative, top, by, kind * weight)


def _orders(cue: Cue) -> Iterator[tuple[Column, float]]:
    """Yield the columns by which rows may be put in order: those that adjectives measure, then those that are named."""
    measured = list(measured_columns(cue))
    best = max((cue.relevance.columns.get(column.column_id, 0.0) for column in cue.amounts), default=0.0)
    for column in list(dict.fromkeys((*measured, *cue.amounts)))[:_ORDERS]:
        share = cue.relevance.columns.get(column.column_id, 0.0) / best if best > 0 else 0.0
        yield column, 1.0 if column in measured else share


def _counted(cue: Cue, superlative: Superlative, top: int, by: Column, weight: float) -> Iterator[tuple[Query, float]]:
    table, is_share = cue.table(by), cue.number.unit == "percent"
    for chosen in cue.sets(least=1, without=(by,), of=table):
        relations = cue.relations.of(by.table_ids | {predicate.column.table_id for predicate in chosen.predicates})
        if relations is not None and relations.anchor == table:
            among = chosen.predicates
            query = TopRows(_ROWS, by, Selection(relations), top, among, superlative.is_greatest, is_share)
            yield query, weight * cue.column_score(table, None) * chosen.score


def _measured(cue: Cue, superlative: Superlative, top: int, by: Column, weight: float) -> Iterator[tuple[Query, float]]:
    table = cue.table(by)
    relations = cue.relations.of(by.table_ids)
    if relations is None:
        return
    are_ends = next(cue.words.find(_RANGES), None) is not None
    for scored in measures(cue, (MIN, MAX) if are_ends else (AVG, SUM), _MEASURES):
        if scored.measure.column is not None and scored.measure.column.table_ids == by.table_ids:
            query = TopRows(scored.measure, by, Selection(relations), top, (), superlative.is_greatest)
            of_function = 1.0 if are_ends else function_weight(cue, scored)
            yield query, weight * of_function * scored.score * cue.column_score(table, by)
