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
"""Cells for which there may be an array with a place for each."""

_SHORT = 1 << 15


def distinct_counts(cells: Codes, numbers: Codes, factor: int, size: int) -> Codes:
    """How many different numbers, all below a factor, each cell has."""
    if size * factor <= DENSE_CELLS:
        is_there = np.zeros(size * factor, dtype=bool)
        is_there[cells * factor + numbers] = True
        return np.asarray(np.count_nonzero(is_there.reshape(size, factor), axis=1))
    pairs = np.sort(cells * factor + numbers)  # unique() hashes, which takes ten times as long
    return np.bincount(pairs[np.diff(pairs, prepend=-1) > 0] // factor, minlength=size)


def in_order(cells: Codes, size: int) -> Codes:
    """Where the cells stand in ascending order, equal ones as they came; there are so many different ones at most."""
    return np.argsort(cells.astype(np.int16) if size < _SHORT else cells, kind="stable")


class CodedRows:
    """Rows of codes, one array a dimension; finds those in which some dimensions have a literal."""

    def __init__(self, codes: SmallCodes) -> None:
        self.codes = [np.ascontiguousarray(codes[:, place]) for place in range(codes.shape[1])]
        self._restricted: dict[tuple[int, ...], Codes] = {(): np.arange(len(codes))}

    def restricted(self, dimensions: tuple[int, ...]) -> Codes:
        """The rows without code 0 in the dimensions; what begins alike is worked out once."""
        known = self._restricted.get(dimensions)
        if known is None:
            rows = self.restricted(dimensions[:-1])
            known = rows[self.codes[dimensions[-1]][rows] > 0]
            if len(dimensions) < 3:
                self._restricted[dimensions] = known
        return known

    def select(
        self, dimensions: Sequence[int], sizes: Sequence[int], asked: Codes, place_of: Codes | None
    ) -> tuple[Codes, Codes]:
        """The rows that lie in a cell asked for, and the place of each one's cell.

        ``place_of`` gives the place of every cell there may be, -1 for those not asked for, unless they are too many.
        """
        rows = self.restricted(tuple(dimensions))
        if not len(rows):
            return rows, rows
        cells = np.zeros(len(rows), dtype=np.int64)
        for dimension in dimensions:
            cells *= sizes[dimension]
            cells += self.codes[dimension][rows]
        if place_of is not None:
            places = place_of[cells]
            inside = places >= 0
        else:
            places = np.minimum(np.searchsorted(asked, cells), len(asked) - 1)
            inside = asked[places] == cells
        return rows[inside], places[inside]
