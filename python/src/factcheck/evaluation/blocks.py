"""Blocks of columns: rows of a large anchor are not grouped by all columns at once where that makes too many groups.

Columns that have nothing to do with each other make nearly each row a group of its own.  A candidate restricts few of
them, so some are grouped together at a time: first those that claims are likely to restrict together.  What only the
single values of a column tell takes a block of its own, unless these are as good as codes.  A block is a request like
any other, for some of the dimensions and measures; what no block has is not evaluated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, inf

import numpy as np

from factcheck.candidates.demand import Asked, Demand
from factcheck.candidates.space import Booleans, ProductPart, SingleValued
from factcheck.evaluation.cube_request import MEASURED, CubeRequest, Dimension, cost_of
from factcheck.evaluation.grouping import choose_values, codes_of_rows
from factcheck.evaluation.merged_query import sample_of_anchor, told_by_sample
from factcheck.evaluation.row_sample import Hashes, RowSample
from factcheck.port import Database
from factcheck.queries.measures import BaseMeasure, MeasureKind
from factcheck.runtime.checkpoints import checkpoint
from factcheck.runtime.time_budget import OutOfTimeError
from factcheck.settings import Settings

_BYTES = 1_100_000_000
_SHARE_OF_CHECK = 0.55
_BYTES_OF_GROUP = 200
_BYTES_OF_SUMMARY = 120
"""Memory that the groups of all blocks of an anchor may take, also as a share of what a check may take; and what a
group and each of its summaries take, as they are sent and as they are kept."""

_SHARE_OF_SUMS, _SHARE_OF_LIKELY, _SHARE_OF_BLOCK = 0.75, 0.9, 0.4
"""The parts of that which all blocks with rows and sums may take, these with those for single values, which leaves the
rest for what a certificate asks for; and what one of several blocks may take at most."""

_BYTES_OF_VALUE = 400
"""What a single value of a group takes."""

_ROWS_OF_VALUE = 8
_FEW_VALUES = 50_000
"""Rows that a single value of a group has to stand for on average, unless there are few of them."""

_ANOTHER_SCAN = 20.0
_LITTLE = 50_000_000
"""What a further round would cost a row, and a cost in rows read up to which all that is asked is computed at once."""

_LEAST_LIKELY = 1e-3
"""Columns that claims restrict together less likely than this wait until a certificate asks for them."""

_MOST_BLOCKS = 12
"""Blocks with rows and sums over one anchor at most: more smaller ones have more sets of columns in less memory."""


@dataclass(frozen=True, slots=True)
class BlockPlan:
    """The ``blocks`` that stand for a request over an anchor, and the sample of its rows that told which, if any.

    The first ``summaries`` blocks are those that have all sums; ``single_bytes`` is what the others may take.
    ``wanted`` is what a certificate had asked for.
    """

    request: CubeRequest
    blocks: tuple[CubeRequest, ...]
    sample: RowSample | None = None
    summaries: int = 1
    single_bytes: float = 0.0
    wanted: tuple[Asked, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether all is in one block."""
        return self.blocks == (self.request,)

    def is_for(self, request: CubeRequest, wanted: Sequence[Asked], factor: float) -> bool:
        """Tell whether the same was planned for before, for as many groups more than expected."""
        is_as_expected = self.sample is None or self.sample.factor == factor
        return self.request == request and is_as_expected and self.wanted == tuple(wanted)

    def sample_for(self, request: CubeRequest, factor: float) -> RowSample | None:
        """Return the sample if it tells of the rows of a request what one of these would; else None."""
        sample = self.sample
        is_same = (
            sample is not None
            and sample.factor == factor
            and self.request.relations == request.relations
            and sample.hashes.keys() == set(told_by_sample(request))
        )
        return sample if is_same else None

    def can_grow(self, request: CubeRequest) -> bool:
        """Tell whether a request asks for the same groups, and all that is measured in them, perhaps for more."""
        before = self.request
        return (
            (before.dimensions, before.partners) == (request.dimensions, request.partners)
            and set(before.relations.joins) <= set(request.relations.joins)
            and set(before.measures) <= set(request.measures)
        )

    def has(self, asked: Asked) -> bool:
        """Tell whether a block has all that is asked."""
        return any(asked.columns <= _columns(block) for block in self._blocks_with(asked.single))

    def lacks(self, asked: Asked) -> bool:
        """Tell whether no block has what is asked, though the request has it."""
        single = {(m.kind, m.column.column_id) for m in self.request.measures}
        is_requested = asked.columns <= _columns(self.request) and (asked.single is None or asked.single in single)
        return is_requested and not self.has(asked)

    def combined(self, product: ProductPart) -> Booleans:
        """Tell for each family of aggregates and each set of columns whether a block has both.

        What is about the rows of other anchors counts as there.
        """
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


