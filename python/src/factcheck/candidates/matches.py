"""Evaluated candidates whose result agrees with the claim."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from factcheck.candidates.space import QuerySpace

Indexes = npt.NDArray[np.integer]


@dataclass(frozen=True)
class Matches:
    """Evaluated candidates whose result rounds to the claimed value, as parallel arrays with one element a candidate.

    ``predicates`` and ``condition`` hold a row of places a candidate, ascending and filled up with -1, in
    ``max_predicates`` columns; only conditional probabilities have a condition.
    """

    aggregate: Indexes
    predicates: Indexes
    condition: Indexes


def joined_matches(space: QuerySpace, parts: Iterable[Matches]) -> Matches:
    """The matches of a claim over several anchors together."""
    nothing = np.empty((0, space.max_predicates), dtype=np.int64)
    every = [Matches(np.empty(0, dtype=np.int64), nothing, nothing), *parts]
    aggregate, predicates, condition = (
        np.concatenate([getattr(part, name) for part in every]) for name in ("aggregate", "predicates", "condition")
    )
    return Matches(aggregate, predicates, condition)
