"""BM25: rarity, lengths, the weight of a term, and the binary form of what scores need to know."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.text_index.bm25 import Bm25, TextStatistics, rarities_of, rarity


@given(st.lists(st.tuples(st.integers(0, 120), st.floats(0, 120)), max_size=20))
def test_what_is_packed_is_unpacked(pairs):
    terms = TextStatistics(
        np.array([count for count, _ in pairs], dtype=np.float64),
        np.array([rare for _, rare in pairs], dtype=np.float64),
    )
    unpacked = TextStatistics.unpack(*terms.pack())
    assert unpacked.counts.tolist() == terms.counts.tolist()
    assert unpacked.rarities.tolist() == pytest.approx(terms.rarities.tolist(), rel=1e-6, abs=1e-30)


@given(st.lists(st.sets(st.integers(0, 9)), min_size=1, max_size=9))
def test_counts_and_rarities_of_texts_are_those_of_their_terms(texts):
    having = {term: [n for n, own in enumerate(texts) if term in own] for own in texts for term in own}
    pairs = [(number, len(numbers)) for numbers in having.values() for number in numbers]
    terms = TextStatistics.of(
        len(texts),
        np.array([number for number, _ in pairs], dtype=np.int64),
        np.array([frequency for _, frequency in pairs], dtype=np.int64),
    )
    assert terms.counts.tolist() == [len(own) for own in texts]
    expected = [sum(rarity(len(texts), len(having[term])) for term in own) for own in texts]
    assert terms.rarities.tolist() == pytest.approx(expected)


@given(st.integers(1, 10**6), st.data())
def test_the_rarest_terms_have_rarity_one_and_the_others_less(size, data):
    frequency = data.draw(st.integers(1, size))
    assert rarity(size, 1) == 1
    assert 0 < rarity(size, frequency) <= 1
    assert rarity(size, frequency) == pytest.approx(float(rarities_of(np.array([size]), np.array([frequency]))[0]))


def test_longer_texts_have_smaller_factors():
    factors = Bm25().length_factors(np.array([1.0, 2.0, 3.0]), np.full(3, 2.0))
    assert factors[0] > factors[1] > factors[2] > 0
    assert factors[1] == 1
    assert Bm25().length_factors(np.empty(0), np.empty(0)).tolist() == []
    assert all(math.isfinite(factor) for factor in Bm25().length_factors(np.zeros(2), np.zeros(2)))


def test_a_term_counts_more_the_more_often_it_occurs_up_to_a_limit():
    assert Bm25().term_weight(1) == 1
    weights = [Bm25().term_weight(frequency) for frequency in (0.0, 0.5, 1, 2, 10, 1000)]
    assert weights == sorted(weights)
    assert weights[-1] < 2.2


def test_without_b_length_says_nothing():
    assert Bm25(b=0.0).length_factors(np.array([1.0, 2.0, 9.0]), np.full(3, 2.0)).tolist() == [1, 1, 1]


def test_with_larger_k1_a_term_that_occurs_again_counts_longer():
    assert Bm25(k1=2.0).term_weight(3) > Bm25(k1=1.2).term_weight(3)
    assert Bm25(k1=2.0).term_weight(1) == 1
