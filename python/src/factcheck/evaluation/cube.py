"""The groups of a merged query, and their roll-up to the cells that candidates ask for (Section 6, function CUBE).

The paper's CUBE over an INORDEFAULT sub-query is logically what happens here, but PostgreSQL runs it far faster as one
plain GROUP BY over all dimensions at once, whose groups are then added up for every subset of dimensions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from factcheck.catalogue.relation_sets import RelationSet
from factcheck.catalogue.schema import Column, Table
from factcheck.checkpoints import with_checkpoints

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]
SmallCodes = npt.NDArray[np.integer]
"""Codes of rows, of which there are many: in as few bytes as hold them."""
Booleans = npt.NDArray[np.bool_]

_DENSE_CELLS = 1 << 22
_SHORT = 1 << 15
_DIGITS = 12
_CANCELLED = 1e-6
_SMALLEST = 1e-280


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
    ``scales`` tells for each column how many decimals its values have at most, None where that is not known: then
    ``magnitudes`` are the sums of values without their signs, else 0.
    """

    codes: SmallCodes
    rows: Floats
    counts: Floats
    sums: Floats
    lows: Floats
    highs: Floats
    magnitudes: Floats
    scales: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class DistinctValues:
    """The different values of one column in each group: the group's codes, and a number that stands for the value."""

    codes: SmallCodes
    numbers: Codes


@dataclass(frozen=True, slots=True)
class ValueCounts:
    """The values of one column: for each group and value its codes, the value and how often it occurs there."""

    codes: SmallCodes
    values: Floats
    counts: Codes


class Cube:
    """The finest groups of a request, rolled up on demand to subsets of its dimensions.

    ``distinct`` and ``values`` are aligned with the request's columns to count and to take medians of.  Sums have as
    many decimals as their summands at most: what floating point adds to them is noise.
    """

    def __init__(
        self,
        request: CubeRequest,
        groups: Groups,
        distinct: Sequence[DistinctValues],
        values: Sequence[ValueCounts],
        checkpoint: Callable[[], None] = lambda: None,
    ) -> None:
        """``checkpoint`` is called while the cube is laid out."""
        self.request = request
        self.groups = groups
        self.distinct = tuple(distinct)
        self.values = tuple(values)
        self._sizes = request.sizes
        checkpoint()
        self._group_rows = _CodedRows(groups.codes)
        # one row a measure: what is added up for few of them lies together
        self._sums = np.ascontiguousarray(
            np.concatenate([groups.rows, groups.counts, groups.sums, groups.magnitudes], axis=1).T
        )
        self._lows, self._highs = np.ascontiguousarray(groups.lows.T), np.ascontiguousarray(groups.highs.T)
        self._distinct = [
            (_CodedRows(each.codes), each.numbers, int(each.numbers.max(initial=0)) + 1)
            for each in with_checkpoints(distinct, checkpoint, 1)
        ]
        self._values = [
            (_CodedRows(each.codes), each) for each in map(_by_value, with_checkpoints(values, checkpoint, 1))
        ]
        self._place_of: Codes = np.full(0, -1, dtype=np.int64)

    @property
    def width(self) -> int:
        """Number of measures."""
        return 1 + 5 * len(self.request.measured) + len(self._distinct) + len(self._values)

    def roll_up(
        self,
        dimensions: Sequence[int],
        asked: Codes,
        wanted: Booleans,
        checkpoint: Callable[[], None] = lambda: None,
    ) -> Floats:
        """Measures for some cells of a subset of the dimensions; shape (cells, measures).

        A cell is the codes of the dimensions, none of them 0, read as digits; cells are ascending.  The measures are
        rows; values and sums of each measured column; minima; maxima; magnitudes; distinct values of each counted
        column; medians.  In a cell without values sums and distinct values are 0, minima +inf, maxima -inf, medians
        NaN.  As in PostgreSQL, NaN is greater than all numbers.  ``wanted`` tells which of the request's columns -
        measured, counted, of medians - matter here: measures of others are left as in a cell without values.
        """
        values = self._empty(len(asked))
        size = math.prod(self._sizes[dimension] for dimension in dimensions)
        with self._places(asked, size) as place_of:

            def select(rows: _CodedRows) -> tuple[Codes, Codes]:
                checkpoint()
                return rows.select(dimensions, self._sizes, asked, place_of)

            self._measure(values, select, wanted)
        return values

    @contextmanager
    def _places(self, asked: Codes, size: int) -> Iterator[Codes | None]:
        """The place of every cell there may be, -1 for those not asked for; None where there may be too many.

        All subsets share one array, of which only the cells asked for are written, since few are asked for of many.
        """
        if size > _DENSE_CELLS:
            yield None
            return
        if size > len(self._place_of):
            self._place_of = np.full(size, -1, dtype=np.int64)
        self._place_of[asked] = np.arange(len(asked))
        try:
            yield self._place_of
        finally:
            self._place_of[asked] = -1

    def _measure(self, values: Floats, select: Callable[[_CodedRows], tuple[Codes, Codes]], wanted: Booleans) -> None:
        """Write all measures of the cells asked for, in which ``select`` finds rows."""
        measured = len(self.request.measured)
        found, own = select(self._group_rows)
        if not len(own):
            return
        self._add_up(values, found, own, wanted[:measured])
        first = 1 + 5 * measured
        for place in np.flatnonzero(wanted[measured:]).tolist():
            if place < len(self._distinct):
                rows, numbers, factor = self._distinct[place]
                found, own = select(rows)
                values[:, first + place] = _distinct_counts(own, numbers[found], factor, len(values))
            else:
                rows, counted = self._values[place - len(self._distinct)]
                found, own = select(rows)
                values[:, first + place] = _medians(own, counted.values[found], counted.counts[found], len(values))

    def without_noise(self, values: Floats) -> None:
        """Leave sums the digits that do not depend on the order in which workers finish, where floating point can tell.

        These are the decimals of exact summands.  Where others of both signs cancel out, nothing but noise is left
        beyond 12 digits of the sum of their magnitudes.
        """
        every = len(self.request.measured)
        for place, scale in enumerate(self.groups.scales):
            sums = values[:, 1 + every + place]
            if scale is not None:
                is_fine = np.abs(sums) < 10.0 ** (15 - scale)
                sums[is_fine] = np.round(sums[is_fine], scale)
                continue
            magnitudes = values[:, 1 + 4 * every + place]
            is_usable = (magnitudes > _SMALLEST) & (magnitudes < 1 / _SMALLEST)
            cancelled = np.flatnonzero(is_usable & (np.abs(sums) < _CANCELLED * magnitudes))
            unit = 10.0 ** (np.floor(np.log10(magnitudes[cancelled])) - (_DIGITS - 1))
            sums[cancelled] = np.round(sums[cancelled] / unit) * unit

    def _empty(self, cells: int) -> Floats:
        columns = len(self.request.measured)
        values = np.zeros((cells, self.width))
        values[:, 1 + 2 * columns : 1 + 3 * columns] = np.inf
        values[:, 1 + 3 * columns : 1 + 4 * columns] = -np.inf
        values[:, 1 + 5 * columns + len(self._distinct) :] = np.nan
        return values

    def _add_up(self, values: Floats, found: Codes, own: Codes, wanted: Booleans) -> None:
        """Write rows and the measures of some columns for the cells that groups lie in."""
        order = _in_order(own, len(values))
        found, own = found[order], own[order]
        is_first = np.ones(len(own), dtype=bool)
        np.not_equal(own[1:], own[:-1], out=is_first[1:])
        starts = np.flatnonzero(is_first)
        columns, every = np.flatnonzero(wanted), len(wanted)
        added = np.concatenate([[0], *(1 + kind * every + columns for kind in (0, 1, 2))])
        with np.errstate(over="ignore", invalid="ignore"):
            sums = np.add.reduceat(self._sums[added[:, None], found], starts, axis=1)
            lows = np.fmin.reduceat(self._lows[columns[:, None], found], starts, axis=1)
            highs = np.maximum.reduceat(self._highs[columns[:, None], found], starts, axis=1)
        places = np.concatenate([[0], *(1 + kind * every + columns for kind in (0, 1, 4, 2, 3))])
        values[own[starts][:, None], places] = np.concatenate([sums, lows, highs]).T


