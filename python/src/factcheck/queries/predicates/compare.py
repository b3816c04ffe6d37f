"""The predicate that a column is greater or smaller than a value: "over $50", "five years or longer"."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar, Literal

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.ordered_values import in_order, ordered_sql
from factcheck.queries.predicates.predicate import Predicate, SortKey

Comparison = Literal["<", "<=", ">", ">="]

_HOLDS: dict[Comparison, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_WORDS: dict[Comparison, str] = {"<": "is below", "<=": "is at most", ">": "is above", ">=": "is at least"}


@dataclass(frozen=True, slots=True)
class Compare(Predicate):
    """The column lies on one side of ``bound``; its type is numeric or a date.

    ``bound`` is a number or a date as PostgreSQL prints it.
    """

    kind: ClassVar[str] = "compare"

    column: Column
    comparison: Comparison
    bound: str

    def sql(self, name: str) -> str:
        """Compare as PostgreSQL does, to which NaN is greater than all numbers."""
        return f"{name} {self.comparison} {ordered_sql(self.column, self.bound)}"

    def words(self, name: str) -> str:
        """Say on which side the column lies."""
        return f"{name} {_WORDS[self.comparison]} {self.bound}"

    def includes(self, value: str | None) -> bool:
        """Compare numbers as numbers and dates as dates."""
        if value is None:
            return False
        return _HOLDS[self.comparison](in_order(self.column, value), in_order(self.column, self.bound))

    @property
    def sort_key(self) -> SortKey:
        """Order by comparison and bound."""
        return (self.kind, self.comparison, self.bound)

    def excludes(self, other: Predicate) -> bool:
        """Exclude what lies on the other side."""
        if not isinstance(other, Compare) or self.comparison[0] == other.comparison[0]:
            return False
        low, high = (self, other) if self.comparison[0] == ">" else (other, self)
        bounds = in_order(self.column, low.bound), in_order(self.column, high.bound)
        is_open = low.comparison == ">" or high.comparison == "<"
        return bool(bounds[0] > bounds[1] or (bounds[0] == bounds[1] and is_open))


def number_text(value: Decimal) -> str:
    """Write a number as a bound."""
    return f"{value.normalize():f}"
