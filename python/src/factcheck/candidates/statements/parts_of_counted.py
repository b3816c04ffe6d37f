"""Readings of what is said of a part of those whom a number of the sentence counts: "40 boats, most of them yachts"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from factcheck.candidates.statements.cue import StatementCue
from factcheck.candidates.statements.flags import flags_named
from factcheck.candidates.statements.owners import Owner, owners_of
from factcheck.candidates.statements.reading import StatementReading
from factcheck.queries.functions.counts import COUNT, COUNT_DISTINCT
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.query import Aggregate, Query
from factcheck.queries.ratio import Ratio
from factcheck.queries.selection import Selection

_NAMED_FROM = 0.9
"""Score from which a phrase names the rows of a part."""


def counts_among(queries: Sequence[Query]) -> list[Aggregate]:
    """Return the queries that count rows."""
    return [query for query in queries if isinstance(query, Aggregate) and query.function in {COUNT, COUNT_DISTINCT}]


def parts_of_counted(cue: StatementCue, beside: Sequence[Query]) -> Iterator[StatementReading]:
    """Yield readings by which a part of the rows that one number of the sentence counts is as large as is said.

    Where no number counts them, or several do, nothing tells of which rows the part is one.
    """
    counted = counts_among(beside)
    if len(counted) != 1 or len(beside) != 1:
        return
    [whole] = counted
    for owner in _owners(cue):
        column = owner.predicate.column
        if column in {each.column for each in whole.predicates}:
            continue
        tables = frozenset({column.table_id, *(table.table_id for table in whole.selection.relations.tables)})
        relations = cue.relations.of(tables, whole.selection.anchor.table_id)
        if relations is None:
            continue
        rows = Selection(relations, whole.predicates)
        inside = replace(rows, predicates=(*rows.predicates, owner.predicate))
        share = Ratio(Aggregate(whole.measure, inside), Aggregate(whole.measure, rows))
        yield StatementReading(share, owner.score**2, unclear=cue.assertion.unclear)


def _owners(cue: StatementCue) -> Iterator[Owner]:
    """Yield the rows that the phrase for a part names, by a value or a flag."""
    [part], [found] = cue.words.owners, cue.relevance.owners
    named = [owner for owner in owners_of(part.text, found, cue.tables) if isinstance(owner.predicate, Equals)]
    for owner in (*named, *flags_named(part, found)):
        if owner.score >= _NAMED_FROM:
            yield owner
