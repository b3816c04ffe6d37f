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
Bits = npt.NDArray[np.uint8]

DENSE_CELLS = 1 << 22
"""Largest number of cells for which there may be an array with an element for each."""

_SPARSE = 32
"""Elements for each number from which on an array of all possible ones takes longer than to sort the numbers."""

_LONG = 512
"""Elements of a cell from which on each cell is counted by itself: NumPy counts along an axis far slower."""

_KEY_BITS = 62

_BITS = 8
_MOST_KEPT = 1 << 24
"""Bits of a byte, and bytes of bits of rows that are kept at a time."""


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
        keys, asked = _numbers(groups, rows, sizes)
    if not len(keys):
        return np.full(len(asked), -1, dtype=np.int64)
    order = np.argsort(keys, kind="stable")
    places = np.minimum(np.searchsorted(keys, asked, sorter=order), len(keys) - 1)
    indexes = order[places]
    return np.where(keys[indexes] == asked, indexes, -1)


def _numbers(groups: SmallCodes, rows: SmallCodes, sizes: Sequence[int]) -> tuple[Codes, Codes]:
    """Number different codes of groups and rows where these are too many for one number: some dimensions at a time."""
    numbers: Codes = np.zeros(len(groups) + len(rows), dtype=np.int64)
    start = 0
    while start < len(sizes):
        end, room = start, len(numbers) + 1
        while end < len(sizes) and (end == start or room * sizes[end] < 1 << _KEY_BITS):
            room *= sizes[end]
            end += 1
        some = sizes[start:end]
        numbers *= math.prod(some)
        numbers += np.concatenate([_keys(each[:, start:end], some) for each in (groups, rows)])
        numbers = np.unique(numbers, return_inverse=True)[1].reshape(-1)
        start = end
    return numbers[: len(groups)], numbers[len(groups) :]


def _keys(rows: SmallCodes, sizes: Sequence[int]) -> Codes:
    """Return the codes of each row as one number, the last ones first: groups come in the order of these."""
    keys = np.zeros(len(rows), dtype=np.int64)
    for dimension in reversed(range(len(sizes))):
        keys *= sizes[dimension]
        keys += rows[:, dimension]
    return keys


class CodedRows:
    """Rows of codes, one array a dimension; finds those that lie in cells."""

    def __init__(self, codes: Sequence[SmallCodes], size: int) -> None:
        """Take the codes of ``size`` rows, one array a dimension."""
        self.codes = codes
        self.size = size
        self._bits: dict[int, Bits] = {}

    @classmethod
    def of(cls, codes: SmallCodes) -> CodedRows:
        """Take rows of codes, one a row of the array."""
        return cls([np.ascontiguousarray(codes[:, index]) for index in range(codes.shape[1])], len(codes))

    def in_cells(self, dimensions: Codes, digits: Codes) -> tuple[Codes, Codes]:
        """Return the cells that rows lie in, by their index, and the rows of each, cell by cell, all ascending.

        A cell has these digits in its dimensions, of which those below 0 do not count.  No row is in a cell with the
        digit 0, which stands for what no predicate says.
        """
        asked = np.where(dimensions < 0, -1, digits * len(self.codes) + dimensions)
        predicates, of_cells = np.unique(asked, return_inverse=True)
        bits = np.stack([self._rows_of(each) for each in predicates.tolist()])
        of_cells = of_cells.reshape(asked.shape)
        inside = bits.take(of_cells[:, 0], axis=0)
        for column in range(1, asked.shape[1]):
            inside &= bits.take(of_cells[:, column], axis=0)
        all_bytes = inside.ravel()
        some = np.flatnonzero(all_bytes != 0)
        cells, rows = np.divmod(some, max(inside.shape[1], 1))
        rows *= _BITS
        at = np.flatnonzero(np.unpackbits(all_bytes.take(some)).view(np.bool_))
        byte = at >> 3
        at &= _BITS - 1
        at += rows.take(byte)
        return cells.take(byte), at

    def _rows_of(self, predicate: int) -> Bits:
        """Return one bit a row, of those with a digit in a dimension, of none for the digit 0; of all for -1."""
        if predicate not in self._bits:
            digit, dimension = divmod(predicate, max(len(self.codes), 1))
            is_there = self.codes[dimension] == digit if digit > 0 else np.full(self.size, predicate < 0)
            if len(self._bits) * self.size > _BITS * _MOST_KEPT:
                self._bits.clear()
            self._bits[predicate] = np.packbits(is_there)
        return self._bits[predicate]
