"""Reads the learned weights: what named features add to the logarithm of a candidate's weight."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

_FILE = Path(__file__).with_name("learned.toml")

_NOTHING: Mapping[str, float] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class LearnedWeights:
    """Weights of a log-linear score by group and name of the feature; a feature without one keeps its start value."""

    groups: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def of(self, group: str) -> Mapping[str, float]:
        """Return the weights of the features of a group, by name."""
        return self.groups.get(group, _NOTHING)


def read_learned(text: str) -> LearnedWeights:
    """Read weights from TOML: a table for each group.  Raises ``TypeError`` for what is no number."""
    groups: dict[str, Mapping[str, float]] = {}
    for group, weights in tomllib.loads(text).items():
        for name, weight in weights.items():
            if isinstance(weight, bool) or not isinstance(weight, int | float):
                raise TypeError(f'weight "{name}" of group "{group}" is no number')
        groups[group] = MappingProxyType({name: float(weight) for name, weight in weights.items()})
    return LearnedWeights(groups)


NEUTRAL = LearnedWeights()
"""Every weight at its start value: candidates weigh what the factors of ``candidates/features.py`` make of them."""

LEARNED = read_learned(_FILE.read_text("utf-8"))
"""The weights of this version."""
