"""Finding the fragments of a right query in the catalogue, and their ranks among those retrieved for a claim."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import psycopg

from factcheck.adapters.client_session import Connection
from factcheck.catalogue.schema import Column, Table
from factcheck.quality.queries.from_sql import ColumnName, QueryFragments, Restriction
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.relevance import Relevance
from factcheck.sqltext import literal

Kind = Literal["function", "column", "predicate"]
KINDS: tuple[Kind, ...] = ("function", "column", "predicate")

_MOST_SPELLINGS = 100


@dataclass(frozen=True, slots=True)
class CatalogueFragment:
    """A fragment of a right query, looked up: ``missing`` tells why it does not exist, None for one that does.

    ``key`` is what relevance scores are kept by: a function, the number of a column or of the table of a ``*``,
    or a column's number with the value's spellings.
    """

    kind: Kind
    text: str
    missing: str | None
    key: object = None
    literals: frozenset[str] = field(default=frozenset())
    is_star: bool = False


class Catalogue:
    """The fragments of some added tables, as the connection's role may see them now."""

    def __init__(self, connection: Connection, tables: Sequence[Table]) -> None:
        self._connection = connection
        self._tables = {table.name: table for table in tables}
        self._sizes: dict[str, int] = {}
        self._predicates: dict[Restriction, CatalogueFragment] = {}

    @property
    def columns(self) -> Mapping[str, Sequence[str]]:
        """The columns of each table, by name."""
        return {name: [column.name for column in table.columns] for name, table in self._tables.items()}

    def find(self, query: QueryFragments) -> tuple[CatalogueFragment, ...] | None:
        """Look up the fragments of a query; None where its reading does not hold on these data."""
        if query.only_if is not None and not self._holds(*query.only_if):
            return None
        predicates = (self._predicate(restriction, query.tables) for restriction in sorted(query.predicates))
        return (_function(query.function), self._aggregated(query), *predicates)

    def _aggregated(self, query: QueryFragments) -> CatalogueFragment:
        if query.column is None:
            known = [name for name in query.tables if name in self._tables]
            if not known:
                return CatalogueFragment("column", f"{', '.join(query.tables)}.*", "the table was not added")
            table = max(known, key=self._size)
            return CatalogueFragment("column", f"{table}.*", None, self._tables[table].table_id, is_star=True)
        column = self._column(query.column, query.tables)
        text = f"{query.column.table}.{query.column.column}"
        if column is None:
            return CatalogueFragment("column", text, "the column is not in the catalogue")
        return CatalogueFragment("column", text, None, column.column_id)

    def _predicate(self, restriction: Restriction, tables: Sequence[str]) -> CatalogueFragment:
        if restriction not in self._predicates:
            self._predicates[restriction] = self._found_predicate(restriction, tables)
        return self._predicates[restriction]

    def _found_predicate(self, restriction: Restriction, tables: Sequence[str]) -> CatalogueFragment:
        text = f"{restriction.column.table}.{restriction.column.column} = {literal(restriction.value)}"
        column = self._column(restriction.column, tables)
        if column is None:
            return CatalogueFragment("predicate", text, "the column is not in the catalogue")
        spellings = self._spellings(column, restriction.value)
        if not spellings:
            return CatalogueFragment("predicate", text, "no row has the value")
        rows = self._connection.execute(
            "SELECT f.literal FROM factcheck.fragment f JOIN factcheck.visibility v USING (visibility_id)"
            " WHERE v.column_id = %s AND f.literal = ANY (%s)",
            [column.column_id, sorted(spellings)],
        ).fetchall()
        missing = None if rows else "the value is not among the column's predicates"
        return CatalogueFragment("predicate", text, missing, column.column_id, frozenset(str(row[0]) for row in rows))

    def _spellings(self, column: Column, value: str) -> set[str]:
        """Ask the data how they write a value, since the query may write it otherwise: true for t, 1.0 for 1."""
        rows = f"FROM {self._table_of(column).sql_name} WHERE {column.sql_name}"
        distinct = f"SELECT DISTINCT {column.sql_name}::text {rows}"
        for condition in (f" = {literal(value)}", f"::text = {literal(value)}"):
            query = f"{distinct}{condition} LIMIT {_MOST_SPELLINGS}"
            try:
                with self._connection.transaction():
                    found = self._connection.execute(query.encode()).fetchall()
            except (psycopg.errors.DataError, psycopg.errors.UndefinedFunction):
                continue
            if found:
                return {row[0] for row in found}
        return set()

    def _holds(self, name: ColumnName, condition: Literal["has no NULL", "is 0 or 1"]) -> bool:
        column = self._column(name, [name.table])
        if column is None:
            return False
        exception = " IS NULL" if condition == "has no NULL" else "::text NOT IN ('0', '1', '0.0', '1.0')"
        row = self._connection.execute(
            f"SELECT EXISTS (SELECT FROM {self._table_of(column).sql_name} WHERE {column.sql_name}{exception})".encode()
        ).fetchone()
        return row is not None and not row[0]

    def _column(self, name: ColumnName, tables: Iterable[str]) -> Column | None:
        owners = [name.table] if name.table else list(tables)
        found = (c for owner in owners if owner in self._tables for c in self._tables[owner].columns)
        return next((column for column in found if column.name == name.column), None)

    def _table_of(self, column: Column) -> Table:
        return next(table for table in self._tables.values() if table.table_id == column.table_id)

    def _size(self, table: str) -> int:
        if table not in self._sizes:
            query = f"SELECT count(*) FROM {self._tables[table].sql_name}"
            row = self._connection.execute(query.encode()).fetchone()
            self._sizes[table] = row[0] if row else 0
        return self._sizes[table]


def _function(name: str) -> CatalogueFragment:
    known = {function.name: function for function in FUNCTIONS}
    missing = None if name in known else "there is no such function"
    return CatalogueFragment("function", name, missing, known.get(name))


def rank(fragment: CatalogueFragment, relevance: Relevance) -> int | None:
    """Return a fragment's place among those of its kind by relevance score; None where it was not retrieved.

    Fragments of equal score share the worst of their places.  ``*`` of a table competes with the columns.
    """
    if fragment.missing is not None:
        return None
    pool: list[float]
    if fragment.kind == "function":
        pool = list(relevance.functions.values())
        own = [score for function, score in relevance.functions.items() if function is fragment.key]
    elif fragment.kind == "column":
        pool = [*relevance.columns.values(), *relevance.tables.values()]
        scores = relevance.tables if fragment.is_star else relevance.columns
        own = [score for number, score in scores.items() if number == fragment.key]
    else:
        pool = [seen.score for _, seen in relevance.predicates]
        own = [
            seen.score
            for predicate, seen in relevance.predicates
            if isinstance(predicate, Equals)
            and predicate.column.column_id == fragment.key
            and predicate.literal in fragment.literals
        ]
    return sum(score >= max(own) for score in pool) if own else None
