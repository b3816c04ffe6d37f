"""The features of a candidate as one vector: which group and name stands where, and what each starts with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from factcheck.candidates.learned_features import LEARNED_OF_COUNT
from factcheck.candidates.log_linear import SCORE, LogLinear
from factcheck.inference.known_weights import SCORED
from factcheck.inference.posterior import SHARES
from factcheck.weights.learned import LearnedWeights

Floats = npt.NDArray[np.float64]

_WITHOUT_SCORE = frozenset({LEARNED_OF_COUNT.group})
_EXPONENT = "what the logarithm of the score that other factors make counts for"

PRIOR = {
    "function": (1.0, "what the logarithm of the function's share of the document's queries counts for"),
    "column": (1.0, "what the logarithm of the aggregated column's share counts for"),
    "restriction": (1.0, "what the logarithm of the share of queries that restrict a column counts for"),
    "unrestricted": (0.0, "what the logarithm of the share that do not restrict it counts for, of restricted columns"),
}
"""The exponents of the document prior: start value and meaning."""

EVIDENCE = {
    **{name: f"added to the share of a match's evidence that “{name.replace('_', ' ')}” has" for name in SHARES},
    "agrees": "added to the logarithm of what a match says",
    "matches": "added to the same for each power of ten of the number of matches",
}
"""The weights of the evidence, all of which start with 0."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature: its group and name in the file of weights, its meaning, and the weight it starts with."""

    group: str
    name: str
    meaning: str
    start: float


def _features() -> Iterator[Feature]:
    for features in SCORED:
        if features.group not in _WITHOUT_SCORE:
            yield Feature(features.group, SCORE, _EXPONENT, 1.0)
        for name, meaning in features.meanings.items():
            yield Feature(features.group, name, meaning, 0.0)
    for name, (start, meaning) in PRIOR.items():
        yield Feature("prior", name, meaning, start)
    for name, meaning in EVIDENCE.items():
        yield Feature("evidence", name, meaning, 0.0)


FEATURES = tuple(_features())
"""All features, in the order in which vectors have them."""

START: Floats = np.array([feature.start for feature in FEATURES])
"""The weights that change nothing."""


def index_of(group: str, name: str) -> int:
    """Return where a feature stands in vectors."""
    return _PLACES[group, name]


_PLACES = {(feature.group, feature.name): index for index, feature in enumerate(FEATURES)}


def columns_of(features: LogLinear[...]) -> slice:
    """Return where the features of a group stand in vectors, its exponent left out."""
    first = index_of(features.group, next(iter(features.meanings)))
    return slice(first, first + len(features.meanings))


def as_vector(learned: LearnedWeights) -> Floats:
    """Return weights as a vector."""
    return np.array([learned.of(feature.group).get(feature.name, feature.start) for feature in FEATURES])


def as_groups(weights: Sequence[float] | Floats, digits: int = 3) -> Mapping[str, Mapping[str, float]]:
    """Return the weights of a vector by group and name, those left out that are what they start with, rounded."""
    groups: dict[str, dict[str, float]] = {}
    for feature, weight in zip(FEATURES, weights, strict=True):
        rounded = round(float(weight), digits)
        if rounded != feature.start:
            groups.setdefault(feature.group, {})[feature.name] = rounded
    return groups
