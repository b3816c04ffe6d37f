"""Shares of a total that has a row of its own: "Europe has a quarter" of a table that has Europe and the world."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.candidates.cue import Cue
from factcheck.catalogue.schema import Column
from factcheck.queries.functions.sums import SUM
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Measure, Query
from factcheck.queries.ratio import Ratio
from factcheck.retrieval.generators.unsaid_levels import ALL_TOGETHER

_MEASURES = 2
_COUNTED_TWICE = 0.3
"""What is left of a share for each dimension whose totals are added to their own parts."""


def shares_of_totals(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Divide what a panel has for a value by what it has for all values together."""
    kind = cue.kind_score("share_of_total", 0.0)
    if cue.number.unit != "percent" or kind == 0:
        return
    totals = [predicate for predicate, seen in cue.relevance.predicates if ALL_TOGETHER in seen.parts]
    columns = {total.column for total in totals}
    measured = [each for each in cue.amounts if each.table_id in cue.relevance.panels][:_MEASURES]
    for column in measured:
        table = cue.table(column)
        score = kind * cue.column_score(table, column)
        for chosen in cue.sets(least=1, without=(column,)):
            restricted = {each.column for each in chosen.predicates}
            for part in (each for each in chosen.predicates if isinstance(each, Equals) and each.column in columns):
                for total in (each for each in totals if each.column == part.column and each != part):
                    whole = cue.in_order(total if each is part else each for each in chosen.predicates)
                    open_ones = {each for each in columns if each.table_id == table.table_id} - restricted
                    weight = score * chosen.score * _COUNTED_TWICE ** len(open_ones)
                    yield from _share(cue, column, chosen.predicates, whole, weight)


def _share(
    cue: Cue, column: Column, part: tuple[Predicate, ...], whole: tuple[Predicate, ...], score: float
) -> Iterator[tuple[Query, float]]:
    upper, lower = (cue.aggregate(Measure(SUM, column), cue.table(column), each) for each in (part, whole))
    if upper is not None and lower is not None:
        yield Ratio(upper, lower, 100), score