def planned(
    request: CubeRequest,
    wishes: Wishes,
    settings: Settings,
    database: Database,
    before: BlockPlan | None = None,
    factor: float = 1.0,
) -> BlockPlan:
    """Choose the blocks that stand for a request; one with all of it over a small anchor.

    So it is for want of time to look at some rows, too: then there is none for the request.  The blocks of the plan
    ``before``, if there is one, stay where that is possible.  ``factor`` tells how many times more groups than expected
    were met before.
    """
    try:
        known = None if before is None else before.sample_for(request, factor)
        sample = known or binding_sample(request, database, factor)
    except OutOfTimeError:
        sample = None
    if sample is None:
        return BlockPlan(request, (request,), wanted=tuple(wishes.wanted))
    return plan_blocks(request, sample, wishes, settings, before)


def binding_sample(request: CubeRequest, database: Database, factor: float) -> RowSample | None:
    """Return a sample of a large anchor's rows that bounds the groups of its queries; None where the anchor is small.

    Raises ``OutOfTimeError`` where there is no time for it.
    """
    sample = sample_of_anchor(request, database)
    return None if sample is None else replace(sample, binds=True, factor=factor)


def plan_blocks(
    request: CubeRequest, sample: RowSample, wishes: Wishes, settings: Settings, before: BlockPlan | None = None
) -> BlockPlan:
    """Choose the blocks that stand for a request, by a sample of the rows; one with all where that is few groups.

    What was computed for the plan ``before`` need not be computed again where its blocks stay, and only have more.
    """
    planner = _Planner(request, sample, wishes, settings)
    if before is not None and before.sample is not None and before.sample.factor == sample.factor:
        grown = planner.grown(before) if before.can_grow(request) else None
        if grown is not None:
            return grown
    joint = planner.joint_single()
    if planner.is_small and len(joint) == len(planner.single):
        return BlockPlan(request, (request,), sample, wanted=tuple(wishes.wanted))
    main = planner.main_blocks(joint)
    return planner.plan(main, planner.single_blocks(joint))


