"""The predicate that what follows from columns of a row compares with a value: "more than four goals" of both sides."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar, Literal

from factcheck.catalogue.expressions import Expression, canonical, columns_of, sql_of, words_of
from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.compare import Comparison
from factcheck.queries.predicates.predicate import Predicate, SortKey
from factcheck.words.identifiers import split_identifier

_WORDS = {"<": "is below", "<=": "is at most", ">": "is above", ">=": "is at least", "=": "is"}


@dataclass(frozen=True, slots=True)
class ExpressionCompare(Predicate):
    """The result of ``expression`` lies on one side of ``bound``, or is it; all columns are those of one table.

    ``column`` is the first that the expression reads; ``bound`` is a number as PostgreSQL prints it.
    """

    kind: ClassVar[str] = "compare expression"

    column: Column
    expression: Expression
    comparison: Comparison | Literal["="]
    bound: str

    @property
    def columns(self) -> tuple[Column, ...]:
        """All columns that the expression reads."""
        return columns_of(self.expression)

    def sql(self, name: str) -> str:
        """Compare the result; ``name`` tells how columns of their table are written."""
        prefix = name.removesuffix(self.column.sql_name)
        written = sql_of(self.expression, lambda column: prefix + column.sql_name)
        return f"({written}) {self.comparison} {Decimal(self.bound):f}"

    def words(self, name: str) -> str:
        """Name all columns; ``name`` is that of the first one."""
        measure = words_of(self.expression, lambda column: self._called(column, name))
        return f"{measure} {_WORDS[self.comparison]} {self.bound}"

    def _called(self, column: Column, name: str) -> str:
        return name if column == self.column else " ".join(split_identifier(column.name)) or column.name

    def includes(self, value: str | None) -> bool:
        """Raise ``NotImplementedError`` for a value: it takes a row to tell.  NULL is not included."""
        if value is None:
            return False
        raise NotImplementedError

    @property
    def sort_key(self) -> SortKey:
        """Order by expression, comparison and bound."""
        return (self.kind, canonical(self.expression), self.comparison, self.bound)

    def excludes(self, other: Predicate) -> bool:
        """Exclude no predicate: rows may fulfil both."""
        return False
