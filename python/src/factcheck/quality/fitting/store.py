"""Keeping sampled documents in a file, so that weights can be fitted again without checking anything."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from factcheck.errors.catalogue.labelled_cases import samples_not_of_this_version
from factcheck.quality.fitting.layout import FEATURES
from factcheck.quality.fitting.sample import SampledClaim, SampledDocument

_ARRAYS = ("vectors", "offsets", "functions", "columns", "right", "agrees")
_NAMES = [f"{feature.group}: {feature.name}" for feature in FEATURES]


def write_samples(path: Path, documents: Sequence[SampledDocument]) -> None:
    """Write documents to a file of compressed arrays."""
    claims = [claim for document in documents for claim in document.claims]
    most = max((claim.restricted.shape[1] for claim in claims), default=0)
    arrays = {name: np.concatenate([getattr(claim, name) for claim in claims]) for name in _ARRAYS} if claims else {}
    arrays["restricted"] = np.concatenate([_filled(claim, most) for claim in claims]) if claims else np.zeros((0, 0))
    described = {
        "features": _NAMES,
        "documents": [
            {
                "case_id": document.case_id,
                "data_set": document.data_set,
                "is_corrupted": document.is_corrupted,
                "sizes": [document.functions, document.columns, document.restrictable],
                "lost": document.lost,
                "claims": [[len(claim.offsets), claim.is_judged, claim.is_wrong] for claim in document.claims],
            }
            for document in documents
        ],
    }
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, described=np.array(json.dumps(described)), **arrays)


def _filled(claim: SampledClaim, most: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    filled = np.full((len(claim.offsets), most), -1, dtype=np.int64)
    filled[:, : claim.restricted.shape[1]] = claim.restricted
    return filled


def read_samples(path: Path) -> list[SampledDocument]:
    """Read documents from a file; raises ``FactcheckError`` where their features are not those of this version."""
    with np.load(path, allow_pickle=False) as file:
        described = json.loads(str(file["described"]))
        arrays = {name: file[name] for name in file.files if name != "described"}
    if described["features"] != _NAMES:
        raise samples_not_of_this_version(str(path))
    return list(_documents(described["documents"], arrays))


def _documents(described: Iterable[dict[str, Any]], arrays: dict[str, Any]) -> Iterable[SampledDocument]:
    at = 0
    for document in described:
        claims = []
        for size, is_judged, is_wrong in document["claims"]:
            of_claim = {name: arrays[name][at : at + size] for name in (*_ARRAYS, "restricted")}
            claims.append(SampledClaim(**of_claim, is_judged=is_judged, is_wrong=is_wrong))
            at += size
        functions, columns, restrictable = document["sizes"]
        yield SampledDocument(
            document["case_id"],
            document["data_set"],
            document["is_corrupted"],
            tuple(claims),
            functions,
            columns,
            restrictable,
            tuple(document["lost"]),
        )
