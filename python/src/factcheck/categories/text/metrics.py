"""What a score is worth that should be high for true pairs and low for false ones."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]


def area_under_curve(scores: Floats, labels: Booleans) -> float:
    """Return the share of pairs of a true and a false case in which the true one scores higher; ties count half."""
    order = np.argsort(scores, kind="stable")
    _, first, counts = np.unique(scores[order], return_index=True, return_counts=True)
    ranks = np.empty(len(scores))
    ranks[order] = np.repeat(first + (counts + 1) / 2, counts)
    positives = int(labels.sum())
    negatives = len(labels) - positives
    if not positives or not negatives:
        return float("nan")
    return float((ranks[labels].sum() - positives * (positives + 1) / 2) / (positives * negatives))


def average_precision(scores: Floats, labels: Booleans) -> float:
    """Return the mean precision at each true case, the highest score first; of equal scores false ones come first."""
    order = np.lexsort((labels, -scores))
    sorted_labels = labels[order]
    precision = np.cumsum(sorted_labels) / np.arange(1, len(labels) + 1)
    return float(precision[sorted_labels].mean()) if sorted_labels.any() else float("nan")


def balanced_accuracy(scores: Floats, labels: Booleans, threshold: float = 0.5) -> tuple[float, float, float]:
    """Return the mean of the shares of true and of false cases that are told, then each of them."""
    told = scores >= threshold
    of_true = float(told[labels].mean()) if labels.any() else float("nan")
    of_false = float((~told[~labels]).mean()) if (~labels).any() else float("nan")
    return (of_true + of_false) / 2, of_true, of_false


def roc_curve(scores: Floats, labels: Booleans) -> list[tuple[float, float]]:
    """Return the points of the curve: share of false cases taken, share of true cases taken, at each threshold."""
    points = [(0.0, 0.0)]
    for threshold in np.unique(scores)[::-1]:
        told = scores >= threshold
        points.append((float(told[~labels].mean()), float(told[labels].mean())))
    return points


def reciprocal_rank(is_right: Sequence[bool]) -> float:
    """Return 1 by the rank of the first right answer, 0 without one."""
    return next((1 / rank for rank, right in enumerate(is_right, 1) if right), 0.0)


def total_reciprocal_rank(is_right: Sequence[bool]) -> float:
    """Return the sum of 1 by rank over all right answers."""
    return sum(1 / rank for rank, right in enumerate(is_right, 1) if right)