class _Planner:
    """Chooses the blocks of one request, the likely ones first, while their cost stays in bounds."""

    def __init__(self, request: CubeRequest, sample: RowSample, wishes: Wishes, settings: Settings) -> None:
        self._request = request
        self._sample = sample
        self._demand = wishes.demand
        self._wanted = wishes.wanted
        self._most = 2 * settings.scope_cost
        most_bytes = min(_BYTES, _SHARE_OF_CHECK * settings.check_bytes)
        self._cost = 0.0
        self._summaries = frozenset(m for m in request.measures if m.kind is MeasureKind.SUMMARY)
        single = [m for m in request.measures if m.kind is not MeasureKind.SUMMARY]
        self.single = sorted(single, key=lambda measure: -self._demand.single(_key(measure)))
        self._bytes_of_group = _BYTES_OF_GROUP + _BYTES_OF_SUMMARY * len(self._summaries)
        self._packer = _Packer(request, sample, most_bytes)
        size = self._bytes_of_group * sample.extrapolated(sample.numbered(codes_of_rows(request)))
        self.is_small = size <= _SHARE_OF_SUMS * most_bytes
        self._bytes_of_main = size if self.is_small else 0.0
        self._packer.bytes_taken = self._bytes_of_main

    def plan(self, main: Sequence[CubeRequest], single: Sequence[CubeRequest]) -> BlockPlan:
        """Return the plan with blocks that have all sums, and such for single values."""
        taken = self._packer.bytes_taken - self._bytes_of_main
        return BlockPlan(self._request, (*main, *single), self._sample, len(main), taken, tuple(self._wanted))

    def grown(self, before: BlockPlan) -> BlockPlan | None:
        """Return a plan with the blocks of one before, and more; None where there is no memory for what these take now.

        Blocks for sums have new sums, too; a new block has what a certificate asks for.
        """
        main, others = before.blocks[: before.summaries], before.blocks[before.summaries :]
        if not main or self.is_small != (main[0].dimensions == before.request.dimensions):
            return None
        self._cost = sum(self._sample.rows * MEASURED[measure.kind] for block in others for measure in block.measures)
        self._packer.bytes_taken += before.single_bytes
        joint: frozenset[BaseMeasure] = frozenset()
        if self.is_small:
            known = frozenset(measure for block in before.blocks for measure in block.measures)
            joint = self.joint_single(known) | {measure for measure in self.single if measure in main[0].measures}
            blocks = [self._block(None, joint | self._summaries)]
        else:
            packs = [self._packer.taken(_columns(block), self._bytes_of_group) for block in main]
            new: list[_Pack] = []
            self._put_wanted(new, 2 * self._affordable() - len(packs), packs)
            blocks = [self._block(pack.columns, self._summaries) for pack in (*packs, *new)]
            self._bytes_of_main = sum(pack.size for pack in (*packs, *new))
        if not self._packer.has_room:
            return None
        return self.plan(blocks, [*others, *self.single_blocks(joint, others)])

    def joint_single(self, known: frozenset[BaseMeasure] = frozenset()) -> frozenset[BaseMeasure]:
        """Return the measures of single values that come with the groups of all columns, but for ``known`` ones."""
        if not self.is_small:
            return frozenset()
        single = [measure for measure in self.single if measure not in known]
        columns = tuple(measure.column for measure in single)
        values = choose_values(self._request, self._sample, len(self._summaries), columns)
        return frozenset(measure for measure in single if measure.column in values)

    def main_blocks(self, joint: frozenset[BaseMeasure]) -> list[CubeRequest]:
        """Return the blocks in which rows are counted and columns summarized; all columns are one if that is few."""
        if self.is_small:
            return [self._block(None, joint | self._summaries)]
        packs: list[_Pack] = []
        most = self._affordable()
        self._packer.share, self._packer.share_of_block = _SHARE_OF_SUMS, _SHARE_OF_SUMS / max(most, 2)
        ordered = sorted(self._demand.sets.items(), key=lambda item: (-item[1], len(item[0]), sorted(item[0])))
        for columns, likely in ordered:
            if likely >= _LEAST_LIKELY:
                self._packer.put(packs, columns, self._bytes_of_group, most)
        self._put_wanted(packs, 2 * most)
        self._bytes_of_main = self._packer.bytes_taken
        return [self._block(pack.columns, self._summaries) for pack in packs]

    def _put_wanted(self, packs: list[_Pack], most: int, others: Sequence[_Pack] = ()) -> None:
        """Put what a certificate asks for of rows and sums into at most ``most`` blocks, unless it is in others."""
        self._packer.share, self._packer.share_of_block = 1.0, _SHARE_OF_BLOCK
        for columns in (each.columns for each in self._wanted if each.single is None):
            if not any(columns <= pack.columns for pack in others):
                self._packer.put(packs, columns, self._bytes_of_group, most)

    def _affordable(self) -> int:
        """Return how many blocks with all summaries the cost that is allowed is enough for; one is always made."""
        whole = replace(self._request, measures=tuple(self._summaries))
        return min(ceil(self._most / 2 / max(cost_of(whole), 1.0)), _MOST_BLOCKS)

    def single_blocks(self, joint: frozenset[BaseMeasure], others: Sequence[CubeRequest] = ()) -> list[CubeRequest]:
        """Return the blocks for single values of the other columns: with likely restrictions, then with what is wanted.

        Single values of several columns share a block where each of its groups still has many rows.  What is in blocks
        that there are is in no further one.
        """
        packs: list[_Pack] = []
        single = [measure for measure in self.single if measure not in joint]
        known = {measure for block in others for measure in block.measures}
        self._packer.share, self._packer.share_of_block = _SHARE_OF_LIKELY, _SHARE_OF_BLOCK
        for measure in single:
            if measure not in known:
                self._put_single(packs, measure)
        wanted: list[_Pack] = []
        self._packer.share = 1.0
        for measure in single:
            for columns in (each.columns for each in self._wanted if each.single == _key(measure)):
                is_there = any(measure in block.measures and columns <= _columns(block) for block in others)
                if not is_there and not any(measure in pack.measures and columns <= pack.columns for pack in packs):
                    self._packer.put(wanted, columns, _BYTES_OF_VALUE, _MOST_BLOCKS, measure)
        return [self._block(pack.columns, pack.measures) for pack in (*packs, *wanted)]

    def _put_single(self, packs: list[_Pack], measure: BaseMeasure) -> None:
        """Put the single values of a column into a block that has room, or into a new one if they are worth that."""
        few = max(self._sample.rows / _ROWS_OF_VALUE, _FEW_VALUES)
        likely = self._demand.columns_with(_key(measure))
        columns = frozenset(column for column in likely if likely[column] >= _LEAST_LIKELY)
        if self._packer.put(packs, columns, _BYTES_OF_VALUE, len(packs), measure, few):
            self._cost += self._sample.rows * MEASURED[measure.kind]
        elif self._is_worth_it(measure):
            apart: list[_Pack] = []
            self._packer.put(apart, frozenset(), _BYTES_OF_VALUE, 1, measure)
            for column in sorted(columns, key=lambda column: (-likely[column], column)):
                self._packer.put(apart, frozenset({column}), _BYTES_OF_VALUE, len(apart), measure, few)
            packs += apart
            self._cost += cost_of(replace(self._request, dimensions=(), measures=(measure,)))

    def _is_worth_it(self, measure: BaseMeasure) -> bool:
        """Tell whether a block for the single values of a column is computed without being asked for."""
        likely = self._demand.single(_key(measure))
        price = cost_of(replace(self._request, dimensions=(), measures=(measure,)))
        if self._cost + price <= _LITTLE:
            return True
        return likely * _ANOTHER_SCAN * self._sample.rows >= price and self._cost + price <= self._most

    def _block(self, columns: frozenset[int] | None, measures: frozenset[BaseMeasure]) -> CubeRequest:
        """Return the block with some of the columns, or all of them, and some measures."""
        dimensions = self._request.dimensions
        return replace(
            self._request,
            dimensions=tuple(d for d in dimensions if columns is None or d.column.column_id in columns),
            measures=tuple(measure for measure in self._request.measures if measure in measures),
        )


