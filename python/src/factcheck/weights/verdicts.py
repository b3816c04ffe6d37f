"""Reads the weights of verdicts: how features tell whether a claim's likeliest reading is what is meant."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

_FILE = Path(__file__).with_name("verdicts.toml")


@dataclass(frozen=True, slots=True)
class ReadingWeights:
    """Weights for readings that agree with their claim, or for those that do not.

    ``base`` and the weights of ``features`` add up to the log-odds that the reading is what is meant.  ``offset`` and
    ``slope`` make of these the log-odds that the claim is correct, where one claim in ten is wrong.
    """

    base: float
    offset: float
    slope: float
    features: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class VerdictWeights:
    """The weights for readings that agree, and for those that do not."""

    agreeing: ReadingWeights
    contradicting: ReadingWeights

    def of(self, *, agrees: bool) -> ReadingWeights:
        """Return the weights for a reading that agrees, or does not."""
        return self.agreeing if agrees else self.contradicting


def read_verdict_weights(text: str) -> VerdictWeights:
    """Read weights from TOML; raises ``TypeError`` where one is missing or not known."""
    parts = {
        name: ReadingWeights(features=MappingProxyType(weights.pop("features")), **weights)
        for name, weights in tomllib.loads(text).items()
    }
    return VerdictWeights(**parts)


def written_verdict_weights(weights: VerdictWeights, heading: str) -> str:
    """Write weights as TOML, under a comment."""
    lines = [f"# {line}" for line in heading.splitlines()]
    for name in ("agreeing", "contradicting"):
        of_name: ReadingWeights = getattr(weights, name)
        lines += ["", f"[{name}]"]
        lines += [f"{key} = {getattr(of_name, key):.4f}" for key in ("base", "offset", "slope")]
        lines += ["", f"[{name}.features]", *(f"{key} = {value:.4f}" for key, value in of_name.features.items())]
    return "\n".join(lines) + "\n"


VERDICTS = read_verdict_weights(_FILE.read_text("utf-8"))
"""The weights of this version."""
