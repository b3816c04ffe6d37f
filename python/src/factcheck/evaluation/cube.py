"""The groups of a merged query, and their roll-up to the cells that candidates ask for (Section 6, function CUBE).

The paper's CUBE over an INORDEFAULT sub-query is logically what happens here, but PostgreSQL runs it far faster as one
plain GROUP BY over all dimensions at once, whose groups are then added up for every subset of dimensions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from factcheck.catalogue.schema import Column
from factcheck.evaluation.cells import CodedRows, Codes, Floats, SmallCodes, indexes_in
from factcheck.evaluation.cube_request import CubeRequest
from factcheck.evaluation.distinct_values import DistinctValues
from factcheck.evaluation.group_rows import DistinctRows, GroupRows, unions
from factcheck.evaluation.layout import Layout
from factcheck.evaluation.summaries import Summary
from factcheck.evaluation.value_counts import ValueCounts
from factcheck.queries.measures import BaseMeasure, MeasureKind
from factcheck.runtime.checkpoints import checkpoint, with_checkpoints

MeasureData = Summary | DistinctValues | ValueCounts


@dataclass(frozen=True, slots=True)
class Groups:
    """The groups of the merged query, in order of their codes: ``codes`` has shape (groups, dimensions).

    ``rows`` counts the rows of each.
    """

    codes: SmallCodes
    rows: Floats


class Cube:
    """The finest groups of a request, which ``roll_up`` adds up for subsets of its dimensions.

    ``data`` are those of the request's measures; summaries are aligned with the groups.  ``finest`` has what is added
    up in each group, ``single_values`` the values of columns of which statistics are made, in ascending order.
    """

    def __init__(
        self,
        request: CubeRequest,
        groups: Groups,
        data: Mapping[BaseMeasure, MeasureData],
    ) -> None:
        """Lay the data out, one row a measure."""
        self.request = request
        self.groups = groups
        self.data = {measure: data[measure] for measure in request.measures}
        self.summaries: dict[Column, Summary] = {
            measure.column: each for measure, each in self.data.items() if isinstance(each, Summary)
        }
        self.codes = request.codes
        self.sizes = request.sizes
        checkpoint()
        group_rows = CodedRows.of(groups.codes)
        # one row a measure: what is added up for few of them lies together
        added = [groups.rows[None, :]]
        for summary in with_checkpoints(self.summaries.values(), 1):
            magnitudes = () if summary.magnitudes is None else (summary.magnitudes[None, :],)
            added += [summary.counts[None, :], summary.sums.limbs, *magnitudes]
        shape = (len(self.summaries), len(groups.rows))
        self.finest = GroupRows(
            group_rows,
            np.concatenate(added),
            np.array([summary.lows for summary in self.summaries.values()]).reshape(shape),
            np.array([summary.highs for summary in self.summaries.values()]).reshape(shape),
            {
                measure: self._in_groups(each)
                for measure, each in with_checkpoints(self.data.items(), 1)
                if isinstance(each, DistinctValues)
            },
        )
        values = {measure: each.by_value() for measure, each in self.data.items() if isinstance(each, ValueCounts)}
        self.single_values = {measure: (CodedRows.of(each.codes), each) for measure, each in values.items()}
        self.layout = Layout.of(request, self.summaries)
        self._share_numbers()

    def _in_groups(self, values: DistinctValues) -> DistinctRows:
        """Return the different values of a column by the groups that they are in."""
        indexes = indexes_in(self.groups.codes, values.codes, self.sizes)
        is_there = indexes >= 0
        return DistinctRows.of(indexes[is_there], values.numbers[is_there], len(self.groups.rows))

    def _share_numbers(self) -> None:
        """Have groups and summaries be views of what is added up: of very many groups there is no room twice."""
        finest = self.finest
        self.groups = replace(self.groups, rows=finest.added[0])
        for number, (column, summary) in enumerate(self.summaries.items()):
            at = self.layout.summaries[column]
            self.summaries[column] = replace(
                summary,
                counts=finest.added[at.counts],
                sums=replace(summary.sums, limbs=finest.added[at.sums]),
                lows=finest.lows[number],
                highs=finest.highs[number],
                magnitudes=None if at.magnitudes is None else finest.added[at.magnitudes],
            )
        self.data |= {BaseMeasure(MeasureKind.SUMMARY, column): each for column, each in self.summaries.items()}

    def value_order(self, column: Column) -> ValueCounts:
        """Return the single values of a column."""
        return self.single_values[BaseMeasure(MeasureKind.VALUES, column)][1]

    @cached_property
    def constants(self) -> Codes:
        """The code of each dimension that is the same in all groups, -1 of others."""
        codes = self.finest.rows.codes
        ends = ((each.min(), each.max()) if len(each) else (0, 1) for each in codes)
        return np.array([low if low == high else -1 for low, high in ends], dtype=np.int64)

    def sources(self, subsets: Sequence[Sequence[int]]) -> Iterator[tuple[GroupRows, list[int]]]:
        """Yield groups with the indexes of the subsets of the dimensions whose cells are found in them soonest.

        Groups are made when they are asked for.
        """
        union_of = unions({tuple(each) for each in subsets}, self.sizes, self.finest.size)
        at: dict[tuple[int, ...], list[int]] = {}
        for index, subset in enumerate(subsets):
            at.setdefault(union_of.get(tuple(subset), ()), []).append(index)
        for union, indexes in at.items():
            yield self.finest.coarser(union, self.sizes) if union else self.finest, indexes
