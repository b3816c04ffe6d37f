"""The most likely reading decides, where the claim is then correct, or wrong, with enough probability."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from math import inf, nan

import pytest

from factcheck.candidates.space import Candidate
from factcheck.catalogue.schema import Column, Table
from factcheck.check.messages import Missing, message
from factcheck.inference.posterior import LikelyQuery, Posterior
from factcheck.inference.verdicts import Reading, Verdict, judge, judge_readings
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.closeness import Closeness, bands_of
from factcheck.numbers.compared_units import compare_units
from factcheck.numbers.mentions import find_numbers
from factcheck.queries.functions.counts import COUNT, PERCENTAGE
from factcheck.queries.functions.extremes import MAX
from factcheck.queries.functions.median import MEDIAN
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.product_query import product_query, product_shown
from factcheck.queries.query import Measure
from factcheck.settings import Settings

AMOUNT = Column(1, 1, "amount", "amount", "numeric", "N", None)
WEIGHT = Column(2, 1, "weight", "weight", "double precision", "N", None)
SALES = Table(1, "sales", "public.sales", None, (AMOUNT, WEIGHT))
[NUMBER] = find_numbers("7")


def reading(probability, matches, function=COUNT, column=None):
    return LikelyQuery(
        Candidate(0, ()), query(function, column), probability, Closeness.AGREES if matches else Closeness.FAR
    )


def query(function, column):
    """Return the query of all rows, or of the rows of one value beside all, for shares."""
    joined = Relations([SALES]).of(frozenset([1]))
    predicates = (Equals(AMOUNT, "1"),) * function.shape.least_predicates
    return product_query(Measure(function, column), joined, predicates, ())


def judged(*likely, p_correct=0.0, value=Decimal(7), **changed):
    readings = [Reading(each.query, value, each.probability, each.closeness) for each in likely]
    return judge_readings(NUMBER, readings, p_correct, Settings(**changed))


@pytest.mark.parametrize(
    ("matches", "p_correct", "verdict"),
    [
        (True, 0.99, Verdict.SUPPORTED),
        (True, 0.96, Verdict.SUPPORTED),
        (True, 0.95, Verdict.NOT_ENOUGH_INFO),
        (False, 0.1, Verdict.REFUTED),
        (False, 0.5, Verdict.REFUTED),
        (False, 0.51, Verdict.NOT_ENOUGH_INFO),
    ],
)
def test_the_most_likely_reading_decides_beyond_the_threshold(matches, p_correct, verdict):
    found = judged(reading(0.6, matches), reading(0.1, not matches), p_correct=p_correct)
    assert found.verdict is verdict
    assert found.p_correct == p_correct
    assert [(each.probability, each.matches, each.value) for each in found.readings] == [
        (0.6, matches, Decimal(7)),
        (0.1, not matches, Decimal(7)),
    ]


def test_thresholds_are_settings():
    likely = reading(0.4, True)
    assert judged(likely, p_correct=0.4, supported_threshold=0.3).verdict is Verdict.SUPPORTED
    assert judged(likely, p_correct=0.9, supported_threshold=0.92).verdict is Verdict.NOT_ENOUGH_INFO


def test_without_a_reading_there_is_not_enough_information():
    found = judge(NUMBER, Posterior((), 0.0, True, (), 1.0, ()), [], {}, Settings(), 0.2)
    assert (found.verdict, found.p_correct, found.readings) == (Verdict.NOT_ENOUGH_INFO, 0.8, ())


def test_a_reading_without_a_value_contradicts_nothing():
    found = judged(reading(0.9, False, AVG, AMOUNT), p_correct=0.01, value=None)
    assert found.verdict is Verdict.NOT_ENOUGH_INFO
    [number] = find_numbers("The average amount is 7.")
    assert message(number, found).startswith("The data cannot tell: ")


@pytest.mark.parametrize(
    ("function", "column", "result", "value"),
    [
        (COUNT, None, Fraction(1204), "1204"),
        (SUM, AMOUNT, Fraction(1234567890123), "1234567890123"),
        (SUM, AMOUNT, Fraction(12345678901234567891, 100), "123456789012345678.91"),
        (SUM, WEIGHT, 0.1 + 0.2, "0.3"),
        (SUM, WEIGHT, Fraction(12345678901234567, 10), "1234567890123460"),
        (AVG, AMOUNT, Fraction(2, 3), "0.666666666667"),
        (AVG, AMOUNT, Fraction(10**14, 3), "33333333333333.33"),
        (AVG, AMOUNT, Fraction(10**18 + 1, 3), "333333333333333334"),
        (MEDIAN, AMOUNT, Fraction(10**14 + 1, 2), "50000000000000.5"),
        (PERCENTAGE, None, Fraction(100, 3), "33.3333333333"),
        (MAX, WEIGHT, 0.12345678901234566, "0.12345678901234566"),
        (AVG, AMOUNT, Fraction(200), "200"),
        (AVG, AMOUNT, nan, None),
        (MAX, WEIGHT, inf, None),
    ],
)
def test_values_show_the_digits_that_are_sure(function, column, result, value):
    shown = query(function, column).shown(result)
    assert shown == product_shown(Measure(function, column), result)
    assert shown == (None if value is None else Decimal(value))
    assert shown is None or "E" not in str(shown)


@pytest.mark.parametrize(
    ("text", "value", "verdict"),
    [
        ("over 550 boats", 594, Verdict.NOT_ENOUGH_INFO),
        ("fewer than 550 boats", 510, Verdict.NOT_ENOUGH_INFO),
        ("550 boats", 594, Verdict.REFUTED),
        ("over 550 boats", 510, Verdict.REFUTED),
        ("over 550 boats", 5000, Verdict.REFUTED),
    ],
)
def test_what_is_true_to_the_letter_is_not_refuted(text, value, verdict):
    [number], settings = find_numbers(text), Settings(refuted_threshold=1)
    likely = replace(reading(0.9, False), closeness=bands_of(number, settings).closeness(Decimal(value)))
    found = judge(
        number, Posterior((likely,), 0.9, True, (), 1.0, ()), [Decimal(value)], defaultdict(float), settings, 0.1
    )
    assert found.verdict is verdict
    is_right = verdict is Verdict.NOT_ENOUGH_INFO
    assert message(number, found).startswith("It is right as it is worded, though not near: ") is is_right


def test_only_a_sure_reading_is_told_as_what_the_data_say():
    [number] = find_numbers("They sold 120 of them.")
    assert message(number, judged(reading(0.6, False))).startswith("Stated 120, the data say 7: ")
    unsure = message(number, judged(reading(0.4, False)))
    assert unsure == "Stated 120, but what is most likely meant, the number of rows in sales, is 7."
    agrees = message(number, judged(reading(0.4, True), p_correct=0.99))
    assert agrees.startswith("The data agree with what is most likely meant: ")


def test_what_nothing_in_the_tables_is_about_is_named():
    [number] = find_numbers("They cast 120 votes.")
    unlikely = replace(judged(reading(0.6, False), p_correct=0.9), p_meant=0.1)
    assert message(number, unlikely, missing=Missing("votes")).startswith(
        "Nothing in the added tables is about votes; "
    )
    likely = replace(unlikely, p_meant=0.7)
    assert "Nothing in the added tables" not in message(number, likely, missing=Missing("votes"))
    assert message(number, judged(), missing=Missing("votes")) == "Nothing in the added tables is about votes."


def of_values(*pairs, p_correct=0.01, p_meant=0.9):
    """Return the judgement of readings with these values and probabilities, of which none agrees."""
    readings = [Reading(query(COUNT, None), Decimal(value), p, Closeness.FAR) for value, p in pairs]
    readings[1:] = [replace(each, query=query(SUM, AMOUNT)) for each in readings[1:]]
    return replace(judge_readings(NUMBER, readings, p_correct, Settings()), p_meant=p_meant)


def test_a_value_that_likely_readings_give_together_is_offered():
    [number] = find_numbers("They sold 120 of them.")
    together = "Stated 120, but the likely readings give 7, first of them the number of rows in sales."
    assert message(number, of_values((7, 0.4), (7, 0.3), (9, 0.2))) == together


def test_a_refuted_number_without_a_likely_value_is_told_what_to_look_at():
    [number] = find_numbers("They sold 120 of them.")
    unsure = "Stated 120, but what is most likely meant, the number of rows in sales, is 7"
    assert message(number, of_values((7, 0.4), (9, 0.2))) == f"{unsure}; look also at the total of amount in sales, 9."
    assert message(number, of_values((7, 0.4), (9, 0.05))) == f"{unsure}."


def test_what_is_left_open_tells_what_was_missing():
    [number] = find_numbers("They sold 120 of them.")
    start = "It is not clear what is meant: the number of rows in sales is 7, but "
    open_one = of_values((7, 0.4), (9, 0.2), p_correct=0.9)
    assert message(number, open_one, missing=Missing(left_out=("votes", "Lima"))) == (
        f'{start}that leaves out "votes" and "Lima".'
    )
    assert message(number, open_one) == f"{start}another reading, the total of amount in sales, gives 9."
    assert message(number, of_values((7, 0.9), p_correct=0.9)) == f"{start}something else may be meant."


def test_a_value_near_the_number_refutes_it():
    near = LikelyQuery(Candidate(0, ()), query(COUNT, None), 0.3, Closeness.NEAR)
    assert judged(near, p_correct=0.01).verdict is Verdict.REFUTED


def said(text, value, matches):
    [number] = find_numbers(text)
    found = judged(reading(0.9, matches), p_correct=0.99 if matches else 0.01, value=Decimal(value))
    return message(number, found)


def test_a_rounded_result_is_said_to_be_rounded():
    assert said("They sold 46,000 of them.", 46087, True).endswith(" is 46,087, which rounds to 46,000.")
    assert said("They sold 46,087 of them.", 46087, True).endswith(" is 46,087.")


def test_a_result_that_looks_as_it_is_stated_is_not_said_to_be_rounded():
    assert said("It took 11.3 minutes.", "11.300113", True).endswith(" is 11.3.")
    assert said("It took 11.3 minutes.", "11.31", True).endswith(" is 11.31, which rounds to 11.3.")


def test_what_is_too_far_off_for_rounding_does_not_read_as_agreement():
    assert said("10 of the victims were white.", 14, False).startswith(
        "Stated 10, the data say 14 (too far off for rounding): "
    )
    assert said("The mean was 76.77 points.", "76.778", False).startswith(
        "Stated 76.77, the data say 76.778 (cut off, not rounded): "
    )


@pytest.mark.parametrize(
    ("text", "value", "told"),
    [
        ("They weighed 4.2 kg on average.", "4201.75", "is 4,201.75, a thousand times more than 4.2."),
        ("He earned $25 million on average.", "25", "is 25, a million times less than $25 million."),
    ],
)
def test_a_value_in_another_unit_refutes_nothing(text, value, told):
    [number] = find_numbers(text)
    other_unit = LikelyQuery(Candidate(0, ()), query(AVG, WEIGHT), 0.9, Closeness.UNIT)
    found = judged(other_unit, p_correct=0.01, value=Decimal(value))
    assert found.verdict is Verdict.NOT_ENOUGH_INFO
    assert message(number, found).startswith("It may be right in another unit: the average of weight in sales")
    assert message(number, found).endswith(told)


def test_a_count_has_no_unit():
    count = LikelyQuery(Candidate(0, ()), query(COUNT, None), 0.9, Closeness.UNIT)
    assert judged(count, p_correct=0.01, value=Decimal(4200)).verdict is Verdict.REFUTED


def test_years_are_written_without_separators():
    number = replace(find_numbers("It was in 2011.")[0], unit="year")
    judgement = judged(reading(0.9, False, MAX, AMOUNT), value=Decimal(2021))
    assert "the data say 2021:" in message(number, judgement)


WEIGHT_IN_GRAMS = Column(3, 1, "weight_g", "weight_g", "numeric", "N", None, unit="g")


def in_grams(text, value, function=AVG):
    """Judge a number by one sure reading: an aggregate of grams."""
    [number] = find_numbers(text)
    asked = query(function, WEIGHT_IN_GRAMS)
    closeness = bands_of(number, Settings(), asked.result_unit).closeness(value)
    read = Reading(asked, value, 0.9, closeness, compare_units(number, asked.result_unit))
    judgement = judge_readings(NUMBER, [read], 0.99 if closeness is Closeness.AGREES else 0.1, Settings())
    return judgement.verdict, message(number, judgement)


@pytest.mark.parametrize(
    ("text", "value", "verdict", "told"),
    [
        ("4.2 kg", "4201.75", Verdict.SUPPORTED, "is 4,201.75 g, that is 4.202 kg, which rounds to 4.2 kg."),
        ("3.75 kg", "3750", Verdict.SUPPORTED, "is 3,750 g, that is 3.75 kg."),
        (
            "4.5 kg",
            "4201.75",
            Verdict.REFUTED,
            "Stated 4.5 kg, the data say 4,201.75 g, that is 4.202 kg: the average",
        ),
        ("4,202 g", "4201.75", Verdict.SUPPORTED, "is 4,201.75, which rounds to 4,202."),
        ("4.2", "4200", Verdict.NOT_ENOUGH_INFO, "is 4,200, a thousand times more than 4.2."),
        ("4.2 kg", "4.2", Verdict.NOT_ENOUGH_INFO, "a thousand times less than 4.2 kg."),
        ("4.2 cm", "4.2", Verdict.NOT_ENOUGH_INFO, "is 4.2, in g, which cannot be compared with 4.2 cm."),
        ("76.78 kg", "76778", Verdict.SUPPORTED, "which rounds to 76.78 kg."),
        ("76.77 kg", "76778", Verdict.REFUTED, "that is 76.778 kg (cut off, not rounded)"),
    ],
)
def test_messages_tell_both_units(text, value, verdict, told):
    found, said = in_grams(text, Decimal(value))
    assert found is verdict, said
    assert told in said
