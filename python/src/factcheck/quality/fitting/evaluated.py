"""What weights make of sampled documents: where the right queries of their claims come."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from factcheck.quality.fitting.layout import Floats
from factcheck.quality.fitting.objective import first_readings, logs_of, vectors_with_prior
from factcheck.quality.fitting.sample import SampledDocument


@dataclass(frozen=True, slots=True)
class Ranked:
    """The rank of a judged claim's right query among the sampled candidates, None where it is none of them.

    ``is_wrong`` and ``is_corrupted`` are about the claim and its document; ``first_agrees`` tells whether the most
    likely candidate's result agrees with the claim.
    """

    rank: int | None
    is_wrong: bool
    is_corrupted: bool
    first_agrees: bool


def ranks(document: SampledDocument, weights: Floats) -> list[Ranked]:
    """Return the rank of the right query of each judged claim of a document."""
    _, counts = first_readings(document, weights)
    ranked = []
    for claim in document.claims:
        if not claim.is_judged:
            continue
        rank, agrees = None, False
        if len(claim.offsets):
            logs = logs_of(claim, vectors_with_prior(claim, counts, document), weights)
            order = np.argsort(-logs, kind="stable")
            places = np.flatnonzero(claim.right[order])
            rank = int(places[0]) + 1 if len(places) else None
            agrees = bool(claim.agrees[order[0]])
        ranked.append(Ranked(rank, claim.is_wrong, document.is_corrupted, agrees))
    return ranked + [Ranked(None, is_wrong, document.is_corrupted, False) for is_wrong in document.lost]
