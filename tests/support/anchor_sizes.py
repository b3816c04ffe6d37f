"""The ways in which anchors are evaluated by their size, over tables that are small enough for a test."""

from __future__ import annotations

import pytest

from factcheck.catalogue import sampling, schema
from factcheck.evaluation import grouping, merged_query, row_sample

ANCHOR_SIZES = ("small", "small with few values", "large", "large with few values")


def evaluate_as(size: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have anchors of any size evaluated as one of ``ANCHOR_SIZES``.

    Rows are grouped by their values where these are few, and by all that they can be where the size says so.
    """
    if size == "small":
        return
    if size == "small with few values":
        monkeypatch.setattr(merged_query, "_WORTH_SAMPLING", -1)
    else:
        monkeypatch.setattr(schema, "FEW_ROWS", -1)
    monkeypatch.setattr(row_sample, "LEAST_ROWS", 1)
    monkeypatch.setattr(sampling, "_ROWS_READ_EACH", 1)
    if size.endswith("with few values"):
        monkeypatch.setattr(grouping, "_ROWS_OF_CODED_GROUP", 1e-9)
        monkeypatch.setattr(grouping, "_ROWS_OF_VALUED_GROUP", 1e-9)
