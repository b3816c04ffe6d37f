"""Groups with what is added up in each, and coarser groups made of them, from which many cells are found faster.

Very many groups are gone through once for each subset of dimensions that cells are asked of.  Subsets that have
dimensions in common are found in the groups of all their dimensions, of which there are far fewer.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from factcheck.evaluation.cells import DENSE_CELLS, CodedRows, Codes, Floats, different, distinct_counts
from factcheck.queries.measures import BaseMeasure
from factcheck.runtime.checkpoints import checkpoint

_MANY_GROUPS = 30_000
"""Groups from which on coarser ones are made."""

_CELLS_OF_COARSER = range(1 << 12, 1 << 16)
_COARSENED = 8
"""Cells that the dimensions of coarser groups may have, and how many times fewer than the groups they are to be."""

_LEAST_SUBSETS = 3
"""Subsets of dimensions that coarser groups have to serve."""

Dimensions = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DistinctRows:
    """The different values of a column in groups, each a number below ``factor`` that stands for it, group by group.

    ``starts`` has where the values of each group begin, and their end.  Values that one group alone has are not among
    them: ``once`` counts those of each group, as many in any cell that the group lies in.
    """

    starts: Codes
    numbers: Codes
    factor: int
    once: Floats

    @classmethod
    def of(cls, groups: Codes, numbers: Codes, size: int) -> DistinctRows:
        """Take different pairs of a group, by its index, and a number."""
        times = np.bincount(numbers)
        is_once = times[numbers] == 1
        once = np.bincount(groups[is_once], minlength=size).astype(np.float64)
        shared = np.flatnonzero(~is_once)
        shared = shared[np.argsort(groups[shared], kind="stable")]
        compact = np.cumsum(times > 1) - 1  # numbers of shared values alone: as few as can be
        starts = np.searchsorted(groups[shared], np.arange(size + 1))
        return cls(starts, compact[numbers[shared]], int(np.count_nonzero(times > 1)), once)

    def counts(self, groups: Codes, cells: Codes, size: int) -> Floats:
        """Count the different values of each of ``size`` cells, in which some groups lie; the cells ascend."""
        counts: Floats = np.bincount(cells, self.once.take(groups), size).astype(np.float64)
        if not self.factor:
            return counts
        starts = self.starts.take(groups)
        lengths = np.diff(self.starts).take(groups)
        at_once = max(DENSE_CELLS // self.factor, 1)
        for first in range(0, size, at_once):
            last = min(first + at_once, size)
            some = slice(*np.searchsorted(cells, (first, last)).tolist())
            rows, of_cells = self._rows(starts[some], lengths[some]), np.repeat(cells[some] - first, lengths[some])
            if len(rows):
                counts[first:last] += distinct_counts(of_cells, self.numbers.take(rows), self.factor, last - first)
        return counts

    @staticmethod
    def _rows(starts: Codes, lengths: Codes) -> Codes:
        """Return the indexes of runs of values, one run after another."""
        ends = np.cumsum(lengths)
        rows = np.repeat(starts - (ends - lengths), lengths)
        rows += np.arange(len(rows))
        return rows

    def coarser(self, group_of: Codes, size: int) -> DistinctRows:
        """Return the different values in coarser groups, where ``group_of`` has the one that each lies in."""
        pairs = np.repeat(group_of, np.diff(self.starts)) * self.factor + self.numbers
        if size * self.factor <= DENSE_CELLS:
            is_there = np.zeros(size * self.factor, dtype=bool)
            is_there[pairs] = True
            pairs = np.flatnonzero(is_there)
        else:
            pairs = different(pairs)
        groups, numbers = np.divmod(pairs, max(self.factor, 1))
        made = DistinctRows.of(groups, numbers, size)
        return replace(made, once=made.once + np.bincount(group_of, self.once, size))


@dataclass(frozen=True, slots=True)
class GroupRows:
    """Groups: their rows of codes, and what is measured in them.

    ``added`` has a row for each quantity that is added up, ``lows`` and ``highs`` one for each summarized column.
    """

    rows: CodedRows
    added: Floats
    lows: Floats
    highs: Floats
    distinct: Mapping[BaseMeasure, DistinctRows]

    @property
    def size(self) -> int:
        """How many groups there are."""
        return int(self.added.shape[1])

    def coarser(self, dimensions: Dimensions, sizes: Sequence[int]) -> GroupRows:
        """Return the groups by some of the dimensions."""
        cells = _cells(self.rows, dimensions, sizes)
        is_there = np.zeros(math.prod(sizes[d] for d in dimensions), dtype=bool)
        is_there[cells] = True
        there = np.flatnonzero(is_there)
        numbers = (np.cumsum(is_there) - 1)[cells]
        lows, highs = np.full((len(self.lows), len(there)), np.inf), np.full((len(self.highs), len(there)), -np.inf)
        with np.errstate(over="ignore", invalid="ignore"):
            added = np.empty((len(self.added), len(there)))
            for row, summed in zip(self.added, added, strict=True):
                checkpoint()
                summed[:] = np.bincount(numbers, row, len(there))
            for index in range(len(lows)):
                checkpoint()
                np.fmin.at(lows[index], numbers, self.lows[index])
                np.maximum.at(highs[index], numbers, self.highs[index])
        distinct = {measure: each.coarser(numbers, len(there)) for measure, each in self.distinct.items()}
        return GroupRows(_rows_of(there, dimensions, sizes, self.rows), added, lows, highs, distinct)


def _cells(rows: CodedRows, dimensions: Dimensions, sizes: Sequence[int]) -> Codes:
    """Return the cell of each row, its codes of the dimensions read as digits."""
    cells = np.zeros(rows.size, dtype=np.int64)
    for dimension in dimensions:
        cells *= sizes[dimension]
        cells += rows.codes[dimension]
    return cells


def _rows_of(cells: Codes, dimensions: Dimensions, sizes: Sequence[int], finer: CodedRows) -> CodedRows:
    """Return rows with the codes of cells; they have no codes of other dimensions."""
    codes = {}
    for dimension in reversed(dimensions):
        cells, digits = np.divmod(cells, sizes[dimension])
        codes[dimension] = digits.astype(finer.codes[dimension].dtype)
    size = len(next(iter(codes.values()), cells))
    return CodedRows([codes.get(each, np.zeros(0, dtype=np.uint8)) for each in range(len(finer.codes))], size)


def unions(subsets: Iterable[Dimensions], sizes: Sequence[int], groups: int) -> dict[Dimensions, Dimensions]:
    """Choose for subsets of dimensions the larger sets whose groups they are found in, by subset.

    Those that are left out are found in the groups themselves.
    """
    if groups < _MANY_GROUPS:
        return {}
    most = min(max(groups // _COARSENED, _CELLS_OF_COARSER.start), _CELLS_OF_COARSER.stop)
    chosen: list[set[int]] = []
    members: list[list[Dimensions]] = []
    for subset in sorted(subsets, key=lambda each: (-len(each), each)):
        fitting = [at for at, union in enumerate(chosen) if _cells_of(union.union(subset), sizes) <= most]
        if fitting:
            at = max(fitting, key=lambda index: (len(chosen[index].intersection(subset)), -index))
            chosen[at] |= set(subset)
            members[at].append(subset)
        elif _cells_of(subset, sizes) <= most:
            chosen.append(set(subset))
            members.append([subset])
    return {
        subset: tuple(sorted(union))
        for union, served in zip(chosen, members, strict=True)
        if len(served) >= _LEAST_SUBSETS
        for subset in served
    }


def _cells_of(dimensions: Iterable[int], sizes: Sequence[int]) -> int:
    return int(math.prod(sizes[dimension] for dimension in dimensions))
