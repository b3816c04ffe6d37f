"""Fits and measures models of categories on labelled pairs, each pair judged by a model that was not fitted to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from factcheck.categories.text.metrics import area_under_curve, average_precision, balanced_accuracy
from factcheck.categories.text.models import PAPER_FEATURES, CategoryModel, Evidence, features_of, fit_model
from factcheck.errors.catalogue.categories import category_labels_missing

_FOLDS, _ENOUGH_CATEGORIES = 5, 10
_PULL_OF_PAPER, _PULL = 1.0, 20.0
_EVEN = 0.5

Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]


class Metrics(NamedTuple):
    """What a model is worth on labelled pairs; `unknown` of them have no probability."""

    pairs: int
    unknown: int
    auc: float
    average_precision: float
    balanced_accuracy: float
    true_found: float
    false_kept: float


def measured(scores: Sequence[float | None], labels: Sequence[bool], unknown: float) -> Metrics:
    """Measure scores; `unknown` stands for a probability that is not known."""
    outcomes = np.array(labels, dtype=np.bool_)
    filled = np.array([unknown if score is None else score for score in scores])
    return Metrics(
        len(labels),
        sum(score is None for score in scores),
        area_under_curve(filled, outcomes),
        average_precision(filled, outcomes),
        *balanced_accuracy(filled, outcomes),
    )


def fit(model: str, rows: Sequence[Evidence], labels: Sequence[bool]) -> CategoryModel:
    """Fit a model, and move its base so that 0.5 errs as often on both labels, on categories that it was not fitted to.

    Pairs of a category that it was fitted to would be told better than those of others are.  Where there are few
    categories, those left would say too little: then each pair is told by a model fitted to other pairs.
    """
    _require_both(labels)
    features = [features_of(row, model) for row in rows]
    fitted = fit_model(model, features, labels, _PULL_OF_PAPER if model in PAPER_FEATURES else _PULL)
    if model in PAPER_FEATURES:
        return fitted
    categories = [row.pair.category for row in rows]
    groups = categories if len(set(categories)) >= _ENOUGH_CATEGORIES else range(len(rows))
    scores = out_of_fold(model, rows, labels, groups)
    threshold = _even_threshold(np.array([_EVEN if score is None else score for score in scores]), np.array(labels))
    return CategoryModel(model, fitted.base - float(np.log(threshold / (1 - threshold))), fitted.weights)


def _even_threshold(scores: Floats, labels: Booleans) -> float:
    """Return the threshold at which the share of true pairs that are missed is that of false ones that are taken."""
    thresholds = np.linspace(0.01, 0.99, 197)
    shares = [balanced_accuracy(scores, labels, threshold)[1:] for threshold in thresholds]
    differences = np.array([abs(found - kept) for found, kept in shares])
    return float(thresholds[differences <= differences.min() + 1e-9].mean())


def out_of_fold(
    model: str, rows: Sequence[Evidence], labels: Sequence[bool], groups: Sequence[object]
) -> list[float | None]:
    """Return the probability of each pair from a model that was fitted to the pairs of other groups.

    It is None, too, where these have one label alone.
    """
    _require_both(labels)
    distinct = list(dict.fromkeys(groups))
    fold = {group: index % _FOLDS for index, group in enumerate(distinct)}
    scores: list[float | None] = [None] * len(rows)
    features = [features_of(row, model) for row in rows]
    for number in range(_FOLDS):
        chosen = [index for index, group in enumerate(groups) if fold[group] != number]
        if len({labels[index] for index in chosen}) < 2:
            continue  # what is left has one label alone: no model can be fitted to it
        pull = _PULL_OF_PAPER if model in PAPER_FEATURES else _PULL
        fitted = fit_model(model, [features[index] for index in chosen], [labels[index] for index in chosen], pull)
        for index, group in enumerate(groups):
            if fold[group] == number:
                scores[index] = fitted.probability(rows[index], features[index])
    return scores


def unknown_probability(scores: Sequence[float | None], labels: Sequence[bool]) -> float:
    """Return how probable a pair without a probability is, both labels weighing the same in all."""
    of_true = sum(score is None and label for score, label in zip(scores, labels, strict=True)) / sum(labels)
    of_false = sum(score is None and not label for score, label in zip(scores, labels, strict=True)) / (
        len(labels) - sum(labels)
    )
    return (of_true + 0.01) / (of_true + of_false + 0.02)


def _require_both(labels: Sequence[bool]) -> None:
    if len(set(labels)) < 2:
        raise category_labels_missing()
