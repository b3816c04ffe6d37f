"""Query fragments: aggregation functions, aggregation columns and predicates (Section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from factcheck.catalogue.schema import Column


class Function(Enum):
    """Aggregation functions of candidate queries; percentage and conditional probability run from 0 to 100."""

    COUNT = "count"
    COUNT_DISTINCT = "count_distinct"
    SUM = "sum"
    AVG = "avg"
    MIN = "min"
    MAX = "max"
    MEDIAN = "median"
    PERCENTAGE = "percentage"
    CONDITIONAL_PROBABILITY = "conditional_probability"


FUNCTION_KEYWORDS: Mapping[Function, frozenset[str]] = {
    Function.COUNT: frozenset("count number there total contain include record row entry case time".split()),
    Function.COUNT_DISTINCT: frozenset("different distinct unique individual separate kind type variety".split()),
    Function.SUM: frozenset("sum total overall altogether combined combine add amount worth volume".split()),
    Function.AVG: frozenset("average mean typical typically averaging per each usual expect".split()),
    Function.MIN: frozenset(
        "minimum min lowest smallest least fewest shortest youngest earliest cheapest slowest lightest bottom "
        "worst low small short young early cheap slow light bad".split()
    ),
    Function.MAX: frozenset(
        "maximum max highest largest most biggest greatest longest oldest latest fastest heaviest top peak record "
        "best high large big great long old late fast heavy good".split()
    ),
    Function.MEDIAN: frozenset("median middle midpoint".split()),
    Function.PERCENTAGE: frozenset("% percent percentage share proportion fraction rate part quarter third".split()),
    Function.CONDITIONAL_PROBABILITY: frozenset(
        "% percent percentage share proportion fraction rate part among within probability chance likely".split()
    ),
}
"""Words, in their base form or as written, that speak for each function (the paper's fixed keyword sets)."""


@dataclass(frozen=True, slots=True)
class Predicate:
    """The equality predicate ``column = literal``; the literal is the value as PostgreSQL prints it."""

    column: Column
    literal: str
