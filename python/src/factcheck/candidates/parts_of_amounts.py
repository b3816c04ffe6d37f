"""What an amount of a row is of another one of it, in per cent: tips of the bills that they are given with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import permutations

from factcheck.candidates.identifiers import is_identifier
from factcheck.candidates.proposal import Proposal
from factcheck.catalogue.column_units import unit_of
from factcheck.catalogue.expressions import Constant, Operation
from factcheck.catalogue.schema import Column, Table
from factcheck.retrieval.column_ranges import ColumnRange
from factcheck.retrieval.relevance import Relevance

_CONCEPT = "part"
_WHOLE = "whole"
_ASKED = 0.5
"""What a percentage asks for the part that a word names, relative to a word for a measure."""

_HUNDRED = Constant(Decimal(100))


def parts_of_amounts(relevance: Relevance, tables: Sequence[Table]) -> Iterator[Proposal]:
    """Yield the percentages that amounts which the claim names are of whole ones of their rows.

    What is whole says so: the total bill.  It has the part's unit, and values that may have the part in them.
    """
    cues = relevance.cues
    for table in tables:
        amounts = [column for column in table.columns if column.is_numeric and not is_identifier(column)]
        for part, whole in permutations(amounts, 2):
            is_named = not cues.names.get(part.column_id, frozenset()).isdisjoint(cues.terms)
            is_whole = _WHOLE in cues.qualities.get(whole.column_id, frozenset())
            if (
                is_named
                and is_whole
                and unit_of(part) == unit_of(whole)
                and _may_be_part(part, whole, relevance.ranges)
            ):
                yield Proposal(Operation("/", Operation("*", _HUNDRED, part), whole), _CONCEPT, asked=_ASKED)


def _may_be_part(part: Column, whole: Column, ranges: Mapping[int, ColumnRange]) -> bool:
    of_part, of_whole = ranges.get(part.column_id), ranges.get(whole.column_id)
    if of_part is None or of_whole is None or part.is_integer != whole.is_integer:
        return False
    return 0 <= of_part.least <= of_whole.least and of_part.greatest <= of_whole.greatest
