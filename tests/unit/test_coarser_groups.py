"""Groups made of finer ones: what they add up to, which sets of dimensions share them, how many are expected."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.catalogue.schema import Column
from factcheck.evaluation.cells import CodedRows
from factcheck.evaluation.group_rows import DistinctRows, GroupRows, unions
from factcheck.evaluation.row_sample import RowSample
from factcheck.queries.measures import BaseMeasure, MeasureKind

SIZES = [3, 2, 4, 2]
SUBSETS = [subset for size in range(4) for subset in combinations(range(len(SIZES)), size)]
COLUMN = BaseMeasure(MeasureKind.DISTINCT, Column(1, 1, "guest", "guest", "text", "S", None))
NUMBERS = st.one_of(st.integers(-50, 50).map(float), st.sampled_from([math.inf, -math.inf, math.nan]))
CODES = st.tuples(*(st.integers(0, size - 1) for size in SIZES))
GROUPS = st.lists(st.tuples(CODES, st.integers(1, 9), NUMBERS), max_size=25, unique_by=lambda group: group[0])
VALUES = st.lists(st.tuples(CODES, st.integers(0, 5)), max_size=25)


def coded(rows):
    return CodedRows.of(np.array(rows, dtype=np.uint8).reshape(len(rows), len(SIZES)))


def cell_of(codes, subset):
    return tuple(int(codes[dimension]) for dimension in subset)


def cells_of(rows, subset):
    """The codes of each row in a subset of the dimensions."""
    return list(zip(*(rows.codes[dimension].tolist() for dimension in subset), strict=True)) if subset else []


@given(GROUPS, VALUES, st.sampled_from([subset for subset in SUBSETS if subset]))
def test_coarser_groups_have_what_their_finer_ones_have_together(groups, values, subset):
    count = np.array([[float(rows) for _, rows, _ in groups]])
    amounts = np.array([[amount for _, _, amount in groups]])
    distinct = DistinctRows(coded([codes for codes, _ in values]), np.array([v for _, v in values], dtype=np.int64), 6)
    finest = GroupRows(coded([codes for codes, _, _ in groups]), count, amounts, amounts, {COLUMN: distinct})
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
    pairs = coarser.distinct[COLUMN]
    found = list(zip(cells_of(pairs.rows, subset), pairs.numbers.tolist(), strict=True))
    assert found == sorted({(cell_of(codes, subset), value) for codes, value in values})


@given(st.sets(st.sampled_from(SUBSETS)), st.integers(1, 10**6))
def test_subsets_are_found_in_groups_of_all_their_dimensions(subsets, groups):
    chosen = unions(subsets, SIZES, groups)
    assert chosen.keys() <= subsets
    assert all(set(subset) <= set(union) for subset, union in chosen.items())
    if groups < 1000:
        assert not chosen


def sample_of(rows, sizes):
    """A sample of some rows of 1,000,000, in columns that have nothing to do with each other; and all their groups."""
    random = np.random.default_rng(7)
    columns = [np.floor(size * random.random(1_000_000) ** 2).astype(np.int64) for size in sizes]
    numbers = np.zeros(1_000_000, dtype=np.int64)
    for column, size in zip(columns, sizes, strict=True):
        numbers = numbers * size + column
    hashes = {at: column[:rows] for at, column in enumerate(columns)}
    return RowSample(1_000_000, hashes), len(np.unique(numbers))


@pytest.mark.parametrize("sizes", [[5], [50], [5, 7, 7], [5, 7, 7, 7, 4, 7], [5, 7, 7, 7, 4, 7, 7, 4, 4, 7]])
def test_groups_of_unrelated_columns_are_expected_as_many_as_there_are(sizes):
    sample, groups = sample_of(20_000, sizes)
    expected = sample.extrapolated(sample.numbered(sample.hashes))
    assert groups / 1.3 < expected < groups * 2


def test_a_column_of_different_values_is_expected_to_go_on_so():
    sample = RowSample(10_000_000, {"id": np.arange(20_000)})
    assert sample.extrapolated(sample.numbered(["id"])) == 10_000_000
