"""All aggregation functions, in the order in which ties between them go."""

from __future__ import annotations

from factcheck.queries.functions.counts import CONDITIONAL_PROBABILITY, COUNT, COUNT_DISTINCT, PERCENTAGE
from factcheck.queries.functions.extremes import MAX, MIN
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.functions.median import MEDIAN
from factcheck.queries.functions.mode import MODE
from factcheck.queries.functions.share_of_sum import SHARE_OF_SUM, SHARE_OF_SUM_WITHIN
from factcheck.queries.functions.stddev import STDDEV, STDDEV_POP, VAR_POP, VARIANCE
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.measures import Statistic

FUNCTIONS: tuple[AggregationFunction, ...] = (
    COUNT,
    COUNT_DISTINCT,
    SUM,
    AVG,
    MIN,
    MAX,
    MEDIAN,
    STDDEV,
    STDDEV_POP,
    VARIANCE,
    VAR_POP,
    MODE,
    PERCENTAGE,
    CONDITIONAL_PROBABILITY,
    SHARE_OF_SUM,
    SHARE_OF_SUM_WITHIN,
)

STATISTICS: tuple[Statistic, ...] = tuple(
    dict.fromkeys(function.statistic for function in FUNCTIONS if function.statistic)
)
"""What functions make of single values."""
