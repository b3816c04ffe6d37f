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

from factcheck.catalogue.schema import Column, Table
from factcheck.evaluation.amounts import Amounts, Order
from factcheck.evaluation.cells import (
    DENSE_CELLS,
    CodedRows,
    Codes,
    Floats,
    SmallCodes,
    distinct_counts,
    in_order,
    middles,
)
from factcheck.joins.relation_sets import RelationSet
from factcheck.runtime.checkpoints import with_checkpoints

Booleans = npt.NDArray[np.bool_]


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
class Measured:
    """The measures of one column in each group: how many values, their sum, the smallest and the greatest.

    ``order`` tells what the extremes stand for; in a group without values they are infinite.  ``magnitudes`` are the
    sums of values without their signs, for columns of floating-point types, else None.
    """

    counts: Floats
    sums: Amounts
    lows: Floats
    highs: Floats
    order: Order
    magnitudes: Floats | None = None

    def __getitem__(self, places: Codes) -> Measured:
        """The measures of some groups."""
        magnitudes = None if self.magnitudes is None else self.magnitudes[places]
        return Measured(
            self.counts[places],
            self.sums[places],
            self.lows[places],
            self.highs[places],
            self.order,
            magnitudes,
        )


@dataclass(frozen=True, slots=True)
class Groups:
    """The groups of the merged query, in order of their codes: ``codes`` has shape (groups, dimensions).

    ``rows`` counts the rows of each; ``measured`` has the measures of each of the request's columns.
    """

    codes: SmallCodes
    rows: Floats
    measured: tuple[Measured, ...]


@dataclass(frozen=True, slots=True)
class DistinctValues:
    """The different values of one column in each group: the group's codes, and a number that stands for the value."""

    codes: SmallCodes
    numbers: Codes


@dataclass(frozen=True, slots=True)
class ValueCounts:
    """The values of one column: for each group and value its codes, the value and how often it occurs there.

    ``order`` tells what the values stand for.
    """

    codes: SmallCodes
    values: Floats
    counts: Codes
    order: Order


