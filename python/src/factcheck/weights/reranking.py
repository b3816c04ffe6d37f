"""Reads the weights of re-ranking: how features order the likely readings of a claim anew."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

_FILE = Path(__file__).with_name("reranking.toml")


@dataclass(frozen=True, slots=True)
class RerankingWeights:
    """What each feature of a reading adds to the logarithm of its weight; without any the posterior decides alone.

    ``posterior`` weighs the natural logarithm of the posterior.
    """

    posterior: float
    features: Mapping[str, float]


def read_reranking_weights(text: str) -> RerankingWeights:
    """Read weights from TOML; raises ``TypeError`` where one is missing or not known."""
    weights = tomllib.loads(text)
    return RerankingWeights(features=MappingProxyType(weights.pop("features", {})), **weights)


def written_reranking_weights(weights: RerankingWeights, heading: str) -> str:
    """Write weights as TOML, under a comment."""
    lines = [f"# {line}" for line in heading.splitlines()]
    lines += ["", f"posterior = {weights.posterior:.4f}", "", "[features]"]
    return "\n".join([*lines, *(f"{name} = {weight:.4f}" for name, weight in weights.features.items())]) + "\n"


NEUTRAL = RerankingWeights(1.0, {})
"""The weights that leave the order of the posterior."""

RERANKING = read_reranking_weights(_FILE.read_text("utf-8"))
"""The weights of this version."""
