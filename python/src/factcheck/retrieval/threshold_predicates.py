"""Comparisons with the thresholds of a claim's sentence: "drivers who earned more than 10 million"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.queries.predicates.compare import Compare, Comparison, number_text
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS

_COLUMNS = 4
"""Columns that one threshold may be about at most: the most relevant columns of numbers that the claim names."""

_COMPARISONS: dict[str, Comparison] = {">": ">", ">=": ">=", "<": "<", "<=": "<="}


def threshold_predicates(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Compare the columns of numbers that a claim names with the thresholds of its sentence."""
    numeric = [column for table in cue.tables for column in table.columns if column.is_numeric]
    scored = [(cue.column_scores.get(column.column_id, 0.0), column) for column in numeric]
    best = max((score for score, _ in scored), default=0.0)
    least = max(WEIGHTS.predicate.least_threshold, best / 2)
    named = sorted((each for each in scored if each[0] >= least), key=lambda each: -each[0])
    for number in cue.conditions:
        comparison = _COMPARISONS.get(number.comparison)
        if comparison is None:
            continue
        for score, column in named[:_COLUMNS]:
            bound = number_text(number.value)
            seen = Seen(WEIGHTS.predicate.threshold * score, {"column": score})
            yield Compare(column, comparison, bound), seen
