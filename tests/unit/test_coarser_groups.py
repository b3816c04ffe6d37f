"""Groups made of finer ones: what they add up to, which sets of dimensions share them, how many are expected."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.catalogue.schema import Column
from factcheck.evaluation import group_rows
from factcheck.evaluation.cells import CodedRows, distinct_counts, indexes_in
from factcheck.evaluation.group_rows import DistinctRows, GroupRows, unions
from factcheck.evaluation.row_sample import RowSample
from factcheck.queries.measures import BaseMeasure, MeasureKind

SIZES = [3, 2, 4, 2]
SUBSETS = [subset for size in range(4) for subset in combinations(range(len(SIZES)), size)]
COLUMN = BaseMeasure(MeasureKind.DISTINCT, Column(1, 1, "guest", "guest", "text", "S", None))
NUMBERS = st.one_of(st.integers(-50, 50).map(float), st.sampled_from([math.inf, -math.inf, math.nan]))
CODES = st.tuples(*(st.integers(0, size - 1) for size in SIZES))
GROUPS = st.lists(st.tuples(CODES, st.integers(1, 9), NUMBERS), max_size=25, unique_by=lambda group: group[0])
VALUES = st.dictionaries(CODES, st.sets(st.integers(0, 5)), max_size=25)


def coded(rows):
    return CodedRows.of(np.array(rows, dtype=np.uint8).reshape(len(rows), len(SIZES)))


def cell_of(codes, subset):
    return tuple(int(codes[dimension]) for dimension in subset)


def cells_of(rows, subset):
    """The codes of each row in a subset of the dimensions."""
    return list(zip(*(rows.codes[dimension].tolist() for dimension in subset), strict=True)) if subset else []


@given(GROUPS, st.sampled_from([subset for subset in SUBSETS if subset]))
def test_coarser_groups_have_what_their_finer_ones_have_together(groups, subset):
    count = np.array([[float(rows) for _, rows, _ in groups]])
    amounts = np.array([[amount for _, _, amount in groups]])
    finest = GroupRows(coded([codes for codes, _, _ in groups]), count, amounts, amounts, {})
    coarser = finest.coarser(subset, SIZES)
    expected: dict[tuple[int, ...], list[tuple[int, float]]] = {}
    for codes, rows, amount in groups:
        expected.setdefault(cell_of(codes, subset), []).append((rows, amount))
    assert cells_of(coarser.rows, subset) == sorted(expected)
    for at, cell in enumerate(sorted(expected)):
        amounts_of = [amount for _, amount in expected[cell]]
        numbers = [amount for amount in amounts_of if not math.isnan(amount)]
        assert coarser.added[0, at] == sum(rows for rows, _ in expected[cell])
        assert coarser.lows[0, at] == min(numbers, default=math.inf)
        highest = math.nan if len(numbers) < len(amounts_of) else max(numbers)
        assert coarser.highs[0, at] == pytest.approx(highest, nan_ok=True)


@pytest.mark.parametrize("room", [1, 12, 1 << 22])
@given(VALUES, st.randoms(use_true_random=False), st.sampled_from([s for s in SUBSETS if s]), st.sampled_from(SUBSETS))
def test_different_values_of_cells_are_those_of_their_groups_together(room, values, order, union, subset):
    groups = list(values)
    pairs = [(at, number) for at, codes in enumerate(groups) for number in values[codes]]
    order.shuffle(pairs)
    indexes, numbers = (np.array([pair[side] for pair in pairs], dtype=np.int64) for side in (0, 1))
    rows, nothing = coded(groups), np.zeros((0, len(groups)))
    finest = GroupRows(rows, nothing, nothing, nothing, {COLUMN: DistinctRows.of(indexes, numbers, len(groups))})
    expected: dict[tuple[int, ...], set[int]] = {}
    for codes, of_group in values.items():
        expected.setdefault(cell_of(codes, subset), set()).update(of_group)
    coarser = finest.coarser(tuple(sorted({*union, *subset})), SIZES)
    for source in (finest, coarser):
        cells = cells_of(source.rows, subset) or [()] * source.size
        known = sorted(expected)
        numbers = np.array([known.index(cell) for cell in cells], dtype=np.int64)
        order = np.argsort(numbers)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(group_rows, "DENSE_CELLS", room)
            found = source.distinct[COLUMN].counts(order, numbers[order], len(known))
        assert found.tolist() == [len(expected[cell]) for cell in known]


@pytest.mark.parametrize("size", [2, 3000, 1 << 40])
@given(VALUES, st.lists(CODES, max_size=9))
def test_rows_are_found_among_groups_by_their_codes(size, values, asked):
    groups, sizes = list(values), [*SIZES[:-1], size, size]
    wide = [np.array([(*codes, 1) for codes in rows], dtype=np.uint8).reshape(-1, 5) for rows in (groups, asked)]
    found = indexes_in(*wide, sizes)
    assert found.tolist() == [groups.index(codes) if codes in groups else -1 for codes in asked]


@given(st.sets(st.sampled_from(SUBSETS)), st.integers(1, 10**6))
def test_subsets_are_found_in_groups_of_all_their_dimensions(subsets, groups):
    chosen = unions(subsets, SIZES, groups)
    assert chosen.keys() <= subsets
    assert all(set(subset) <= set(union) for subset, union in chosen.items())
    if groups < 1000:
        assert not chosen


def sample_of(rows, sizes):
    """A sample of one row in 50, in columns that have nothing to do with each other; and all their groups."""
    random = np.random.default_rng(7)
    columns = [np.floor(size * random.random(50 * rows) ** 2).astype(np.int64) for size in sizes]
    numbers = np.zeros(50 * rows, dtype=np.int64)
    for column, size in zip(columns, sizes, strict=True):
        numbers = numbers * size + column
    hashes = {at: column[:rows] for at, column in enumerate(columns)}
    return RowSample(50 * rows, hashes), len(np.unique(numbers))


@pytest.mark.parametrize("sizes", [[5], [50], [5, 7, 7], [5, 7, 7, 7, 4, 7], [5, 7, 7, 7, 4, 7, 7, 4, 4, 7]])
def test_groups_of_unrelated_columns_are_expected_as_many_as_there_are(sizes):
    sample, groups = sample_of(8_000, sizes)
    expected = sample.extrapolated(sample.numbered(sample.hashes))
    assert groups / 1.3 < expected < groups * 2


def test_a_column_of_different_values_is_expected_to_go_on_so():
    sample = RowSample(10_000_000, {"id": np.arange(20_000)})
    assert sample.extrapolated(sample.numbered(["id"])) == 10_000_000


@pytest.mark.parametrize("factor", [3, 1000, 1 << 24])
@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 2)), max_size=25))
def test_different_numbers_of_cells_are_counted(factor, pairs):
    cells, numbers = (np.array([pair[side] for pair in pairs], dtype=np.int64) for side in (0, 1))
    found = distinct_counts(cells, numbers * (factor // 3), factor, 7)
    assert found.tolist() == [len({number for at, number in pairs if at == cell}) for cell in range(7)]
