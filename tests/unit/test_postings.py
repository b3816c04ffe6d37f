"""Postings in memory: their binary forms, and what terms are looked up in them."""

from __future__ import annotations

import struct

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from factcheck.text_index.arrays import integers
from factcheck.text_index.postings import PackedPostings, pack_postings

INTEGER = st.integers(-(2**31), 2**31 - 1)


@given(st.lists(INTEGER))
def test_integers_come_back(values):
    assert integers(b"".join(struct.pack(">i", value) for value in values)).tolist() == values


def test_nothing_sent_is_no_integer():
    assert integers(None).tolist() == []


TERM = st.text(min_size=1, max_size=5)
SOURCE = st.lists(st.tuples(TERM, st.lists(st.integers(0, 999), min_size=1, max_size=4, unique=True)), max_size=8)


@given(st.dictionaries(st.integers(1, 2**31 - 1), SOURCE, max_size=4), st.lists(TERM, unique=True, max_size=8))
def test_packed_postings_give_each_term_what_each_source_has(sources, asked):
    packed = [
        (
            number,
            pack_postings(
                [term for term, _ in entries],
                np.array([len(fragments) for _, fragments in entries], dtype=np.int64),
                np.array([fragment for _, fragments in entries for fragment in fragments], dtype=np.int64),
            ),
        )
        for number, entries in sources.items()
    ]
    found = PackedPostings(packed).of_terms(asked)
    parts = np.split(found.fragments, np.cumsum(found.sizes)[:-1]) if len(found.sizes) else []
    rows = zip(found.sources.tolist(), found.term.tolist(), (part.tolist() for part in parts), strict=True)
    expected = [
        (number, asked.index(term), fragments)
        for number, entries in sources.items()
        for term, fragments in entries
        if term in asked
    ]
    assert sorted(rows) == sorted(expected)
