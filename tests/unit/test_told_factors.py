"""In which unit a document tells a column: what one of its numbers shows holds for the others."""

from __future__ import annotations

from fractions import Fraction

import pytest

from factcheck.candidates.assumed_units import told_by_kind, told_factors
from factcheck.catalogue.schema import Column
from factcheck.numbers.mentions import find_numbers
from factcheck.retrieval.column_ranges import ColumnRange

SALES = Column(1, 1, "sales", "sales", "numeric", "N", None)
RANGES = {1: ColumnRange(Fraction(0), Fraction("16.27"), Fraction("2998.53"))}


@pytest.mark.parametrize(
    ("text", "factor"),
    [
        ("Together they sold just under 3 million seats, about 7,500 for each shop.", 1000),
        ("The best shop moved 16,270 seats, others 7,500.", 1000),
        ("Together they sold just under 3 million seats.", None),  # nothing else says so
        ("They sold 4 million seats, about 7,500 for each shop.", None),  # no total, and no end
        ("Each of 2,998 shops sold 7,500 seats.", None),  # may be the total as it is
        ("Sales rose by 3 million percent, and 7,500 seats were sold.", None),
    ],
)
def test_a_total_or_an_end_shows_the_unit(text, factor):
    told = told_factors(find_numbers(text), [SALES], RANGES)
    assert told == ({} if factor is None else {1: Fraction(factor)})


JOBS = Column(2, 2, "manufacturing", "manufacturing", "integer", "N", None)
BUILDERS = Column(3, 2, "construction", "construction", "integer", "N", None)
BY_MONTH = {
    2: ColumnRange(Fraction(12065), Fraction(13027), Fraction(1204000)),
    3: ColumnRange(Fraction(7000), Fraction(7475), Fraction(694800)),
}


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("It had 12.07 million jobs, construction 7.48 million.", {2, 3}),
        ("It had 12.07 million jobs, and 12.3 million before.", {2}),
        ("It had 12.07 million jobs.", set()),  # one number alone may lie there by chance
        ("It had 12 million jobs, construction 7 million.", set()),  # as may numbers of few digits
        ("It had 12,070 jobs, construction 7,480.", set()),
    ],
)
def test_numbers_among_the_values_of_a_table_show_the_unit(text, columns):
    told = told_factors(find_numbers(text), [JOBS, BUILDERS], BY_MONTH)
    assert told == dict.fromkeys(columns, Fraction(1000))


SAVED = Column(4, 4, "saved", "saved", "numeric", "N", None)
IDLE = Column(5, 4, "idle", "idle", "integer", "N", None)
OF_A_COUNTRY = {
    4: ColumnRange(Fraction("2.2"), Fraction("17.3"), Fraction("4917.6")),
    5: ColumnRange(Fraction(2685), Fraction(15352), Fraction(4460732)),
}


def test_the_scale_that_most_numbers_show_is_told_and_no_number_is_finer_than_the_values():
    text = "8.53 million were idle, after 9.72 million a year ago and 7.65 million before. They spent 12.2 billion."
    told = told_factors(find_numbers(text), [SAVED, IDLE], OF_A_COUNTRY)
    assert told == {5: Fraction(1000)}  # 8.53 is none of the values that have one decimal


def test_amounts_of_money_tell_nothing_of_people():
    text = (
        "They spent $12.1 trillion, $11.07 trillion a year ago and $3.73 trillion before, and $4.12 trillion at first."
        " 8.53 million were idle, after 9.72 million."
    )
    told = told_by_kind(find_numbers(text), [IDLE], OF_A_COUNTRY)
    assert told[False] == {5: Fraction(1000)}
