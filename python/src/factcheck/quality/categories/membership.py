"""Measures the models on pairs of an answer and the category of its question: trained on some years, told of others."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from factcheck.categories.columns.knowledge import ColumnKnowledge
from factcheck.categories.columns.profile import ColumnProfile
from factcheck.categories.labelled import Metrics, fit, measured, unknown_probability
from factcheck.categories.text.evidence import NEAR, Pair, count_documents, read_known
from factcheck.categories.text.likeness import likenesses
from factcheck.categories.text.metrics import area_under_curve, roc_curve
from factcheck.categories.text.models import PAPER_FEATURES, CategoryModel, Evidence
from factcheck.port import Database
from factcheck.quality.categories.cases import LabelledColumn, LabelledPair
from factcheck.weights.categories import column_weights

TOLD_YEARS = ("1999", "2000")
_DRAWS = 1000


@dataclass(frozen=True, slots=True)
class MeasuredModel:
    """A model fitted to the training years, what it is worth on the others, with a 95 % interval of the AUC."""

    name: str
    model: CategoryModel
    metrics: Metrics
    auc_interval: tuple[float, float]
    curve: list[tuple[float, float]]
    unknown: float


def column_knowledge(columns: Sequence[LabelledColumn]) -> ColumnKnowledge:
    """Return what labelled columns tell, as if they were the database's own."""
    return ColumnKnowledge(
        [ColumnProfile.of(index, each.table, each.heading, each.values) for index, each in enumerate(columns)]
    )


def gather_evidence(
    database: Database,
    pairs: Sequence[LabelledPair],
    knowledge: ColumnKnowledge | None,
    *,
    has_documents: bool,
    has_likeness: bool,
    followed: tuple[int, int] = NEAR,
) -> list[Evidence]:
    """Return what is known of labelled pairs; columns speak where some are known, embeddings if asked."""
    looked_up = [Pair.of(pair.instance, pair.category) for pair in pairs]
    known = read_known(database, looked_up, followed)
    likeness = likenesses(looked_up) if has_likeness else [None] * len(looked_up)
    return [
        Evidence(
            pair,
            known,
            count_documents(database, pair) if has_documents else None,
            _of_columns(knowledge, pair) if knowledge else None,
            alike,
        )
        for pair, alike in zip(looked_up, likeness, strict=True)
    ]


def _of_columns(knowledge: ColumnKnowledge, pair: Pair) -> float | None:
    weights = column_weights()
    told = (knowledge.log_odds(pair.instance, name, weights) for name in pair.categories)
    return next((log_odds for log_odds in told if log_odds is not None), None)


def measure_membership(
    evidence: Sequence[Evidence], pairs: Sequence[LabelledPair], names: Collection[str]
) -> dict[str, MeasuredModel]:
    """Fit models to the training years and measure them on the others."""
    labels = [pair.label for pair in pairs]
    trained = [index for index, pair in enumerate(pairs) if pair.group not in TOLD_YEARS]
    told = [index for index, pair in enumerate(pairs) if pair.group in TOLD_YEARS]
    results = {}
    for name in names:
        model = fit(name, [evidence[index] for index in trained], [labels[index] for index in trained])
        scores = [model.probability(each) for each in evidence]
        unknown = unknown_probability([scores[index] for index in trained], [labels[index] for index in trained])
        if name in PAPER_FEATURES:
            unknown = 0.0  # the paper's models say so where no text holds both
        of_told = [scores[index] for index in told]
        told_labels = [labels[index] for index in told]
        filled = np.array([unknown if score is None else score for score in of_told])
        results[name] = MeasuredModel(
            name,
            model,
            measured(of_told, told_labels, unknown),
            _interval(filled, np.array(told_labels)),
            roc_curve(filled, np.array(told_labels)),
            unknown,
        )
    return results


def _interval(scores: np.ndarray, labels: np.ndarray) -> tuple[float, float]:
    """Return the 95 % bootstrap interval of the area under the curve."""
    generator = np.random.default_rng(1)
    drawn = [generator.integers(0, len(labels), len(labels)) for _ in range(_DRAWS)]
    areas = [area_under_curve(scores[draw], labels[draw]) for draw in drawn if 0 < labels[draw].sum() < len(labels)]
    low, high = np.quantile(areas, [0.025, 0.975])
    return float(low), float(high)
