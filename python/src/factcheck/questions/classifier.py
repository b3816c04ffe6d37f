"""Classifiers of questions by their words, what they name left out: which type of fact, which kind of question."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise

WEIGHTS_FILE = "weights.json"
_LEFT_OUT = frozenset("the a an i me you please".split())
_COUNTED = ("N", "C", "T", "V", "L", "ADJ")


@dataclass(frozen=True, slots=True)
class Classifier:
    """A linear classifier: the classes, and for each feature a weight for each class."""

    classes: tuple[str, ...]
    weights: Mapping[str, tuple[float, ...]]

    def probabilities(self, words: Sequence[str]) -> dict[str, float]:
        """Return the probability of each class for the masked words of a question."""
        scores = [0.0] * len(self.classes)
        for feature in features_of(words):
            for index, weight in enumerate(self.weights.get(feature, ())):
                scores[index] += weight
        highest = max(scores)
        parts = [math.exp(score - highest) for score in scores]
        return {name: part / sum(parts) for name, part in zip(self.classes, parts, strict=True)}


def features_of(words: Sequence[str]) -> Iterator[str]:
    """Yield the features of masked words, each once: words, pairs, and how many of what is named."""
    kept = ["^", *(word for word in words if word not in _LEFT_OUT), "$"]
    yield from dict.fromkeys(_features(kept))


def _features(kept: Sequence[str]) -> Iterator[str]:
    yield "*"
    for word in kept[1:-1]:
        yield word
        if word.islower():
            yield from (f"~{word[at : at + 4]}" for at in range(max(len(word) - 3, 1)))
    yield from (" ".join(pair) for pair in pairwise(kept))
    for name in _COUNTED:
        count = sum(word == name for word in kept)
        yield f"#{name}{min(count, 3)}"


@cache
def classifiers() -> Mapping[str, Classifier]:
    """Return the classifiers by name, as they were trained."""
    held = json.loads(files("factcheck.questions").joinpath(WEIGHTS_FILE).read_text("utf-8"))
    return {name: from_json(part) for name, part in held.items()}


def from_json(held: Mapping[str, object]) -> Classifier:
    """Make a classifier of what ``to_json`` gave."""
    classes, weights = held["classes"], held["weights"]
    if not isinstance(classes, list) or not isinstance(weights, dict):
        raise ValueError("not a classifier")
    return Classifier(tuple(classes), {feature: tuple(row) for feature, row in weights.items()})


def to_json(classifier: Classifier) -> dict[str, object]:
    """Return a classifier as plain values."""
    return {
        "classes": list(classifier.classes),
        "weights": {feature: list(row) for feature, row in classifier.weights.items()},
    }


def best_of(probabilities: Mapping[str, float], allowed: Iterable[str] | None = None) -> str:
    """Return the most likely class, of some where these are given; of equal ones the first."""
    names = list(probabilities) if allowed is None else [name for name in probabilities if name in set(allowed)]
    return max(names, key=lambda name: probabilities[name])
