"""Values of joined tables that the rows have themselves: a code of a country beside its row in a list of countries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from factcheck.catalogue.schema import Table
from factcheck.joins.graph import Join
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.relevance import Relevance, Seen
from factcheck.weights.weights import WEIGHTS

_NEARLY_ALL = 0.9
"""Share of a table's rows with different values of a column from which these are names of the rows."""


def without_repeated_partners(relevance: Relevance, tables: Iterable[Table], joins: Iterable[Join]) -> Relevance:
    """Return what a claim's words find, names of rows of a joined table at less that the rows joined to it have, too.

    "Qatar had 36,385 residents" restricts the populations by their own name or code of the country: the same code in a
    list of countries says no more, and would leave out what the list lacks.  What several rows of the list have, such
    as a region, is no name of one.
    """
    children: dict[int, set[int]] = {}
    for join in joins:
        children.setdefault(join.to_table, set()).add(join.from_table)
    texts = [(p, seen) for p, seen in relevance.predicates if isinstance(p, Equals) and p.column.is_text]
    if not children or not texts:
        return relevance
    rows = {table.table_id: table.rows for table in tables}
    of_tables = {(predicate.column.table_id, predicate.literal.casefold()) for predicate, _ in texts}
    repeated = {
        predicate
        for predicate, _ in texts
        for child in children.get(predicate.column.table_id, ())
        if (child, predicate.literal.casefold()) in of_tables
        and relevance.values.get(predicate.column.column_id, 0) >= _NEARLY_ALL * rows[predicate.column.table_id]
    }
    if not repeated:
        return relevance
    share = WEIGHTS.predicate.repeated_partner
    predicates = tuple(
        (predicate, Seen(share * seen.score, seen.parts) if predicate in repeated else seen)
        for predicate, seen in relevance.predicates
    )
    return replace(relevance, predicates=predicates)
