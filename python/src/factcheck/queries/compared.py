"""Queries made of two others, whose results are combined: what a ratio, a difference and a change have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from factcheck.queries.measures import Exact, Floats
from factcheck.queries.query import Aggregate, Measure, Query
from factcheck.queries.selection import Selection


class TwoQueries(Query):
    """A query that combines the results of two others, of which the first stands for it.

    Both have operands: neither has to be run by itself.
    """

    __slots__ = ()

    @abstractmethod
    def parts(self) -> tuple[Query, Query]:
        """Return both, the one that stands for the query first."""

    @abstractmethod
    def of_parts(self, first: Floats, second: Floats) -> Floats:
        """Combine results of both, many at once; NaN where there is none."""

    @abstractmethod
    def exact_of_parts(self, first: Exact, second: Exact) -> Exact:
        """Combine one result of each without rounding."""

    @property
    def measure(self) -> Measure:
        """The measure of the first."""
        return self.parts()[0].measure

    @property
    def selection(self) -> Selection:
        """The rows of the first."""
        return self.parts()[0].selection

    def operands(self) -> tuple[Aggregate, ...]:
        """Return the operands of both."""
        first, second = self.parts()
        return (*first.operands(), *second.operands())

    def combine(self, values: Sequence[Floats]) -> Floats:
        """Work out both, and combine them."""
        first, second = self.parts()
        split = len(first.operands())
        return self.of_parts(first.combine(values[:split]), second.combine(values[split:]))

    def combine_exact(self, values: Sequence[Exact]) -> Exact:
        """Work out both without rounding, and combine them."""
        first, second = self.parts()
        split = len(first.operands())
        return self.exact_of_parts(first.combine_exact(values[:split]), second.combine_exact(values[split:]))
