"""Limits that a sentence tells in another unit, or in full, than a column does whose unit nothing tells."""

from __future__ import annotations

from fractions import Fraction

import pytest

from factcheck.candidates.assumed_units import limits_in_doubt, with_assumed_limits, with_assumed_units
from factcheck.catalogue.schema import Column
from factcheck.numbers.mentions import find_numbers
from factcheck.numbers.single_units import single_unit_limits
from factcheck.queries.predicates.compare import Compare, number_text
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.column_ranges import ColumnRange
from factcheck.retrieval.relevance import Relevance, Seen

CROSSING = Column(1, 1, "crossing", "crossing", "integer", "N", None)
TURNOVER = Column(2, 1, "turnover", "turnover", "numeric", "N", None)
RATE = Column(3, 1, "wreck_rate", "wreck_rate", "numeric", "N", None)
RANGES = {
    1: ColumnRange(Fraction(2400), Fraction(9100), Fraction(10**6)),
    2: ColumnRange(Fraction(3), Fraction(780), Fraction(4000)),
    3: ColumnRange(Fraction(0), Fraction(780), Fraction(4000)),
}


def limits(sentence, column, ranges=RANGES):
    """The bounds that a column is compared with: as the sentence tells them, and in the column's unit."""
    numbers = [number for number in find_numbers(sentence) if number.comparison in {"<", "<=", ">", ">="}]
    numbers += [limit.number for limit in single_unit_limits(sentence)]
    compared = [(Compare(column, n.comparison, number_text(n.value)), Seen(0.5, {"column": 0.5})) for n in numbers]
    relevance = Relevance({}, {}, {}, tuple(compared))
    found = with_assumed_limits(numbers, relevance, ranges)
    assert set(limits_in_doubt(numbers, relevance)) <= {column}
    told = [(predicate.comparison, predicate.bound) for predicate, _ in found.predicates]
    return [] if told == [(predicate.comparison, predicate.bound) for predicate, _ in compared] else told


@pytest.mark.parametrize(
    ("sentence", "column", "told"),
    [
        ("475 ferries needed more than two hours.", CROSSING, [(">", "7200")]),
        ("12 ferries took under 50 minutes.", CROSSING, [("<", "3000")]),
        ("12 ferries took under an hour.", CROSSING, [("<", "3600")]),
        ("28 firms sold more than $100 million worth.", TURNOVER, [(">", "100")]),
        ("28 firms sold more than $100 thousand worth.", TURNOVER, [(">", "100")]),
        ("28 firms sold more than $100.", TURNOVER, []),
        ("28 firms sold more than $900 million.", TURNOVER, []),
        ("28 firms lost more than $100 million.", RATE, []),
        ("475 ferries needed more than two grams.", CROSSING, []),
    ],
)
def test_a_limit_beyond_all_values_is_told_in_the_unit_in_which_it_lies_among_them(sentence, column, told):
    assert limits(sentence, column) == told


def test_a_limit_among_the_values_stays_as_it_is():
    ranges = {1: ColumnRange(Fraction(1), Fraction(9100), Fraction(10**6))}
    assert limits("475 ferries needed more than two hours.", CROSSING, ranges) == []


def test_nothing_is_assumed_where_no_range_is_known_or_nothing_is_compared():
    assert limits("475 ferries needed more than two hours.", CROSSING, {}) == []
    relevance = Relevance({}, {}, {}, ((Equals(CROSSING, "2"), Seen(0.5, {})),))
    assert with_assumed_limits(find_numbers("more than two hours"), relevance, RANGES) is relevance


@pytest.mark.parametrize(("amount", "is_assumed"), [("$355,000", False), ("$5,355,000,000", True)])
def test_an_amount_that_a_column_of_money_has_is_no_thousands_of_another(amount, is_assumed):
    price, porch = (
        Column(4, 1, "price", "price", "integer", "N", None),
        Column(5, 1, "porch", "porch", "integer", "N", None),
    )
    ranges = {
        4: ColumnRange(Fraction(52000), Fraction(663000), Fraction(10**8)),
        5: ColumnRange(*map(Fraction, (0, 508, 9000))),
    }
    relevance = Relevance({}, {4: 0.1, 5: 0.9}, {}, ())
    [number] = find_numbers(f"They sold for {amount}.")
    found = with_assumed_units(number, relevance, (price, porch), ranges)
    assert bool(found.derived) is is_assumed
