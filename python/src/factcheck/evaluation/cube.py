"""The groups of a merged query, and their roll-up to the cells that candidates ask for (Section 6, function CUBE).

The paper's CUBE over an INORDEFAULT sub-query is logically what happens here, but PostgreSQL runs it far faster as one
plain GROUP BY over all dimensions at once, whose groups are then added up for every subset of dimensions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from factcheck.catalogue.relation_sets import RelationSet
from factcheck.catalogue.schema import Column, Table

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Dimension:
    """A column that predicates restrict, with the literals that matter.

    In a group's key the i-th literal has the code i + 1; 0 stands for every other value, for NULL (the paper's
    INORDEFAULT) and for a row of the anchor without partner in the column's table.
    """

    column: Column
    literals: tuple[str, ...]

    @property
    def size(self) -> int:
        """Number of codes."""
        return len(self.literals) + 1


@dataclass(frozen=True, slots=True)
class CubeRequest:
    """What to compute over the rows of an anchor and their partners in joined tables.

    ``partners`` are joined tables of which it matters whether a row has a partner in them: each is a dimension of its
    own, after the others, with the code 1 for a partner and 0 for none.  Further the columns to aggregate, to count the
    different values of, and to take medians of.
    """

    relations: RelationSet
    dimensions: tuple[Dimension, ...]
    partners: tuple[Table, ...]
    measured: tuple[Column, ...]
    counted: tuple[Column, ...]
    halved: tuple[Column, ...]

    @property
    def sizes(self) -> list[int]:
        """The number of codes of each dimension, those of partners included."""
        return [*(dimension.size for dimension in self.dimensions), *(2 for _ in self.partners)]

    def covers(self, other: CubeRequest) -> bool:
        """Whether the results of this request answer another one, too."""
        literals = {dimension.column: set(dimension.literals) for dimension in self.dimensions}
        return (
            self.relations.anchor.table_id == other.relations.anchor.table_id
            and set(self.relations.joins) >= set(other.relations.joins)
            and all(literals.get(d.column, set()) >= set(d.literals) for d in other.dimensions)
            and set(self.partners) >= set(other.partners)
            and set(self.measured) >= set(other.measured)
            and set(self.counted) >= set(other.counted)
            and set(self.halved) >= set(other.halved)
        )


@dataclass(frozen=True, slots=True)
class Groups:
    """The groups of the merged query, in order of their codes, with the measures of each.

    ``codes`` has shape (groups, dimensions), the others (groups, columns measured) but ``rows``, which has one column.
    ``scales`` tells for each column how many decimals its values have at most, None where that is not known.
    """

    codes: Codes
    rows: Floats
    counts: Floats
    sums: Floats
    lows: Floats
    highs: Floats
    scales: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class DistinctValues:
    """The different values of one column in each group: the group's codes, and a number that stands for the value."""

    codes: Codes
    numbers: Codes


@dataclass(frozen=True, slots=True)
class ValueCounts:
    """The values of one column: for each group and value its codes, the value and how often it occurs there."""

    codes: Codes
    values: Floats
    counts: Codes


