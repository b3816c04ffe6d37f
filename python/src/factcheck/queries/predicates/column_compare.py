"""The predicate that a column is greater or smaller than another of its row: "more goals scored than conceded"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.predicate import Predicate, SortKey
from factcheck.words.identifiers import split_identifier

_WORDS = {">": "is above", "=": "equals"}


@dataclass(frozen=True, slots=True)
class ColumnCompare(Predicate):
    """The column is greater than ``other``, or equal to it; both are of one table: numbers, days, or of one type."""

    kind: ClassVar[str] = "compare columns"

    column: Column
    comparison: Literal[">", "="]
    other: Column

    @property
    def columns(self) -> tuple[Column, ...]:
        """Both columns."""
        return (self.column, self.other)

    def sql(self, name: str) -> str:
        """Compare the two columns; ``name`` tells how columns of their table are written."""
        other = name.removesuffix(self.column.sql_name) + self.other.sql_name
        return f"{name} {self.comparison} {other}"

    def words(self, name: str) -> str:
        """Name both columns."""
        other = " ".join(split_identifier(self.other.name)) or self.other.name
        return f"{name} {_WORDS[self.comparison]} {other}"

    def includes(self, value: str | None) -> bool:
        """Raise ``NotImplementedError`` for a value: it takes a row to tell.  NULL is not included."""
        if value is None:
            return False
        raise NotImplementedError

    @property
    def sort_key(self) -> SortKey:
        """Order by comparison and the other column."""
        return (self.kind, self.comparison, f"{self.other.column_id:010d}")

    def excludes(self, other: Predicate) -> bool:
        """Exclude the other comparison with the same column."""
        if not isinstance(other, ColumnCompare):
            return False
        return other.comparison != self.comparison and other.other == self.other
