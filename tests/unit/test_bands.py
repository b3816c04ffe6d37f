"""Bands of numbers that data write as text, and which of them make up a range of a sentence."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from factcheck.catalogue.schema import Column, Table
from factcheck.claims.passage import Passage
from factcheck.nlp.parser import Token
from factcheck.numbers.bands import Band, read_band, read_bands
from factcheck.numbers.mentions import find_numbers
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.generators.thresholds import band_predicates, threshold_predicates
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

AGE_GROUP = Column(1, 1, "age_group", "age_group", "text", "S", None)
INCOME = Column(2, 1, "income", "income", "text", "S", None)
TABLE = Table(1, "visitor", "museum.visitor", None, (AGE_GROUP, INCOME))
VALUES = {1: ["0-9", "10-17", "18-39", "40-64", "65+"], 2: ["<20k", "20k-50k", "over 50k", "unknown"]}


def band(low, high):
    return Band(None if low is None else Decimal(low), None if high is None else Decimal(high))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("18-24", band(18, 24)),
        ("18 to 24 years", band(18, 24)),
        ("$50K – $99K", band(50000, 99000)),
        ("20-50k", band(20000, 50000)),
        ("(20, 30]", band(20, 30)),
        ("1,000-4,999", band(1000, 4999)),
        ("65+", band(65, None)),
        ("100,000 or more", band(100000, None)),
        ("over 50 years", band(50, None)),
        ("<20k", band(None, 20000)),
        ("5 and under", band(None, 5)),
        ("3", band(3, 3)),
        ("2019-20", None),
        ("2020-01-01", None),
        ("Friday", None),
        ("+44", None),
    ],
)
def test_a_value_is_read_as_a_band(text, expected):
    assert read_band(text) == expected


@pytest.mark.parametrize("values", [["1", "2", "3"], ["Rome", "5-9", "Oslo"], ["4-3", "2-1"], []])
def test_other_values_are_no_bands(values):
    assert read_bands(values) == {}


def cue(text):
    tokens, at = [], 0
    for word in text.split(" "):
        tokens.append(Token(word, at, at + len(word), word.lower(), "NN", "", 0))
        at += len(word) + 1
    passage = Passage(tuple(tokens), (0.5,) * len(tokens), True)
    numbers = tuple(find_numbers(text))
    return PredicateCue(ClaimWords((passage,), numbers, numbers), [TABLE], {2: 1.0}, values=VALUES)


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("visitors under 18", {"0-9", "10-17"}),
        ("visitors aged 65 or older", {"65+"}),
        ("visitors over 65", {"65+"}),
        ("visitors aged 18 to 39", {"18-39"}),
        ("visitors under 30 years", set()),  # some of those from 18 to 39
        ("visitors over 70 years", set()),
        ("the elderly", {"65+"}),
        ("minors", {"0-9", "10-17"}),
        ("adults", {"18-39", "40-64", "65+"}),
        ("visitors in their thirties", set()),
    ],
)
def test_bands_of_ages_make_up_a_range_or_are_left_out(text, chosen):
    found = [predicate for predicate, _ in band_predicates(cue(text)) if predicate.column is AGE_GROUP]
    literals = {literal for p in found for literal in ((p.literal,) if isinstance(p, Equals) else p.literals)}
    assert literals == chosen


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("women in their 40s", "age BETWEEN 40 AND 49"),
        ("the 40s age group", "age BETWEEN 40 AND 49"),
        ("the 30s and 40s age group", "age BETWEEN 30 AND 49"),
        ("women in the 20's and 30's", "age BETWEEN 20 AND 39"),
        ("men in their forties and fifties", "age BETWEEN 40 AND 59"),
        ("songs of the 80s", None),
        ("women of the '80s", None),
    ],
)
def test_tens_of_years_are_ages(text, expected):
    age = Column(3, 2, "age", "age", "integer", "N", None)
    table = Table(2, "runner", "race.runner", None, (age,))
    found = threshold_predicates(replace(cue(text), tables=[table], column_scores={}))
    assert [each.sql(each.column.sql_name) for each, _ in found] == ([] if expected is None else [expected])


def test_bands_of_amounts_need_a_name():
    found = [
        predicate
        for predicate, _ in band_predicates(cue("an income of less than 20,000"))
        if predicate.column is INCOME
    ]
    assert found == [Equals(INCOME, "<20k")]


@pytest.mark.parametrize(
    ("text", "low", "high", "is_said"),
    [
        ("[25,35)", 25, 34, True),
        ("[25,35)", 25, 35, True),
        ("(25, 35]", 26, 35, True),
        ("(25, 35]", 25, 34, False),
        ("25-34", 25, 35, False),
    ],
)
def test_brackets_tell_which_end_is_left_out(text, low, high, is_said):
    found = read_band(text)
    assert found is not None
    assert found.says(band(low, high)) is is_said


def test_a_band_without_its_end_lies_below_it():
    assert read_band("[25,35)").is_inside(band(25, 34))
    assert not read_band("[25,35]").is_inside(band(25, 34))
