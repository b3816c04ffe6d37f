"""Figures of judged claims as text and as Markdown, beside those of the paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from factcheck.quality.evidence.fit import LABELS
from factcheck.quality.evidence.measures import ClaimOutcome, Figure, confusion, figures

PAPER: Mapping[str, float] = {
    "recall@3": 0.146,
    "recall@20": 0.362,
    "recall@100": 0.516,
    "evidence F": 0.147,
    "accuracy": 0.461,
}
"""Automated verification of climate science claims: BM25 after tuning, its best evidence and labels.

They are of its own development claims and 1.2 million passages, so that recall does not compare.  Its accuracy is at
the level of a constant: 0.442 of these claims are supported.
"""


def report(groups: Mapping[str, Sequence[ClaimOutcome]]) -> str:
    """Write the figures of each group of claims, and how labels were confused, as Markdown."""
    measured = {name: figures(outcomes) for name, outcomes in groups.items()}
    lines = [_line("measure", "paper", *(f"{name} ({len(groups[name])} claims)" for name in groups))]
    lines.append(_line(*(["---"] * (2 + len(groups)))))
    for rows in zip(*measured.values(), strict=True):
        paper = PAPER.get(rows[0].name)
        lines.append(_line(rows[0].name, "" if paper is None else f"{paper:.3f}", *map(_written, rows)))
    for name, outcomes in groups.items():
        counts = confusion(outcomes)
        lines += ["", f"Labels given, {name}:", "", _line("label", *LABELS), _line(*(["---"] * (1 + len(LABELS))))]
        lines += [_line(label, *(str(counts[label, given]) for given in LABELS)) for label in LABELS]
    return "\n".join(lines) + "\n"


def _written(figure: Figure) -> str:
    return f"{figure.value:.3f} ({figure.low:.3f} to {figure.high:.3f})"


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def as_json(groups: Mapping[str, Sequence[ClaimOutcome]]) -> dict[str, Any]:
    """Return the figures and the outcome of each claim."""
    return {
        name: {
            "figures": [asdict(figure) for figure in figures(outcomes)],
            "claims": [asdict(outcome) for outcome in outcomes],
        }
        for name, outcomes in groups.items()
    }
