"""What every kind of predicate says about itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from factcheck.catalogue.schema import Column
from factcheck.sqltext import literal

SortKey = tuple[str, ...]


class Predicate(ABC):
    """A condition on one column; kinds are frozen dataclasses whose first field is the column.

    ``kind`` names the kind wherever predicates are kept.
    """

    __slots__ = ()

    kind: ClassVar[str]
    column: Column

    @abstractmethod
    def sql(self, name: str) -> str:
        """Write the condition as SQL, with ``name`` for the column; it is never true of NULL unless it says so."""

    def quick_sql(self, name: str) -> str:
        """Write the condition for very many rows: as ``sql`` does, unless something else takes less time."""
        return self.sql(name)

    @abstractmethod
    def words(self, name: str) -> str:
        """Say the condition in plain words, with ``name`` for the column."""

    @abstractmethod
    def includes(self, value: str | None) -> bool:
        """Tell whether the condition holds of a value as PostgreSQL prints it, None for NULL."""

    def is_unknown_of(self, value: str) -> bool:
        """Tell whether SQL says of a value what it says of NULL: neither that the condition holds nor that it fails."""
        return False

    @property
    def columns(self) -> tuple[Column, ...]:
        """All columns that the predicate reads."""
        return (self.column,)

    @property
    @abstractmethod
    def sort_key(self) -> SortKey:
        """What orders the predicates of one column; different predicates have different keys."""

    def excludes(self, other: Predicate) -> bool:
        """Tell whether no value can fulfil this predicate and another one of the same column; False where unsure."""
        return False


def compared(name: str, column: Column) -> str:
    """Return a column's name as it is compared with literals: no operator takes a domain over an enum."""
    return f"{name}::text" if column.is_enum and column.is_domain else name


def value_sql(column: Column, text: str) -> str:
    """Write a value of a column, given as PostgreSQL prints it, as a literal."""
    if column.is_integer:
        return literal(int(text))
    if column.is_boolean:
        return literal(text == "true")
    return literal(text)


def value_words(column: Column, text: str) -> str:
    """Write a value as a reader would: words in quotation marks, numbers and dates without."""
    return text if column.is_integer or column.is_boolean or column.is_date else f"'{text}'"
