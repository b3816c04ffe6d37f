"""What else may be measured, where words do not tell: all amounts of the rows, so that the data themselves answer."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from factcheck.candidates.statements.columns import is_amount
from factcheck.candidates.statements.cue import StatementCue
from factcheck.candidates.statements.reading import StatementReading
from factcheck.candidates.statements.weighed_measure import WeighedMeasure
from factcheck.candidates.statements.words_of_measures import is_intensive
from factcheck.catalogue.schema import Column, Table
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.query import Measure
from factcheck.words.identifiers import split_identifier

_MOST = 16
_OF_A_FLAG = 2
_FEW = 2.0
"""Other measures that make it as likely as not that what is meant is one of them."""


def other_measures(
    cue: StatementCue, tables: Collection[int], apart: frozenset[int], known: Collection[Measure]
) -> list[WeighedMeasure]:
    """Return what may be measured of the rows of tables besides what is known, each as likely as another one.

    These are the number of rows and the amounts of each column, and what the words ask for of several columns.
    """
    measures: dict[tuple[int, Measure], Table] = {}
    for table in cue.tables:
        if table.table_id in tables:
            for measure in _of_rows(table, cue, apart):
                if measure not in known:
                    measures[table.table_id, measure] = table
    return [WeighedMeasure(table, measure, 1.0) for (_, measure), table in list(measures.items())[:_MOST]]


def amounts_in_all(measures: Sequence[WeighedMeasure]) -> list[WeighedMeasure]:
    """Return the measures of columns of which there is so much in all, of others where there are none of these."""
    of_columns = [(each, column) for each in measures if (column := each.measure.column) is not None]
    kept = [each for each, column in of_columns if not is_intensive(frozenset(split_identifier(column.name)))]
    return kept or [each for each, _ in of_columns]


def share_of_others(others: Sequence[StatementReading]) -> float:
    """Return how likely what is measured is one of some other measures, where it is none of those known."""
    return len(others) / (len(others) + _FEW)


def _of_rows(table: Table, cue: StatementCue, apart: frozenset[int]) -> Iterator[Measure]:
    yield Measure(COUNT, None)
    derived: list[Column] = [c for c in cue.relevance.measured.derived if c.table_id == table.table_id]
    values = cue.relevance.measured.values
    amounts = [c for c in table.columns if is_amount(c) and values.get(c.column_id) != _OF_A_FLAG]
    for column in (*derived, *amounts):
        if column.column_id not in apart:
            functions = (AVG, SUM) if is_intensive(frozenset(split_identifier(column.name))) else (SUM, AVG)
            yield from (Measure(function, column) for function in functions)
