"""The predicate that a text which lists several things has some of them among its entries: "Action, Comedy"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.predicate import Predicate, SortKey, value_words
from factcheck.queries.predicates.text_contains import lowered_sql
from factcheck.sqltext import literal


@dataclass(frozen=True, slots=True)
class HasEntries(Predicate):
    """The column, a list with ``separator`` between its entries, has all of ``entries``; case does not matter.

    ``entries`` are ascending.  Of a column of arrays there is no separator, and entries are as the arrays have them.
    """

    kind: ClassVar[str] = "has entries"

    column: Column
    separator: str
    entries: tuple[str, ...]

    def sql(self, name: str) -> str:
        """Take the list apart and look for the entries, so that no entry is found inside of another."""
        if self.column.is_list:
            return f"{name}::text[] @> ARRAY[{', '.join(map(literal, self.entries))}]::text[]"
        sought = ", ".join(f"lower({literal(entry)})" for entry in self.entries)
        return f"string_to_array({lowered_sql(self.column, name)}, {literal(self.separator)}) @> ARRAY[{sought}]"

    def words(self, name: str) -> str:
        """Name the entries."""
        return f"{name} includes {' and '.join(value_words(self.column, entry) for entry in self.entries)}"

    def includes(self, value: str | None) -> bool:
        """Compare in lower case; of an array, as PostgreSQL prints it, nothing is told."""
        if value is None or self.column.is_list:
            return False
        return set(value.lower().split(self.separator)).issuperset(entry.lower() for entry in self.entries)

    @property
    def sort_key(self) -> SortKey:
        """Order by the entries."""
        return (self.kind, self.separator, *self.entries)
