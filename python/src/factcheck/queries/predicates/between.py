"""The predicate that a column lies between two values: "aged 25 to 34", "in 2009 to 2011", "between five and six"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.ordered_values import in_order, ordered_sql
from factcheck.queries.predicates.predicate import Predicate, SortKey


@dataclass(frozen=True, slots=True)
class Between(Predicate):
    """The column lies from ``low`` to ``high``, or below ``high``; its type is numeric or a date."""

    kind: ClassVar[str] = "between"

    column: Column
    low: str
    high: str
    is_below: bool = False
    """Whether ``high`` itself is left out."""

    def sql(self, name: str) -> str:
        """Include both ends, or the lower one alone."""
        if self.is_below:
            low, high = (ordered_sql(self.column, end) for end in (self.low, self.high))
            return f"{name} >= {low} AND {name} < {high}"
        return f"{name} BETWEEN {ordered_sql(self.column, self.low)} AND {ordered_sql(self.column, self.high)}"

    def words(self, name: str) -> str:
        """Name both ends, or the one value."""
        if self.low == self.high:
            return f"{name} is {self.low}"
        if self.is_below:
            return f"{name} is from {self.low} to below {self.high}"
        return f"{name} is from {self.low} to {self.high}"

    def includes(self, value: str | None) -> bool:
        """Compare numbers as numbers and dates as dates."""
        if value is None:
            return False
        low, at, high = (in_order(self.column, text) for text in (self.low, value, self.high))
        return bool(low <= at < high if self.is_below else low <= at <= high)

    @property
    def sort_key(self) -> SortKey:
        """Order by the ends, one that is left out behind the same one included."""
        return (self.kind, self.low, self.high, str(self.is_below))

    def excludes(self, other: Predicate) -> bool:
        """Exclude ranges that do not overlap."""
        if not isinstance(other, Between):
            return False
        ends = [in_order(self.column, text) for text in (self.low, self.high, other.low, other.high)]
        is_after = ends[1] <= ends[2] if self.is_below else ends[1] < ends[2]
        return bool(is_after or (ends[3] <= ends[0] if other.is_below else ends[3] < ends[0]))
