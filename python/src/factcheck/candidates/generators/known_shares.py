"""Percentages of the rows that have an answer, or of all where some have none: who did not say, and what is unknown."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.candidates.cue import Cue
from factcheck.joins.graph import Join, JoinSource
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.predicates.is_null import IsNull
from factcheck.queries.predicates.negation import Not
from factcheck.queries.query import Aggregate, Measure, Query
from factcheck.queries.ratio import Ratio

_ROWS = Measure(COUNT, None)
_ANSWERED = frozenset(
    "answer answered answers response responses responded respondents replied known recorded stated gave given valid"
    " rated ratings".split()
)
"""Words for what is known of some: "of those who gave a rating", "28 % of all answers"."""


def shares_of_known(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Divide rows with a value by those where the column has any: surveys leave out who did not answer.

    Only where values are missing is that another number than the share of all rows.
    """
    kind = cue.kind_score("share_of_known", cue.words.weight(_ANSWERED))
    if cue.number.unit != "percent" or kind == 0:
        return
    for table in cue.tables:
        score = kind * cue.column_score(table, None)
        for chosen in cue.sets(least=1):
            for event in chosen.predicates:
                known = tuple(Not(IsNull(column)) for column in event.columns if column.has_missing)
                if not known or event.includes(None):
                    continue
                others = tuple(predicate for predicate in chosen.predicates if predicate is not event)
                part = cue.aggregate(_ROWS, table, chosen.predicates)
                whole = cue.aggregate(_ROWS, table, (*others, *known))
                if part is not None and whole is not None:
                    yield Ratio(part, whole, 100), score * chosen.score


def shares_of_all(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Divide rows whose partner in another table has a value by all: "96 % of the records are of rodents".

    Only where rows may have no partner is that another number than the share of those that have one.
    """
    kind = cue.kind_score("share_of_known", 0.0)
    for table in cue.tables if cue.number.unit == "percent" and len(cue.tables) > 1 else ():
        score = kind * cue.column_score(table, None)
        for chosen in cue.sets(least=1):
            part = cue.aggregate(_ROWS, table, chosen.predicates)
            for event in chosen.predicates if part is not None and _may_lack_partners(part) else ():
                others = tuple(predicate for predicate in chosen.predicates if predicate is not event)
                whole = cue.aggregate(_ROWS, table, others)
                is_other = part is not None and whole is not None and _joins(part) != _joins(whole)
                if part is not None and whole is not None and is_other and not event.includes(None):
                    yield Ratio(part, whole, 100), score * chosen.score


def _joins(query: Aggregate) -> tuple[Join, ...]:
    return query.selection.relations.joins


def _may_lack_partners(query: Aggregate) -> bool:
    """Tell whether rows may have no partner: a key is missing in some of them, or no foreign key holds them to one."""
    columns = {
        (table.table_id, column.name): column for table in query.selection.relations.tables for column in table.columns
    }
    return any(
        join.source is not JoinSource.DECLARED
        or any(columns[join.from_table, name].has_missing for name in join.from_columns)
        for join in _joins(query)
    )
