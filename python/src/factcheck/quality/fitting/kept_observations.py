"""Keeping observations of verdicts in a file, so that weights can be fitted again without checking anything."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from factcheck.errors.catalogue.labelled_cases import samples_not_of_this_version
from factcheck.inference.verdict_features import MEANINGS
from factcheck.quality.fitting.observations import CaseObservations
from factcheck.quality.fitting.verdicts import Observation

_DIGITS = 9
"""Digits of features that are kept."""


def write_observations(path: Path, cases: Sequence[CaseObservations]) -> None:
    """Write what checks of cases have shown to a file; cases that failed are left out."""
    kept = [
        {"case_id": case.case_id, "data_set": case.data_set, "numbers": [_row(each) for each in case.observations]}
        for case in cases
        if case.failure is None
    ]
    path.write_text(json.dumps({"features": list(MEANINGS), "cases": kept}), "utf-8")


def read_observations(path: Path) -> list[CaseObservations]:
    """Read what checks have shown; raises ``FactcheckError`` where the features are not those of this version."""
    kept = json.loads(path.read_text("utf-8"))
    if kept["features"] != list(MEANINGS):
        raise samples_not_of_this_version(str(path))
    return [
        CaseObservations(
            case["case_id"], case["data_set"], tuple(_observation(case["data_set"], row) for row in case["numbers"])
        )
        for case in kept["cases"]
    ]


def _row(seen: Observation) -> list[Any]:
    values = [float(f"{seen.features[name]:.{_DIGITS}g}") for name in MEANINGS] if seen.features else []
    return [seen.text, seen.is_correct, seen.is_meant, seen.agrees, seen.decides, values]


def _observation(data_set: str, row: Sequence[Any]) -> Observation:
    text, is_correct, is_meant, agrees, decides, values = row
    features = dict(zip(MEANINGS, values, strict=True)) if values else {}
    return Observation(data_set, text, is_correct, is_meant, agrees, decides, features)
