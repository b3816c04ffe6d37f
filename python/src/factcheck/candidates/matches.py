"""Evaluated candidates whose result agrees with the claim or comes near it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from factcheck.candidates.enumerate import filled
from factcheck.candidates.space import Candidate, ProductPart
from factcheck.numbers.closeness import Closeness

Indexes = npt.NDArray[np.integer]


@dataclass(frozen=True)
class Matches:
    """Evaluated candidates whose result is not far from the claimed value, with how near it is.

    Those of the product part are parallel arrays with one element a candidate: ``predicates`` and ``condition`` hold a
    row of indexes a candidate, ascending and filled up with -1, in ``max_predicates`` columns; only functions whose
    shape has a condition have one.  ``closeness`` holds a ``Closeness`` each.  ``listed`` has the indexes of listed
    candidates.
    """

    aggregate: Indexes
    predicates: Indexes
    condition: Indexes
    closeness: Indexes
    listed: Mapping[int, Closeness] = field(default_factory=dict)

    @property
    def matching(self) -> int:
        """How many results round to the claimed value, at the stated precision or a coarser one."""
        listed = sum(closeness <= Closeness.ROUNDS for closeness in self.listed.values())
        return int((self.closeness <= Closeness.ROUNDS).sum()) + listed

    def is_as(self, other: Matches) -> bool:
        """Tell whether others are the same, in the same order."""
        return (
            np.array_equal(self.aggregate, other.aggregate)
            and np.array_equal(self.predicates, other.predicates)
            and np.array_equal(self.condition, other.condition)
            and np.array_equal(self.closeness, other.closeness)
            and self.listed == other.listed
        )

    @classmethod
    def of(
        cls,
        space: ProductPart,
        candidates: Mapping[Candidate, Closeness],
        listed: Mapping[int, Closeness] | None = None,
    ) -> Matches:
        """Make arrays of some candidates."""
        return cls(
            np.array([each.aggregate for each in candidates], dtype=np.int64),
            filled([each.predicates for each in candidates], space.max_predicates),
            filled([each.condition for each in candidates], space.max_predicates),
            np.array(list(candidates.values()), dtype=np.uint8),
            listed or {},
        )

    def without(self, candidate: Candidate, space: ProductPart) -> Matches:
        """Return the same without one candidate of the product part."""
        one = Matches.of(space, {candidate: Closeness.AGREES})
        is_other = (
            (self.aggregate != one.aggregate)
            | (self.predicates != one.predicates).any(axis=1)
            | (self.condition != one.condition).any(axis=1)
        )
        return Matches(
            self.aggregate[is_other],
            self.predicates[is_other],
            self.condition[is_other],
            self.closeness[is_other],
            self.listed,
        )


def joined_matches(space: ProductPart, parts: Iterable[Matches]) -> Matches:
    """Return the matches of a claim over several anchors together."""
    together = [Matches.of(space, {}), *parts]
    aggregate, predicates, condition, closeness = (
        np.concatenate([getattr(part, name) for part in together])
        for name in ("aggregate", "predicates", "condition", "closeness")
    )
    listed = {number: each for part in together for number, each in part.listed.items()}
    return Matches(aggregate, predicates, condition, closeness, listed)
