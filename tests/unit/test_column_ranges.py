"""Between which numbers the values of columns lie, and which limits these columns may have."""

from __future__ import annotations

from fractions import Fraction

import pytest
from support.passages import parsed_passage

from factcheck.catalogue.schema import Column, Table
from factcheck.retrieval.assumed_factors import AssumedFactors
from factcheck.retrieval.column_ranges import ColumnRange
from factcheck.retrieval.generators.thresholds import threshold_predicates
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

PRICE = Column(1, 1, "price", "price", "integer", "N", None)
YEAR = Column(2, 1, "yr_sold", "yr_sold", "integer", "N", None)
HALF_BATHS = Column(3, 1, "half_bath", "half_bath", "integer", "N", None)
SPIKE = Column(4, 1, "mspike", "mspike", "numeric", "N", None)
SPAN = Column(5, 1, "span", "span", "integer", "N", None)
SHARE = Column(6, 1, "pirat", "pirat", "numeric", "N", None)
READING = Column(7, 1, "reading", "reading", "integer", "N", None)
COLUMNS = (PRICE, YEAR, HALF_BATHS, SPIKE, SPAN, SHARE, READING)
CABINS = Table(1, "cabin", "harbour.cabin", None, COLUMNS)


def between(least: str, greatest: str, *, is_whole: bool = True) -> ColumnRange:
    return ColumnRange(Fraction(least), Fraction(greatest), Fraction(10**9), is_whole=is_whole)


RANGES = {
    1: between("12000", "755000"),
    2: between("2006", "2010"),
    3: between("0", "2"),
    4: between("0", "3"),
    5: between("15", "101"),
    6: between("0", "1.5"),
    7: between("9", "74"),
}


def limits(parser, sentence: str, scores: dict[int, float]) -> list[str]:
    """Return the predicates that a sentence's limits make, its first number being the claim, best first."""
    passage, (_, *conditions) = parsed_passage(parser, sentence)
    words = ClaimWords((passage,), tuple(conditions), tuple(conditions))
    cue = PredicateCue(words, [CABINS], scores, ranges=RANGES)
    return [predicate.sql(predicate.column.sql_name) for predicate, _ in threshold_predicates(cue)]


@pytest.mark.parametrize(
    ("sentence", "scores", "first"),
    [
        ("17 cabins fetched more than half a million.", {2: 0.4, 3: 0.3}, "price > 500000"),
        ("17 cabins were found above 2.5 then.", {1: 0.1, 2: 0.4}, "mspike > 2.5"),
        ("17 cabins were sold after more than 2008 tries.", {2: 0.4}, "yr_sold > 2008"),
        ("17 of the men had passed their eightieth birthday.", {2: 0.4}, "span >= 80"),
        ("17 men died before they were thirty.", {2: 0.4}, "span < 30"),
        ("17 men died before the age of 50.", {2: 0.4}, "span < 50"),
    ],
)
def test_a_limit_is_of_the_column_that_has_such_values(parser, sentence, scores, first):
    assert limits(parser, sentence, scores)[0] == first


def test_a_limit_that_many_columns_may_have_is_of_those_that_words_name(parser):
    assert limits(parser, "17 cabins have more than one left.", {3: 0.5}) == ["half_bath > 1"]


def test_whole_numbers_up_to_a_hundred_may_be_percentages(parser):
    named = {column.column_id: 0.5 for column in (HALF_BATHS, SPAN, READING)}
    assert limits(parser, "In 17 towns more than half of the men were reading.", named)[0] == "reading > 50"
    assert not limits(parser, "In 17 towns more than half of them had a bath.", {HALF_BATHS.column_id: 0.5})


def test_values_lie_on_both_sides_of_a_limit():
    known = between("0", "10")
    assert known.has_on_both_sides(Fraction(3), None)
    assert known.has_on_both_sides(None, Fraction(3))
    assert known.has_on_both_sides(Fraction(10), None)
    assert not known.has_on_both_sides(Fraction(0), None)
    assert not known.has_on_both_sides(None, Fraction(10))
    assert not known.has_on_both_sides(Fraction(11), None)
    assert not known.has_on_both_sides(Fraction(-5), Fraction(20))


def test_of_some_rows_others_may_have_values_beyond():
    assert between("1", "10", is_whole=False).may_have(Fraction(90))
    assert not between("1", "10").may_have(Fraction(90))
    assert not between("1", "10", is_whole=False).may_have(Fraction(900))
    assert not between("1", "10", is_whole=False).may_have(Fraction(-5))


def test_sums_reach_as_far_as_all_values():
    known = ColumnRange(Fraction(2), Fraction(9), Fraction(60))
    assert known.may_add_up_to(Fraction(58))
    assert known.may_add_up_to(Fraction(62))  # rounded
    assert not known.may_add_up_to(Fraction(90))
    assert not known.may_add_up_to(Fraction(1))


def test_a_percentage_may_be_the_limit_of_fractions(parser):
    _, (_, limit) = parsed_passage(parser, "17 cabins took more than 40 percent.")
    assert AssumedFactors(limit).of_limit(SHARE) == (100,)
    assert AssumedFactors(limit).of_limit(PRICE) == ()
