"""Features with learned weights: each adds its weight times its value to the logarithm of a candidate's weight.

They stand beside the factors of ``features.py``, whose product they correct: of a part of a candidate with the score S
they make S^e · exp(Σ w·x), with an exponent e and a weight w for each feature x.  Like those each looks at one
part of a candidate, so that the weight of a candidate stays a product (Equation 4).  Where nothing is learned e is 1
and each w is 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import exp
from typing import Generic, ParamSpec

from factcheck.candidates.features import Contribution
from factcheck.weights.learned import LearnedWeights

_Looked = ParamSpec("_Looked")

SCORE = "score"
"""The name of the exponent of a part's score among the weights of its group."""


@dataclass(frozen=True, slots=True)
class _Feature(Generic[_Looked]):
    name: str
    meaning: str
    value: Callable[_Looked, float]


class LogLinear(Generic[_Looked]):
    """The features with learned weights that look at the same thing; ``group`` is what the file of weights calls it."""

    def __init__(self, group: str) -> None:
        self.group = group
        self._features: list[_Feature[_Looked]] = []
        self._weighed: tuple[LearnedWeights, tuple[tuple[_Feature[_Looked], float], ...]] | None = None

    def feature(self, name: str, meaning: str) -> Callable[[Callable[_Looked, float]], Callable[_Looked, float]]:
        """Register a feature; its values should be of the size of 1, since large weights are held to cost more."""

        def register(value: Callable[_Looked, float]) -> Callable[_Looked, float]:
            self._features.append(_Feature(name, meaning, value))
            return value

        return register

    @property
    def meanings(self) -> dict[str, str]:
        """The features' meanings by name."""
        return {feature.name: feature.meaning for feature in self._features}

    def values(self, *looked_at: _Looked.args, **named: _Looked.kwargs) -> tuple[float, ...]:
        """Return the values of all features."""
        return tuple(feature.value(*looked_at, **named) for feature in self._features)

    def exponent(self, learned: LearnedWeights) -> float:
        """Return the exponent of a part's score."""
        return learned.of(self.group).get(SCORE, 1.0)

    def factor(self, learned: LearnedWeights, *looked_at: _Looked.args, **named: _Looked.kwargs) -> float:
        """Return what all features together multiply a score by; those that weigh nothing are not looked at."""
        if not learned.of(self.group):
            return 1.0
        total = 0.0
        for feature, weight in self._with_weights(learned):
            total += weight * feature.value(*looked_at, **named)
        return exp(total)

    def _with_weights(self, learned: LearnedWeights) -> tuple[tuple[_Feature[_Looked], float], ...]:
        """Return the features that weigh anything, found once for the weights that are asked for again and again."""
        if self._weighed is None or self._weighed[0] is not learned:
            weights = learned.of(self.group)
            weighed = ((feature, weights.get(feature.name, 0.0)) for feature in self._features)
            self._weighed = learned, tuple((feature, weight) for feature, weight in weighed if weight)
        return self._weighed[1]

    def of_score(self, learned: LearnedWeights, score: float) -> float:
        """Return what the exponent of a score multiplies it by."""
        return float(score ** (self.exponent(learned) - 1)) if score > 0 else 1.0

    def factors(self, learned: LearnedWeights, *looked_at: _Looked.args, **named: _Looked.kwargs) -> tuple[float, ...]:
        """Return what each feature multiplies a score by, without those that change nothing."""
        values = ((weight, feature.value(*looked_at, **named)) for feature, weight in self._with_weights(learned))
        return tuple(exp(weight * value) for weight, value in values if value)

    def contributions(
        self, learned: LearnedWeights, score: float, *looked_at: _Looked.args, **named: _Looked.kwargs
    ) -> tuple[Contribution, ...]:
        """Return the exponent's factor of a score and those of the features, each with what it stands for."""
        found = []
        if (factor := self.of_score(learned, score)) != 1:
            meaning = f"the factors together count {self.exponent(learned):.3g}-fold"
            found.append(Contribution(SCORE, meaning, factor))
        for feature, weight in self._with_weights(learned):
            value = feature.value(*looked_at, **named)
            if value:
                meaning = f"{feature.meaning} (weight {weight:.3g}, value {value:.3g})"
                found.append(Contribution(feature.name, meaning, exp(weight * value)))
        return tuple(found)
