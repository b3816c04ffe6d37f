"""The paper's rule: the most likely reading decides, where enough of the probability agrees with it."""

from __future__ import annotations

from decimal import Decimal
from math import inf, nan

import pytest

from factcheck.catalogue.fragments import Function
from factcheck.catalogue.relation_sets import Relations
from factcheck.catalogue.schema import Column, Table
from factcheck.model.posterior import LikelyQuery, Posterior
from factcheck.model.query_space import Candidate, CandidateQuery
from factcheck.model.verdicts import Verdict, judge
from factcheck.numbers.mentions import find_numbers
from factcheck.settings import Settings
from factcheck.wording import message

AMOUNT = Column(1, 1, "amount", "amount", "numeric", "N", None)
WEIGHT = Column(2, 1, "weight", "weight", "double precision", "N", None)
SALES = Table(1, "sales", "public.sales", None, (AMOUNT, WEIGHT))


def reading(probability, matches, function=Function.COUNT, column=None):
    joined = Relations([SALES]).of(frozenset([1]))
    return LikelyQuery(Candidate(0, ()), CandidateQuery(joined, function, column, ()), probability, matches)


def judged(*readings, p_matching=0.0, value=7.0, **changed):
    posterior = Posterior(readings, p_matching, True, None, 1.0, 0.999)
    return judge(posterior, lambda _: value, Settings(**changed))


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


@pytest.mark.parametrize("undefined", [nan, inf])
def test_a_reading_without_a_value_contradicts_nothing(undefined):
    found = judged(reading(0.9, False, Function.AVG, AMOUNT), p_matching=0.01, value=undefined)
    assert found.verdict is Verdict.NOT_ENOUGH_INFO
    [number] = find_numbers("The average amount is 7.")
    assert message(number, found).startswith("The data cannot tell: ")


@pytest.mark.parametrize(
    ("function", "column", "result", "value"),
    [
        (Function.COUNT, None, 1204.0, "1204"),
        (Function.SUM, AMOUNT, 1234567890123.0, "1234567890123"),
        (Function.SUM, WEIGHT, 0.1 + 0.2, "0.3"),
        (Function.AVG, AMOUNT, 2 / 3, "0.666666666667"),
        (Function.MAX, WEIGHT, 0.12345678901234, "0.12345678901234"),
        (Function.AVG, AMOUNT, 200.0, "200"),
        (Function.AVG, AMOUNT, nan, None),
        (Function.MAX, WEIGHT, inf, None),
    ],
)
def test_values_show_the_digits_that_are_sure(function, column, result, value):
    [shown] = judged(reading(1, False, function, column), value=result).readings
    assert shown.value == (None if value is None else Decimal(value))
    assert shown.value is None or "E" not in str(shown.value)
