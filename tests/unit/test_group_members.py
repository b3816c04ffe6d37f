"""Groups of rows of which a predicate selects one, and what they are called."""

from __future__ import annotations

import pytest

from factcheck.catalogue.schema import Column
from factcheck.queries.group_members import group_words, grouping_of, member_sql, member_words, part_of, period_before
from factcheck.queries.groups import Grouping
from factcheck.queries.predicates.period import Period

DAY = Column(1, 1, "day", "day", "date", "D", None)
TEXT = Column(2, 1, "quarter", "quarter", "text", "S", None)


def period(start: str, end: str) -> Period:
    return Period(DAY, start, end)


@pytest.mark.parametrize(
    ("start", "end", "part", "name", "before"),
    [
        ("2016-01-01", "2017-01-01", "year", "2016", "2015"),
        ("2016-10-01", "2016-11-01", "year_month", "October 2016", "September 2016"),
        ("2016-01-01", "2016-02-01", "year_month", "January 2016", "December 2015"),
        ("2016-12-01", "2017-01-01", "year_month", "December 2016", "November 2016"),
        ("2016-03-01", "2016-03-02", "day", "1 March 2016", "29 February 2016"),
    ],
)
def test_a_year_a_month_of_it_and_a_day_are_groups(start, end, part, name, before) -> None:
    one = period(start, end)
    assert grouping_of(one) == Grouping(DAY, part)
    assert member_words(one) == name
    earlier = period_before(one)
    assert earlier is not None
    assert member_words(earlier) == before
    assert member_words(Period(DAY, earlier.end, one.end)) == name


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("2016-01-01", "2018-01-01"),
        ("2016-01-01", "2016-04-01"),
        ("2016-10-02", "2016-11-02"),
        ("2016-10-01", "2016-10-31"),
        ("2016-02-01", "2017-02-01"),
    ],
)
def test_other_stretches_of_time_are_no_groups(start, end) -> None:
    assert part_of(period(start, end)) is None
    assert grouping_of(period(start, end)) is None
    assert period_before(period(start, end)) is None


def test_open_stretches_are_no_groups() -> None:
    assert grouping_of(Period(DAY, None, "2016-01-01")) is None
    assert grouping_of(Period(DAY, "2016-01-01", None)) is None


def test_a_group_is_told_by_what_its_rows_share() -> None:
    assert member_sql(period("2016-01-01", "2017-01-01"), "owner") == "owner = 2016"
    assert member_sql(period("2016-10-01", "2016-11-01"), "owner") == "owner = '2016-10-01'"


def test_years_of_texts_are_groups_and_their_months_are_not() -> None:
    year = Period(TEXT, "2016-01-01", "2017-01-01", "year quarter")
    by = grouping_of(year)
    assert by is not None
    assert by.part is None
    assert "Q" in by.column.sql_name
    assert grouping_of(Period(TEXT, "2016-10-01", "2016-11-01", "year quarter")) is None


@pytest.mark.parametrize(
    ("part", "value", "words"),
    [
        ("month", "5", "May"),
        ("isodow", "7", "Sunday"),
        ("year_month", "2016-10-01", "October 2016"),
        ("day", "2017-01-16", "16 January 2017"),
        ("day", "infinity", "infinity"),
        ("year", "2016", "2016"),
        (None, "2017-01-16", "2017-01-16"),
    ],
)
def test_groups_are_called_as_a_reader_would(part, value, words) -> None:
    assert group_words(part, value) == words
