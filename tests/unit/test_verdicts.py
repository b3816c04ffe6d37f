"""The paper's rule: the most likely reading decides, where enough of the probability agrees with it."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import inf, nan

import pytest

from factcheck.candidates.space import Candidate
from factcheck.catalogue.schema import Column, Table
from factcheck.check.messages import message
from factcheck.inference.posterior import LikelyQuery, Posterior
from factcheck.inference.verdicts import Verdict, judge
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.mentions import find_numbers
from factcheck.queries.fragments import Function
from factcheck.queries.query import CandidateQuery
from factcheck.queries.results import found_value
from factcheck.settings import Settings

AMOUNT = Column(1, 1, "amount", "amount", "numeric", "N", None)
WEIGHT = Column(2, 1, "weight", "weight", "double precision", "N", None)
SALES = Table(1, "sales", "public.sales", None, (AMOUNT, WEIGHT))


def reading(probability, matches, function=Function.COUNT, column=None):
    joined = Relations([SALES]).of(frozenset([1]))
    return LikelyQuery(Candidate(0, ()), CandidateQuery(joined, function, column, ()), probability, matches)


def judged(*readings, p_matching=0.0, value=Decimal(7), **changed):
    posterior = Posterior(readings, p_matching, True, None, 1.0, 0.999)
    return judge(posterior, [value] * len(readings), Settings(**changed))


@pytest.mark.parametrize(
    ("matches", "p_matching", "verdict"),
    [
        (True, 0.9, Verdict.SUPPORTED),
        (True, 0.5, Verdict.SUPPORTED),
        (True, 0.4, Verdict.NOT_ENOUGH_INFO),
        (False, 0.1, Verdict.REFUTED),
        (False, 0.5, Verdict.REFUTED),
        (False, 0.6, Verdict.NOT_ENOUGH_INFO),
    ],
)
def test_the_most_likely_reading_decides_beyond_the_threshold(matches, p_matching, verdict):
    found = judged(reading(0.4, matches), reading(0.1, not matches), p_matching=p_matching)
    assert found.verdict is verdict
    assert found.p_correct == p_matching
    assert [(each.probability, each.matches, each.value) for each in found.readings] == [
        (0.4, matches, Decimal(7)),
        (0.1, not matches, Decimal(7)),
    ]


def test_thresholds_are_settings():
    likely = reading(0.4, True)
    assert judged(likely, p_matching=0.4, supported_threshold=0.3).verdict is Verdict.SUPPORTED
    assert judged(likely, p_matching=0.9, supported_threshold=0.95).verdict is Verdict.NOT_ENOUGH_INFO


def test_without_a_reading_there_is_not_enough_information():
    found = judged()
    assert (found.verdict, found.p_correct, found.readings) == (Verdict.NOT_ENOUGH_INFO, 0.0, ())


def test_a_reading_without_a_value_contradicts_nothing():
    found = judged(reading(0.9, False, Function.AVG, AMOUNT), p_matching=0.01, value=None)
    assert found.verdict is Verdict.NOT_ENOUGH_INFO
    [number] = find_numbers("The average amount is 7.")
    assert message(number, found).startswith("The data cannot tell: ")


@pytest.mark.parametrize(
    ("function", "column", "result", "value"),
    [
        (Function.COUNT, None, Fraction(1204), "1204"),
        (Function.SUM, AMOUNT, Fraction(1234567890123), "1234567890123"),
        (Function.SUM, AMOUNT, Fraction(12345678901234567891, 100), "123456789012345678.91"),
        (Function.SUM, WEIGHT, 0.1 + 0.2, "0.3"),
        (Function.SUM, WEIGHT, Fraction(12345678901234567, 10), "1234567890123460"),
        (Function.AVG, AMOUNT, Fraction(2, 3), "0.666666666667"),
        (Function.AVG, AMOUNT, Fraction(10**14, 3), "33333333333333.33"),
        (Function.AVG, AMOUNT, Fraction(10**18 + 1, 3), "333333333333333334"),
        (Function.MEDIAN, AMOUNT, Fraction(10**14 + 1, 2), "50000000000000.5"),
        (Function.PERCENTAGE, None, Fraction(100, 3), "33.3333333333"),
        (Function.MAX, WEIGHT, 0.12345678901234566, "0.12345678901234566"),
        (Function.AVG, AMOUNT, Fraction(200), "200"),
        (Function.AVG, AMOUNT, nan, None),
        (Function.MAX, WEIGHT, inf, None),
    ],
)
def test_values_show_the_digits_that_are_sure(function, column, result, value):
    shown = found_value(result, function, column)
    assert shown == (None if value is None else Decimal(value))
    assert shown is None or "E" not in str(shown)
