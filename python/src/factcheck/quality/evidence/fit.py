"""Fit the weights by which passages are ranked and labelled, and claims judged by them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from factcheck.evidence.features import OF_RULES
from factcheck.evidence.judge import Candidates, label_features, ranked_passages
from factcheck.quality.evidence.cases import FOLDS
from factcheck.quality.evidence.observe import Observation
from factcheck.quality.fitting.lbfgs import minimise
from factcheck.weights.evidence import EvidenceWeights, Floats, LogLinear

LABELS = ("not_enough_info", "supported", "refuted", "disputed")
STANCES = ("not_enough_info", "supported", "refuted")

_OF_SEARCH = frozenset({"score", "rank", "terms_shared"})
_OF_EMBEDDINGS = frozenset({"similarity", "mean_similarity"})
_RANK_PULL, _STANCE_PULL, _LABEL_PULL = 10.0, 20.0, 60.0
"""Strength of the L2 penalty on weights of features that are scaled to a standard deviation of 1."""

_BALANCES = tuple(product((1.0, 1.15, 1.3, 1.5), (1.0, 1.3, 1.6, 2.0, 2.5)))
"""What the probabilities of refuted and of disputed claims may be multiplied by."""


def fit_evidence_weights(observations: Sequence[Observation], has_similarity: bool) -> EvidenceWeights:
    """Fit all three models, and choose the balance of the labels on claims that each model has not seen."""
    balance = _best_balance(observations, has_similarity)
    return replace(_fit(observations, has_similarity), balance=balance)


def _fit(observations: Sequence[Observation], has_similarity: bool) -> EvidenceWeights:
    left_out = OF_RULES if has_similarity else OF_RULES | _OF_EMBEDDINGS
    rows = [features for each in observations for features in each.candidates.features]
    outcomes = ["evidence" if flag else "other" for each in observations for flag in each.are_evidence]
    rank = fit_log_linear(rows, outcomes, ("other", "evidence"), left_out, _RANK_PULL)
    judged = [pair for each in observations for pair in each.judged]
    stance = fit_log_linear(
        [features for features, _ in judged],
        [label for _, label in judged],
        STANCES,
        left_out | _OF_SEARCH,
        _STANCE_PULL,
    )
    weights = EvidenceWeights(rank, stance, rank, {})
    label = fit_log_linear(
        [_label_row(each.candidates, weights) for each in observations],
        [each.claim.label for each in observations],
        LABELS,
        left_out,
        _LABEL_PULL,
    )
    return replace(weights, label=label)


def _label_row(candidates: Candidates, weights: EvidenceWeights) -> dict[str, float]:
    return label_features(candidates.claim, ranked_passages(candidates, weights))


def fit_log_linear(
    rows: Sequence[Mapping[str, float]],
    outcomes: Sequence[str],
    names: tuple[str, ...],
    left_out: frozenset[str],
    pull: float,
) -> LogLinear:
    """Fit a log-linear model with an L2 penalty; features that never change get no weight."""
    features = tuple(name for name in rows[0] if name not in left_out)
    values = np.array([[row[name] for name in features] for row in rows])
    means, scales = values.mean(axis=0), values.std(axis=0)
    scaled = (values - means) / np.where(scales > 0, scales, 1.0)
    with_base = np.column_stack([scaled, np.ones(len(rows))])
    wanted = np.zeros((len(rows), len(names)))
    wanted[np.arange(len(rows)), [names.index(outcome) for outcome in outcomes]] = 1.0
    penalties = np.append(np.full(len(features), pull), 0.0)

    def loss(flat: Floats) -> tuple[float, Floats]:
        weights = flat.reshape(len(names), -1)
        sums = with_base @ weights.T
        sums -= sums.max(axis=1, keepdims=True)
        logs = sums - np.log(np.exp(sums).sum(axis=1, keepdims=True))
        value = -float((logs * wanted).sum()) + 0.5 * float((penalties * weights**2).sum())
        gradient = (np.exp(logs) - wanted).T @ with_base + penalties * weights
        return value, gradient.ravel()

    fitted = minimise(loss, np.zeros(len(names) * with_base.shape[1]), rounds=300).reshape(len(names), -1)
    weights = np.where(scales > 0, fitted[:, :-1] / np.where(scales > 0, scales, 1.0), 0.0)
    base = fitted[:, -1] - weights @ means
    return LogLinear(names, features, (base - base[0])[1:], (weights - weights[0])[1:])


def _best_balance(observations: Sequence[Observation], has_similarity: bool) -> dict[str, float]:
    """Return the balance with the highest sum of accuracy and macro F1 on claims that no model has seen."""
    labels: list[int] = []
    parts: list[Floats] = []
    for fold in range(FOLDS):
        others = [each for each in observations if each.claim.fold != fold]
        held = [each for each in observations if each.claim.fold == fold]
        if not held or not others:
            continue
        weights = _fit(others, has_similarity)
        parts.append(weights.label.probabilities([_label_row(each.candidates, weights) for each in held]))
        labels += [LABELS.index(each.claim.label) for each in held]
    probabilities, truth = np.concatenate(parts), np.array(labels)
    best = max(_BALANCES, key=lambda pair: _worth(probabilities * np.array([1.0, 1.0, *pair]), truth))
    return {"supported": 1.0, "refuted": best[0], "disputed": best[1]}


def _worth(scores: Floats, truth: Floats) -> float:
    given = scores.argmax(axis=1)
    return float((given == truth).mean()) + macro_f1(given.tolist(), truth.tolist())


def macro_f1(given: Sequence[object], truth: Sequence[object]) -> float:
    """Return the mean over labels of the harmonic mean of precision and recall."""
    scores = []
    for label in sorted(set(truth), key=str):
        right = sum(1 for a, b in zip(given, truth, strict=True) if a == b == label)
        scores.append(2 * right / max(sum(a == label for a in given) + sum(b == label for b in truth), 1))
    return sum(scores) / max(len(scores), 1)
