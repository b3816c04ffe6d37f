"""From relevance scores to the factors of Pr(S|Q): how likely the text is, given each fragment of a query (Section 5).

The factors of a claim are not scaled to one, since only their ratios count (Equation 4); a query without a predicate
has the factor 1 for it.
"""

from __future__ import annotations

from collections.abc import Mapping

from factcheck.numbers.mentions import Number
from factcheck.queries.fragments import Function

_FUNCTION_BASE: Mapping[str, Mapping[Function, float]] = {
    "percent": {
        Function.COUNT: 0.0,
        Function.COUNT_DISTINCT: 0.0,
        Function.SUM: 0.1,
        Function.AVG: 0.3,
        Function.MIN: 0.1,
        Function.MAX: 0.2,
        Function.MEDIAN: 0.3,
        Function.PERCENTAGE: 1.0,
        Function.CONDITIONAL_PROBABILITY: 0.7,
    },
    "currency": {
        Function.COUNT: 0.0,
        Function.COUNT_DISTINCT: 0.0,
        Function.SUM: 0.6,
        Function.AVG: 0.5,
        Function.MIN: 0.2,
        Function.MAX: 0.3,
        Function.MEDIAN: 0.5,
        Function.PERCENTAGE: 0.0,
        Function.CONDITIONAL_PROBABILITY: 0.0,
    },
    "whole": {
        Function.COUNT: 1.0,
        Function.COUNT_DISTINCT: 0.1,
        Function.SUM: 0.4,
        Function.AVG: 0.1,
        Function.MIN: 0.1,
        Function.MAX: 0.15,
        Function.MEDIAN: 0.3,
        Function.PERCENTAGE: 0.02,
        Function.CONDITIONAL_PROBABILITY: 0.01,
    },
    "decimal": {
        Function.COUNT: 0.0,
        Function.COUNT_DISTINCT: 0.0,
        Function.SUM: 0.3,
        Function.AVG: 0.8,
        Function.MIN: 0.2,
        Function.MAX: 0.3,
        Function.MEDIAN: 0.8,
        Function.PERCENTAGE: 0.1,
        Function.CONDITIONAL_PROBABILITY: 0.05,
    },
}
"""How well each function's results agree with the way a number is written, before any keyword is seen."""

_FUNCTION_KEYWORD_GAIN = 12.0
_COLUMN_FLOOR = 0.5
_COLUMN_GAIN = 20.0
_PREDICATE_GAIN = 30.0


def function_weights(number: Number, scores: Mapping[Function, float]) -> dict[Function, float]:
    """S(f) of a claim: agreement with the number's written form, raised by the function's keywords."""
    if number.unit in {"percent", "currency"}:
        base = _FUNCTION_BASE[number.unit]
    else:
        base = _FUNCTION_BASE["whole" if number.is_integer else "decimal"]
    weights = {function: base[function] * (1 + _FUNCTION_KEYWORD_GAIN * scores[function]) for function in Function}
    if scores[Function.MEDIAN] == 0:
        weights[Function.MEDIAN] = 0.0  # nobody means a median without saying so
    return weights


def column_weight(score: float) -> float:
    """S(a) of an aggregation column or of ``*``; the floor keeps columns that no keyword names possible."""
    return _COLUMN_FLOOR + _COLUMN_GAIN * score


def predicate_weight(score: float) -> float:
    """S(r) of a predicate."""
    return _PREDICATE_GAIN * score
