"""Places in figures, as data write those that texts have in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.claims.keywords import Keyword
from factcheck.numbers.words import ordinal_value, written_ordinal
from factcheck.retrieval.keyword_terms import keyword_forms


@pytest.mark.parametrize(
    ("place", "written"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (22, "22nd"), (112, "112th")]
)
def test_a_place_is_written_with_its_last_letters(place, written):
    assert written_ordinal(place) == written


@given(st.integers(1, 9999))
def test_a_written_place_is_read_again(place):
    assert ordinal_value(written_ordinal(place)) == place


def test_a_place_that_is_a_name_may_be_one_in_figures():
    assert keyword_forms(Keyword("third", "3", 1.0))[-1] == "3rd"
    assert "3rd" not in keyword_forms(Keyword("third", "third", 1.0))  # a part of a whole
