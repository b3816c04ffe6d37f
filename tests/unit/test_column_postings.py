"""Terms of literals in memory: their binary forms, their rarity, their lengths."""

from __future__ import annotations

import math
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.text_index.postings import (
    LiteralTerms,
    PackedPostings,
    integers,
    length_factors,
    pack_postings,
    rarities_of,
    rarity,
    term_weight,
)

INTEGER = st.integers(-(2**31), 2**31 - 1)


@given(st.lists(INTEGER))
def test_integers_come_back(values):
    assert integers(b"".join(struct.pack(">i", value) for value in values)).tolist() == values


def test_nothing_sent_is_no_integer():
    assert integers(None).tolist() == []


@given(st.lists(st.tuples(st.integers(0, 120), st.floats(0, 120)), max_size=20))
def test_what_is_packed_is_unpacked(pairs):
    terms = LiteralTerms(
        np.array([count for count, _ in pairs], dtype=np.float64),
        np.array([rare for _, rare in pairs], dtype=np.float64),
    )
    unpacked = LiteralTerms.unpack(*terms.pack())
    assert unpacked.counts.tolist() == terms.counts.tolist()
    assert unpacked.rarities.tolist() == pytest.approx(terms.rarities.tolist(), rel=1e-6, abs=1e-30)


@given(st.lists(st.sets(st.integers(0, 9)), min_size=1, max_size=9))
def test_counts_and_rarities_of_literals_are_those_of_their_terms(literals):
    having = {term: [n for n, own in enumerate(literals) if term in own] for own in literals for term in own}
    pairs = [(number, len(numbers)) for numbers in having.values() for number in numbers]
    terms = LiteralTerms.of(
        len(literals),
        np.array([number for number, _ in pairs], dtype=np.int64),
        np.array([frequency for _, frequency in pairs], dtype=np.int64),
    )
    assert terms.counts.tolist() == [len(own) for own in literals]
    expected = [sum(rarity(len(literals), len(having[term])) for term in own) for own in literals]
    assert terms.rarities.tolist() == pytest.approx(expected)


@given(st.integers(1, 10**6), st.data())
def test_the_rarest_terms_have_rarity_one_and_the_others_less(size, data):
    frequency = data.draw(st.integers(1, size))
    assert rarity(size, 1) == 1
    assert 0 < rarity(size, frequency) <= 1
    assert rarity(size, frequency) == pytest.approx(float(rarities_of(np.array([size]), np.array([frequency]))[0]))


def test_longer_literals_have_smaller_factors():
    factors = length_factors(np.array([1.0, 2.0, 3.0]), np.full(3, 2.0))
    assert factors[0] > factors[1] > factors[2] > 0
    assert factors[1] == 1
    assert length_factors(np.empty(0), np.empty(0)).tolist() == []
    assert all(math.isfinite(factor) for factor in length_factors(np.zeros(2), np.zeros(2)))


TERM = st.text(min_size=1, max_size=5)
COLUMN = st.lists(st.tuples(TERM, st.lists(st.integers(0, 999), min_size=1, max_size=4, unique=True)), max_size=8)


@given(st.dictionaries(st.integers(1, 2**31 - 1), COLUMN, max_size=4), st.lists(TERM, unique=True, max_size=8))
def test_packed_postings_give_each_term_what_each_column_has(columns, asked):
    packed = [
        (
            number,
            pack_postings(
                [term for term, _ in entries],
                np.array([len(fragments) for _, fragments in entries], dtype=np.int64),
                np.array([fragment for _, fragments in entries for fragment in fragments], dtype=np.int64),
            ),
        )
        for number, entries in columns.items()
    ]
    found = PackedPostings(packed).of_terms(asked)
    parts = np.split(found.fragments, np.cumsum(found.sizes)[:-1]) if len(found.sizes) else []
    rows = zip(found.columns.tolist(), found.term.tolist(), (part.tolist() for part in parts), strict=True)
    expected = [
        (number, asked.index(term), fragments)
        for number, entries in columns.items()
        for term, fragments in entries
        if term in asked
    ]
    assert sorted(rows) == sorted(expected)


def test_a_term_counts_more_the_more_often_it_occurs_up_to_a_limit():
    assert term_weight(1) == 1
    weights = [term_weight(frequency) for frequency in (0.0, 0.5, 1, 2, 10, 1000)]
    assert weights == sorted(weights)
    assert weights[-1] < 2.2
