"""Logistic regression with weighted cases, pulled towards no effect or towards weights known before."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_ROUNDS = 50
_ENOUGH = 1e-8
_OF_BASE = 1e-6


def fit_logistic(
    features: Floats, outcomes: Floats, weights: Floats, pull: float, start: Floats | None = None
) -> tuple[float, Floats]:
    """Fit the log-odds of an outcome as a sum by Newton's method; return the base and a weight for each feature.

    ``features`` has a row for each case, ``outcomes`` are 0 or 1.  ``pull`` is the strength of the L2 penalty on the
    weights of features scaled to a standard deviation of 1; the base is free.  ``start`` are weights, per unit of a
    feature, that they are pulled towards, by default none; a feature that does not vary keeps its own.
    """
    means, scales = features.mean(axis=0), features.std(axis=0)
    scales = np.where(scales > 0, scales, 1.0)
    design = np.column_stack((np.ones(len(features)), (features - means) / scales))
    penalty = np.diag([_OF_BASE, *[pull] * features.shape[1]])
    towards = np.zeros(design.shape[1])
    if start is not None:
        towards[1:] = start * scales
    solution = towards
    for _ in range(_ROUNDS):
        expected = probabilities(design @ solution)
        gradient = design.T @ (weights * (outcomes - expected)) - penalty @ (solution - towards)
        curvature = (design * (weights * expected * (1 - expected))[:, None]).T @ design + penalty
        step = np.linalg.solve(curvature, gradient)
        loss = _loss(design, outcomes, weights, penalty, solution, towards)
        while float(np.abs(step).max()) >= _ENOUGH:  # far from the solution a whole step may lead away from it
            if _loss(design, outcomes, weights, penalty, solution + step, towards) <= loss:
                break
            step = step / 2
        solution = solution + step
        if float(np.abs(step).max()) < _ENOUGH:
            break
    unscaled = solution[1:] / scales
    return float(solution[0] - (unscaled * means).sum()), unscaled


def _loss(
    design: Floats, outcomes: Floats, weights: Floats, penalty: Floats, solution: Floats, towards: Floats
) -> float:
    """Return minus the logarithm of the likelihood of the outcomes, and the penalty of a solution."""
    log_odds, away = design @ solution, solution - towards
    return float((weights * (np.logaddexp(0.0, log_odds) - outcomes * log_odds)).sum() + away @ penalty @ away / 2)


def probabilities(log_odds: Floats) -> Floats:
    """Turn log-odds into probabilities."""
    result: Floats = 1 / (1 + np.exp(-np.clip(log_odds, -30.0, 30.0)))
    return result
