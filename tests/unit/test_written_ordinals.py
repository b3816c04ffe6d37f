"""Places in figures, as data write those that texts have in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.claims.keywords import Keyword
from factcheck.numbers.words import ordinal_in_figures, ordinal_value
from factcheck.retrieval.keyword_terms import keyword_forms


@pytest.mark.parametrize(
    ("word", "written"),
    [("first", "1st"), ("second", "2nd"), ("third", "3rd"), ("fourth", "4th"), ("11th", "11th"), ("22th", "22nd")],
)
def test_a_place_is_written_with_its_last_letters(word, written):
    assert ordinal_in_figures(word) == written


def test_what_is_no_place_is_not_written_as_one():
    assert ordinal_in_figures("three") is None


@given(st.integers(1, 9999))
def test_a_written_place_is_read_again(place):
    written = ordinal_in_figures(f"{place}th")
    assert written is not None
    assert ordinal_value(written) == place


def test_a_place_that_is_a_name_may_be_one_in_figures():
    assert keyword_forms(Keyword("third", "3", 1.0))[-1] == "3rd"
    assert "3rd" not in keyword_forms(Keyword("third", "third", 1.0))  # a part of a whole


def test_what_stands_for_words_of_grammar_is_sought_in_no_data():
    assert keyword_forms(Keyword("vs.", "vs.", 1.0)) == ()
    assert keyword_forms(Keyword("vs", "vs", 1.0)) == ()
    assert "us" in keyword_forms(Keyword("us", "us", 1.0))
