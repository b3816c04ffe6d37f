"""Writes the weights of fitted models as TOML."""

from __future__ import annotations

from collections.abc import Mapping

from factcheck.quality.categories.page import MeasuredCategories


def written_category_weights(measured: MeasuredCategories) -> str:
    """Return the file weights/categories.toml of what was fitted."""
    parts = ["# Weights of the models of categories, written by factcheck evaluate-categories --output.\n"]
    models = {**(measured.membership or {}), **measured.membership_with_columns}
    if "full" in models:
        parts.append(f"[unknown]\nprobability = {models['full'].unknown:.4f}\n")
    if measured.columns is not None:
        parts.append(_section("columns", measured.columns.weights))
    for name, each in models.items():
        parts.append(_section(f'models."{name}"', {"base": each.model.base, **each.model.weights}))
    return "\n".join(parts)


def _section(name: str, weights: Mapping[str, float]) -> str:
    return f"[{name}]\n" + "".join(f"{key} = {value:.6g}\n" for key, value in weights.items())
