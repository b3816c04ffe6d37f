"""Finding the fragments of a right query in the catalogue, and their ranks among those retrieved for a claim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import psycopg

from factcheck.adapters.client_session import Connection
from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.schema import Column, Table
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.qualified_name import qualified_name
from factcheck.queries.query import Query
from factcheck.queries.selection import Selection
from factcheck.retrieval.relevance import Relevance
from factcheck.sql_reading.labelled_query import Condition, LabelledQuery
from factcheck.sqltext import literal

Kind = Literal["function", "column", "predicate"]
KINDS: tuple[Kind, ...] = ("function", "column", "predicate")

_MOST_SPELLINGS = 100


@dataclass(frozen=True, slots=True)
class CatalogueFragment:
    """A fragment of a right query, looked up: ``missing`` tells why it does not exist, None for one that does.

    ``key`` is what relevance scores are kept by: a function, the number of a column or of the table of a ``*``; of a
    predicate, ``spellings`` are the predicates that say the same, as the data spell their values.
    """

    kind: Kind
    text: str
    missing: str | None
    key: AggregationFunction | int | None = None
    spellings: frozenset[Predicate] = frozenset()
    is_star: bool = False


class Catalogue:
    """The fragments of some added tables, as the connection's role may see them now."""

    def __init__(self, connection: Connection, tables: Sequence[Table]) -> None:
        self._connection = connection
        self.tables = tuple(tables)
        self._by_id = {table.table_id: table for table in tables}
        self._column_ids = {column.column_id for table in tables for column in table.columns}
        self._sizes: dict[int, int] = {}
        self._predicates: dict[Predicate, CatalogueFragment] = {}

    def find(self, labelled: LabelledQuery) -> tuple[CatalogueFragment, ...] | None:
        """Look up the fragments of a query; None where its reading does not hold on these data."""
        if labelled.only_if is not None and not self._holds(labelled.only_if):
            return None
        query = labelled.query
        function = CatalogueFragment("function", query.function.name, None, query.function)
        predicates = (self._predicate(predicate, query.selection) for predicate in query.predicates)
        return (function, self._aggregated(query), *predicates)

    def _aggregated(self, query: Query) -> CatalogueFragment:
        if query.column is None:
            known = [table for table in query.selection.relations.tables if table.table_id in self._by_id]
            if not known:
                names = ", ".join(table.name for table in query.selection.relations.tables)
                return CatalogueFragment("column", f"{names}.*", "the table was not added")
            largest = max(known, key=self._size)
            return CatalogueFragment("column", f"{largest.name}.*", None, largest.table_id, is_star=True)
        text = qualified_name(query.column, query.selection)
        read = query.column.operands if isinstance(query.column, DerivedColumn) else (query.column,)
        if not {column.column_id for column in read} <= self._column_ids:
            return CatalogueFragment("column", text, "the column is not in the catalogue")
        return CatalogueFragment("column", text, None, query.column.column_id)

    def _predicate(self, predicate: Predicate, selection: Selection) -> CatalogueFragment:
        if predicate not in self._predicates:
            self._predicates[predicate] = self._looked_up(predicate, qualified_name(predicate.column, selection))
        return self._predicates[predicate]

    def _looked_up(self, predicate: Predicate, name: str) -> CatalogueFragment:
        """Look a predicate up; those that are no equalities are not kept but made for each claim: they all exist."""
        column = predicate.column
        text = f"{name} = {literal(predicate.literal)}" if isinstance(predicate, Equals) else predicate.sql(name)
        if column.column_id not in self._column_ids:
            return CatalogueFragment("predicate", text, "the column is not in the catalogue")
        if not isinstance(predicate, Equals):
            return CatalogueFragment("predicate", text, None, spellings=frozenset({predicate}))
        spellings = self._spellings(column, predicate.literal)
        if not spellings:
            return CatalogueFragment("predicate", text, "no row has the value")
        rows = self._connection.execute(
            "SELECT f.literal FROM factcheck.fragment f JOIN factcheck.visibility v USING (visibility_id)"
            " WHERE v.column_id = %s AND f.literal = ANY (%s)",
            [column.column_id, sorted(spellings)],
        ).fetchall()
        missing = None if rows else "the value is not among the column's predicates"
        kept = frozenset(Equals(column, str(row[0])) for row in rows)
        return CatalogueFragment("predicate", text, missing, spellings=kept)

    def _spellings(self, column: Column, value: str) -> set[str]:
        """Ask the data how they write a value, since the query may write it otherwise: true for t, 1.0 for 1."""
        rows = f"FROM {self._by_id[column.table_id].sql_name} WHERE {column.sql_name}"
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

    def _holds(self, condition: Condition) -> bool:
        column = condition.column
        if column.column_id not in self._column_ids:
            return False
        exception = " IS NULL" if condition.holds == "has no NULL" else "::text NOT IN ('0', '1', '0.0', '1.0')"
        rows = f"FROM {self._by_id[column.table_id].sql_name} WHERE {column.sql_name}{exception}"
        row = self._connection.execute(f"SELECT EXISTS (SELECT {rows})".encode()).fetchone()
        return row is not None and not row[0]

    def _size(self, table: Table) -> int:
        if table.table_id not in self._sizes:
            row = self._connection.execute(f"SELECT count(*) FROM {table.sql_name}".encode()).fetchone()
            self._sizes[table.table_id] = row[0] if row else 0
        return self._sizes[table.table_id]


def rank(fragment: CatalogueFragment, relevance: Relevance) -> int | None:
    """Return a fragment's place among those of its kind by relevance score; None where it was not retrieved.

    Fragments of equal score share the worst of their places.  ``*`` of a table competes with the columns.
    """
    if fragment.missing is not None:
        return None
    pool: list[float]
    if fragment.kind == "function":
        pool = list(relevance.functions.values())
        of_fragment = [score for function, score in relevance.functions.items() if function is fragment.key]
    elif fragment.kind == "column":
        pool = [*relevance.columns.values(), *relevance.tables.values()]
        scores = relevance.tables if fragment.is_star else relevance.columns
        of_fragment = [score for number, score in scores.items() if number == fragment.key]
    else:
        pool = [seen.score for _, seen in relevance.predicates]
        of_fragment = [seen.score for predicate, seen in relevance.predicates if predicate in fragment.spellings]
    return sum(score >= max(of_fragment) for score in pool) if of_fragment else None
