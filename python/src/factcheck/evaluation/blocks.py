"""Blocks of columns: the rows of a large anchor are not grouped by all columns at once where that makes too many groups.

Columns that have nothing to do with each other make nearly each row a group of its own.  A candidate restricts few of
them, so some are grouped together at a time: first those that claims are likely to restrict together.  What only the
single values of a column tell takes a block of its own, unless these are as good as codes.  A block is a request like
any other, for some of the dimensions and measures; what no block has is not evaluated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from factcheck.candidates.demand import Asked, Demand
from factcheck.candidates.space import Booleans, ProductPart, SingleValued
from factcheck.catalogue.schema import Column
from factcheck.evaluation.cube_request import CubeRequest, Dimension
from factcheck.evaluation.grouping import choose_values, codes_of_rows
from factcheck.evaluation.row_sample import Hashes, RowSample
from factcheck.queries.measures import BaseMeasure, MeasureKind
from factcheck.runtime.checkpoints import checkpoint
from factcheck.settings import Settings

_BYTES = 250_000_000
_SHARE_OF_CHECK = 8
_BYTES_OF_GROUP = 200
_BYTES_OF_SUMMARY = 120
"""Memory that the groups of a block may take, also as a share of what a check may take; and what a group and each of
its summaries take, as they are sent and as they are kept."""

_BYTES_OF_VALUE = 150
"""What a single value of a group takes."""

_ROWS_OF_VALUE = 8
_FEW_VALUES = 50_000
"""Rows that a single value of a group has to stand for on average, unless there are few of them."""

_READ, _CODED, _SUMMARIZED, _VALUED = 2.0, 0.5, 0.5, 3.0
"""Cost of a row of the anchor in a block: to be read and grouped, coded by a column, summarized by one, or grouped by
one's values.  In the time that PostgreSQL takes to count a row."""

_ANOTHER_SCAN = 20.0
_LITTLE = 50_000_000
"""What a further round would cost a row, and a cost in rows read up to which all that is asked is computed at once."""

_LEAST_LIKELY = 1e-3
"""Columns that claims restrict together less likely than this wait until a certificate asks for them."""

_MOST_BLOCKS = 40
"""Blocks of columns of one anchor at most."""


@dataclass(frozen=True, slots=True)
class BlockPlan:
    """The ``blocks`` that stand for a request over an anchor, and the sample of its rows they were chosen by, if any."""

    request: CubeRequest
    blocks: tuple[CubeRequest, ...]
    sample: RowSample | None = None

    @property
    def is_whole(self) -> bool:
        """Whether all is in one block."""
        return self.blocks == (self.request,)

    def has(self, asked: Asked) -> bool:
        """Tell whether a block has all that is asked."""
        return any(asked.columns <= _columns(block) for block in self._blocks_with(asked.single))

    def lacks(self, asked: Asked) -> bool:
        """Tell whether no block has what is asked, though the request has it."""
        single = {(m.kind, m.column.column_id) for m in self.request.measures}
        is_requested = asked.columns <= _columns(self.request) and (asked.single is None or asked.single in single)
        return is_requested and not self.has(asked)

    def combined(self, product: ProductPart) -> Booleans:
        """Tell for each family of aggregates and each set of columns whether a block has both; so are other anchors'."""
        families, sets = product.families, product.column_sets
        combined = np.ones(families.choices.shape, dtype=np.bool_)
        for family, aggregates in enumerate(families.aggregates):
            has_set = np.zeros(len(sets), dtype=np.bool_)
            for block in self._blocks_with(product.aggregates[aggregates[0]].single_valued):
                columns = _columns(block)
                is_there = np.array([*(each.column_id in columns for each in sets.columns), True])
                has_set |= is_there[sets.members].all(axis=0)
            combined[family] = has_set | (families.anchors[family] != self.request.relations.anchor.table_id)
        return combined

    def _blocks_with(self, single: SingleValued | None) -> list[CubeRequest]:
        """Return the blocks that have the single values of a column; of those that need none, that have all sums."""
        if single is None:
            summaries = {m for m in self.request.measures if m.kind is MeasureKind.SUMMARY}
            return [block for block in self.blocks if summaries <= set(block.measures)]
        return [b for b in self.blocks if any((m.kind, m.column.column_id) == single for m in b.measures)]


