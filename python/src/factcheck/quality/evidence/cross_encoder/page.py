"""The cross-encoder's figures as a table beside the paper's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

PAPER: Mapping[str, float] = {
    "BM25, first 3": 0.130,
    "BM25, first 4": 0.135,
    "ranked anew, first 4 of 10": 0.112,
    "ranked anew, first 4 of 20": 0.086,
    "BM25 3 and 1 ranked anew": 0.147,
    "BM25 4 and 1 ranked anew": 0.147,
    "BM25 5 and 1 ranked anew": 0.140,
}
"""The paper's F of the evidence on its development claims (its table 2), among 1.2 million passages."""

PAPER_ACCURACY = 0.461


@dataclass(frozen=True, slots=True)
class Compared:
    """A way to choose evidence, with the F of the evidence and, where claims were labelled by it, how well."""

    name: str
    evidence_f: float
    accuracy: float | None = None
    macro_f1: float | None = None


def table(rows: Sequence[Compared], claims: int) -> str:
    """Write what was compared on some claims as Markdown."""
    lines = [
        f"| evidence, {claims} claims | paper: F | F | paper: accuracy of labels | accuracy | macro F1 |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for row in rows:
        is_labelled = row.accuracy is not None
        cells = [
            row.name,
            _written(PAPER.get(row.name)),
            _written(row.evidence_f),
            _written(PAPER_ACCURACY if is_labelled else None),
            _written(row.accuracy),
            _written(row.macro_f1),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _written(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"
