"""What a document's numbers tell of the measures of its statements: totals by which things are counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from factcheck.candidates.identifiers import is_identifier
from factcheck.candidates.statements.columns import is_amount
from factcheck.candidates.statements.cue import StatementCue
from factcheck.candidates.statements.weighed_measure import WeighedMeasure
from factcheck.candidates.statements.words_of_measures import AVERAGES, MEDIANS, is_intensive
from factcheck.catalogue.schema import Column, Table
from factcheck.queries.functions.counts import COUNT, COUNT_DISTINCT
from factcheck.queries.functions.sums import SUM
from factcheck.queries.query import Measure
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import split_identifier
from factcheck.words.likeness import stem

_OF_A_THING = 2
"""Words of the name of a column with the numbers of things: ``customer_id``."""
_ROWS_BESIDE_TOTALS = 0.1
"""How likely rows of a table are counted of which most numbers are totals."""


def with_totals(measures: Sequence[WeighedMeasure], cue: StatementCue) -> list[WeighedMeasure]:
    """Return measures with the totals by which numbers count the same nouns, or most of those about the table.

    Where most numbers about a table are totals, its rows stand for nothing that is counted.
    """
    tables = {table.table_id for table, _ in cue.usual}
    weight = WEIGHTS.statement.counted_alike
    is_counting = any(each.measure.function is COUNT and not each.event for each in measures)
    are_told = cue.words.measured.forms.isdisjoint(AVERAGES | MEDIANS)
    told = dict.fromkeys((*cue.counted, *(cue.usual if is_counting else ()))) if are_told else {}
    return [
        *(
            replace(each, weight=each.weight * _ROWS_BESIDE_TOTALS)
            if each.measure.function is COUNT and not each.event and each.table.table_id in tables
            else each
            for each in measures
        ),
        *(WeighedMeasure(*each, weight, unnamed=float(each not in cue.counted)) for each in told),
    ]


def parts_measured(measure: WeighedMeasure, cue: StatementCue) -> Iterator[tuple[Measure, float]]:
    """Yield by what the part of a table's rows may be measured of which something is said, each with its likelihood."""
    usual = [each for table, each in cue.usual if table.table_id == measure.table.table_id]
    amounts = [Measure(SUM, column) for column in _amounts_of_whole(measure.table, cue)]
    amounts += [Measure(COUNT_DISTINCT, column) for column in _things_counted(measure.table, cue)]
    yield measure.measure, 0.0 if amounts else _ROWS_BESIDE_TOTALS if usual else 1.0
    yield from ((each, 1.0) for each in dict.fromkeys((*usual, *amounts)))


def _amounts_of_whole(table: Table, cue: StatementCue) -> Iterator[Column]:
    """Yield the amounts of which a part is told: "more than half of the revenue" is about no number of rows."""
    said = {stem(word) for word in cue.words.measured.forms}
    if said.isdisjoint({stem(part) for part in split_identifier(table.name)}):
        for column in table.columns:
            words = split_identifier(column.name)
            if is_amount(column) and not is_intensive(frozenset(words)) and {stem(word) for word in words} <= said:
                yield column


def _things_counted(table: Table, cue: StatementCue) -> Iterator[Column]:
    """Yield the numbers of things that several rows may tell of: "most customers" of orders with a ``customer_id``.

    Where the table itself is called so, its rows are the things.
    """
    nouns = {stem(token.text) for token in cue.words.measured.tokens if token.tag in {"NNS", "NNPS"}}
    if nouns.isdisjoint({stem(part) for part in split_identifier(table.name)}):
        for column in table.columns:
            words = {stem(word) for word in split_identifier(column.name)}
            if is_identifier(column) and len(words) == _OF_A_THING and not nouns.isdisjoint(words):
                yield column
