"""Derived columns: what a query can aggregate that no table holds, such as the product of two columns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b

from factcheck.catalogue.expressions import Expression, canonical, columns_of, sql_of, type_of
from factcheck.catalogue.schema import Column, Table
from factcheck.catalogue.text_numbers import TextNumber

_FIRST_NUMBER = 1 << 48
"""Numbers of derived columns lie below minus this one: no table or column has one of them."""


@dataclass(frozen=True, slots=True, eq=False)
class DerivedColumn(Column):
    """A column of values that are worked out from others of the same joined row.

    ``table_id`` is the table that has a row for each value; the others of ``table_ids`` have at most one row for each
    of that.  ``column_id`` is the same for expressions that mean the same.  ``sql_name`` has the names of columns
    alone: queries that join tables write the expression anew.  ``is_declared`` where the site has defined it, under its
    name; a derived column equals any other that means the same, whether it has a name or not.
    """

    expression: Expression | None = None
    is_declared: bool = False
    _operands: tuple[Column, ...] = field(init=False, repr=False)
    _table_ids: frozenset[int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Find what is read once: it is asked for again and again, and an expression may have many parts."""
        operands = () if self.expression is None else columns_of(self.expression)
        object.__setattr__(self, "_operands", operands)
        object.__setattr__(self, "_table_ids", frozenset(column.table_id for column in operands))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DerivedColumn) and self.column_id == other.column_id

    def __hash__(self) -> int:
        """Hash the number."""
        return self.column_id

    @property
    def operands(self) -> tuple[Column, ...]:
        """The columns that the values are worked out from."""
        return self._operands

    @property
    def table_ids(self) -> frozenset[int]:
        """The tables that hold the operands."""
        return self._table_ids

    @property
    def formula(self) -> Expression:
        """The expression; raises ``ValueError`` where there is none."""
        if self.expression is None:
            raise ValueError(f"derived column {self.name} has no expression")
        return self.expression


def derived(expression: Expression, table_id: int, name: str = "", comment: str | None = None) -> DerivedColumn:
    """Make a derived column; one with a name is declared."""
    digest = blake2b(canonical(expression).encode(), digest_size=6).digest()
    return DerivedColumn(
        -_FIRST_NUMBER - int.from_bytes(digest),
        table_id,
        name,
        sql_of(expression, lambda column: column.sql_name),
        type_of(expression),
        "N",
        comment,
        expression=expression,
        is_declared=bool(name),
    )


def qualified_sql(column: Column, tables: Iterable[Table]) -> str:
    """Write a column of one of the tables, or a derived one, so that it says which table each name belongs to."""
    names = {table.table_id: table.sql_name for table in tables}

    def name_of(one: Column) -> str:
        if isinstance(one, TextNumber):
            return one.sql_in(name_of(one.stored))
        return f"{names[one.table_id]}.{one.sql_name}"

    return sql_of(column.formula, name_of) if isinstance(column, DerivedColumn) else name_of(column)
