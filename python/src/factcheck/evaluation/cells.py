"""Rows of codes and the cells that they lie in: which rows are in a cell, and how many values it has."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]
SmallCodes = npt.NDArray[np.integer]
"""Codes of rows, of which there are many: in as few bytes as hold them."""

DENSE_CELLS = 1 << 22
"""Largest number of cells for which there may be an array with an element for each."""

_SHORT = 1 << 15

_MOST_KEPT = 1 << 21
"""Indexes of restricted rows that are kept at a time, 8 bytes each."""

_LENGTH_KEPT = 3
"""Length of sets of dimensions from which on their rows are not kept: there are too many such sets."""


def distinct_counts(cells: Codes, numbers: Codes, factor: int, size: int) -> Codes:
    """Count the different numbers of each cell; all numbers are below ``factor``."""
    if size * factor <= DENSE_CELLS:
        is_there = np.zeros(size * factor, dtype=bool)
        is_there[cells * factor + numbers] = True
        return np.asarray(np.count_nonzero(is_there.reshape(size, factor), axis=1))
    pairs = np.sort(cells * factor + numbers)  # unique() hashes, which takes ten times as long
    return np.bincount(pairs[np.diff(pairs, prepend=-1) > 0] // factor, minlength=size)


def in_order(cells: Codes, size: int) -> Codes:
    """Return the indexes of the cells in ascending order, equal ones as they came; all are below ``size``."""
    return np.argsort(cells.astype(np.int16) if size < _SHORT else cells, kind="stable")


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
