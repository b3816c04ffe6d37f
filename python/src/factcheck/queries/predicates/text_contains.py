"""The predicate that a text contains or begins with another, in any case: "titles that begin with Re:"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.predicate import Predicate, SortKey
from factcheck.sqltext import literal


def lowered_sql(column: Column, name: str) -> str:
    """Write the text of a column in lower case, in which texts are looked for; ``name`` is how SQL calls the column."""
    collation = ' COLLATE "C"' if column.has_spellings else ""
    return f"lower({name}::text){collation}"


@dataclass(frozen=True, slots=True)
class TextContains(Predicate):
    """The column contains ``text`` or, where ``at_start``, begins with it; case does not matter."""

    kind: ClassVar[str] = "text contains"

    column: Column
    text: str
    at_start: bool = False

    def sql(self, name: str) -> str:
        """Write a search for the text's position: no character of it is a wildcard.

        PostgreSQL looks for no text by a collation to which different texts are equal.
        """
        return self.sql_in(lowered_sql(self.column, name))

    def sql_in(self, lowered: str) -> str:
        """Write the same where the column's text is at hand as ``lowered_sql`` writes it."""
        position = f"strpos({lowered}, lower({literal(self.text)}))"
        return f"{position} = 1" if self.at_start else f"{position} > 0"

    def words(self, name: str) -> str:
        """Say what the text contains."""
        return f"{name} {'begins with' if self.at_start else 'contains'} '{self.text}'"

    def includes(self, value: str | None) -> bool:
        """Compare in lower case."""
        if value is None:
            return False
        text, part = value.lower(), self.text.lower()
        return text.startswith(part) if self.at_start else part in text

    @property
    def sort_key(self) -> SortKey:
        """Order by the text."""
        return (self.kind, self.text, str(self.at_start))
