"""What a statement may measure, with its weight."""

from __future__ import annotations

from dataclasses import dataclass

from factcheck.catalogue.schema import Table
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Measure


@dataclass(frozen=True, slots=True)
class WeighedMeasure:
    """A measure of the rows of a table, with its weight.

    ``unnamed`` is the share of the words said of it that it does not account for.  Where there is an ``event``, what is
    compared is the percentage of the rows that fulfil it; ``rows`` are predicates that all rows have to fulfil.  What
    ``is_inverted`` is the less, the more there is of what is said: the oldest house has the earliest year.
    """

    table: Table
    measure: Measure
    weight: float
    unnamed: float = 0.0
    event: tuple[Predicate, ...] = ()
    rows: tuple[Predicate, ...] = ()
    is_inverted: bool = False
