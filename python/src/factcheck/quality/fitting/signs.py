"""Which weight goes first of those that a fit gave a sign against the meaning of their feature."""

from __future__ import annotations

from collections.abc import Mapping


def worst_against(weights: Mapping[str, float], signs: Mapping[str, int], spreads: Mapping[str, float]) -> str | None:
    """Return the feature with the greatest weight against its sign, per spread of its values; None where none has one.

    Another one may get its sign once this one is left out.
    """
    against = (name for name, weight in weights.items() if weight * signs[name] <= 0)
    return max(against, key=lambda name: abs(weights[name]) * spreads[name], default=None)
