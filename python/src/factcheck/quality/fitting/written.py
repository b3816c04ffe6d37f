"""The file of learned weights, and the page of what changed, as they are written."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from factcheck.quality.fitting.evaluated import Ranked
from factcheck.quality.fitting.layout import FEATURES, Floats, as_groups
from factcheck.quality.fitting.sample import SampledDocument

_RANKS = (1, 5, 10)


def weights_file(weights: Floats, documents: Sequence[SampledDocument], command: str) -> str:
    """Return the text of ``weights/learned.toml``, signed by the command that fitted it."""
    judged = sum(claim.is_judged and bool(claim.right.any()) for each in documents for claim in each.claims)
    cases, data_sets = len({each.case_id for each in documents}), len({each.data_set for each in documents})
    lines = [
        "# What named features add to the logarithm of a candidate's weight, times their value.",
        "# A feature that is not named here keeps its start value: 1 for exponents of a score or of the prior, else 0.",
        f"# Written by: {command}",
        f"# Fitted to {judged} right queries of {cases} cases about {data_sets} data sets.",
    ]
    meanings = {(feature.group, feature.name): feature.meaning for feature in FEATURES}
    for group, of_group in as_groups(weights).items():
        lines += ["", f"[{_key(group)}]"]
        lines += [f"{_key(name)} = {weight}  # {meanings[group, name]}" for name, weight in of_group.items()]
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    return name if name.isidentifier() and name.isascii() else json.dumps(name, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Source:
    """A source of right queries, in words; of how many documents, how many queries, and how many dismissed numbers."""

    words: str
    documents: int
    right: int
    dismissed: int


def page(
    before: Sequence[Ranked],
    out_of_fold: Sequence[Ranked],
    weights: Floats,
    old: Floats,
    spreads: Floats,
    folds: int,
    sources: Sequence[Source] = (),
) -> str:
    """Return a page in Markdown: the figures before and out of fold, and what changed, the greatest effect first.

    ``spreads`` are how much features differ among the candidates of a claim: times the change of its weight that is
    what a feature does.  ``sources`` are where the right queries come from, as far as that is known.
    """
    lines = [
        "# Learned weights",
        "",
        *_sources(sources),
        f"Weights of {folds} folds, each tried on data sets that it was not fitted to, beside those in use; ranks are",
        "among sampled candidates.",
        "",
        "| claims | number | weights | " + " | ".join(f"top-{rank}" for rank in _RANKS) + " | first agrees |",
        "| --- | --- | --- | " + "--- | " * len(_RANKS) + "--- |",
    ]
    for name, is_corrupted, is_wrong in (
        ("as published", False, None),
        ("as published, wrong", False, True),
        ("errors written in", True, None),
        ("errors written in, wrong", True, True),
        ("errors written in, right", True, False),
    ):
        for label, ranked in (("in use", before), ("out of fold", out_of_fold)):
            chosen = [r for r in ranked if r.is_corrupted is is_corrupted and is_wrong in {None, r.is_wrong}]
            shares = [_share(each.rank is not None and each.rank <= rank for each in chosen) for rank in _RANKS]
            shares.append(_share(each.first_agrees for each in chosen))
            lines.append(f"| {name} | {len(chosen)} | {label} | " + " | ".join(shares) + " |")
    lines += ["", "| group | feature | in use | fitted | effect | meaning |", "| --- | --- | --- | --- | --- | --- |"]
    effects = np.abs(weights - old) * spreads
    for index in np.argsort(-effects, kind="stable"):
        feature = FEATURES[index]
        if effects[index] > 0:
            lines.append(
                f"| {feature.group} | {feature.name} | {old[index]:.3f} | {weights[index]:.3f} | {effects[index]:.3f}"
                f" | {feature.meaning} |"
            )
    return "\n".join(lines) + "\n"


def _sources(sources: Sequence[Source]) -> list[str]:
    if not sources:
        return []
    lines = ["| right queries from | documents | right queries | dismissed numbers |", "| --- | --- | --- | --- |"]
    lines += [f"| {each.words} | {each.documents} | {each.right} | {each.dismissed} |" for each in sources]
    return [*lines, ""]


def _share(holds: Iterable[bool]) -> str:
    values = list(holds)
    return f"{100 * sum(values) / len(values):.1f}" if values else "–"
