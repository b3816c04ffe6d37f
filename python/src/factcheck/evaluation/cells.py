"""Rows of codes and the cells that they lie in: which rows are in a cell, and how many values it has."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]
SmallCodes = npt.NDArray[np.integer]
"""Codes of rows, of which there are many: in as few bytes as hold them."""

DENSE_CELLS = 1 << 22
"""Largest number of cells for which there may be an array with an element for each."""

_SPARSE = 32
"""Elements for each number from which on an array of all possible ones takes longer than to sort the numbers."""

_LONG = 512
"""Elements of a cell from which on each cell is counted by itself: NumPy counts along an axis far slower."""

_SHORT = 1 << 15

_KEY_BITS = 62

_MOST_KEPT = 1 << 21
"""Indexes of restricted rows that are kept at a time, 8 bytes each."""

_LENGTH_KEPT = 3
"""Length of sets of dimensions from which on their rows are not kept: there are too many such sets."""


def distinct_counts(cells: Codes, numbers: Codes, factor: int, size: int) -> Codes:
    """Count the different numbers of each cell; all numbers are below ``factor``."""
    pairs = cells * factor
    pairs += numbers
    if size * factor <= min(DENSE_CELLS, _SPARSE * len(pairs)):
        is_there = np.zeros(size * factor, dtype=bool)
        is_there[pairs] = True
        of_cells = is_there.reshape(size, factor)
        if factor < _LONG:
            return np.asarray(np.count_nonzero(of_cells, axis=1))
        return np.array([np.count_nonzero(of_cell) for of_cell in of_cells], dtype=np.int64)
    return np.diff(np.searchsorted(different(pairs), np.arange(size + 1) * factor))


def different(numbers: Codes) -> Codes:
    """Return the different ones of some numbers in ascending order, in which ``numbers`` are put, too."""
    numbers.sort()  # unique() hashes, which takes ten times as long
    is_first = np.ones(len(numbers), dtype=bool)
    np.not_equal(numbers[1:], numbers[:-1], out=is_first[1:])
    return numbers[is_first]


def in_order(cells: Codes, size: int) -> Codes:
    """Return the indexes of the cells in ascending order, equal ones as they came; all are below ``size``."""
    return np.argsort(cells.astype(np.int16) if size < _SHORT else cells, kind="stable")


def indexes_in(groups: SmallCodes, rows: SmallCodes, sizes: Sequence[int]) -> Codes:
    """Return the index of the group with the codes of each row, -1 where there is none; groups are different."""
    room = math.prod(sizes)
    if room <= DENSE_CELLS:
        index_of = np.full(room, -1, dtype=np.int64)
        index_of[_keys(groups, sizes)] = np.arange(len(groups))
        return index_of[_keys(rows, sizes)]
    if room < 1 << _KEY_BITS:
        keys, asked = _keys(groups, sizes), _keys(rows, sizes)
    else:
        numbers = np.unique(np.concatenate([groups, rows]), axis=0, return_inverse=True)[1].reshape(-1)
        keys, asked = numbers[: len(groups)], numbers[len(groups) :]
    if not len(keys):
        return np.full(len(asked), -1, dtype=np.int64)
    order = np.argsort(keys, kind="stable")
    places = np.minimum(np.searchsorted(keys, asked, sorter=order), len(keys) - 1)
    indexes = order[places]
    return np.where(keys[indexes] == asked, indexes, -1)


def _keys(rows: SmallCodes, sizes: Sequence[int]) -> Codes:
    """Return the codes of each row as one number, the last ones first: groups come in the order of these."""
    keys = np.zeros(len(rows), dtype=np.int64)
    for dimension in reversed(range(len(sizes))):
        keys *= sizes[dimension]
        keys += rows[:, dimension]
    return keys


class CodedRows:
    """Rows of codes, one array a dimension; finds those in which some dimensions have a literal."""

    def __init__(self, codes: Sequence[SmallCodes], size: int) -> None:
        """Take the codes of ``size`` rows, one array a dimension."""
        self.codes = codes
        self.size = size
        self._all: Codes = np.arange(size)
        self._restricted: dict[tuple[int, ...], Codes] = {}
        self._kept = 0

    @classmethod
    def of(cls, codes: SmallCodes) -> CodedRows:
        """Take rows of codes, one a row of the array."""
        return cls([np.ascontiguousarray(codes[:, index]) for index in range(codes.shape[1])], len(codes))

    def restricted(self, dimensions: tuple[int, ...]) -> Codes:
        """Return the rows without code 0 in the dimensions; what begins alike is worked out once.

        Of many rows only what was worked out last is kept: sets of dimensions that begin alike come one after another.
        """
        if not dimensions:
            return self._all
        known = self._restricted.pop(dimensions, None)
        if known is None:
            rows = self.restricted(dimensions[:-1])
            has_literal = self.codes[dimensions[-1]][rows] > 0
            known = rows if has_literal.all() else rows[has_literal]
            if len(dimensions) >= _LENGTH_KEPT:
                return known
            self._kept += len(known)
        self._restricted[dimensions] = known
        while self._kept > _MOST_KEPT and len(self._restricted) > _LENGTH_KEPT:
            oldest = next(iter(self._restricted))
            self._kept -= len(self._restricted.pop(oldest))
        return known

    def select(
        self, dimensions: Sequence[int], sizes: Sequence[int], asked: Codes, index_of: Codes | None
    ) -> tuple[Codes, Codes]:
        """Return the rows that lie in a cell asked for, and the index of each one's cell.

        ``index_of`` gives the index of all possible cells, -1 for those not asked for, unless they are too many.
        """
        rows = self.restricted(tuple(dimensions))
        if not len(rows):
            return rows, rows
        cells = np.zeros(len(rows), dtype=np.int64)
        for dimension in dimensions:
            cells *= sizes[dimension]
            cells += self.codes[dimension][rows]
        if index_of is not None:
            indexes = index_of[cells]
            inside = indexes >= 0
        else:
            indexes = np.minimum(np.searchsorted(asked, cells), len(asked) - 1)
            inside = asked[indexes] == cells
        return rows[inside], indexes[inside]
