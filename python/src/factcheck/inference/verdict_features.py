"""Features that tell whether a claim's likeliest reading is what is meant, each with what it looks at.

They look at a fixed number of readings, so that a verdict does not depend on how many are asked for, and at no name and
no value of a table: what they learn holds for any text about any tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from factcheck.inference import left_out_features, number_features, reading_features
from factcheck.inference.explained_words import ReadClaim
from factcheck.inference.feature_registry import FEATURES, MEANINGS, READINGS, ReadingView, signs_of
from factcheck.inference.read_document import ReadDocument
from factcheck.runtime.checkpoints import checkpoint

__all__ = ["MEANINGS", "READINGS", "SET_BY_HAND", "START", "signs_of", "verdict_features"]

_REGISTERING = (reading_features, left_out_features, number_features)
"""The modules that register features."""

SET_BY_HAND: Mapping[bool, Mapping[str, float]] = {
    True: {
        "extreme_unsaid": -2.5,
        "function_left_out": -3.0,
        "near_left_out": -3.0,
        "parallel_left_out": -3.0,
        "predicates_unnamed": -2.0,
        "value_left_out": -3.0,
        "values_of_others": -4.0,
        "whole_left_out": -4.0,
    },
    False: {
        "condition_left_out": -3.0,
        "extreme_of_groups": -2.5,
        "extreme_unsaid": -1.5,
        "kind_left_out": -3.5,
        "levels_unsaid": -2.0,
        "percent_of_amount": -3.0,
        "point_moved": -3.0,
        "read_alike": -1.0,
        "restricts_another": -3.0,
        "whole_left_out": -3.0,
    },
}
"""Weights, of readings that agree and of others, which labelled texts do not tell: hardly any has such an error.

A ``point_moved`` is an error that is written into texts for a fit far more often than writers make it.
"""

START: Mapping[str, float] = {
    "counts_all": -3.0,
    "year_left_out": -5.0,
}
"""Weights of readings that do not agree from which a fit starts: few texts have such readings, and these pull less."""


def verdict_features(claims: Sequence[ReadClaim]) -> list[dict[str, float]]:
    """Return the features of each claim of a document; none for a claim without a reading."""
    document = ReadDocument(claims)
    features: list[dict[str, float]] = []
    for claim in claims:
        checkpoint()
        view = ReadingView(claim, document)
        features.append({name: feature(view) for name, feature in FEATURES.items()} if claim.posterior.best else {})
    return features
