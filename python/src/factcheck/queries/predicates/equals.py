"""The predicate ``column = literal``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.predicate import Predicate, SortKey, compared, value_sql, value_words


@dataclass(frozen=True, slots=True)
class Equals(Predicate):
    """The column has a value; ``literal`` is it as PostgreSQL prints it."""

    kind: ClassVar[str] = "equals"

    column: Column
    literal: str

    def sql(self, name: str) -> str:
        """Compare by the operator of the column's type."""
        return f"{compared(name, self.column)} {self.column.equality} {value_sql(self.column, self.literal)}"

    def words(self, name: str) -> str:
        """Say what the column is."""
        return f"{name} is {value_words(self.column, self.literal)}"

    def includes(self, value: str | None) -> bool:
        """Compare as text; types whose equal values have several spellings are the server's to compare."""
        return value == self.literal

    @property
    def sort_key(self) -> SortKey:
        """Order by the literal, before predicates of other kinds."""
        return ("", self.literal)

    def excludes(self, other: Predicate) -> bool:
        """Exclude other values, as far as one value has one spelling."""
        return isinstance(other, Equals) and other.literal != self.literal
