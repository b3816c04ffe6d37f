"""What queries say of themselves in plain words, to the letter."""

from __future__ import annotations

from decimal import Decimal

import pytest

from factcheck.catalogue.schema import Column, Table
from factcheck.joins.graph import Join, JoinSource
from factcheck.joins.relation_sets import Relations
from factcheck.queries.difference import Change, Difference
from factcheck.queries.functions.counts import COUNT, COUNT_DISTINCT
from factcheck.queries.functions.extremes import MAX, MIN
from factcheck.queries.functions.median import MEDIAN
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.group_average import GroupAverage
from factcheck.queries.group_extreme import GroupExtreme
from factcheck.queries.groups import Grouping
from factcheck.queries.look_up import LookUp
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.column_compare import ColumnCompare
from factcheck.queries.predicates.compare import Compare
from factcheck.queries.predicates.date_part import DatePart
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.is_null import IsNull
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.one_of import OneOf
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.text_contains import TextContains
from factcheck.queries.query import Aggregate, Measure
from factcheck.queries.ratio import Ratio
from factcheck.queries.selection import Selection

CITY = Column(1, 1, "home_city", "home_city", "text", "S", None)
AGE = Column(2, 1, "age", "age", "integer", "N", None)
DAY = Column(3, 1, "dayOff", '"dayOff"', "date", "D", None)
WEIGHT = Column(4, 1, "weight", "weight", "double precision", "N", None)
PAID = Column(5, 1, "paid", "paid", "boolean", "B", None)
NAME = Column(20, 2, "name", "name", "text", "S", None)
AREA = Column(21, 2, "area", "area", "numeric", "N", None)
GUEST = Table(1, "guest", "public.guest", None, (CITY, AGE, DAY, WEIGHT, PAID))
COUNTRY = Table(2, "country", "public.country", None, (NAME, AREA))
RELATIONS = Relations([GUEST, COUNTRY], [Join(1, ("country",), 2, ("name",), JoinSource.DECLARED)])
GUESTS = RELATIONS.of(frozenset([1]))
JOINED = RELATIONS.of(frozenset([1, 2]))
COUNTRIES = RELATIONS.of(frozenset([2]))
OSLO, CHILE = Equals(CITY, "Oslo"), Equals(NAME, "Chile")


def of(function, column, *predicates, relations=GUESTS):
    """Return an aggregate over guests."""
    return Aggregate(Measure(function, column), Selection(relations, predicates))


ALL, IN_OSLO, CHILEAN = of(COUNT, None), of(COUNT, None, OSLO), of(COUNT, None, CHILE, relations=JOINED)
ADULTS = of(COUNT, None, Compare(AGE, ">=", "18"))


@pytest.mark.parametrize(
    ("query", "words"),
    [
        (ALL, "the number of rows in guest"),
        (CHILEAN, "the number of rows in guest where name of country is 'Chile'"),
        (of(AVG, AGE, OSLO), "the average of age in guest where home city is 'Oslo'"),
        (of(COUNT_DISTINCT, CITY), "the number of different values of home city in guest"),
        (of(MEDIAN, AREA, relations=JOINED), "the median of area of country in guest"),
        (Ratio(IN_OSLO, ALL), "the percentage of rows in guest where home city is 'Oslo'"),
        (
            Ratio(of(COUNT, None, OSLO, Equals(AGE, "30")), IN_OSLO),
            "of the rows in guest where home city is 'Oslo', the percentage where age is 30",
        ),
        (
            Ratio(of(SUM, AGE, OSLO), of(SUM, AGE)),
            "the percentage of the total of age in guest that falls to rows where home city is 'Oslo'",
        ),
        (
            Ratio(of(SUM, AGE), ALL, factor=1),
            "the total of age in guest divided by the number of rows in guest",
        ),
        (
            Ratio(ALL, ALL),
            "100 times the number of rows in guest divided by the number of rows in guest",
        ),
        (
            Difference(of(MAX, AGE), of(MIN, AGE)),
            "the largest value of age in guest less the smallest value of age in guest",
        ),
        (
            Change(IN_OSLO, ADULTS),
            "by how many per cent the number of rows in guest where age is at least 18 is more than the number of rows"
            " in guest where home city is 'Oslo'",
        ),
        (
            GroupAverage(IN_OSLO, Grouping(DAY, "year_month")),
            "the average, over all months, each of one year, of day off, of the number of rows in guest"
            " where home city is 'Oslo'",
        ),
        (
            GroupAverage(ALL, Grouping(CITY), is_median=True),
            "the median, over all values of home city, of the number of rows in guest",
        ),
        (
            GroupExtreme(ALL, Grouping(CITY), is_share=True),
            "the largest, over all values of home city, of the number of rows in guest,"
            " as a percentage of all together",
        ),
        (
            GroupExtreme(IN_OSLO, Grouping(DAY)),
            "the largest, over all values of day off, of the number of rows in guest where home city is 'Oslo'",
        ),
        (
            GroupExtreme(CHILEAN, Grouping(NAME), is_greatest=False),
            "the smallest, over all values of name of country, of the number of rows in guest where name of country is"
            " 'Chile'",
        ),
        (
            LookUp(AREA, Selection(COUNTRIES, (CHILE,))),
            "the area in the row of country where name is 'Chile'",
        ),
    ],
)
def test_a_query_says_what_it_computes(query, words):
    assert query.words() == words