class Cube:
    """The finest groups of a request, rolled up on demand to subsets of its dimensions.

    ``distinct`` and ``values`` are aligned with the request's columns to count and to take medians of.  Sums have as
    many decimals as their summands at most: what floating point adds to them is noise.
    """

    def __init__(
        self, request: CubeRequest, groups: Groups, distinct: Sequence[DistinctValues], values: Sequence[ValueCounts]
    ) -> None:
        self.request = request
        self._sizes = request.sizes
        self._groups = _CodedRows(groups.codes)
        self._sums = np.concatenate([groups.rows, groups.counts, groups.sums], axis=1)
        self._lows = groups.lows
        self._highs = groups.highs
        self._scales = groups.scales
        self._distinct = [(_CodedRows(each.codes), each.numbers) for each in distinct]
        self._values = [(_CodedRows(each.codes), each) for each in values]

    @property
    def width(self) -> int:
        """Number of measures."""
        measured = int(self._sums.shape[1] + self._lows.shape[1] + self._highs.shape[1])
        return measured + len(self._distinct) + len(self._values)

    def roll_up(self, dimensions: Sequence[int], cells: Codes) -> Floats:
        """All measures for some cells of a subset of the dimensions; shape (cells, measures).

        A cell is the codes of the dimensions, none of them 0, read as digits.  The measures are rows; values and
        sums of each measured column; minima; maxima; distinct values of each counted column; medians.  In a cell
        without values sums and distinct values are 0, minima +inf, maxima -inf, medians NaN.  As in PostgreSQL, NaN is
        greater than all numbers.
        """
        width = self._sums.shape[1]
        lows, highs = width + self._lows.shape[1], width + 2 * self._lows.shape[1]
        values = np.zeros((len(cells), self.width))
        values[:, width:lows] = np.inf
        values[:, lows:highs] = -np.inf
        wanted, places = np.unique(cells, return_inverse=True)
        found, own = self._select(self._groups, dimensions, wanted)
        if len(own):
            starts = np.flatnonzero(np.diff(own, prepend=-1))
            with np.errstate(over="ignore", invalid="ignore"):
                sums = self._without_noise(np.add.reduceat(self._sums[found], starts))
                low = np.fmin.reduceat(self._lows[found], starts)
                high = np.maximum.reduceat(self._highs[found], starts)
            rolled = np.concatenate([sums, low, high], axis=1)
            every = values[: len(wanted)].copy()
            every[own[starts], :highs] = rolled
            values[:, :highs] = every[places, :highs]
        for place, (codes, numbers) in enumerate(self._distinct):
            found, own = self._select(codes, dimensions, wanted)
            factor = int(numbers.max(initial=0)) + 1
            pairs = np.unique(own * factor + numbers[found])
            values[:, highs + place] = np.bincount(pairs // factor, minlength=len(wanted))[places]
        for place, (codes, rows) in enumerate(self._values, highs + len(self._distinct)):
            found, own = self._select(codes, dimensions, wanted)
            values[:, place] = _medians(own, rows.values[found], rows.counts[found], len(wanted))[places]
        return values

    def _without_noise(self, sums: Floats) -> Floats:
        """Sums with no more decimals than the summands had, where floating point is fine enough to tell."""
        for place, scale in enumerate(self._scales, 1 + len(self._scales)):
            if scale is not None:
                is_fine = np.abs(sums[:, place]) < 10.0 ** (15 - scale)
                sums[is_fine, place] = np.round(sums[is_fine, place], scale)
        return sums

    def _select(self, coded: _CodedRows, dimensions: Sequence[int], wanted: Codes) -> tuple[Codes, Codes]:
        """The rows that lie in a wanted cell, ordered by cell, and the place of each one's cell."""
        rows = coded.restricted(tuple(dimensions))
        cells = np.zeros(len(rows), dtype=np.int64)
        for dimension in dimensions:
            cells = cells * self._sizes[dimension] + coded.codes[dimension][rows]
        places = np.minimum(np.searchsorted(wanted, cells), len(wanted) - 1)
        inside = wanted[places] == cells
        rows, places = rows[inside], places[inside]
        order = np.argsort(places, kind="stable")
        return rows[order], places[order]


def _medians(cells: Codes, values: Floats, counts: Codes, size: int) -> Floats:
    """The median of each cell's values, of which each occurs so often; NaN for a cell without any.

    As in PostgreSQL's ``percentile_cont(0.5)`` two middle values are averaged, and NaN is greater than all numbers.
    """
    medians = np.full(size, np.nan)
    if not len(cells):
        return medians
    order = np.lexsort((values, cells))
    cells, values, counts = cells[order], values[order], counts[order]
    reached = np.cumsum(counts)
    starts = np.flatnonzero(np.diff(cells, prepend=-1))
    before = np.concatenate([[0], reached])[starts]
    total = np.add.reduceat(counts, starts)
    low = values[np.searchsorted(reached, before + (total - 1) // 2, side="right")]
    high = values[np.searchsorted(reached, before + total // 2, side="right")]
    with np.errstate(invalid="ignore"):
        medians[cells[starts]] = np.where(low == high, low, low + 0.5 * (high - low))
    return medians


class _CodedRows:
    """Rows of codes, one array a dimension; finds those in which some dimensions have a literal."""

    def __init__(self, codes: Codes) -> None:
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
