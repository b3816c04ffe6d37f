"""Measures which of a word's related words are told to be its hypernyms: average precision, out of fold by word."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from factcheck.categories.labelled import out_of_fold
from factcheck.categories.text.metrics import average_precision
from factcheck.categories.text.models import FULL_FEATURES, Evidence
from factcheck.quality.categories.cases import LabelledPair

_UNKNOWN = -1.0

SCORES: Mapping[str, Callable[[Evidence], float]] = {
    "patterns": FULL_FEATURES["matches_of_head"],
    "definitions": FULL_FEATURES["definitions"],
    "smoothed": lambda evidence: (
        FULL_FEATURES["smoothed"](evidence) if not FULL_FEATURES["smoothed_unknown"](evidence) else _UNKNOWN
    ),
    "definitions and smoothed": lambda evidence: (
        2 * FULL_FEATURES["definitions"](evidence) + math.log1p(FULL_FEATURES["smoothed"](evidence))
    ),
    "WordNet itself": FULL_FEATURES["wordnet_distance"],
}


def measure_hypernyms(evidence: Sequence[Evidence], pairs: Sequence[LabelledPair]) -> dict[str, dict[str, float]]:
    """Return the average precision of each score and model on each data set."""
    labels = np.array([pair.label for pair in pairs])
    data_sets = list(dict.fromkeys(pair.group for pair in pairs))
    scores: dict[str, np.ndarray] = {
        name: np.array([score(each) for each in evidence]) for name, score in SCORES.items()
    }
    words = [pair.instance for pair in pairs]
    groups = np.array([pair.group for pair in pairs])
    for model in ("text of words", "full of words"):
        scores[f"model {model}"] = np.full(len(pairs), _UNKNOWN)
        for data_set in data_sets:
            chosen = np.flatnonzero(groups == data_set).tolist()
            told = out_of_fold(
                model,
                [evidence[index] for index in chosen],
                labels[chosen].tolist(),
                [words[index] for index in chosen],
            )
            scores[f"model {model}"][chosen] = [_UNKNOWN if score is None else score for score in told]
    return {
        name: {each: average_precision(values[groups == each], labels[groups == each]) for each in data_sets}
        for name, values in scores.items()
    }
