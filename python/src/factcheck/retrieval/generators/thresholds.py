"""Comparisons with numbers of a claim's sentence: "drivers who earned more than 10 million", "aged 25 to 34"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from factcheck.catalogue.schema import Column
from factcheck.catalogue.text_numbers import all_columns
from factcheck.numbers.mentions import Number
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.compare import Compare, Comparison, number_text
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import names_an_identifier, split_identifier

_COLUMNS = 4
"""Columns that one threshold may be about at most: the most relevant columns of numbers that the claim names."""

_COMPARISONS: dict[str, Comparison] = {">": ">", ">=": ">=", "<": "<", "<=": "<="}


_AGES = frozenset({"age", "ages"})
_OLDEST = 120
_OF_AGE = re.compile(r"\b(?:aged?|ages|years?[-\s]olds?|months?[-\s]olds?|older|younger|under|over)\b", re.IGNORECASE)


def threshold_predicates(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Compare the columns of numbers that a claim names with the thresholds of its sentence.

    Numbers by which things are called are not compared.  A number that says which rows are meant speaks louder than one
    that may state a result of its own.
    """
    known = (column for table in cue.tables for column in all_columns(table))
    amounts = (c for c in known if c.is_numeric and not names_an_identifier(c.name))
    scored = [(cue.column_scores.get(c.column_id, 0.0), c) for c in amounts]
    best = max((score for score, _ in scored), default=0.0)
    least = max(WEIGHTS.predicate.least_threshold, best / 2)
    named = sorted((each for each in scored if each[0] >= least), key=lambda each: -each[0])[:_COLUMNS]
    conditions = set(cue.words.conditions)
    for number in (*cue.words.conditions, *(n for n in cue.words.numbers if n not in conditions)):
        is_condition = number in conditions
        ages = _ages(number, scored, best, cue) if is_condition else []
        for score, column in ages or named:
            predicate = _compared(column, number)
            if predicate is not None:
                factor = WEIGHTS.predicate.threshold if is_condition else WEIGHTS.predicate.possible_threshold
                yield predicate, Seen(factor * score, {"column": score})


def _ages(
    number: Number, scored: Sequence[tuple[float, Column]], best: float, cue: PredicateCue
) -> list[tuple[float, Column]]:
    """Return columns of ages where a number may be one: "adults over 65" do not say that they have an age."""
    is_age = number.unit == "plain" and number.scale == 1 and 0 < number.value <= _OLDEST
    passage = own_passage(cue)
    if not is_age or passage is None or not _OF_AGE.search(passage.text):
        return []
    columns = [(score, column) for score, column in scored if not _AGES.isdisjoint(split_identifier(column.name))]
    return [(max(score, best, WEIGHTS.predicate.implied_age), column) for score, column in columns]


def _compared(column: Column, number: Number) -> Predicate | None:
    """Compare a column with a number as its words do; None where they do not."""
    if number.comparison == "between" and number.high is not None and number.high > number.value:
        return Between(column, number_text(number.value), number_text(number.high))
    comparison = _COMPARISONS.get(number.comparison)
    return None if comparison is None else Compare(column, comparison, number_text(number.value))
