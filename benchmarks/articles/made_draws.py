"""What the makers of tables have in common."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, TypeVar

Rows = tuple[list[str], list[tuple[Any, ...]]]
"""The names of the columns, and the rows."""

Value = TypeVar("Value")


def one_of(draw: Random, weights: Mapping[Value, float]) -> Value:
    """Draw one of some values, each as often as its weight says."""
    return draw.choices(list(weights), weights=list(weights.values()))[0]
