"""Columns whose names say in another word what an adjective measures: "minutes" for "fast", "kg" for "heavy"."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from factcheck.candidates.statements.columns import is_amount
from factcheck.candidates.statements.weighed_measure import WeighedMeasure
from factcheck.candidates.statements.words_of_measures import attribute_of, is_size, is_unsaid
from factcheck.catalogue.schema import Column, Table
from factcheck.queries.functions.extremes import MAX, MIN
from factcheck.queries.functions.sums import AVG
from factcheck.queries.query import Measure
from factcheck.words.attributes import attributes_of
from factcheck.words.identifiers import split_identifier
from factcheck.words.likeness import stem

_OF_ANYTHING = frozenset("many high low good bad best worst busy quiet far rich poor strong".split())
"""Adjectives that are said of so much that the name of a column alone does not tell what they measure."""
_TIMES = frozenset("day week weekday month quarter year season decade".split())

_UNNAMED = 0.3
"""Share of what is said that a column leaves open which its name calls in another word."""
_OF_ENDS, _OF_MEANS = 0.6, 0.1
"""How likely the extreme of a group is meant rather than its mean, where groups are single rows and where not."""


@dataclass(frozen=True, slots=True)
class OtherwiseCalled:
    """A column that an adjective may measure; it ``is_inverted`` where there is less of it the more is said."""

    table: Table
    column: Column
    is_inverted: bool


def otherwise_called(
    adjective: str, said: Collection[str], tables: Sequence[Table], groups: Collection[int]
) -> list[OtherwiseCalled]:
    """Return the columns of amounts called by the first name which any has; none for vague adjectives.

    Of times, such as the slowest month, an adjective says how much happened then.
    """
    if adjective in _OF_ANYTHING or is_size(adjective) or is_unsaid(adjective) or not _TIMES.isdisjoint(said):
        return []
    is_much = attribute_of(adjective)[1] is not False
    for attribute in attributes_of(adjective):
        for name in attribute.other_names:
            found = [
                OtherwiseCalled(table, column, attribute.is_high is not is_much)
                for table in tables
                for column in table.columns
                if column.column_id not in groups and is_amount(column)
                if stem(name) in map(stem, split_identifier(column.name))
            ]
            if found:
                return found
    return []


def measures_called_otherwise(
    named: OtherwiseCalled, number: int, *, is_greatest: bool, is_of_rows: bool
) -> Iterator[WeighedMeasure]:
    """Yield the mean of such a column, one of a ``number`` of them, and its extreme."""
    extreme = MAX if is_greatest is not named.is_inverted else MIN
    at_ends = _OF_ENDS if is_of_rows else _OF_MEANS
    for function, weight in ((extreme, at_ends), (AVG, 1 - at_ends)):
        measure = Measure(function, named.column)
        yield WeighedMeasure(named.table, measure, weight / number, _UNNAMED, is_inverted=named.is_inverted)
