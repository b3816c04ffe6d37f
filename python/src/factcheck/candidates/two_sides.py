"""Sums and differences of columns that tell of the two sides of a row: all goals of a match, the lead in a poll."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from factcheck.candidates.proposal import Proposal
from factcheck.catalogue.expressions import Operation
from factcheck.catalogue.schema import Column, Table
from factcheck.retrieval.generators.sides import columns_alike
from factcheck.retrieval.measure_words import PARTS_OF_A_WHOLE, MeasureCues
from factcheck.retrieval.relevance import Relevance
from factcheck.words.identifiers import split_identifier

_LEAD = "lead"
_MOST_SIDES = 6


def of_two_sides(table: Table, relevance: Relevance) -> Iterator[Proposal]:
    """Yield what the sides of a row have together, or one more than the other, where a claim's words ask for it.

    "43,300 goals" of home and away goals names what both have, and neither side; "a margin of 9 points" is of the two
    sides that the text names.
    """
    cues = relevance.cues
    for alike in columns_alike(table).values():
        if frozenset(alike) in PARTS_OF_A_WHOLE:
            yield from _together(table, list(alike.values()), cues)
        if _LEAD in cues.concepts and len(alike) <= _MOST_SIDES:
            named = [column for column in alike.values() if relevance.columns.get(column.column_id, 0.0) > 0]
            known = list(alike.values()) if len(alike) == 2 else named
            yield from (Proposal(Operation("-", one, other), _LEAD) for one, other in permutations(known, 2))


def _together(table: Table, sides: Sequence[Column], cues: MeasureCues) -> Iterator[Proposal]:
    """Yield the sum of both sides where the claim has what their names share; not where a column has just that name."""
    names = [cues.names.get(column.column_id, frozenset()) for column in sides]
    shared = frozenset.intersection(*names)
    words = set.intersection(*(set(split_identifier(column.name)) for column in sides))
    is_column = any(set(split_identifier(column.name)) == words for column in table.columns)
    is_side_named = any(not (name - shared).isdisjoint(cues.terms) for name in names)
    weight = max((cues.terms.get(term, 0.0) for term in shared), default=0.0)
    if weight > 0 and not is_column and not is_side_named:
        yield Proposal(Operation("+", *sides), "total", asked=weight)
