"""Evaluated candidates whose result agrees with the claim."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from factcheck.candidates.enumerate import filled
from factcheck.candidates.space import Candidate, ProductPart

Indexes = npt.NDArray[np.integer]


@dataclass(frozen=True)
class Matches:
    """Evaluated candidates whose result rounds to the claimed value.

    Those of the product part are parallel arrays with one element a candidate: ``predicates`` and ``condition`` hold a
    row of indexes a candidate, ascending and filled up with -1, in ``max_predicates`` columns; only functions whose
    shape has a condition have one.  ``listed`` are the indexes of listed candidates.
    """

    aggregate: Indexes
    predicates: Indexes
    condition: Indexes
    listed: frozenset[int] = frozenset()

    def __len__(self) -> int:
        return len(self.aggregate) + len(self.listed)

    @classmethod
    def of(cls, space: ProductPart, candidates: Iterable[Candidate], listed: Iterable[int] = ()) -> Matches:
        """Make arrays of some candidates."""
        chosen = list(candidates)
        return cls(
            np.array([each.aggregate for each in chosen], dtype=np.int64),
            filled([each.predicates for each in chosen], space.max_predicates),
            filled([each.condition for each in chosen], space.max_predicates),
            frozenset(listed),
        )

    def without(self, candidate: Candidate, space: ProductPart) -> Matches:
        """Return the same without one candidate of the product part."""
        one = Matches.of(space, [candidate])
        is_other = (
            (self.aggregate != one.aggregate)
            | (self.predicates != one.predicates).any(axis=1)
            | (self.condition != one.condition).any(axis=1)
        )
        return Matches(self.aggregate[is_other], self.predicates[is_other], self.condition[is_other], self.listed)


def joined_matches(space: ProductPart, parts: Iterable[Matches]) -> Matches:
    """Return the matches of a claim over several anchors together."""
    together = [Matches.of(space, []), *parts]
    aggregate, predicates, condition = (
        np.concatenate([getattr(part, name) for part in together]) for name in ("aggregate", "predicates", "condition")
    )
    return Matches(aggregate, predicates, condition, frozenset().union(*(part.listed for part in together)))
