"""Rows of codes: which of them have literals in some dimensions, however many sets of dimensions are asked for."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.evaluation import cells
from factcheck.evaluation.cells import CodedRows

DIMENSIONS = 5
SUBSETS = [subset for size in range(4) for subset in combinations(range(DIMENSIONS), size)]


@given(
    st.lists(st.lists(st.integers(0, 2), min_size=DIMENSIONS, max_size=DIMENSIONS), max_size=30),
    st.lists(st.sampled_from(SUBSETS), max_size=40),
    st.sampled_from([0, 20, 1 << 21]),
)
def test_rows_with_literals_are_found_however_little_is_kept(
    rows: list[list[int]], asked: list[tuple[int, ...]], most: int
) -> None:
    codes = np.array(rows, dtype=np.int8).reshape(len(rows), DIMENSIONS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cells, "_MOST_KEPT", most)
        coded = CodedRows.of(codes)
        for subset in asked:
            expected = np.flatnonzero((codes[:, list(subset)] > 0).all(axis=1))
            assert coded.restricted(subset).tolist() == expected.tolist()


def test_memory_does_not_grow_with_the_number_of_sets_of_dimensions() -> None:
    count, dimensions = 500_000, 12
    coded = CodedRows.of(np.random.default_rng(1).integers(0, 10, (count, dimensions)).astype(np.int8))
    for subset in combinations(range(dimensions), 3):
        assert len(coded.restricted(subset)) < count
    kept = sum(rows.nbytes for rows in coded._restricted.values())
    assert kept <= 8 * (1 << 21)
