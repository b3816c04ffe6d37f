"""Columns that hold a part of a date are told from those that say how long something takes; nobody adds them up."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from factcheck.candidates.build import amounts_of, product_part
from factcheck.candidates.claim_view import ClaimView
from factcheck.catalogue.schema import Column, Table
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.mentions import find_numbers
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.retrieval.calendar_columns import is_day_in_figures, is_part_of_date
from factcheck.retrieval.column_ranges import ColumnRange
from factcheck.retrieval.relevance import Relevance
from factcheck.settings import Settings


def column(name, type_name="integer", number=1):
    return Column(number, 1, name, name, type_name, "N", None)


def between(least, greatest):
    return ColumnRange(Fraction(least), Fraction(greatest), Fraction(greatest * 100))


@pytest.mark.parametrize(
    ("name", "least", "greatest"),
    [
        ("day_of_month", 1, 31),
        ("month", 1, 12),
        ("hour", 0, 23),
        ("week", 1, 53),
        ("day_of_year", 1, 366),
        ("dow", 0, 6),
    ],
)
def test_places_in_a_calendar_are_parts_of_dates(name, least, greatest):
    assert is_part_of_date(column(name), between(least, greatest))


@pytest.mark.parametrize(
    ("name", "type_name", "known"),
    [
        ("days", "integer", between(1, 31)),
        ("day_count", "integer", between(1, 31)),
        ("hour", "integer", between(1, 90)),
        ("hour", "numeric", between(1, 24)),
        ("month", "integer", None),
        ("size", "integer", between(1, 6)),
    ],
)
def test_what_is_counted_or_measured_is_none(name, type_name, known):
    assert not is_part_of_date(column(name, type_name), known)


def score(function, known):
    """The score of an aggregate of a column called month, beside one called weeks that has as good a score."""
    columns = (column("month", number=1), column("months", number=2))
    table = Table(1, "visit", "clinic.visit", None, columns)
    relevance = Relevance(dict.fromkeys(FUNCTIONS, 0.0), {1: 0.5, 2: 0.5}, {1: 0.5}, ())
    relevance = replace(relevance, ranges={1: known, 2: known})
    [number] = find_numbers("It was 6.4 in all.")
    part = product_part(ClaimView(number, relevance), Relations([table]), Settings())
    scores = {each.column: each.score for each in part.aggregates if each.function is function}
    return scores[columns[0]] / scores[columns[1]]


@pytest.mark.parametrize("function", [SUM, AVG])
def test_parts_of_dates_are_hardly_added_up_or_averaged(function):
    assert score(function, between(1, 12)) < 0.6 * score(function, between(1, 90))


@pytest.mark.parametrize("name", ["sent_date", "day", "dt_sent"])
def test_days_in_figures_are_told_by_name_and_values(name):
    assert is_day_in_figures(column(name), between(20190531, 20240102))


@pytest.mark.parametrize(
    ("name", "type_name", "known"),
    [
        ("sent_date", "integer", None),
        ("sent_date", "integer", between(17000, 19900)),
        ("sent_date", "integer", between(20190531, 90240102)),
        ("sent_date", "text", between(20190531, 20240102)),
        ("people", "integer", between(20190531, 20240102)),
    ],
)
def test_other_numbers_are_no_days_in_figures(name, type_name, known):
    assert not is_day_in_figures(column(name, type_name), known)


@pytest.mark.parametrize("function", [SUM, AVG])
def test_days_in_figures_are_no_amounts(function):
    columns = (column("sent_date", number=1), column("parcels", number=2))
    table = Table(1, "tour", "depot.tour", None, columns)
    relevance = Relevance(dict.fromkeys(FUNCTIONS, 0.0), {1: 0.5, 2: 0.1}, {1: 0.5}, ())
    relevance = replace(relevance, ranges={1: between(20190531, 20240102), 2: between(1, 90)})
    [number] = find_numbers("It was 6.4 in all.")
    part = product_part(ClaimView(number, relevance), Relations([table]), Settings())
    assert {each.column for each in part.aggregates if each.function is function} == {columns[1]}
    assert amounts_of(relevance, Relations([table]), 9) == (columns[1],)
