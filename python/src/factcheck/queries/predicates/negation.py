"""The predicate that another one does not hold: "non-smokers", "did not finish"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.is_null import IsNull
from factcheck.queries.predicates.predicate import Predicate, SortKey

_NEGATED = {
    "is": "is not",
    "contains": "does not contain",
    "begins": "does not begin",
    "equals": "does not equal",
}


@dataclass(frozen=True, slots=True)
class Not(Predicate):
    """The column has a value of which ``predicate`` does not hold."""

    kind: ClassVar[str] = "not"

    predicate: Predicate

    @property
    def column(self) -> Column:  # type: ignore[override]
        """The column that the negated predicate restricts."""
        return self.predicate.column

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns that the negated predicate reads."""
        return self.predicate.columns

    def sql(self, name: str) -> str:
        """Negate as SQL does: what is unknown of NULL stays unknown."""
        return f"{name} IS NOT NULL" if isinstance(self.predicate, IsNull) else f"NOT ({self.predicate.sql(name)})"

    def words(self, name: str) -> str:
        """Say what does not hold."""
        if isinstance(self.predicate, IsNull):
            return f"{name} is known"
        said = self.predicate.words(name)
        for verb, negated in _NEGATED.items():
            if said.startswith(f"{name} {verb} "):
                return f"{name} {negated} {said[len(name) + len(verb) + 2 :]}"
        return f"not ({said})"

    def includes(self, value: str | None) -> bool:
        """Include values alone, never NULL, nor what the negated predicate says nothing of."""
        return value is not None and not self.is_unknown_of(value) and not self.predicate.includes(value)

    def is_unknown_of(self, value: str) -> bool:
        """Tell what the negated predicate tells."""
        return self.predicate.is_unknown_of(value)

    @property
    def sort_key(self) -> SortKey:
        """Order by what is negated."""
        return (self.kind, *self.predicate.sort_key)

    def excludes(self, other: Predicate) -> bool:
        """Exclude what is negated."""
        return other == self.predicate
