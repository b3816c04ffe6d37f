"""Reads the weights by which passages are ranked and labelled, and claims judged by them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

_FILE = Path(__file__).with_name("evidence.toml")

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LogLinear:
    """Probabilities of some outcomes as exp of a weighted sum of features.

    The first outcome is the one that the others are compared with: its sum is 0.  ``base`` and ``weights`` have a row
    for each other outcome.
    """

    outcomes: tuple[str, ...]
    features: tuple[str, ...]
    base: Floats
    weights: Floats

    def probabilities(self, rows: Sequence[Mapping[str, float]]) -> Floats:
        """Return the probability of each outcome for each row of features."""
        values = np.array([[row[name] for name in self.features] for row in rows]).reshape(-1, len(self.features))
        sums = np.column_stack([np.zeros(len(rows)), values @ self.weights.T + self.base])
        sums -= sums.max(axis=1, keepdims=True)
        powers = np.exp(sums)
        result: Floats = powers / powers.sum(axis=1, keepdims=True)
        return result


@dataclass(frozen=True, slots=True)
class EvidenceWeights:
    """The three models: whether a passage is evidence at all, what it says, and what all of them say together.

    ``balance`` is what the probability of a label is multiplied by before the label is chosen: labels that are rare
    in all would else never be given.
    """

    rank: LogLinear
    stance: LogLinear
    label: LogLinear
    balance: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class EvidenceModels:
    """The weights without and with the similarity of embeddings among the features."""

    words: EvidenceWeights
    similarity: EvidenceWeights | None


_REFERENCES = {"rank": "other", "stance": "not_enough_info", "label": "not_enough_info"}


def read_evidence_weights(text: str) -> EvidenceModels:
    """Read weights from TOML; raises ``KeyError`` where some are missing."""
    parts = tomllib.loads(text)
    similarity = parts.get("similarity")
    return EvidenceModels(_read(parts["words"]), None if similarity is None else _read(similarity))


def _read(part: Mapping[str, Mapping[str, Mapping[str, float]]]) -> EvidenceWeights:
    return EvidenceWeights(
        **{name: _model(part[name], reference) for name, reference in _REFERENCES.items()},
        balance={label: float(str(value)) for label, value in part["balance"].items()},
    )


def _model(part: Mapping[str, Mapping[str, float]], reference: str) -> LogLinear:
    outcomes = list(part)
    features = [name for name in part[outcomes[0]] if name != "base"]
    return LogLinear(
        (reference, *outcomes),
        tuple(features),
        np.array([part[outcome]["base"] for outcome in outcomes]),
        np.array([[part[outcome][name] for name in features] for outcome in outcomes]),
    )


def written_evidence_weights(models: EvidenceModels, heading: str) -> str:
    """Write weights as TOML, under a comment."""
    lines = [f"# {line}" for line in heading.splitlines()]
    for kind, weights in (("words", models.words), ("similarity", models.similarity)):
        if weights is None:
            continue
        lines += ["", f"[{kind}.balance]", *(f"{label} = {value:.2f}" for label, value in weights.balance.items())]
        for name in _REFERENCES:
            model: LogLinear = getattr(weights, name)
            for outcome, base, row in zip(model.outcomes[1:], model.base, model.weights, strict=True):
                lines += ["", f"[{kind}.{name}.{outcome}]", f"base = {base:.4f}"]
                lines += [f"{feature} = {value:.4f}" for feature, value in zip(model.features, row, strict=True)]
    return "\n".join(lines) + "\n"


@cache
def shipped_evidence_weights() -> EvidenceModels:
    """Read the weights that come with the package."""
    return read_evidence_weights(_FILE.read_text("utf-8"))
