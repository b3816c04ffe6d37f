"""Looks through fitted weights before a site takes them: whether this version knows what they weigh."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import fields
from math import isfinite
from typing import Any

from factcheck.candidates.learned_features import (
    LEARNED_OF_COLUMN,
    LEARNED_OF_COUNT,
    LEARNED_OF_FUNCTION,
    LEARNED_OF_LISTED,
    LEARNED_OF_PREDICATE,
)
from factcheck.candidates.log_linear import SCORE, LogLinear
from factcheck.errors.catalogue.weights import kind_of_weights_not_known, weights_not_understood
from factcheck.inference.document_prior import PriorExponents
from factcheck.inference.posterior import SHARES
from factcheck.inference.reranking import RANKING_MEANINGS
from factcheck.inference.verdict_features import MEANINGS
from factcheck.weights.in_force import OF_RERANKING, OF_VERDICTS, READINGS
from factcheck.weights.verdicts import ReadingWeights, VerdictWeights

SCORED: tuple[LogLinear[...], ...] = (
    LEARNED_OF_FUNCTION,
    LEARNED_OF_COLUMN,
    LEARNED_OF_PREDICATE,
    LEARNED_OF_COUNT,
    LEARNED_OF_LISTED,
)
"""The groups of features that are known before anything is evaluated."""

EVIDENCE = (*SHARES, "agrees", "matches")
"""The names of the weights of the evidence."""

_OF_READINGS: Mapping[str, Collection[str]] = {
    **{features.group: {SCORE, *features.meanings} for features in SCORED},
    "prior": {field.name for field in fields(PriorExponents)},
    "evidence": set(EVIDENCE),
}


def require_known(kind: str | None, text: str | None) -> None:
    """Raise ``FactcheckError`` (22023) for weights of no known kind, that are none, or that weigh unknown features."""
    if kind not in {READINGS, OF_RERANKING, OF_VERDICTS}:
        raise kind_of_weights_not_known(kind)
    try:
        groups = tomllib.loads(text or "")
    except tomllib.TOMLDecodeError as error:
        raise weights_not_understood(f"it is no TOML: {error}") from None
    if kind == READINGS:
        for group, weights in groups.items():
            _require_numbers(group, weights, _OF_READINGS.get(group, ()))
    elif kind == OF_RERANKING:
        _require_reranking(groups)
    else:
        _require_verdicts(groups)


def _require_reranking(groups: Mapping[str, Any]) -> None:
    if sorted(groups) != ["features", "posterior"]:
        raise weights_not_understood("it needs posterior and features")
    _require_numbers("reranking", {"posterior": groups["posterior"]}, ("posterior",))
    _require_numbers("features", groups["features"], RANKING_MEANINGS)


def _require_verdicts(groups: Mapping[str, Any]) -> None:
    sides = [field.name for field in fields(VerdictWeights)]
    if sorted(groups) != sorted(sides):
        raise weights_not_understood(f"it needs the parts {' and '.join(sides)}")
    numbers = {field.name for field in fields(ReadingWeights)} - {"features"}
    for side in sides:
        weights = groups[side]
        if not isinstance(weights, dict) or {*weights} != {*numbers, "features"}:
            raise weights_not_understood(f"part “{side}” needs {', '.join(sorted(numbers))} and features")
        _require_numbers(side, {name: weights[name] for name in numbers}, numbers)
        _require_numbers(f"{side}.features", weights["features"], MEANINGS)


def _require_numbers(group: str, weights: Any, known: Collection[str]) -> None:
    """Raise ``FactcheckError`` where something is no number, or has a name that is not known."""
    if not isinstance(weights, dict):
        raise weights_not_understood(f"“{group}” is no group of weights")
    for name, weight in weights.items():
        if name not in known:
            raise weights_not_understood(f"this version has no feature “{name}” in group “{group}”")
        if isinstance(weight, bool) or not isinstance(weight, int | float) or not isfinite(weight):
            raise weights_not_understood(f"the weight of “{name}” in group “{group}” is no number")
