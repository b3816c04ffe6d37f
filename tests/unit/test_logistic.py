"""Logistic regression finds the likeliest weights, wherever it starts."""

from __future__ import annotations

import numpy as np
import pytest

from factcheck.weights.logistic import fit_logistic, probabilities


def test_a_fit_that_starts_far_away_finds_what_one_from_nothing_finds() -> None:
    """Far out all probabilities are near 0 or 1, and a whole step of Newton's method leads away."""
    draw = np.random.default_rng(3)
    features = np.column_stack((draw.normal(size=400), draw.random(400) < 0.05)).astype(np.float64)
    outcomes = (draw.random(400) < probabilities(features @ np.array([1.0, -2.0]) - 0.5)).astype(np.float64)
    weights = np.ones(400)
    base, near = fit_logistic(features, outcomes, weights, 1e-6)
    far_base, far = fit_logistic(features, outcomes, weights, 1e-6, np.array([40.0, -90.0]))
    assert far_base == pytest.approx(base, abs=1e-3)
    assert far == pytest.approx(near, abs=1e-3)
    assert abs(near[0] - 1) < 0.5