def _distinct_counts(cells: Codes, numbers: Codes, factor: int, size: int) -> Codes:
    """How many different numbers, all below a factor, each cell has."""
    if size * factor <= _DENSE_CELLS:
        is_there = np.zeros(size * factor, dtype=bool)
        is_there[cells * factor + numbers] = True
        return np.asarray(np.count_nonzero(is_there.reshape(size, factor), axis=1))
    return np.bincount(np.unique(cells * factor + numbers) // factor, minlength=size)


def _by_value(counts: ValueCounts) -> ValueCounts:
    order = np.argsort(counts.values, kind="stable")
    return ValueCounts(counts.codes[order], counts.values[order], counts.counts[order])


def _in_order(cells: Codes, size: int) -> Codes:
    """Where the cells stand in ascending order, equal ones as they came; there are so many different ones at most."""
    return np.argsort(cells.astype(np.int16) if size < _SHORT else cells, kind="stable")


def _medians(cells: Codes, values: Floats, counts: Codes, size: int) -> Floats:
    """The median of each cell's values, which ascend and each occur so often; NaN for a cell without any.

    As in PostgreSQL's ``percentile_cont(0.5)`` two middle values are averaged, and NaN is greater than all numbers.
    """
    medians = np.full(size, np.nan)
    if not len(cells):
        return medians
    order = _in_order(cells, size)
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
        cells = np.zeros(len(rows), dtype=np.int64)
        for dimension in dimensions:
            cells = cells * sizes[dimension] + self.codes[dimension][rows]
        if place_of is not None:
            places = place_of[cells]
            inside = places >= 0
        else:
            places = np.minimum(np.searchsorted(asked, cells), len(asked) - 1)
            inside = asked[places] == cells
        return rows[inside], places[inside]