@pytest.mark.parametrize(
    ("predicate", "words"),
    [
        (OSLO, "x is 'Oslo'"),
        (Equals(PAID, "true"), "x is true"),
        (OneOf(CITY, ("Bergen", "Oslo", "Tromsø")), "x is 'Bergen', 'Oslo' or 'Tromsø'"),
        (OneOf(AGE, ("3", "4")), "x is 3 or 4"),
        (Between(AGE, "25", "34"), "x is from 25 to 34"),
        (Between(AGE, "25", "34", is_below=True), "x is from 25 to below 34"),
        (Compare(AGE, "<", "18"), "x is below 18"),
        (Compare(AGE, "<=", "18"), "x is at most 18"),
        (Compare(DAY, ">", "2021-03-04"), "x is above 2021-03-04"),
        (Period(DAY, "2021-01-01", "2022-01-01"), "x is in 2021"),
        (Period(DAY, "2009-01-01", "2012-01-01"), "x is from 2009 to 2011"),
        (Period(DAY, "2019-05-01", "2019-06-01"), "x is in May 2019"),
        (Period(DAY, "2019-07-01", "2019-10-01"), "x is in the third quarter of 2019"),
        (Period(DAY, "2019-11-01", "2020-02-01"), "x is from November 2019 to January 2020"),
        (Period(DAY, "2019-05-04", "2019-05-05"), "x is 2019-05-04"),
        (Period(DAY, "2019-05-04", "2019-06-01"), "x is from 2019-05-04 to 2019-05-31"),
        (Period(DAY, "2010-01-01", None), "x is in 2010 or later"),
        (Period(DAY, "2010-05-04", None), "x is 2010-05-04 or later"),
        (Period(DAY, None, "2000-05-01"), "x is before May 2000"),
        (DatePart(DAY, "isodow", 7, 7), "x is on a Sunday"),
        (DatePart(DAY, "isodow", 6, 7), "x is on a weekend"),
        (DatePart(DAY, "isodow", 1, 3), "x is from Monday to Wednesday"),
        (DatePart(DAY, "month", 5, 5), "x is in May"),
        (DatePart(DAY, "quarter", 3, 3), "x is in the third quarter"),
        (DatePart(DAY, "hour", 22, 3), "x is from 22:00 to 3:59"),
        (ColumnCompare(WEIGHT, ">", AGE), "x is above age"),
        (IsNull(CITY), "x is missing"),
        (Not(IsNull(CITY)), "x is known"),
        (Not(OSLO), "x is not 'Oslo'"),
        (Not(Period(DAY, "2021-01-01", "2022-01-01")), "x is not in 2021"),
        (Not(TextContains(CITY, "slo")), "x does not contain 'slo'"),
        (Not(ColumnCompare(WEIGHT, "=", AGE)), "x does not equal age"),
        (TextContains(CITY, "slo"), "x contains 'slo'"),
        (TextContains(CITY, "os", at_start=True), "x begins with 'os'"),
    ],
)
def test_a_predicate_says_what_it_selects(predicate, words):
    assert predicate.words("x") == words


def test_a_ratio_of_the_same_rows_has_two_sub_queries():
    assert Ratio(ALL, ALL).sql() == (
        "SELECT 100.0 * (SELECT count(*) FROM public.guest) / nullif((SELECT count(*) FROM public.guest), 0)"
    )


def test_a_difference_of_doubles_shows_no_noise():
    difference = Difference(of(MAX, WEIGHT), of(MIN, WEIGHT))
    assert difference.shown(difference.combine_exact([0.3, 0.1])) == Decimal("0.2")
