"""The queries that the paper's model expresses (Definition 2)."""

from __future__ import annotations

from factcheck.catalogue.derived import DerivedColumn
from factcheck.queries.functions.counts import CONDITIONAL_PROBABILITY, COUNT, COUNT_DISTINCT, PERCENTAGE
from factcheck.queries.functions.extremes import MAX, MIN
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.functions.median import MEDIAN
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.query import Aggregate, Query
from factcheck.queries.ratio import Ratio

_OF_ROWS_OR_VALUES = frozenset({COUNT, COUNT_DISTINCT, SUM, AVG, MIN, MAX, MEDIAN})
_SHARES = frozenset({PERCENTAGE, CONDITIONAL_PROBABILITY})


def is_in_paper_class(query: Query) -> bool:
    """Tell whether the paper's model can express a query.

    It is one aggregate (count of rows or of a column, distinct count, sum, average, minimum, maximum, median), a
    percentage or a conditional probability, with a conjunction of predicates ``column = constant``.  Functions that
    are added to the program later do not belong to it.
    """
    functions: frozenset[AggregationFunction] = frozenset()
    if isinstance(query, Aggregate):
        functions = _OF_ROWS_OR_VALUES
    elif isinstance(query, Ratio):
        functions = _SHARES
    is_stored = not isinstance(query.column, DerivedColumn)
    return (
        is_stored
        and query.function in functions
        and all(isinstance(predicate, Equals) for predicate in query.predicates)
    )
