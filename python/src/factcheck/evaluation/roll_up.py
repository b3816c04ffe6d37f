"""Rolls the groups of a cube up to cells of subsets of its dimensions, many cells at a time.

A document asks for tens of thousands of cells, each of few predicates.  Of each predicate one bit a group tells whether
the group is in it; the bits of a cell's predicates together tell the groups that lie in the cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from factcheck.evaluation.cell_measures import CubeCells
from factcheck.evaluation.cells import Codes, Floats
from factcheck.evaluation.cube import Cube
from factcheck.evaluation.group_rows import GroupRows
from factcheck.evaluation.layout import DistinctSlot, StatisticSlot, SummaryIndexes
from factcheck.queries.measures import BaseMeasure
from factcheck.runtime.checkpoints import checkpoint

Booleans = npt.NDArray[np.bool_]

_KEY_BITS = 62

_CELLS_AT_ONCE = 1 << 14
_PAIRS_AT_ONCE = 1 << 23
"""Cells that are measured together, and pairs of a cell and a group that are looked at for that."""


@dataclass(frozen=True, slots=True)
class AskedCells:
    """Cells that are asked for: each row of ``dimensions``, filled up with -1, with the cell's code among them.

    ``wanted`` tells for each which of the layout's quantities matter there.
    """

    dimensions: Codes
    cells: Codes
    wanted: Booleans


def roll_up(asked: Sequence[AskedCells], cube: Cube) -> tuple[CubeCells, list[Codes]]:
    """Return all measures of the cells that several ask for, and for each of these the indexes of its cells among them.

    The measures stand as the cube's layout says.  In a cell without values sums and distinct values are 0, minima +inf,
    maxima -inf, statistics NaN; the same stands for what is not wanted of a cell.  As in PostgreSQL, NaN is greater
    than all numbers.  A cell is found once for all that ask for it.
    """
    width = max(1, *(each.dimensions.shape[1] for each in asked))
    dimensions = np.full((sum(len(each.cells) for each in asked), width), -1, dtype=np.int64)
    ends = np.cumsum([len(each.cells) for each in asked]).tolist()
    for each, end in zip(asked, ends, strict=True):
        dimensions[end - len(each.cells) : end, : each.dimensions.shape[1]] = each.dimensions
    wanted = np.concatenate([each.wanted for each in asked])
    keys = np.concatenate([each.cells for each in asked])
    dimensions, keys, is_empty = _without_constants(dimensions, keys, cube)
    subset_of, firsts = _numbered(dimensions)
    room = int(keys.max(initial=0)) + 1
    cells, indexes = np.unique(subset_of * room + keys, return_inverse=True)
    subsets, cells = np.divmod(cells, room)
    indexes = indexes.reshape(-1)
    order = np.argsort(indexes, kind="stable")
    of_cells = np.logical_or.reduceat(wanted[order], np.searchsorted(indexes[order], np.arange(len(cells))), axis=0)
    values = np.empty((len(cube.layout.empty), len(cells) + 1))  # the last cell is one without rows
    values[:] = cube.layout.empty[:, None]
    _measure_all(values, _Cells(cube, dimensions[firsts], subsets, cells, of_cells))
    of_asked = np.where(is_empty, len(cells), indexes)
    return CubeCells(cube, values), np.split(of_asked, ends[:-1])


def _without_constants(dimensions: Codes, cells: Codes, cube: Cube) -> tuple[Codes, Codes, Booleans]:
    """Return cells without the dimensions whose code is the same in all groups, and tell which have another code.

    In these there are no rows; they stand for any cell.  The others are as they were but for that dimension.
    """
    is_empty = np.zeros(len(cells), dtype=bool)
    constants = np.append(cube.constants, -1)
    is_constant = constants[dimensions] >= 0
    if not is_constant.any():
        return dimensions, cells, is_empty
    sizes = np.array([*cube.sizes, 1], dtype=np.int64)
    digits = np.zeros_like(dimensions)
    for column in reversed(range(dimensions.shape[1])):
        cells, digits[:, column] = np.divmod(cells, sizes[dimensions[:, column]])
    is_empty = (is_constant & ((digits != constants[dimensions]) | (digits == 0))).any(axis=1)
    kept = np.where(is_constant | is_empty[:, None], -1, dimensions)
    order = np.argsort(kept < 0, axis=1, kind="stable")
    kept, digits = np.take_along_axis(kept, order, axis=1), np.take_along_axis(digits, order, axis=1)
    cells = np.zeros(len(cells), dtype=np.int64)
    for column in range(kept.shape[1]):
        cells = cells * sizes[kept[:, column]] + np.where(kept[:, column] >= 0, digits[:, column], 0)
    return kept, cells, is_empty


def _numbered(rows: Codes) -> tuple[Codes, Codes]:
    """Number equal rows alike, and return the index of the first row of each number."""
    base = int(rows.max(initial=0)) + 2
    if base ** rows.shape[1] >= 1 << _KEY_BITS:
        _, firsts, numbers = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    else:
        codes = np.zeros(len(rows), dtype=np.int64)
        for column in range(rows.shape[1]):
            codes = codes * base + rows[:, column] + 1
        _, firsts, numbers = np.unique(codes, return_index=True, return_inverse=True)
    return numbers.reshape(-1), firsts


@dataclass(frozen=True, slots=True)
class _Cells:
    """Different cells: the number of the subset of dimensions that each is one of, and its code among these.

    ``dimensions`` has a row for each subset, filled up with -1.  ``wanted`` tells which quantities matter in each cell.
    """

    cube: Cube
    dimensions: Codes
    subsets: Codes
    codes: Codes
    wanted: Booleans

    def predicates(self, cells: Codes) -> tuple[Codes, Codes]:
        """Return the dimensions of some cells, filled up with -1, and their codes."""
        dimensions, codes = self.dimensions[self.subsets[cells]], self.codes[cells]
        sizes = np.array([*self.cube.sizes, 1], dtype=np.int64)
        digits = np.zeros_like(dimensions)
        for column in reversed(range(dimensions.shape[1])):
            codes, digits[:, column] = np.divmod(codes, sizes[dimensions[:, column]])
        return dimensions, digits


def _measure_all(values: Floats, cells: _Cells) -> None:
    """Write the measures of all cells; ``values`` has shape (numbers, cells), as of cells without rows."""
    subsets = [tuple(at for at in subset if at >= 0) for subset in cells.dimensions.tolist()]
    for source, indexes in cells.cube.sources(subsets):
        columns = np.flatnonzero(np.isin(cells.subsets, indexes))
        at_once = min(max(_PAIRS_AT_ONCE // max(source.size, 1), 1), _CELLS_AT_ONCE)
        for start in range(0, len(columns), at_once):
            _measure(values, source, cells, columns[start : start + at_once])


def _measure(values: Floats, source: GroupRows, cells: _Cells, columns: Codes) -> None:
    """Write the measures of the cells that stand in some columns."""
    checkpoint()
    dimensions, digits = cells.predicates(columns)
    at, groups = source.rows.in_cells(dimensions, digits)
    values[0, columns] = np.bincount(at, source.added[0].take(groups), len(columns))
    pairs = _Pairs(at, groups, len(columns))
    wanted = cells.wanted[columns]
    selected: dict[tuple[BaseMeasure, bytes], tuple[Codes, Codes]] = {}
    for quantity in np.flatnonzero(wanted.any(axis=0)).tolist():
        checkpoint()
        slot, wanting = cells.cube.layout.slots[quantity], wanted[:, quantity]
        if isinstance(slot, StatisticSlot):
            rows, counted = cells.cube.single_values[slot.measure]
            key = slot.measure, wanting.tobytes()
            if key not in selected:
                selected[key] = rows.in_cells(dimensions[wanting], digits[wanting])
            at, chosen = selected[key]
            counts, of_values = counted.counts.take(chosen), counted.values.take(chosen)
            numbers = slot.statistic.reduce(at, of_values, counts, counted.order, int(wanting.sum()))
            values[slot.indexes, columns[wanting]] = numbers.T
            continue
        sizes, groups = pairs.of(wanting)
        if isinstance(slot, DistinctSlot):
            at = np.repeat(np.arange(len(sizes), dtype=np.int64), sizes)
            values[slot.index, columns[wanting]] = source.distinct[slot.measure].counts(groups, at, len(sizes))
        elif len(groups):
            _summarize(values, columns[wanting], source, groups, sizes, slot, cells.cube.layout.summary_indexes[slot])


class _Pairs:
    """Cells, by how many groups each has, and the groups that lie in them, cell by cell."""

    def __init__(self, cells: Codes, groups: Codes, size: int) -> None:
        self._sizes = np.bincount(cells, minlength=size)
        self._groups = groups
        self._known = {np.ones(size, dtype=bool).tobytes(): (self._sizes, groups)}

    def of(self, chosen: Booleans) -> tuple[Codes, Codes]:
        """Return those of some cells."""
        key = chosen.tobytes()
        if key not in self._known:
            self._known[key] = self._sizes[chosen], self._groups[np.repeat(chosen, self._sizes)]
        return self._known[key]


def _summarize(
    values: Floats,
    columns: Codes,
    source: GroupRows,
    groups: Codes,
    sizes: Codes,
    number: int,
    indexes: SummaryIndexes,
) -> None:
    """Write the summary of the column with a number for the cells that groups lie in; ``columns`` tell where to.

    ``sizes`` tells how many of the groups lie in each.
    """
    is_there = sizes > 0
    starts = (np.cumsum(sizes) - sizes)[is_there]
    written = columns[is_there]
    with np.errstate(over="ignore", invalid="ignore"):
        for index in indexes.added:
            values[index, written] = np.add.reduceat(source.added[index].take(groups), starts)
        values[indexes.low, written] = np.fmin.reduceat(source.lows[number].take(groups), starts)
        values[indexes.high, written] = np.maximum.reduceat(source.highs[number].take(groups), starts)
