"""Rows of codes: which of them lie in cells, however few bits of them are kept."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.evaluation import cells
from factcheck.evaluation.cells import CodedRows, indexes_in

DIMENSIONS = 5
PREDICATE = st.tuples(st.integers(-1, DIMENSIONS - 1), st.integers(0, 2))


@given(
    st.lists(st.lists(st.integers(0, 2), min_size=DIMENSIONS, max_size=DIMENSIONS), max_size=30),
    st.lists(st.lists(PREDICATE, min_size=3, max_size=3), min_size=1, max_size=40),
    st.sampled_from([0, 1, 1 << 24]),
)
def test_rows_in_cells_are_those_with_all_their_codes(
    rows: list[list[int]], asked: list[list[tuple[int, int]]], most: int
) -> None:
    codes = np.array(rows, dtype=np.int8).reshape(len(rows), DIMENSIONS)
    both = np.array(asked, dtype=np.int64)
    expected = [
        (cell, row)
        for cell, predicates in enumerate(asked)
        for row in range(len(rows))
        if all(0 < digit == codes[row, dimension] for dimension, digit in predicates if dimension >= 0)
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cells, "_MOST_KEPT", most)
        coded = CodedRows.of(codes)
        for _ in range(2):
            of_cells, found = coded.in_cells(both[:, :, 0], both[:, :, 1])
            assert list(zip(of_cells.tolist(), found.tolist(), strict=True)) == expected


@given(
    st.lists(st.lists(st.integers(0, 120), min_size=13, max_size=13), max_size=30, unique_by=tuple),
    st.lists(st.one_of(st.integers(0, 29), st.lists(st.integers(0, 120), min_size=13, max_size=13)), max_size=30),
    st.sampled_from([121, 1000, 1 << 20]),
)
def test_groups_of_so_many_codes_that_no_number_holds_them_are_found(
    groups: list[list[int]], asked: list[int | list[int]], size: int
) -> None:
    rows = [groups[each % len(groups)] if groups and isinstance(each, int) else each for each in asked]
    rows = [row for row in rows if isinstance(row, list)]
    expected = [groups.index(row) if row in groups else -1 for row in rows]
    as_codes = (np.array(each, dtype=np.int32).reshape(len(each), 13) for each in (groups, rows))
    assert indexes_in(*as_codes, [size] * 13).tolist() == expected


def test_memory_does_not_grow_with_the_number_of_codes() -> None:
    count, codes = 4_000_000, 100
    coded = CodedRows.of(np.random.default_rng(1).integers(0, codes, (count, 1)).astype(np.int8))
    for code in range(codes):
        coded.in_cells(np.array([[0]]), np.array([[code]]))
    assert sum(bits.nbytes for bits in coded._bits.values()) <= (1 << 24) + count
