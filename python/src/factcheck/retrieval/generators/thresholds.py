"""Comparisons with numbers of a claim's sentence: "drivers who earned more than 10 million", "aged 25 to 34"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.catalogue.schema import Column
from factcheck.numbers.mentions import Number
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.compare import Compare, Comparison, number_text
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS

_COLUMNS = 4
"""Columns that one threshold may be about at most: the most relevant columns of numbers that the claim names."""

_COMPARISONS: dict[str, Comparison] = {">": ">", ">=": ">=", "<": "<", "<=": "<="}


def threshold_predicates(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Compare the columns of numbers that a claim names with the thresholds of its sentence.

    A number that says which rows are meant speaks louder than one that may state a result of its own.
    """
    numeric = [column for column in cue.columns if column.is_numeric]
    scored = [(cue.column_scores.get(column.column_id, 0.0), column) for column in numeric]
    best = max((score for score, _ in scored), default=0.0)
    least = max(WEIGHTS.predicate.least_threshold, best / 2)
    named = sorted((each for each in scored if each[0] >= least), key=lambda each: -each[0])[:_COLUMNS]
    conditions = set(cue.words.conditions)
    for number in (*cue.words.conditions, *(n for n in cue.words.numbers if n not in conditions)):
        factor = WEIGHTS.predicate.threshold if number in conditions else WEIGHTS.predicate.possible_threshold
        for score, column in named:
            predicate = _compared(column, number)
            if predicate is not None:
                yield predicate, Seen(factor * score, {"column": score})


def _compared(column: Column, number: Number) -> Predicate | None:
    """Compare a column with a number as its words do; None where they do not."""
    if number.comparison == "between" and number.high is not None and number.high > number.value:
        return Between(column, number_text(number.value), number_text(number.high))
    comparison = _COMPARISONS.get(number.comparison)
    return None if comparison is None else Compare(column, comparison, number_text(number.value))
