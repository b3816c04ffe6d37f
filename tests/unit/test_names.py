"""Keywords of fragments: names split into words, written-together ones too, with synonyms."""

import pytest

from factcheck.names import (
    base_forms,
    name_keywords,
    split_identifier,
    split_written_together,
    substrings,
)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("dep_delay", ["dep", "delay"]),
        ("DepDelay", ["dep", "delay"]),
        ("HTMLPage2", ["html", "page", "2"]),
        ("Units Sold (kg)", ["units", "sold", "kg"]),
        ("année_2013", ["année", "2013"]),
        ("___", []),
    ],
)
def test_split_identifier(name, words):
    assert split_identifier(name) == words


DICTIONARY = {"suspension": 3.0, "nfl": 1.0, "pen": 5.0, "sion": 1.0, "avenue": 2.0, "rev": 1.0, "customer": 4.0}


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("nflsuspension", ["nfl", "suspension"]),
        ("customerxx", ["customer"]),
        ("qqqq", []),
        ("", []),
    ],
)
def test_split_written_together(word, parts):
    assert split_written_together(word, DICTIONARY) == parts


def test_substrings_have_at_least_three_letters_and_leave_out_the_word():
    assert substrings("abcde") == {"abc", "bcd", "cde", "abcd", "bcde"}


def test_base_forms():
    assert "city" in base_forms("cities")
    assert "delay" in base_forms("delays")
    assert base_forms("gas") == ["gas"]


def test_name_keywords_take_the_best_source_of_a_word():
    keywords = {
        k.word: (k.source, k.weight)
        for k in name_keywords("units_sold", "Units that were sold", {"unit": 1, "sell": 1}, {"unit": ["whole"]})
    }
    assert keywords["units"] == ("name", 1.0)
    assert keywords["were"] == ("comment", 0.5)
    assert keywords["whole"] == ("synonym", 0.3)
