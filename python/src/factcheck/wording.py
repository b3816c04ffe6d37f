"""Says in plain words what a query computes and what a verdict means to the reader."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Context, Decimal

from factcheck.catalogue.fragments import Function, Predicate
from factcheck.catalogue.names import split_identifier
from factcheck.catalogue.schema import Column
from factcheck.model.query_space import CandidateQuery
from factcheck.model.verdicts import Judgement, Reading, Verdict
from factcheck.numbers.mentions import Number
from factcheck.numbers.rounding import is_cut_off

_ALL_DIGITS = Context(prec=2000)

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
    table = candidate.relations.anchor.name
    where = _Conditions(candidate)
    if candidate.function is Function.PERCENTAGE:
        return f"the percentage of rows in {table} where {where.of(candidate.predicates)}"
    if candidate.function is Function.CONDITIONAL_PROBABILITY:
        event = [p for p in candidate.predicates if p not in candidate.condition]
        return f"of the rows in {table} where {where.of(candidate.condition)}, the percentage where {where.of(event)}"
    if candidate.column is None:
        phrase = f"the number of rows in {table}"
    else:
        phrase = f"{_PHRASES[candidate.function]} {where.name(candidate.column)} in {table}"
    return f"{phrase} where {where.of(candidate.predicates)}" if candidate.predicates else phrase


def describe_reading(reading: Reading) -> str:
    """A reading in plain words, with the value found."""
    return f"{describe(reading.candidate)} is {_found(reading)}"


def message(number: Number, judgement: Judgement, is_certified: bool = True) -> str:
    """One sentence a reader can act on: what was stated, what the data say, and how sure that is."""
    if not judgement.readings and not is_certified:
        return "What this number may mean was not looked up: it would take longer than allowed."
    if not judgement.readings:
        return "No added table has anything to do with this number."
    best = judgement.readings[0]
    found = _found(best, _decimals(number.value))
    if judgement.verdict is Verdict.SUPPORTED:
        return f"The data agree: {describe(best.candidate)} is {found}."
    if judgement.verdict is Verdict.REFUTED:
        return _refuted(number, best, found)
    return _undecided(number, best, found)


def _undecided(number: Number, best: Reading, found: str) -> str:
    own = f"{describe(best.candidate)} is {found}"
    if best.value is None:
        return f"The data cannot tell: {own}."
    if best.matches:
        return f"It may be right, as {own}, but other readings are about as likely."
    return f"It is not clear what is meant: {own}, but other readings that give {number.text} are about as likely."


def _refuted(number: Number, best: Reading, found: str) -> str:
    stated = f"Stated {number.text}, the data say {found}"
    if best.value is not None and is_cut_off(best.value, number.value):
        stated += " (cut off, not rounded)"
    return f"{stated}: {describe(best.candidate)}."


def _found(reading: Reading, decimals: int = 0) -> str:
    return "undefined, as no row has a usable value" if reading.value is None else _plain(reading.value, decimals)


def _decimals(value: Decimal) -> int:
    """How many decimals a number is written with."""
    exponent = value.as_tuple().exponent
    return max(-exponent, 0) if isinstance(exponent, int) else 0


def _plain(value: Decimal, decimals: int) -> str:
    """A value as a reader would write it: thousands separated, four significant decimals, or as many as are stated."""
    if _decimals(value.normalize(_ALL_DIGITS)) == 0:
        return f"{value:,.0f}"
    shown = max(2, 3 - value.adjusted(), decimals)
    return f"{value:,.{shown}f}".rstrip("0").rstrip(".")


def _words(name: str) -> str:
    return " ".join(split_identifier(name)) or name


class _Conditions:
    """Says what rows have to be like; columns of joined tables are told apart by their table's name."""

    def __init__(self, candidate: CandidateQuery) -> None:
        self._joined = {table.table_id: table.name for table in candidate.relations.tables[1:]}

    def of(self, predicates: Sequence[Predicate]) -> str:
        """Some predicates, all of which hold."""
        return " and ".join(self._one(predicate) for predicate in predicates)

    def name(self, column: Column) -> str:
        """A column by its name's words."""
        own = _words(column.name)
        return f"{own} of {self._joined[column.table_id]}" if column.table_id in self._joined else own

    def _one(self, predicate: Predicate) -> str:
        column = predicate.column
        if column.is_integer or column.is_boolean or column.is_date:
            return f"{self.name(column)} is {predicate.literal}"
        return f"{self.name(column)} is '{predicate.literal}'"
