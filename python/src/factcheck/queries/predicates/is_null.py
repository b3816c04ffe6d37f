"""The predicate that a column has no value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.predicate import Predicate, SortKey


@dataclass(frozen=True, slots=True)
class IsNull(Predicate):
    """The column is NULL."""

    kind: ClassVar[str] = "is null"

    column: Column

    def sql(self, name: str) -> str:
        """Ask for NULL."""
        return f"{name} IS NULL"

    def words(self, name: str) -> str:
        """Say that the value is missing."""
        return f"{name} is missing"

    def includes(self, value: str | None) -> bool:
        """Include NULL alone."""
        return value is None

    @property
    def sort_key(self) -> SortKey:
        """Order by kind: a column has one such predicate."""
        return (self.kind,)

    def excludes(self, other: Predicate) -> bool:
        """Exclude all that is not true of NULL."""
        return not other.includes(None)
