"""Queries that compare two aggregates: by how much they differ, and by how many per cent one has changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from factcheck.queries.arithmetic import exact_ratio, ratio
from factcheck.queries.functions.function import Digits
from factcheck.queries.measures import Exact, Floats
from factcheck.queries.query import Aggregate, Measure, Query, is_quotient_exact, shown_quotient
from factcheck.queries.results import rounded
from factcheck.queries.selection import Selection


@dataclass(frozen=True, slots=True)
class Difference(Query):
    """One aggregate less another."""

    left: Aggregate
    right: Aggregate

    @property
    def measure(self) -> Measure:
        """The measure of what is reduced."""
        return self.left.measure

    @property
    def selection(self) -> Selection:
        """The rows of what is reduced."""
        return self.left.selection

    def sql(self) -> str:
        """Subtract sub-queries."""
        return f"SELECT ({self.left.sql()}) - ({self.right.sql()})"

    def words(self) -> str:
        """Say what is subtracted from what."""
        return f"{self.left.words()} less {self.right.words()}"

    def operands(self) -> tuple[Aggregate, ...]:
        """Return both aggregates."""
        return (self.left, self.right)

    def combine(self, values: Sequence[Floats]) -> Floats:
        """Subtract."""
        return values[0] - values[1]

    def combine_exact(self, values: Sequence[Exact]) -> Exact:
        """Subtract without rounding."""
        left, right = values
        if left is None or right is None:
            return None
        if isinstance(left, float) or isinstance(right, float):
            return float(left) - float(right)
        return left - right

    def shown(self, result: Exact) -> Decimal | None:
        """Return the digits of a sum, or of a quotient where an operand is one: doubles leave noise behind."""
        has_quotient = any(part.function.digits is Digits.QUOTIENT for part in self.operands())
        digits = Digits.QUOTIENT if has_quotient else Digits.SUM
        return rounded(result, digits, is_exact=is_quotient_exact(self.operands()))


@dataclass(frozen=True, slots=True)
class Change(Query):
    """By how many per cent an aggregate is more than another one, below 0 where it is less."""

    before: Aggregate
    after: Aggregate

    @property
    def measure(self) -> Measure:
        """The measure of what has changed."""
        return self.after.measure

    @property
    def selection(self) -> Selection:
        """The rows of what has changed."""
        return self.after.selection

    def sql(self) -> str:
        """Divide the difference of sub-queries."""
        return (
            "SELECT 100.0 * (after.value - before.value) / nullif(before.value, 0)"
            f" FROM ({self.after.sql()}) AS after (value), ({self.before.sql()}) AS before (value)"
        )

    def words(self) -> str:
        """Say what changed since when."""
        return f"by how many per cent {self.after.words()} is more than {self.before.words()}"

    def operands(self) -> tuple[Aggregate, ...]:
        """Return both aggregates."""
        return (self.before, self.after)

    def combine(self, values: Sequence[Floats]) -> Floats:
        """Divide the difference."""
        return ratio(100.0 * (values[1] - values[0]), values[0])

    def combine_exact(self, values: Sequence[Exact]) -> Exact:
        """Divide the difference without rounding."""
        before, after = values
        return exact_ratio(100, Difference(self.after, self.before).combine_exact([after, before]), before)

    def shown(self, result: Exact) -> Decimal | None:
        """Return the digits of a quotient."""
        return shown_quotient(result, self.operands())
