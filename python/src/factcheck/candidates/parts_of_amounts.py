"""Amounts of a row that are parts of another amount of it, and what they are of that in per cent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import product

from factcheck.candidates.identifiers import is_identifier
from factcheck.candidates.proposal import Proposal
from factcheck.catalogue.column_units import unit_of
from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.expressions import Constant, Expression, Operation
from factcheck.catalogue.schema import Column, Table
from factcheck.retrieval.column_ranges import ColumnRange
from factcheck.retrieval.relevance import Relevance
from factcheck.words.identifiers import split_identifier

_CONCEPT = "part"
_HUNDRED = Constant(Decimal(100))

_ASKED = 0.5
"""What a percentage asks for a part of an amount, relative to a word for a measure."""

_ASKED_BY_NAME = 0.2
"""The same for a part that only its column's name tells of, which the claim need not name."""


def parts_of_amounts(relevance: Relevance, tables: Iterable[Table]) -> Iterator[Proposal]:
    """Yield, in per cent, what amounts are of whole ones of their rows: tips of the total bill.

    What is whole says so, and the claim names the part; or the part is called as the whole is, with a word more.
    """
    for table in tables:
        amounts = _amounts(table)
        parts = [column for column in amounts if relevance.cues.names_any_of(column.column_id)]
        wholes = [column for column in amounts if relevance.cues.has(column.column_id, "whole")] if parts else []
        for part, whole in product(parts, wholes):
            if part != whole and _may_be_part(part, whole, relevance.ranges):
                yield Proposal(percent_of_whole(part, whole), _CONCEPT, asked=_ASKED)
        for part, whole in parts_by_name(table, relevance.ranges):
            yield Proposal(percent_of_whole(part, whole), _CONCEPT, asked=_ASKED_BY_NAME)


def parts_by_name(table: Table, ranges: Mapping[int, ColumnRange]) -> list[tuple[Column, Column]]:
    """Return the columns of counts that are parts of another one by their names: ``pop_urban`` of ``pop``.

    A part is called as the whole is, with one word more behind it, and nowhere greater by what is known of the values.
    """
    counts = {tuple(split_identifier(column.name)): column for column in _amounts(table) if column.is_integer}
    return [
        (part, whole)
        for words, part in counts.items()
        if len(words) > 1 and words[-1].isalpha() and (whole := counts.get(words[:-1])) is not None
        if _may_be_part(part, whole, ranges)
    ]


def is_percent_of_whole(column: Column | None) -> bool:
    """Tell whether a derived column says what a part is of a whole in per cent."""
    formula = column.expression if isinstance(column, DerivedColumn) else None
    above = formula.left if isinstance(formula, Operation) and formula.operator == "/" else None
    return isinstance(above, Operation) and above.left == _HUNDRED


def percent_of_whole(part: Expression, whole: Expression) -> Expression:
    """Return what a part is of the whole in per cent."""
    return Operation("/", Operation("*", _HUNDRED, part), whole)


def _amounts(table: Table) -> Sequence[Column]:
    return [column for column in table.columns if column.is_numeric and not is_identifier(column)]


def _may_be_part(part: Column, whole: Column, ranges: Mapping[int, ColumnRange]) -> bool:
    """Tell whether one column has the other's unit, and values that may have those of the other in them."""
    of_part, of_whole = ranges.get(part.column_id), ranges.get(whole.column_id)
    if of_part is None or of_whole is None or part.is_integer != whole.is_integer or unit_of(part) != unit_of(whole):
        return False
    return 0 <= of_part.least <= of_whole.least and of_part.greatest <= of_whole.greatest
