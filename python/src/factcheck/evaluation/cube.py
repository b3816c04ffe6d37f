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
from factcheck.evaluation.cells import (
    DENSE_CELLS,
    CodedRows,
    Codes,
    Floats,
    SmallCodes,
    distinct_counts,
    in_order,
    medians,
)

Booleans = npt.NDArray[np.bool_]

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
        self._group_rows = CodedRows(groups.codes)
        # one row a measure: what is added up for few of them lies together
        self._sums = np.ascontiguousarray(
            np.concatenate([groups.rows, groups.counts, groups.sums, groups.magnitudes], axis=1).T
        )
        self._lows, self._highs = np.ascontiguousarray(groups.lows.T), np.ascontiguousarray(groups.highs.T)
        self._distinct = [
            (CodedRows(each.codes), each.numbers, int(each.numbers.max(initial=0)) + 1)
            for each in with_checkpoints(distinct, checkpoint, 1)
        ]
        self._values = [
            (CodedRows(each.codes), each) for each in map(_by_value, with_checkpoints(values, checkpoint, 1))
        ]
        self._place_of: Codes = np.full(0, -1, dtype=np.int64)
        self._layouts: dict[bytes, _Layout] = {}

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

            def select(rows: CodedRows) -> tuple[Codes, Codes]:
                checkpoint()
                return rows.select(dimensions, self._sizes, asked, place_of)

            self._measure(values, select, wanted)
        return values

    @contextmanager
    def _places(self, asked: Codes, size: int) -> Iterator[Codes | None]:
        """The place of every cell there may be, -1 for those not asked for; None where there may be too many.

        All subsets share one array, of which only the cells asked for are written, since few are asked for of many.
        """
        if size > DENSE_CELLS:
            yield None
            return
        if size > len(self._place_of):
            self._place_of = np.full(size, -1, dtype=np.int64)
        self._place_of[asked] = np.arange(len(asked))
        try:
            yield self._place_of
        finally:
            self._place_of[asked] = -1

    def _measure(self, values: Floats, select: Callable[[CodedRows], tuple[Codes, Codes]], wanted: Booleans) -> None:
        """Write all measures of the cells asked for, in which ``select`` finds rows."""
        layout = self._layouts.get(wanted.tobytes())
        if layout is None:
            layout = self._layouts[wanted.tobytes()] = _Layout.of(wanted, len(self.request.measured))
        found, own = select(self._group_rows)
        if not len(own):
            return
        self._add_up(values, found, own, layout)
        first = 1 + 5 * len(self.request.measured)
        for place in layout.others:
            if place < len(self._distinct):
                rows, numbers, factor = self._distinct[place]
                found, own = select(rows)
                values[:, first + place] = distinct_counts(own, numbers[found], factor, len(values))
            else:
                rows, counted = self._values[place - len(self._distinct)]
                found, own = select(rows)
                values[:, first + place] = medians(own, counted.values[found], counted.counts[found], len(values))

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

    def _add_up(self, values: Floats, found: Codes, own: Codes, layout: _Layout) -> None:
        """Write rows and the measures of some columns for the cells that groups lie in."""
        order = in_order(own, len(values))
        found, own = found[order], own[order]
        is_first = np.ones(len(own), dtype=bool)
        np.not_equal(own[1:], own[:-1], out=is_first[1:])
        starts = np.flatnonzero(is_first)
        with np.errstate(over="ignore", invalid="ignore"):
            sums = np.add.reduceat(self._sums[layout.added, found], starts, axis=1)
            lows = np.fmin.reduceat(self._lows[layout.columns, found], starts, axis=1)
            highs = np.maximum.reduceat(self._highs[layout.columns, found], starts, axis=1)
        values[own[starts][:, None], layout.places] = np.concatenate([sums, lows, highs]).T


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where the measures of some columns stand: many subsets want the same ones.

    ``columns`` are the measured ones' places and ``added`` those of what is added up, shape (places, 1); ``places`` are
    those of the results, in the order of sums, minima, maxima; ``others`` are the columns to count or take medians of.
    """

    columns: Codes
    added: Codes
    places: Codes
    others: tuple[int, ...]

    @classmethod
    def of(cls, wanted: Booleans, every: int) -> _Layout:
        """The layout for the wanted ones of a request's columns, of which ``every`` is the number to be measured."""
        columns = np.flatnonzero(wanted[:every])
        added = np.concatenate([[0], *(1 + kind * every + columns for kind in (0, 1, 2))])
        places = np.concatenate([[0], *(1 + kind * every + columns for kind in (0, 1, 4, 2, 3))])
        return cls(columns[:, None], added[:, None], places, tuple(np.flatnonzero(wanted[every:]).tolist()))


def _by_value(counts: ValueCounts) -> ValueCounts:
    order = np.argsort(counts.values, kind="stable")
    return ValueCounts(counts.codes[order], counts.values[order], counts.counts[order])
