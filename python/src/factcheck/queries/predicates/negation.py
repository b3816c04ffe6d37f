"""The predicate that another one does not hold: "non-smokers", "did not finish"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.is_null import IsNull
from factcheck.queries.predicates.predicate import Predicate, SortKey


@dataclass(frozen=True, slots=True)
class Not(Predicate):
    """The column has a value of which ``predicate`` does not hold."""

    kind: ClassVar[str] = "not"

    predicate: Predicate

    @property
    def column(self) -> Column:  # type: ignore[override]
        """The column that the negated predicate restricts."""
        return self.predicate.column

    def sql(self, name: str) -> str:
        """Negate as SQL does: what is unknown of NULL stays unknown."""
        return f"{name} IS NOT NULL" if isinstance(self.predicate, IsNull) else f"NOT ({self.predicate.sql(name)})"

    def words(self, name: str) -> str:
        """Say what does not hold."""
        return f"{name} is known" if isinstance(self.predicate, IsNull) else f"not ({self.predicate.words(name)})"

    def includes(self, value: str | None) -> bool:
        """Include values alone, never NULL."""
        return value is not None and not self.predicate.includes(value)

    @property
    def sort_key(self) -> SortKey:
        """Order by what is negated."""
        return (self.kind, *self.predicate.sort_key)

    def excludes(self, other: Predicate) -> bool:
        """Exclude what is negated."""
        return other == self.predicate
