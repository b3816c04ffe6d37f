"""Says in plain words what a query computes and what a verdict means to the reader."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from factcheck.catalogue.fragments import Function, Predicate
from factcheck.catalogue.names import split_identifier
from factcheck.model.candidates import CandidateQuery
from factcheck.model.verdicts import Judgement, Reading, Verdict
from factcheck.numbers.mentions import Number
from factcheck.numbers.rounding import is_cut_off

_PHRASES = {
    Function.COUNT_DISTINCT: "the number of different values of",
    Function.SUM: "the total of",
    Function.AVG: "the average of",
    Function.MIN: "the smallest value of",
    Function.MAX: "the largest value of",
    Function.MEDIAN: "the median of",
}


def describe(candidate: CandidateQuery) -> str:
    """A candidate query in plain words, such as "the number of rows in sales where month is 'May'"."""
    table = candidate.table.name
    if candidate.function is Function.PERCENTAGE:
        return f"the percentage of rows in {table} where {_conditions(candidate.predicates)}"
    if candidate.function is Function.CONDITIONAL_PROBABILITY:
        event = [p for p in candidate.predicates if p not in candidate.condition]
        return (
            f"of the rows in {table} where {_conditions(candidate.condition)},"
            f" the percentage where {_conditions(event)}"
        )
    if candidate.column is None:
        phrase = f"the number of rows in {table}"
    else:
        phrase = f"{_PHRASES[candidate.function]} {_words(candidate.column.name)} in {table}"
    return f"{phrase} where {_conditions(candidate.predicates)}" if candidate.predicates else phrase


def message(number: Number, judgement: Judgement) -> str:
    """One sentence a reader can act on: what was stated, what the data say, and how sure that is."""
    if not judgement.readings:
        return "No added table has anything to do with this number."
    best = judgement.readings[0]
    found = _found(best)
    if judgement.verdict is Verdict.SUPPORTED:
        return f"The data agree: {describe(best.candidate)} is {found}."
    if judgement.verdict is Verdict.REFUTED:
        return _refuted(number, best, found)
    if best.matches:
        return f"It may be right, as {describe(best.candidate)} is {found}, but other readings are about as likely."
    return (
        f"It is not clear what is meant: {describe(best.candidate)} is {found},"
        f" but other readings that give {number.text} are about as likely."
    )


def _refuted(number: Number, best: Reading, found: str) -> str:
    stated = f"Stated {number.text}, the data say {found}"
    if best.value is not None and is_cut_off(best.value, number.value):
        stated += " (cut off, not rounded)"
    return f"{stated}: {describe(best.candidate)}."


def _found(reading: Reading) -> str:
    return "undefined, as no row has a usable value" if reading.value is None else _plain(reading.value)


def _plain(value: Decimal) -> str:
    """A value as a reader would write it: thousands separated, at most four significant decimals."""
    if value == value.to_integral_value():
        return f"{value:,.0f}"
    decimals = max(2, 3 - value.adjusted())
    text = f"{value:,.{decimals}f}".rstrip("0").rstrip(".")
    return text


def _words(name: str) -> str:
    return " ".join(split_identifier(name)) or name


def _conditions(predicates: Sequence[Predicate]) -> str:
    return " and ".join(_condition(predicate) for predicate in predicates)


def _condition(predicate: Predicate) -> str:
    column = predicate.column
    if column.is_integer or column.is_boolean or column.is_date:
        return f"{_words(column.name)} is {predicate.literal}"
    return f"{_words(column.name)} is '{predicate.literal}'"
