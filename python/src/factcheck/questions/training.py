"""Training of the classifiers from templates: each is written out many times, and a linear model is fitted."""

from __future__ import annotations

import random
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from factcheck.questions.classifier import Classifier, features_of

_OF_EACH = 500
_ROUNDS = 200
_STEP = 8.0
_PULL = 1e-4
_RAREST = 4
_LEAST = 0.1
_CHOICE = re.compile(r"\(([^()]*)\)")

Floats = npt.NDArray[np.float32]


def trained(seed: int = 1) -> dict[str, Classifier]:
    """Train the classifiers of types, of kinds and of their methods; the same seed gives the same."""
    templates = _templates()
    draw = random.Random(seed)  # noqa: S311 - no secret
    kinds = {
        "low": [each for of_type in templates["low"].values() for each in of_type],
        "compound": [each for of_method in templates["compound"].values() for each in of_method],
        "fuzzy": [each for of_method in templates["fuzzy"].values() for each in of_method],
        "compound_claim": [each for of_method in templates["claims"].values() for each in of_method],
    }
    return {
        "fact_type": _fitted(templates["low"], draw),
        "kind": _fitted(kinds, draw, of_each=2 * _OF_EACH),
        "compound": _fitted(templates["compound"], draw),
        "fuzzy": _fitted(templates["fuzzy"], draw),
    }


def examples(templates: Sequence[str], draw: random.Random, count: int) -> Iterator[list[str]]:
    """Write templates out, as masked words; each about as often as the others."""
    for number in range(count):
        template = templates[number % len(templates)]
        yield _CHOICE.sub(lambda choice: draw.choice(choice[1].split("|")), template).split()


def _templates() -> dict[str, dict[str, list[str]]]:
    held: dict[str, dict[str, list[str]]] = tomllib.loads(
        files("factcheck.questions").joinpath("templates.toml").read_text("utf-8")
    )
    return held


def _fitted(templates: Mapping[str, Sequence[str]], draw: random.Random, of_each: int = _OF_EACH) -> Classifier:
    classes = tuple(templates)
    cases = [
        (list(features_of(words)), index)
        for index, name in enumerate(classes)
        for words in examples(templates[name], draw, of_each)
    ]
    counts = Counter(feature for features, _ in cases for feature in features)
    names = sorted(feature for feature, count in counts.items() if count >= _RAREST)
    places = {name: index for index, name in enumerate(names)}
    design = np.zeros((len(cases), len(names)), dtype=np.float32)
    for row, (features, _) in enumerate(cases):
        design[row, [places[feature] for feature in features if feature in places]] = 1.0
    outcomes = np.eye(len(classes), dtype=np.float32)[[index for _, index in cases]]
    weights = _descend(design, outcomes)
    kept = {
        name: row.astype(float).round(2)
        for name, row in zip(names, weights, strict=True)
        if np.abs(row).max() >= _LEAST
    }
    return Classifier(classes, {name: tuple(row.tolist()) for name, row in kept.items()})


def _descend(design: Floats, outcomes: Floats) -> Floats:
    """Fit a softmax regression by gradient descent with momentum, pulled towards no effect."""
    weights = np.zeros((design.shape[1], outcomes.shape[1]), dtype=np.float32)
    speed = np.zeros_like(weights)
    scaled = design / design.sum(axis=1, keepdims=True)  # long questions have many features
    for _ in range(_ROUNDS):
        scores = design @ weights
        scores -= scores.max(axis=1, keepdims=True)
        expected = np.exp(scores)
        expected /= expected.sum(axis=1, keepdims=True)
        gradient = scaled.T @ (outcomes - expected) / len(design) - _PULL * weights
        speed = 0.9 * speed + gradient
        weights += _STEP * speed
    return weights
