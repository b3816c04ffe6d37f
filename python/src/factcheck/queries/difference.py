"""Queries that compare two results: by how much they differ, and by how many per cent one is more or less."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

from factcheck.queries.arithmetic import exact_difference, exact_ratio, ratio
from factcheck.queries.compared import TwoQueries
from factcheck.queries.functions.function import Digits
from factcheck.queries.measures import Exact, Floats
from factcheck.queries.query import Aggregate, Query, is_quotient_exact, shown_quotient
from factcheck.queries.results import rounded
from factcheck.units.result_unit import ResultUnit


@dataclass(frozen=True, slots=True)
class Difference(TwoQueries):
    """One result less another."""

    left: Query
    right: Query

    def parts(self) -> tuple[Query, Query]:
        """Return what is reduced, and by what."""
        return self.left, self.right

    def sql(self) -> str:
        """Subtract sub-queries."""
        return f"SELECT ({self.left.sql()}) - ({self.right.sql()})"

    def words(self) -> str:
        """Say what is subtracted from what."""
        return f"{self.left.words()} less {self.right.words()}"

    @property
    def result_unit(self) -> ResultUnit | None:
        """The unit of both."""
        units = {part.result_unit for part in self.parts()}
        unit = units.pop() if len(units) == 1 else None
        return None if unit is None else replace(unit, is_difference=True)

    def of_parts(self, first: Floats, second: Floats) -> Floats:
        """Subtract."""
        return first - second

    def exact_of_parts(self, first: Exact, second: Exact) -> Exact:
        """Subtract without rounding."""
        return exact_difference(first, second)

    def shown(self, result: Exact) -> Decimal | None:
        """Return the digits of a sum, or of a quotient where one is subtracted: doubles leave noise behind."""
        has_quotient = any(_is_quotient(part) for part in self.parts())
        digits = Digits.QUOTIENT if has_quotient else Digits.SUM
        return rounded(result, digits, is_exact=is_quotient_exact(self.operands()))


def _is_quotient(part: Query) -> bool:
    return not isinstance(part, Aggregate) or part.function.digits is Digits.QUOTIENT


@dataclass(frozen=True, slots=True)
class Change(TwoQueries):
    """By how many per cent a result is more than another one or, if ``is_decrease``, less; below 0 the other way."""

    before: Query
    after: Query
    is_decrease: bool = False

    def parts(self) -> tuple[Query, Query]:
        """Return what has changed, and what it is compared with."""
        return self.after, self.before

    def sql(self) -> str:
        """Divide the difference of sub-queries."""
        difference = "before.value - after.value" if self.is_decrease else "after.value - before.value"
        return (
            f"SELECT 100.0 * ({difference}) / nullif(before.value, 0)"
            f" FROM ({self.after.sql()}) AS after (value), ({self.before.sql()}) AS before (value)"
        )

    def words(self) -> str:
        """Say what is more, or less, than what."""
        compared = "less" if self.is_decrease else "more"
        return f"by how many per cent {self.after.words()} is {compared} than {self.before.words()}"

    def of_parts(self, first: Floats, second: Floats) -> Floats:
        """Divide the difference."""
        difference = second - first if self.is_decrease else first - second
        return ratio(100.0 * difference, second)

    def exact_of_parts(self, first: Exact, second: Exact) -> Exact:
        """Divide the difference without rounding."""
        difference = exact_difference(second, first) if self.is_decrease else exact_difference(first, second)
        return exact_ratio(100, difference, second)

    def shown(self, result: Exact) -> Decimal | None:
        """Return the digits of a quotient."""
        return shown_quotient(result, self.operands())
