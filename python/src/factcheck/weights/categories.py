"""Weights of the models of categories that come with the version: weights/categories.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def _shipped() -> Mapping[str, Any]:
    return tomllib.loads(files("factcheck.weights").joinpath("categories.toml").read_text("utf-8"))


def model_weights(model: str) -> tuple[float, dict[str, float]]:
    """Return the base of the log-odds of a model, and the weight of each feature."""
    section = dict(_shipped()["models"].get(model, {}))
    return float(section.pop("base", 0.0)), {name: float(weight) for name, weight in section.items()}


def column_weights() -> dict[str, float]:
    """Return the weight of each thing that speaks for a column's heading."""
    return {name: float(weight) for name, weight in _shipped()["columns"].items()}


def unknown_share() -> float:
    """Return the probability that stands for an unknown one where answers are ranked."""
    return float(_shipped()["unknown"]["probability"])
