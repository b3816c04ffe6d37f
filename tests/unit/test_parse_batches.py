"""Texts are parsed together in batches, in their order."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from factcheck.nlp.batches import batched


@given(st.lists(st.text(max_size=9)), st.integers(1, 20))
def test_batches_have_all_texts_in_order_and_are_as_long_as_they_may_be(texts, most):
    batches = list(batched(texts, len, most))
    assert [text for batch in batches for text in batch] == texts
    assert all(batch and (len(batch) == 1 or sum(map(len, batch)) <= most) for batch in batches)
    assert all(sum(map(len, one)) + len(other[0]) > most for one, other in itertools.pairwise(batches))
