"""Measures which heading is told of a column: the first, or among the first three, out of fold by table."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from factcheck.categories.columns.knowledge import FEATURES, ColumnKnowledge
from factcheck.categories.columns.profile import ColumnProfile, Floats
from factcheck.quality.categories.cases import LabelledColumn
from factcheck.weights.categories import column_weights

_FOLDS = 5
_LEAST_COLUMNS = 10
_ROUNDS, _RATE = 300, 0.05
_MOST_FITTED = 1_500


@dataclass(frozen=True, slots=True)
class MeasuredColumns:
    """How many columns, of how many headings; the shares told first and among three, with each feature alone, too."""

    columns: int
    headings: int
    first: float
    among_three: float
    without_siblings: tuple[float, float]
    alone: dict[str, tuple[float, float]]
    weights: dict[str, float]


@dataclass(frozen=True, slots=True)
class _Told:
    features: Floats
    right: int
    fold: int


def measure_columns(columns: Sequence[LabelledColumn], seed: int = 1) -> MeasuredColumns:
    """Tell each column's heading from the columns of other tables; weights are fitted to other tables, too."""
    profiles = [ColumnProfile.of(index, each.table, each.heading, each.values) for index, each in enumerate(columns)]
    counts = Counter(profile.heading for profile in profiles)
    told = _all_told(profiles, counts, seed)
    fitted = [_fit([each for each in told if each.fold != fold], seed) for fold in range(_FOLDS)]
    scores = [each.features @ fitted[each.fold] for each in told]
    siblings = FEATURES.index("siblings")
    without = [each.features @ np.where(np.arange(len(FEATURES)) == siblings, 0.0, fitted[each.fold]) for each in told]
    return MeasuredColumns(
        len(told),
        sum(count >= _LEAST_COLUMNS for count in counts.values()),
        *_shares(scores, told),
        _shares(without, told),
        {
            name: _shares([each.features[:, index] for each in told], told)
            for index, name in enumerate(FEATURES)
            if name in ("linear", "neighbours", "bayes")
        },
        dict(zip(FEATURES, map(float, _fit(told, seed)), strict=True)),
    )


def _all_told(profiles: Sequence[ColumnProfile], counts: Counter[str], seed: int) -> list[_Told]:
    tables = sorted({profile.relation for profile in profiles})
    np.random.default_rng(seed).shuffle(tables)
    fold = {table: index % _FOLDS for index, table in enumerate(tables)}
    beside: defaultdict[str, list[ColumnProfile]] = defaultdict(list)
    for profile in profiles:
        beside[profile.relation].append(profile)
    told = []
    for number in range(_FOLDS):
        knowledge = ColumnKnowledge([profile for profile in profiles if fold[profile.relation] != number])
        for profile in profiles:
            if fold[profile.relation] != number or counts[profile.heading] < _LEAST_COLUMNS:
                continue
            siblings = [each.heading for each in beside[profile.relation] if each is not profile]
            features = knowledge.features(profile, siblings)
            if features is None or profile.heading not in knowledge.number:
                features = np.zeros((1, len(FEATURES)))  # not told: as good as wrong
                told.append(_Told(np.vstack((features, features + 1)), 0, number))
            else:
                told.append(_Told(features, knowledge.number[profile.heading], number))
    return told


def _fit(told: Sequence[_Told], seed: int) -> Floats:
    """Return the weights of the features under which the right headings are likeliest, by gradient ascent."""
    drawn = np.random.default_rng(seed).permutation(len(told))[:_MOST_FITTED]
    weights = np.array([column_weights()[name] for name in FEATURES])
    for _ in range(_ROUNDS):
        gradient = np.zeros(len(FEATURES))
        for index in drawn:
            each = told[index]
            scores = each.features @ weights
            shares = np.exp(scores - scores.max())
            gradient += each.features[each.right] - (shares / shares.sum()) @ each.features
        weights = weights + _RATE * gradient / len(drawn)
    return weights


def _shares(scores: Sequence[Floats], told: Sequence[_Told]) -> tuple[float, float]:
    """Return how often the right heading scores first, and among the first three; of equal ones it is the last."""
    ranks = np.array([(score >= score[each.right]).sum() for score, each in zip(scores, told, strict=True)])
    return float((ranks <= 1).mean()), float((ranks <= 3).mean())
