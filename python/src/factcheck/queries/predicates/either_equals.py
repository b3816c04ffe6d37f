"""The predicate that one of two columns has a value: "Djokovic played 42 matches", whether he won or lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate, SortKey, value_words
from factcheck.words.identifiers import split_identifier


class EitherColumn(Predicate):
    """A condition that one of two columns of a row has a value, whatever else it asks of the row."""

    __slots__ = ()

    literal: str

    def includes(self, value: str | None) -> bool:
        """Raise ``NotImplementedError`` but for the value itself: it takes a row to tell.  NULL may be included."""
        if value is None or value == self.literal:
            return True
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class EitherEquals(EitherColumn):
    """The column, or ``other`` of the same table, has the value ``literal``."""

    kind: ClassVar[str] = "either equals"

    column: Column
    other: Column
    literal: str

    @property
    def columns(self) -> tuple[Column, ...]:
        """Both columns."""
        return (self.column, self.other)

    def sql(self, name: str) -> str:
        """Compare both columns; ``name`` tells how columns of their table are written."""
        other = name.removesuffix(self.column.sql_name) + self.other.sql_name
        parts = (Equals(self.column, self.literal).sql(name), Equals(self.other, self.literal).sql(other))
        return f"({' OR '.join(parts)})"

    def words(self, name: str) -> str:
        """Name both columns."""
        other = " ".join(split_identifier(self.other.name)) or self.other.name
        return f"{name} or {other} is {value_words(self.column, self.literal)}"

    @property
    def sort_key(self) -> SortKey:
        """Order by the other column and the value."""
        return (self.kind, f"{self.other.column_id:010d}", self.literal)
