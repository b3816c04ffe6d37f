"""Where each measure of a cell stands among the numbers that a roll-up gives, by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from factcheck.catalogue.schema import Column
from factcheck.evaluation.cells import Floats
from factcheck.evaluation.cube_request import CubeRequest
from factcheck.evaluation.summaries import Summary
from factcheck.queries.functions.all import STATISTICS
from factcheck.queries.measures import BaseMeasure, MeasureKind, Statistic

Quantity = tuple[BaseMeasure, Statistic | None]
"""What a function takes of a cell: a summary, a number of different values, or a statistic of single values."""


@dataclass(frozen=True, slots=True)
class SummaryIndexes:
    """Where the summary of one column stands among the numbers of a cell."""

    counts: int
    sums: slice
    magnitudes: int | None
    low: int
    high: int

    @property
    def added(self) -> list[int]:
        """All numbers that are added up."""
        return [
            self.counts,
            *range(self.sums.start, self.sums.stop),
            *([] if self.magnitudes is None else [self.magnitudes]),
        ]


@dataclass(frozen=True, slots=True)
class DistinctSlot:
    """Where a number of different values stands."""

    measure: BaseMeasure
    index: int


@dataclass(frozen=True, slots=True)
class StatisticSlot:
    """Where a statistic of single values stands."""

    measure: BaseMeasure
    statistic: Statistic
    indexes: slice


Slot = int | DistinctSlot | StatisticSlot
"""Where a quantity stands: the number of a summary, or indexes of its own."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the numbers of a cell stand: rows first, then what is added up, as it stands in the groups, then the rest.

    ``quantities`` numbers what can be wanted of a cell, ``slots`` tells where each of these stands.  ``empty`` are the
    numbers of a cell without rows.
    """

    summaries: Mapping[Column, SummaryIndexes]
    distinct: Mapping[Column, int]
    statistics: Mapping[tuple[Column, str], slice]
    quantities: Mapping[Quantity, int]
    slots: tuple[Slot, ...]
    summary_indexes: tuple[SummaryIndexes, ...]
    empty: Floats

    @classmethod
    def of(cls, request: CubeRequest, summaries: Mapping[Column, Summary]) -> Layout:
        """Lay out the measures of a request."""
        added = 1 + sum(1 + len(each.sums.limbs) + (each.magnitudes is not None) for each in summaries.values())
        indexes, at = {}, 1
        for number, (column, summary) in enumerate(summaries.items()):
            end = at + 1 + len(summary.sums.limbs)
            magnitudes = None if summary.magnitudes is None else end
            low = added + number
            indexes[column] = SummaryIndexes(at, slice(at + 1, end), magnitudes, low, low + len(summaries))
            at = end + (magnitudes is not None)
        first = added + 2 * len(summaries)
        distinct = {column: first + i for i, column in enumerate(request.columns(MeasureKind.DISTINCT))}
        end = start = first + len(distinct)
        statistics = {}
        for column in request.columns(MeasureKind.VALUES):
            for statistic in STATISTICS:
                statistics[column, statistic.name] = slice(end, end + statistic.width)
                end += statistic.width
        empty = np.zeros(end)
        empty[added : added + len(summaries)] = np.inf
        empty[added + len(summaries) : first] = -np.inf
        empty[start:] = np.nan
        quantities = list(_quantities(request))
        number_of = {column: number for number, column in enumerate(indexes)}
        slots = tuple(
            StatisticSlot(measure, statistic, statistics[measure.column, statistic.name])
            if statistic is not None
            else DistinctSlot(measure, distinct[measure.column])
            if measure.kind is MeasureKind.DISTINCT
            else number_of[measure.column]
            for measure, statistic in quantities
        )
        numbered = {quantity: number for number, quantity in enumerate(quantities)}
        return cls(indexes, distinct, statistics, numbered, slots, tuple(indexes.values()), empty)


def _quantities(request: CubeRequest) -> Iterator[Quantity]:
    for measure in request.measures:
        wanted = STATISTICS if measure.kind is MeasureKind.VALUES else (None,)
        yield from ((measure, statistic) for statistic in wanted)
