"""The figures of an evaluation, against values computed by hand."""

from __future__ import annotations

import pytest

from factcheck.quality.judging.metrics import (
    brier_skill,
    expected_calibration_error,
    f1_counts,
    pooled,
    ratio,
)


def test_micro_and_macro_ratios() -> None:
    figure = ratio([(1, 4), (3, 3), (0, 0)])
    assert (figure.part, figure.whole) == (4, 7)
    assert figure.micro is not None
    assert figure.macro is not None
    assert figure.micro.value == pytest.approx(4 / 7)
    assert figure.macro.value == pytest.approx((0.25 + 1) / 2)
    assert (figure.micro.low, figure.micro.high) == (0.25, 1.0)


def test_the_interval_narrows_with_the_number_of_data_sets() -> None:
    few, many = ratio([(1, 2), (2, 2)] * 3), ratio([(1, 2), (2, 2)] * 50)
    assert few.micro is not None
    assert many.micro is not None
    assert few.micro.value == many.micro.value == 0.75
    assert many.micro.high - many.micro.low < (few.micro.high - few.micro.low) / 2
    # The mean of 100 shares of variance 1/16 has standard deviation 1/40; 95 % lie within 1.96 of them.
    assert many.macro is not None
    assert many.macro.low == pytest.approx(0.75 - 1.96 / 40, abs=0.01)


def test_all_alike_has_no_spread_and_nothing_has_no_ratio() -> None:
    figure = ratio([(2, 2), (5, 5)])
    assert figure.micro is not None
    assert (figure.micro.low, figure.micro.high) == (1.0, 1.0)
    assert ratio([]).micro is None
    assert ratio([(0, 0)]).macro is None


def test_f1_as_a_ratio() -> None:
    # Precision 3/4 and recall 3/5: F1 = 2 * 0.75 * 0.6 / 1.35.
    part, whole = f1_counts(true_positives=3, predicted=4, actual=5)
    assert part / whole == pytest.approx(2 * 0.75 * 0.6 / 1.35)


def test_expected_calibration_error() -> None:
    # Two bins of two: mean 0.15 against 0.5, mean 0.85 against 1.
    error = expected_calibration_error([0.8, 0.1, 0.9, 0.2], [True, False, True, True], bins=2)
    assert error == pytest.approx((0.35 + 0.15) / 2)


def test_calibrated_probabilities_have_no_error() -> None:
    assert expected_calibration_error([0.5] * 4, [True, False, True, False], bins=1) == 0
    with pytest.raises(ValueError, match="no cases"):
        expected_calibration_error([], [], bins=2)


def test_brier_skill() -> None:
    # Base rate 0.5: reference 0.25. Squared errors 0.04, 0.04, 0.16, 0.16: mean 0.1.
    assert brier_skill([0.8, 0.2, 0.6, 0.4], [True, False, True, False]) == pytest.approx(0.6)
    assert brier_skill([0.5, 0.5], [True, False]) == 0
    assert brier_skill([1.0, 0.0], [True, False]) == 1
    assert brier_skill([0.9, 0.9], [True, True]) is None
    assert brier_skill([], []) is None


def test_pooled_figures_redraw_whole_data_sets() -> None:
    groups = [[(0.9, True), (0.1, False)], [], [(0.4, True), (0.6, False)]]
    figure = pooled(groups, brier_skill)
    assert figure is not None
    # Squared errors 0.01, 0.01, 0.36, 0.36 over 0.25.
    assert figure.value == pytest.approx(1 - 0.185 / 0.25)
    assert figure.high == pytest.approx(1 - 0.01 / 0.25)
    assert figure.low == pytest.approx(1 - 0.36 / 0.25)
    assert pooled([[], []], brier_skill) is None