class Cube:
    """The finest groups of a request, rolled up on demand to subsets of its dimensions.

    ``distinct`` and ``values`` are aligned with the request's columns to count and to take medians of.
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
        added = [groups.rows[None, :]]
        for measured in with_checkpoints(groups.measured, checkpoint, 1):
            own = () if measured.magnitudes is None else (measured.magnitudes[None, :],)
            added += [measured.counts[None, :], measured.sums.limbs, *own]
        self._added = np.concatenate(added)
        self._lows, self._highs = (
            np.array([getattr(each, name) for each in groups.measured]).reshape(len(groups.measured), len(groups.rows))
            for name in ("lows", "highs")
        )
        self._distinct = [
            (CodedRows(each.codes), each.numbers, int(each.numbers.max(initial=0)) + 1)
            for each in with_checkpoints(distinct, checkpoint, 1)
        ]
        self._values = [
            (CodedRows(each.codes), each) for each in map(_by_value, with_checkpoints(values, checkpoint, 1))
        ]
        self.layout = Layout.of(self)
        self._place_of: Codes = np.full(0, -1, dtype=np.int64)
        self._wanted: dict[bytes, _Wanted] = {}

    def roll_up(
        self,
        dimensions: Sequence[int],
        asked: Codes,
        wanted: Booleans,
        checkpoint: Callable[[], None] = lambda: None,
    ) -> Floats:
        """Measures for some cells of a subset of the dimensions, as ``layout`` says; shape (cells, measures).

        A cell is the codes of the dimensions, none of them 0, read as digits; cells are ascending.  In a cell without
        values sums and distinct values are 0, minima +inf, maxima -inf, medians NaN.  As in PostgreSQL, NaN is greater
        than all numbers.  ``wanted`` tells which of the request's columns - measured, counted, of medians - matter
        here: measures of others are left as in a cell without values.
        """
        values = np.tile(self.layout.empty, (len(asked), 1))
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
        chosen = self._wanted.get(wanted.tobytes())
        if chosen is None:
            chosen = self._wanted[wanted.tobytes()] = _Wanted.of(wanted, self.layout)
        found, own = select(self._group_rows)
        if not len(own):
            return
        self._add_up(values, found, own, chosen)
        for place in chosen.distinct:
            rows, numbers, factor = self._distinct[place]
            found, own = select(rows)
            values[:, self.layout.distinct[place]] = distinct_counts(own, numbers[found], factor, len(values))
        for place in chosen.medians:
            rows, counted = self._values[place]
            found, own = select(rows)
            values[:, self.layout.middles[place]] = middles(
                own, counted.values[found], counted.counts[found], len(values)
            )

    def _add_up(self, values: Floats, found: Codes, own: Codes, chosen: _Wanted) -> None:
        """Write rows and the measures of some columns for the cells that groups lie in."""
        order = in_order(own, len(values))
        found, own = found[order], own[order]
        is_first = np.ones(len(own), dtype=bool)
        np.not_equal(own[1:], own[:-1], out=is_first[1:])
        starts = np.flatnonzero(is_first)
        with np.errstate(over="ignore", invalid="ignore"):
            sums = np.add.reduceat(self._added[chosen.added, found], starts, axis=1)
            lows = np.fmin.reduceat(self._lows[chosen.columns, found], starts, axis=1)
            highs = np.maximum.reduceat(self._highs[chosen.columns, found], starts, axis=1)
        values[own[starts][:, None], chosen.places] = np.concatenate([sums, lows, highs]).T


@dataclass(frozen=True, slots=True)
class ColumnPlaces:
    """Where the measures of one column stand among those of a cell."""

    counts: int
    sums: slice
    magnitudes: int | None
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Where each measure of a cell stands: rows first, then those of columns, aligned with the request's.

    What is added up comes first, as it stands in the groups.  ``empty`` are the measures of a cell without rows.
    """

    columns: tuple[ColumnPlaces, ...]
    distinct: tuple[int, ...]
    middles: tuple[slice, ...]
    empty: Floats

    @classmethod
    def of(cls, cube: Cube) -> Layout:
        """The layout for the columns of a cube."""
        measured, columns, at = cube.groups.measured, [], 1
        added = 1 + sum(1 + len(each.sums.limbs) + (each.magnitudes is not None) for each in measured)
        for place, each in enumerate(measured):
            end = at + 1 + len(each.sums.limbs)
            magnitudes = None if each.magnitudes is None else end
            low = added + place
            columns.append(ColumnPlaces(at, slice(at + 1, end), magnitudes, low, low + len(measured)))
            at = end + (magnitudes is not None)
        distinct = added + 2 * len(measured)
        medians = distinct + len(cube.distinct)
        empty = np.zeros(medians + 2 * len(cube.values))
        empty[added : added + len(measured)] = np.inf
        empty[added + len(measured) : distinct] = -np.inf
        empty[medians:] = np.nan
        return cls(
            tuple(columns),
            tuple(range(distinct, medians)),
            tuple(slice(at, at + 2) for at in range(medians, len(empty), 2)),
            empty,
        )


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What is measured of some columns: many subsets want the same ones.

    ``columns`` are the measured ones' places and ``added`` those of what is added up, shape (places, 1); ``places`` are
    those of the results, in the order of sums, minima, maxima; ``distinct`` and ``medians`` are the columns to count
    and to take medians of.
    """

    columns: Codes
    added: Codes
    places: Codes
    distinct: tuple[int, ...]
    medians: tuple[int, ...]

    @classmethod
    def of(cls, wanted: Booleans, layout: Layout) -> _Wanted:
        """What to measure for the wanted ones of a request's columns."""
        first, last = len(layout.columns), len(layout.columns) + len(layout.distinct)
        columns = np.flatnonzero(wanted[:first])
        own = [layout.columns[column] for column in columns]
        added = [0]
        for each in own:
            added += [each.counts, *range(each.sums.start, each.sums.stop)]
            added += [] if each.magnitudes is None else [each.magnitudes]
        places = [*added, *(each.low for each in own), *(each.high for each in own)]
        return cls(
            columns[:, None],
            np.array(added)[:, None],
            np.array(places),
            tuple(np.flatnonzero(wanted[first:last]).tolist()),
            tuple(np.flatnonzero(wanted[last:]).tolist()),
        )


def _by_value(counts: ValueCounts) -> ValueCounts:
    order = np.argsort(counts.values, kind="stable")
    return ValueCounts(counts.codes[order], counts.values[order], counts.counts[order], counts.order)
