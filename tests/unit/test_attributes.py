"""What adjectives and verbs measure: one list for the statements of claims and for questions."""

from __future__ import annotations

import pytest

from factcheck.candidates.statements.words_of_measures import attribute_of
from factcheck.questions.attributes import measured_by
from factcheck.words.attributes import attributes_of


@pytest.mark.parametrize("word", ["heavy", "cheap", "rich", "poor", "old", "young", "paid", "good"])
def test_a_question_looks_first_for_what_a_statement_means_by_a_word(word):
    nouns, is_high = attribute_of(word)
    assert nouns
    assert measured_by(word)[: len(nouns)] == tuple((noun, is_high) for noun in nouns)


def test_what_only_names_of_columns_say_is_no_meaning_of_a_statement():
    [heavy] = attributes_of("heavy")
    assert "kg" in heavy.other_names
    assert "kg" not in attribute_of("heavy")[0]
    assert ("kg", True) in measured_by("heavy")


def test_fast_is_a_high_speed_and_a_low_time():
    assert {("speed", True), ("time", False)} <= set(measured_by("fast"))


def test_an_unknown_word_measures_nothing():
    assert attributes_of("") == ()
    assert measured_by("ferry") == ()
