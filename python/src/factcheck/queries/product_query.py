"""The queries that a function, a column and a set of predicates make: those of the product parts of a space."""

from __future__ import annotations

from decimal import Decimal

from factcheck.joins.relation_sets import RelationSet
from factcheck.queries.functions.function import Digits
from factcheck.queries.measures import Exact
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate, Measure, Query
from factcheck.queries.ratio import Ratio
from factcheck.queries.results import rounded
from factcheck.queries.selection import Selection


def product_query(
    measure: Measure, relations: RelationSet, predicates: tuple[Predicate, ...], condition: tuple[Predicate, ...]
) -> Query:
    """Return the query of the function's shape; ``condition`` is empty unless the shape has one."""
    selected = Aggregate(measure, Selection(relations, predicates))
    if not measure.function.shape.is_share:
        return selected
    return Ratio(selected, Aggregate(measure, Selection(relations, condition)))


def product_shown(measure: Measure, result: Exact) -> Decimal | None:
    """Return a result of such a query as its ``shown`` does, without making the query."""
    digits = Digits.QUOTIENT if measure.function.shape.is_share else measure.function.digits
    return rounded(result, digits, is_exact=measure.is_exact)
