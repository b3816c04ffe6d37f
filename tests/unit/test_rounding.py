"""Definition 1 against rounding itself, and what hedges admit."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from factcheck.numbers.rounding import (
    Interval,
    admissible_interval,
    as_result,
    interval,
    is_cut_off,
    matches,
    next_round_number,
)

values = st.decimals(-(10**9), 10**9, places=3) | st.integers(-(10**7), 10**7).map(Decimal)
stated = st.builds(
    lambda digits, power, sign: sign * Decimal(digits).scaleb(power),
    st.integers(1, 9999),
    st.integers(-4, 6),
    st.sampled_from([1, -1]),
)
factors = st.decimals(Decimal("0.8"), Decimal("1.6"), places=4)


def rounds_to(result: Decimal, value: Decimal) -> bool:
    """Definition 1 by trying: every number of significant digits, both ways to round a five."""
    return any(
        Context(prec=digits, rounding=rounding).plus(result) == value
        for digits in range(1, 20)
        for rounding in (ROUND_HALF_UP, ROUND_HALF_EVEN)
    )


@given(stated, factors)
@example(Decimal(1000), Decimal("0.95"))
@example(Decimal(1000), Decimal("1.5"))
@example(Decimal(64), Decimal("1.0078125"))
@example(Decimal(9), Decimal("9.5") / 9)
def test_results_near_a_value_match_as_rounding_says(value, factor):
    result = (value * factor).quantize(Decimal("1E-6"))
    assert matches(result, value) == rounds_to(result, value)


@given(stated)
def test_the_ends_of_the_interval_match_as_rounding_says(value):
    ends = interval(value)
    for end in (ends.low, ends.high):
        assert matches(end, value) == rounds_to(end, value)
        for step in (Decimal("1E-9"), Decimal("-1E-9")):
            assert matches(end + step, value) == rounds_to(end + step, value)


@given(values, values)
def test_any_two_numbers_match_as_rounding_says(result, value):
    assert matches(result, value) == rounds_to(result, value)


@pytest.mark.parametrize(
    ("value", "low", "high", "low_closed", "high_closed"),
    [
        ("63", "62.5", "63.5", True, False),
        ("64", "63.5", "64.5", True, True),
        ("1200", "1150", "1250", True, True),
        ("1000", "950", "1500", True, False),
        ("0.8", "0.75", "0.85", True, True),
        ("-63", "-63.5", "-62.5", False, True),
        ("0", "0", "0", True, True),
    ],
)
def test_interval(value, low, high, low_closed, high_closed):
    assert interval(Decimal(value)) == Interval(Decimal(low), Decimal(high), low_closed, high_closed)


@pytest.mark.parametrize(
    ("value", "comparison", "accepted", "refused"),
    [
        ("60000", ">", ["60001", "66000", "70000"], ["60000", "59999", "70001"]),
        ("250", ">", ["251", "260"], ["250", "261"]),
        ("60500", ">", ["60501", "61000"], ["60500", "61001"]),
        ("60", ">=", ["60", "70"], ["59.9", "70.1"]),
        ("100", "<", ["90", "99.9"], ["100", "89.9"]),
        ("50", "<=", ["40", "50"], ["39.9", "50.1"]),
        ("-100", "<", ["-101", "-200"], ["-100", "-99", "-201"]),
        ("-100", ">", ["-99", "-90"], ["-100", "-89"]),
        ("20", "about", ["15", "25"], ["14.9", "25.1"]),
        ("1234", "about", ["1122", "1371"], ["1121", "1372"]),
        ("66.67", "about", ["61", "74"], ["60", "75"]),
        ("63", "=", ["62.5", "63.4"], ["63.5", "62.4"]),
    ],
)
def test_hedges(value, comparison, accepted, refused):
    admissible = admissible_interval(Decimal(value), None, comparison)
    assert all(Decimal(result) in admissible for result in accepted)
    assert not any(Decimal(result) in admissible for result in refused)


def test_between_rounds_at_both_ends():
    admissible = admissible_interval(Decimal(3), Decimal(5), "between")
    assert admissible == Interval(Decimal("2.5"), Decimal("5.5"), low_closed=True, high_closed=False)


@given(values)
def test_the_next_round_number_is_above_and_near(value):
    following = next_round_number(value)
    assert value < following
    assert following <= value + abs(value) + 1
    assert len(following.normalize().as_tuple().digits) <= 2


@pytest.mark.parametrize(
    ("result", "value", "cut_off"),
    [
        (76.778, "76.77", True),
        (76.773, "76.77", False),
        (1290000, "1200000", True),
        (5.8, "5", True),
        (-5.8, "-5", True),
        (1800, "1000", False),
        (7.5, "76.77", False),
        (0.4, "0", False),
    ],
)
def test_is_cut_off(result, value, cut_off):
    assert is_cut_off(result, Decimal(value)) is cut_off


@pytest.mark.parametrize("result", [float("nan"), float("inf"), Decimal("NaN"), Decimal("-Infinity")])
def test_what_is_no_number_matches_nothing(result):
    assert not matches(result, Decimal(1))
    assert not is_cut_off(result, Decimal(1))


def test_the_order_of_a_sum_changes_nothing():
    assert as_result(0.1 + 0.2) == as_result(0.3)
    assert matches(0.1 + 0.7 - 0.05, Decimal("0.8"))
