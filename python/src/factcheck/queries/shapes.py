"""How a function over a column and a set of predicates make queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from factcheck.queries.arithmetic import exact_ratio, ratio
from factcheck.queries.measures import Exact, Floats

_PERCENT = 100


@dataclass(frozen=True, slots=True)
class Shape:
    """A way to make queries: of the rows that fulfil all predicates, or of these beside a whole.

    A query has at least ``least_predicates``.  Where it ``is_share``, the function of the selected rows is divided by
    the same function of a whole, in per cent: all rows or, where the shape ``has_condition``, the rows that fulfil some
    of the predicates, the condition; every proper part of the set may be it.
    """

    name: str
    least_predicates: int
    is_share: bool
    has_condition: bool

    def splits(self, size: int) -> int:
        """Return how many queries a set of ``size`` predicates makes, which share its weight."""
        return 2**size - 2 if self.has_condition else 1

    def conditions(self, predicates: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Return the conditions that a set of predicates allows, in order; the empty one where there is no choice."""
        if not self.has_condition:
            return [()]
        return sorted(part for size in range(1, len(predicates)) for part in combinations(predicates, size))

    def combine(self, operands: Sequence[Floats]) -> Floats:
        """Work results out from the function of the selected rows and, for shares, that of the whole."""
        return ratio(float(_PERCENT) * operands[0], operands[1]) if self.is_share else operands[0]

    def combine_exact(self, operands: Sequence[Exact]) -> Exact:
        """Work one result out without rounding."""
        return exact_ratio(_PERCENT, operands[0], operands[1]) if self.is_share else operands[0]


PLAIN = Shape("plain", 0, is_share=False, has_condition=False)
SHARE = Shape("share", 1, is_share=True, has_condition=False)
GIVEN = Shape("given", 2, is_share=True, has_condition=True)
