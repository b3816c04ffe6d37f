"""The predicate that a column has one of several values: "XL and XXL together"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate, SortKey, value_words


@dataclass(frozen=True, slots=True)
class OneOf(Predicate):
    """The column has one of some values; ``literals`` are at least two, ascending, as PostgreSQL prints them."""

    kind: ClassVar[str] = "one of"

    column: Column
    literals: tuple[str, ...]

    def sql(self, name: str) -> str:
        """Write one comparison for each value."""
        return f"({' OR '.join(Equals(self.column, literal).sql(name) for literal in self.literals)})"

    def words(self, name: str) -> str:
        """Name the values."""
        *first, last = (value_words(self.column, literal) for literal in self.literals)
        return f"{name} is {', '.join(first)} or {last}"

    def includes(self, value: str | None) -> bool:
        """Compare as text."""
        return value in self.literals

    @property
    def sort_key(self) -> SortKey:
        """Order by the values."""
        return (self.kind, *self.literals)

    def excludes(self, other: Predicate) -> bool:
        """Exclude what has no value in common."""
        if isinstance(other, Equals):
            return other.literal not in self.literals
        return isinstance(other, OneOf) and not set(self.literals) & set(other.literals)
