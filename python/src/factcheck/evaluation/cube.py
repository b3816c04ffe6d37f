"""The groups of a merged query, and their roll-up to the cells that candidates ask for (Section 6, function CUBE).

The paper's CUBE over an INORDEFAULT sub-query is logically what happens here, but PostgreSQL runs it far faster as one
plain GROUP BY over all dimensions at once, whose groups are then added up for every subset of dimensions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from factcheck.catalogue.schema import Column
from factcheck.evaluation.cells import DENSE_CELLS, CodedRows, Codes, Floats, SmallCodes, in_order, indexes_in
from factcheck.evaluation.cube_request import CubeRequest
from factcheck.evaluation.distinct_values import DistinctValues
from factcheck.evaluation.group_rows import DistinctRows, GroupRows, unions
from factcheck.evaluation.layout import Layout, Wanted
from factcheck.evaluation.summaries import Summary
from factcheck.evaluation.value_counts import ValueCounts
from factcheck.queries.measures import BaseMeasure, MeasureKind
from factcheck.runtime.checkpoints import checkpoint, with_checkpoints

Booleans = npt.NDArray[np.bool_]
MeasureData = Summary | DistinctValues | ValueCounts


@dataclass(frozen=True, slots=True)
class Groups:
    """The groups of the merged query, in order of their codes: ``codes`` has shape (groups, dimensions).

    ``rows`` counts the rows of each.
    """

    codes: SmallCodes
    rows: Floats


class Cube:
    """The finest groups of a request, rolled up on demand to subsets of its dimensions.

    ``data`` are those of the request's measures; summaries are aligned with the groups.
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
        self.codes = request.codes()
        self._sizes = request.sizes
        checkpoint()
        group_rows = CodedRows.of(groups.codes)
        # one row a measure: what is added up for few of them lies together
        added = [groups.rows[None, :]]
        for summary in with_checkpoints(self.summaries.values(), 1):
            magnitudes = () if summary.magnitudes is None else (summary.magnitudes[None, :],)
            added += [summary.counts[None, :], summary.sums.limbs, *magnitudes]
        shape = (len(self.summaries), len(groups.rows))
        self._finest = GroupRows(
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
        self._values = {measure: (CodedRows.of(each.codes), each) for measure, each in values.items()}
        self.layout = Layout.of(request, self.summaries)
        self._share_numbers()
        self._index_of: Codes = np.full(0, -1, dtype=np.int64)
        self._wanted: dict[bytes, Wanted] = {}

    def _in_groups(self, values: DistinctValues) -> DistinctRows:
        """Return the different values of a column by the groups that they are in."""
        indexes = indexes_in(self.groups.codes, values.codes, self._sizes)
        is_there = indexes >= 0
        return DistinctRows.of(indexes[is_there], values.numbers[is_there], len(self.groups.rows))

    def _share_numbers(self) -> None:
        """Have groups and summaries be views of what is added up: of very many groups there is no room twice."""
        finest = self._finest
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
        return self._values[BaseMeasure(MeasureKind.VALUES, column)][1]

    @cached_property
    def constants(self) -> Codes:
        """The code of each dimension that is the same in all groups, -1 of others."""
        codes = self._finest.rows.codes
        ends = ((each.min(), each.max()) if len(each) else (0, 1) for each in codes)
        return np.array([low if low == high else -1 for low, high in ends], dtype=np.int64)

    def in_turn(self, subsets: Sequence[Sequence[int]]) -> Iterator[tuple[int, GroupRows]]:
        """Yield the index of each subset of the dimensions, with the groups that its cells are found in soonest.

        Subsets come in the order of these groups, which are made when they are asked for.
        """
        union_of = unions({tuple(each) for each in subsets}, self._sizes, self._finest.size)
        at: dict[tuple[int, ...], list[int]] = {}
        for index, subset in enumerate(subsets):
            at.setdefault(union_of.get(tuple(subset), ()), []).append(index)
        for union, indexes in at.items():
            groups = self._finest.coarser(union, self._sizes) if union else self._finest
            yield from ((index, groups) for index in indexes)

    def roll_up(self, dimensions: Sequence[int], asked: Codes, wanted: Booleans, groups: GroupRows) -> Floats:
        """Return measures for some cells of a subset of the dimensions, as ``layout`` says; shape (cells, measures).

        A cell is the codes of the dimensions, none of them 0, read as digits; cells are ascending.  In a cell without
        values sums and distinct values are 0, minima +inf, maxima -inf, statistics NaN.  As in PostgreSQL, NaN is
        greater than all numbers.  ``wanted`` tells which of the layout's quantities matter here: the measures of others
        are left as in a cell without values.  ``groups`` are those that ``in_turn`` has for the dimensions.
        """
        values = np.empty((len(asked), len(self.layout.empty)))
        values[:] = self.layout.empty
        size = math.prod(self._sizes[dimension] for dimension in dimensions)
        with self._indexes(asked, size) as index_of:

            def select(rows: CodedRows) -> tuple[Codes, Codes]:
                checkpoint()
                return rows.select(dimensions, self._sizes, asked, index_of)

            self._measure(values, select, wanted, groups)
        return values

    @contextmanager
    def _indexes(self, asked: Codes, size: int) -> Iterator[Codes | None]:
        """Give the index of all possible cells, -1 for those not asked for; None where there may be too many.

        All subsets share one array, of which only the cells asked for are written, since few are asked for of many.
        """
        if size > DENSE_CELLS:
            yield None
            return
        if size > len(self._index_of):
            self._index_of = np.full(size, -1, dtype=np.int64)
        self._index_of[asked] = np.arange(len(asked))
        try:
            yield self._index_of
        finally:
            self._index_of[asked] = -1

    def _measure(
        self, values: Floats, select: Callable[[CodedRows], tuple[Codes, Codes]], wanted: Booleans, source: GroupRows
    ) -> None:
        """Write all measures of the cells asked for, in which ``select`` finds rows."""
        chosen = self._wanted.get(wanted.tobytes())
        if chosen is None:
            chosen = self._wanted[wanted.tobytes()] = Wanted.of(wanted, self.layout)
        groups, cells = select(source.rows)
        if not len(cells):
            return
        _add_up(values, source, groups, cells, chosen)
        for distinct in chosen.distinct:
            values[:, distinct.index] = source.distinct[distinct.measure].counts(groups, cells, len(values))
        found: dict[BaseMeasure, tuple[Codes, Codes]] = {}
        for slot in chosen.statistics:
            rows, counted = self._values[slot.measure]
            if slot.measure not in found:
                found[slot.measure] = select(rows)
            selected, cells = found[slot.measure]
            values[:, slot.indexes] = slot.statistic.reduce(
                cells, counted.values[selected], counted.counts[selected], counted.order, len(values)
            )


def _add_up(values: Floats, source: GroupRows, groups: Codes, cells: Codes, chosen: Wanted) -> None:
    """Write rows and the summaries of some columns for the cells that groups lie in."""
    if not len(chosen.columns):
        values[:, 0] = np.bincount(cells, source.added[0][groups], len(values))
        return
    order = in_order(cells, len(values))
    groups, cells = groups[order], cells[order]
    is_first = np.ones(len(cells), dtype=bool)
    np.not_equal(cells[1:], cells[:-1], out=is_first[1:])
    starts = np.flatnonzero(is_first)
    with np.errstate(over="ignore", invalid="ignore"):
        sums = np.add.reduceat(source.added[chosen.added, groups], starts, axis=1)
        lows = np.fmin.reduceat(source.lows[chosen.columns, groups], starts, axis=1)
        highs = np.maximum.reduceat(source.highs[chosen.columns, groups], starts, axis=1)
    values[cells[starts][:, None], chosen.indexes] = np.concatenate([sums, lows, highs]).T


def joined(one: Cube, other: Cube) -> Cube | None:
    """Return a cube with the measures of two over the same groups; None where these are not the same."""
    same = np.array_equal(one.groups.codes, other.groups.codes) and np.array_equal(one.groups.rows, other.groups.rows)
    if not same:
        return None
    request = replace(one.request, measures=(*one.request.measures, *other.request.measures))
    return Cube(request, one.groups, {**one.data, **other.data})
