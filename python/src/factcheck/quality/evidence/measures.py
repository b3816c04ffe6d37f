"""What claims come to: recall of their evidence, the F of the evidence shown, and the labels, with intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from factcheck.evidence.judge import judge
from factcheck.quality.evidence.fit import LABELS, macro_f1
from factcheck.quality.evidence.observe import Observation
from factcheck.quality.judging.metrics import expected_calibration_error
from factcheck.weights.evidence import EvidenceWeights

RECALL_AT = (3, 20, 100)
SHOWN = 4
"""Passages that count as the evidence shown for a claim."""

_RESAMPLES, _BINS = 1_000, 5


@dataclass(frozen=True, slots=True)
class ClaimOutcome:
    """What was found and said of one labelled claim."""

    label: str
    given: str
    probability: float
    recalls: tuple[float, ...]
    reranked_recalls: tuple[float, ...]
    evidence_f: float


@dataclass(frozen=True, slots=True)
class Figure:
    """A measure with its 95 % interval by bootstrap over claims."""

    name: str
    value: float
    low: float
    high: float


def outcome_of(observation: Observation, keys: Sequence[str], weights: EvidenceWeights) -> ClaimOutcome:
    """Judge an observed claim; ``keys`` are those of the first 100 rows that the search finds."""
    gold = observation.claim.evidence
    judged = judge(observation.candidates, weights, len(observation.candidates.found))
    ranked = list(dict.fromkeys(each.found.key for each in judged.passages))
    ranked += [key for key in keys if key not in set(ranked)]
    shown = set(ranked[:SHOWN])
    return ClaimOutcome(
        observation.claim.label,
        judged.label,
        judged.probabilities[judged.label],
        tuple(len(gold & set(keys[:k])) / len(gold) for k in RECALL_AT),
        tuple(len(gold & set(ranked[:k])) / len(gold) for k in RECALL_AT),
        2 * len(gold & shown) / max(len(gold) + len(shown), 1),
    )


def figures(outcomes: Sequence[ClaimOutcome]) -> list[Figure]:
    """Return all measures of some claims, with intervals."""
    measures: list[tuple[str, Callable[[Sequence[ClaimOutcome]], float]]] = [
        *((f"recall@{k}", _recall_at(index)) for index, k in enumerate(RECALL_AT)),
        *((f"recall@{k}, ranked anew", _reranked_recall_at(index)) for index, k in enumerate(RECALL_AT)),
        ("evidence F", _evidence_f),
        ("accuracy", _accuracy),
        ("macro F1", lambda sample: macro_f1([each.given for each in sample], [each.label for each in sample])),
        ("harmonic mean of evidence F and accuracy", _harmonic_mean),
        ("calibration error", _calibration_error),
        ("always supported: accuracy", lambda sample: _mean([each.label == "supported" for each in sample])),
    ]
    draws = np.random.default_rng(0).integers(0, len(outcomes), (_RESAMPLES, len(outcomes))).tolist()
    samples = [[outcomes[index] for index in draw] for draw in draws]
    result = []
    for name, measure in measures:
        low, high = np.quantile([measure(sample) for sample in samples], [0.025, 0.975])
        result.append(Figure(name, measure(outcomes), float(low), float(high)))
    return [*result, _error_if_calibrated(outcomes)]


def _error_if_calibrated(outcomes: Sequence[ClaimOutcome]) -> Figure:
    """Return the calibration error that so few claims show on average where all probabilities are right.

    Labels are drawn to be right by their probabilities; the interval holds 95 of 100 draws.
    """
    stated = [each.probability for each in outcomes]
    chances = np.random.default_rng(0).random((_RESAMPLES, len(stated)))
    errors = [expected_calibration_error(stated, (draw < np.array(stated)).tolist(), _BINS) for draw in chances]
    low, high = np.quantile(errors, [0.025, 0.975])
    return Figure("calibration error where probabilities are right", _mean(errors), float(low), float(high))


def confusion(outcomes: Sequence[ClaimOutcome]) -> dict[tuple[str, str], int]:
    """Return how many claims of each label were given each label."""
    counts = Counter((each.label, each.given) for each in outcomes)
    return {(label, given): counts[label, given] for label in LABELS for given in LABELS}


def _mean(values: Sequence[float]) -> float:
    return sum(values) / max(len(values), 1)


def _recall_at(index: int) -> Callable[[Sequence[ClaimOutcome]], float]:
    return lambda sample: _mean([each.recalls[index] for each in sample])


def _reranked_recall_at(index: int) -> Callable[[Sequence[ClaimOutcome]], float]:
    return lambda sample: _mean([each.reranked_recalls[index] for each in sample])


def _evidence_f(sample: Sequence[ClaimOutcome]) -> float:
    return _mean([each.evidence_f for each in sample])


def _accuracy(sample: Sequence[ClaimOutcome]) -> float:
    return _mean([each.given == each.label for each in sample])


def _harmonic_mean(sample: Sequence[ClaimOutcome]) -> float:
    f, accuracy = _evidence_f(sample), _accuracy(sample)
    return 2 * f * accuracy / max(f + accuracy, 1e-9)


def _calibration_error(sample: Sequence[ClaimOutcome]) -> float:
    return expected_calibration_error(
        [each.probability for each in sample], [each.given == each.label for each in sample], _BINS
    )
