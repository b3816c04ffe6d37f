"""Labelled claims with the passages that decide them, as files of JSON lines."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from factcheck.errors.catalogue.labelled_cases import evidence_files_missing

LABELS = {
    "SUPPORTS": "supported",
    "REFUTES": "refuted",
    "NOT_ENOUGH_INFO": "not_enough_info",
    "DISPUTED": "disputed",
}


@dataclass(frozen=True, slots=True)
class LabelledClaim:
    """A claim with its label, the keys of the passages that are its evidence, and sentences that people judged.

    ``is_training`` says whether weights may be fitted to it; ``fold`` is its part in a cross-validation.
    """

    claim_id: str
    text: str
    label: str
    evidence: frozenset[str]
    sentences: tuple[tuple[str, str], ...]
    is_training: bool
    fold: int


FOLDS = 5


def read_claims(folder: Path) -> list[LabelledClaim]:
    """Read ``claims.jsonl`` of a folder; raises ``FactcheckError`` where it is not there."""
    claims = [json.loads(line) for line in _lines(folder, "claims.jsonl")]
    return [
        LabelledClaim(
            claim_id=claim["claim_id"],
            text=claim["claim_text"],
            label=LABELS[claim["claim_label"]],
            evidence=frozenset(claim["evidences"]),
            sentences=tuple((each["text"], LABELS[each["label"]]) for each in claim.get("sentences", [])),
            is_training=claim.get("split", "train") == "train",
            fold=index % FOLDS,
        )
        for index, claim in enumerate(sorted(claims, key=lambda claim: str(claim["claim_id"])))
    ]


def read_passages(folder: Path) -> list[tuple[str, str]]:
    """Read ``passages.jsonl`` of a folder: the key and the text of each passage."""
    return [(row["id"], row["text"]) for row in map(json.loads, _lines(folder, "passages.jsonl"))]


def _lines(folder: Path, name: str) -> list[str]:
    path = folder / name
    if not path.is_file():
        raise evidence_files_missing(str(path))
    return [line for line in path.read_text("utf-8").splitlines() if line.strip()]
