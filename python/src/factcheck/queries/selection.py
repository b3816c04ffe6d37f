"""Rows of a relation set that fulfil predicates, as SQL and in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.expressions import sql_of, words_of
from factcheck.catalogue.schema import Column, Table
from factcheck.catalogue.text_numbers import TextNumber
from factcheck.joins.relation_sets import RelationSet
from factcheck.queries.predicates.predicate import Predicate
from factcheck.sqltext import identifier
from factcheck.words.identifiers import split_identifier


@dataclass(frozen=True, slots=True)
class Selection:
    """Rows of the anchor of a relation set that have a partner in each other table and fulfil all predicates."""

    relations: RelationSet
    predicates: tuple[Predicate, ...] = ()
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Work the hash out once: queries are looked up again and again, and it takes most of the time."""
        object.__setattr__(self, "_hash", hash((self.relations, self.predicates)))

    def __hash__(self) -> int:
        """Hash the tables and the predicates."""
        return self._hash

    @property
    def is_quick(self) -> bool:
        """Whether very many rows are gone through; readers see the SQL where it is not."""
        return False

    def at_hand(self, expression: str) -> str:
        """Write an expression over the rows; here it is worked out where it is written."""
        return expression

    @property
    def anchor(self) -> Table:
        """The table whose rows are selected."""
        return self.relations.anchor

    def column_sql(self, column: Column) -> str:
        """Return a column's name, with its table where others are joined; for a derived column its expression."""
        if isinstance(column, DerivedColumn):
            return sql_of(column.formula, self.column_sql)
        if isinstance(column, TextNumber):
            return column.sql_in(self.column_sql(column.stored))
        if not self.relations.joins:
            return column.sql_name
        return f"{self._tables()[column.table_id]}.{column.sql_name}"

    def rows_sql(self) -> str:
        """Return the tables, joined."""
        tables = self._tables()
        parts = [self.anchor.sql_name]
        for join in self.relations.joins:
            conditions = " AND ".join(
                f"{tables[join.to_table]}.{identifier(other)} {operator} {tables[join.from_table]}.{identifier(one)}"
                for other, operator, one in join.comparisons
            )
            parts.append(f"JOIN {tables[join.to_table]} ON {conditions}")
        return " ".join(parts)

    def source_sql(self, *, is_quick: bool = False) -> str:
        """Return the FROM clause with its WHERE clause, where there are predicates; ``is_quick`` as of these alone."""
        conjunction = self.conjunction_sql(self.predicates, is_quick=is_quick)
        return f" FROM {self.rows_sql()}{f' WHERE {conjunction}' if conjunction else ''}"

    def conjunction_sql(self, predicates: Iterable[Predicate], *, is_quick: bool = False) -> str:
        """Return some predicates, all of which hold; ``is_quick`` asks for them as they are asked of very many rows."""
        named = ((predicate, self.column_sql(predicate.column)) for predicate in predicates)
        return " AND ".join(each.quick_sql(name) if is_quick else each.sql(name) for each, name in named)

    def _tables(self) -> dict[int, str]:
        return {table.table_id: table.sql_name for table in self.relations.tables}

    def column_words(self, column: Column) -> str:
        """Return a column by its name's words; those of joined tables are told apart by their table's name."""
        if isinstance(column, DerivedColumn) and not column.is_declared:
            return words_of(column.formula, self.column_words)
        if isinstance(column, TextNumber):
            return f"{self.column_words(column.stored)} ({column.words})"
        words = " ".join(split_identifier(column.name)) or column.name
        if isinstance(column, DerivedColumn):
            return f"{words} ({words_of(column.formula, self.column_words)})"
        joined = {table.table_id: table.shown_name for table in self.relations.tables[1:]}
        return f"{words} of {joined[column.table_id]}" if column.table_id in joined else words

    def conditions_words(self, predicates: Iterable[Predicate]) -> str:
        """Say what rows have to be like."""
        return " and ".join(predicate.words(self.column_words(predicate.column)) for predicate in predicates)

    def where_words(self) -> str:
        """Say what the rows have to be like, after a blank; nothing where all are meant."""
        return f" where {self.conditions_words(self.predicates)}" if self.predicates else ""