def _columns(block: CubeRequest) -> frozenset[int]:
    return frozenset(dimension.column.column_id for dimension in block.dimensions)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is asked of an anchor: how likely the claims mean it, and what a certificate asks for, before all else."""

    demand: Demand
    wanted: Sequence[Asked] = ()


def plan_blocks(request: CubeRequest, sample: RowSample, wishes: Wishes, settings: Settings) -> BlockPlan:
    """Choose the blocks that stand for a request, by a sample of the rows; one with all of it where it is few groups."""
    planner = _Planner(request, sample, wishes, settings)
    joint = planner.joint_single()
    if planner.is_small and joint == planner.single:
        return BlockPlan(request, (request,), sample)
    blocks = planner.main_blocks(joint)
    for measure in planner.single:
        if measure not in joint:
            blocks += planner.single_blocks(measure)
    return BlockPlan(request, tuple(blocks), sample)


class _Planner:
    """Chooses the blocks of one request, the likely ones first, while their cost stays in bounds."""

    def __init__(self, request: CubeRequest, sample: RowSample, wishes: Wishes, settings: Settings) -> None:
        self._request = request
        self._sample = sample
        self._demand = wishes.demand
        self._wanted = wishes.wanted
        self._most = 2 * settings.scope_cost
        self._bytes = min(_BYTES, settings.check_bytes // _SHARE_OF_CHECK)
        self._cost = 0.0
        self._summaries = tuple(m for m in request.measures if m.kind is MeasureKind.SUMMARY)
        single = [m for m in request.measures if m.kind is not MeasureKind.SUMMARY]
        single.sort(key=lambda m: -self._demand.single((m.kind, m.column.column_id)))
        self.single = tuple(single)
        self._room = self._bytes / (_BYTES_OF_GROUP + _BYTES_OF_SUMMARY * len(self._summaries))
        self.is_small = sample.extrapolated(sample.numbered(codes_of_rows(request))) <= self._room

    def joint_single(self) -> tuple[BaseMeasure, ...]:
        """Return the measures of single values that come with the groups of all columns."""
        if not self.is_small:
            return ()
        columns = tuple(measure.column for measure in self.single)
        values = choose_values(self._request, self._sample, len(self._summaries), columns)
        return tuple(measure for measure in self.single if measure.column in values)

    def main_blocks(self, joint: Sequence[BaseMeasure]) -> list[CubeRequest]:
        """Return the blocks in which rows are counted and columns summarized; all columns are one if that is few."""
        if self.is_small:
            taken = {*self._summaries, *joint}
            measures = tuple(measure for measure in self._request.measures if measure in taken)
            return [self._block(None, measures)]
        packer = _Packer(self._request, self._sample, (), self._room)
        ordered = sorted(self._demand.sets.items(), key=lambda item: (-item[1], len(item[0]), sorted(item[0])))
        most = max(self._affordable(), 1)
        for columns, likely in ordered:
            if likely >= _LEAST_LIKELY:
                packer.put(columns, most)
        for columns in (each.columns for each in self._wanted if each.single is None):
            packer.put(columns, 2 * most)
        return [self._block(columns, self._summaries) for columns in packer.columns]

    def _affordable(self) -> int:
        """Return how many blocks with all summaries the cost that is allowed is enough for."""
        columns = len({d.column for d in self._request.dimensions})
        row = _READ + _CODED * columns + _SUMMARIZED * len(self._summaries)
        return min(int(self._most / 2 / (row * self._sample.rows)), _MOST_BLOCKS)

    def single_blocks(self, measure: BaseMeasure) -> list[CubeRequest]:
        """Return the blocks for the single values of a column: likely restrictions first, then what is wanted."""
        key: SingleValued = (measure.kind, measure.column.column_id)
        room = self._bytes / _BYTES_OF_VALUE
        wanted = [each.columns for each in self._wanted if each.single == key]
        if not wanted and not self._is_worth_it(self._demand.single(key)):
            return []
        packer = _Packer(self._request, self._sample, (measure.column,), room)
        few = max(self._sample.rows / _ROWS_OF_VALUE, _FEW_VALUES)
        if not packer.put(frozenset(), 1):
            return []
        likely = self._demand.columns_with(key)
        for column in sorted(likely, key=lambda column: (-likely[column], column)):
            packer.put(frozenset({column}), 1, few)
        for columns in wanted:
            packer.put(columns, _MOST_BLOCKS)
        return [self._block(columns, (measure,)) for columns in packer.columns]

    def _is_worth_it(self, likely: float) -> bool:
        """Tell whether a block that is this likely to be asked for is computed without being asked for."""
        price = (_READ + _VALUED) * self._sample.rows
        if self._cost + price <= _LITTLE:
            return True
        return likely * _ANOTHER_SCAN * self._sample.rows >= price and self._cost + price <= self._most

    def _block(self, columns: frozenset[int] | None, measures: tuple[BaseMeasure, ...]) -> CubeRequest:
        """Return the block with some of the columns, or all of them, and add to the cost what it costs."""
        block = replace(self._request, dimensions=_dimensions(self._request, columns), measures=measures)
        each = [_SUMMARIZED if measure.kind is MeasureKind.SUMMARY else _VALUED for measure in measures]
        coded = len({dimension.column for dimension in block.dimensions})
        self._cost += (_READ + _CODED * coded + sum(each)) * self._sample.rows
        return block


def _dimensions(request: CubeRequest, columns: frozenset[int] | None) -> tuple[Dimension, ...]:
    return tuple(d for d in request.dimensions if columns is None or d.column.column_id in columns)


class _Packer:
    """Puts sets of columns into blocks, in which no more than ``room`` groups are expected."""

    def __init__(self, request: CubeRequest, sample: RowSample, values: Sequence[Column], room: float) -> None:
        """Begin without a block; each has the groups of the partners and of ``values`` in any case."""
        self._sample = sample
        self._room = room
        self._start = sample.numbered([*request.partners, *values])
        self._of_column: dict[int, list[Dimension]] = {}
        for dimension in request.dimensions:
            self._of_column.setdefault(dimension.column.column_id, []).append(dimension)
        self._values = frozenset(column.column_id for column in values)
        self.columns: list[frozenset[int]] = []
        self._numbers: list[Hashes] = []
        self._refused: set[tuple[frozenset[int], frozenset[int], float]] = set()

    def put(self, columns: frozenset[int], most_blocks: int, room: float | None = None) -> bool:
        """Put a set into the first block that has room, or a new one; return whether it is in one.

        Columns that are not restricted, or whose values are asked for, are no part of it.
        """
        checkpoint()
        columns = columns & self._of_column.keys() - self._values
        if any(columns <= block for block in self.columns):
            return True
        for at, block in enumerate(self.columns):
            if self._put_into(at, block, columns, room or self._room):
                return True
        if len(self.columns) >= most_blocks:
            return False
        self.columns.append(frozenset())
        self._numbers.append(self._start)
        if self._put_into(len(self.columns) - 1, frozenset(), columns, room or self._room):
            return True
        del self.columns[-1], self._numbers[-1]
        return False

    def _put_into(self, at: int, block: frozenset[int], columns: frozenset[int], room: float) -> bool:
        added = columns - block
        if (block, added, room) in self._refused:
            return False
        numbers = self._numbers[at]
        for column in sorted(added):
            for dimension in self._of_column[column]:
                numbers = self._sample.refined(numbers, dimension)
        if self._sample.extrapolated(numbers) > room:
            self._refused.add((block, added, room))
            return False
        self.columns[at], self._numbers[at] = block | columns, numbers
        return True
