"""Measures that listed queries are made of: counts of rows, and functions over the most relevant columns."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.candidates.cue import Cue, ScoredMeasure
from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.schema import Column
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.query import Measure
from factcheck.retrieval.measure_words import KINDS_OF_MONEY
from factcheck.words.identifiers import split_identifier

_QUANTITIES = frozenset("quantity quantities qty units count number".split())
_VALUES = frozenset("value values amount amounts total totals volume figure n".split())
_ROWS_OF = 2
"""Tables whose rows are counted, at most: the most relevant ones."""


def measures(
    cue: Cue, functions: Sequence[AggregationFunction], most: int, *, is_apart: bool = False
) -> list[ScoredMeasure]:
    """Return counts of rows and some functions over columns of numbers, with S(a), the most relevant first.

    There are at most ``most`` of each function, or with ``is_apart`` at most ``most`` over stored columns and as many
    over derived ones: quantity times price does not hide that a column has the total.  Columns are those that the claim
    names, and quantities, which it names by the things that they count: "2.3 books per order"; of amounts of money
    those whose names say money, too.
    Rows are not counted in money.
    """
    is_money = cue.number.unit == "currency"
    fitting = [function for function in functions if not (is_money and function is COUNT)]
    scored = [each for function in fitting for each in _of_function(cue, function, most, is_apart=is_apart)]
    return sorted(scored, key=lambda each: -each.score)


def _of_function(cue: Cue, function: AggregationFunction, most: int, *, is_apart: bool) -> list[ScoredMeasure]:
    if function is COUNT:
        rows = [ScoredMeasure(Measure(COUNT, None), table, cue.column_score(table, None)) for table in cue.tables]
        return sorted(rows, key=lambda each: -each.score)[:_ROWS_OF]
    meant = [each for each in cue.amounts if cue.is_named(each) or _counts_things(each) or _is_meant(cue, each)]
    is_derived = [is_apart and isinstance(each, DerivedColumn) for each in meant]
    kept = (each for at, each in enumerate(meant) if is_derived[:at].count(is_derived[at]) < most)
    columns = ((column, cue.table(column)) for column in kept)
    return [ScoredMeasure(Measure(function, one), table, cue.column_score(table, one)) for one, table in columns]


def _counts_things(column: Column) -> bool:
    """Tell whether a column says how many of something there are in a row."""
    return not _QUANTITIES.isdisjoint(split_identifier(column.name))


def _is_meant(cue: Cue, column: Column) -> bool:
    """Tell whether a number may be of a column that no word names: money, or what its table is about."""
    return _pays(cue, column) or _is_of_table(cue, column)


def _is_of_table(cue: Cue, column: Column) -> bool:
    """Tell whether a column's name says that it holds numbers, and the sentence names its table: imports by value."""
    operands = column.operands if isinstance(column, DerivedColumn) else (column,)
    is_value = all(_VALUES.issuperset(split_identifier(each.name)) for each in operands)
    return is_value and cue.view.tables_said.get(column.table_id, 0.0) > 0


def _pays(cue: Cue, column: Column) -> bool:
    """Tell whether the name of a column says that it holds money, where the claim's number is an amount of that."""
    return cue.number.unit == "currency" and cue.relevance.cues.kinds.get(column.column_id) in KINDS_OF_MONEY