def _key(measure: BaseMeasure) -> SingleValued:
    return measure.kind, measure.column.column_id


@dataclass(frozen=True, slots=True)
class _Pack:
    """A block that is being filled: its columns, its measures of single values, and the groups of the sample's rows.

    ``size`` is the memory that it is expected to take.
    """

    columns: frozenset[int]
    measures: frozenset[BaseMeasure]
    numbers: Hashes
    size: float = 0.0


_Trial = tuple[frozenset[int], frozenset[BaseMeasure], frozenset[int], frozenset[BaseMeasure], float, float]
"""Columns and measures of a block, those that were to come in, how many groups it might have, the share in force."""


class _Packer:
    """Puts sets of columns, and measures of single values, into blocks for which there is memory.

    ``share`` is the part of the memory that all of them may take for now, ``share_of_block`` that of one.
    """

    def __init__(self, request: CubeRequest, sample: RowSample, most_bytes: float) -> None:
        self.share, self.share_of_block = 1.0, _SHARE_OF_BLOCK
        self.bytes_taken = 0.0
        self._most_bytes = most_bytes
        self._sample = sample
        self._empty = _Pack(frozenset(), frozenset(), sample.numbered(request.partners))
        self._of_column: dict[int, list[Dimension]] = {}
        for dimension in request.dimensions:
            self._of_column.setdefault(dimension.column.column_id, []).append(dimension)
        self._refused: set[_Trial] = set()

    def put(
        self,
        packs: list[_Pack],
        columns: frozenset[int],
        bytes_of_group: int,
        most: int,
        measure: BaseMeasure | None = None,
        groups: float = inf,
    ) -> bool:
        """Put columns and a measure into the first block that has room, or a new one; return whether they are in one.

        ``most`` is the number of blocks, ``groups`` that of groups one may have.  Columns that nothing restricts are
        no part of any.
        """
        checkpoint()
        columns = columns.intersection(self._of_column)
        measures = frozenset() if measure is None else frozenset({measure})
        if any(columns <= pack.columns and measures <= pack.measures for pack in packs):
            return True
        choices = [*enumerate(packs), *([(len(packs), self._empty)] if len(packs) < most else [])]
        for at, pack in choices:
            # what a block had no room for it never has
            key = (pack.columns, pack.measures, columns - pack.columns, measures, groups, self.share)
            filled = None if key in self._refused else self._filled(pack, columns, measures, bytes_of_group)
            if filled is not None and self._fits(filled, pack, groups * bytes_of_group):
                packs[at : at + 1] = [filled]
                self.bytes_taken += filled.size - pack.size
                return True
            self._refused.add(key)
        return False

    def taken(self, columns: frozenset[int], bytes_of_group: int) -> _Pack:
        """Return a block with some columns that is made in any case."""
        pack = self._filled(self._empty, columns, frozenset(), bytes_of_group)
        self.bytes_taken += pack.size
        return pack

    @property
    def has_room(self) -> bool:
        """Tell whether there is memory for all blocks."""
        return self.bytes_taken <= self._most_bytes

    def _fits(self, filled: _Pack, before: _Pack, most: float) -> bool:
        """Tell whether a block is small enough, and what it takes more than before can be had."""
        taken = self.bytes_taken + filled.size - before.size
        return (
            filled.size <= min(most, self.share_of_block * self._most_bytes) and taken <= self.share * self._most_bytes
        )

    def _filled(
        self, pack: _Pack, columns: frozenset[int], measures: frozenset[BaseMeasure], bytes_of_group: int
    ) -> _Pack:
        """Return a block with some columns and measures more."""
        numbers = pack.numbers
        for column in sorted(columns - pack.columns):
            for dimension in self._of_column[column]:
                numbers = self._sample.refined(numbers, dimension)
        for measure in measures - pack.measures:
            numbers = self._sample.refined(numbers, measure.column)
        size = bytes_of_group * self._sample.extrapolated(numbers)
        return _Pack(pack.columns | columns, pack.measures | measures, numbers, size)
