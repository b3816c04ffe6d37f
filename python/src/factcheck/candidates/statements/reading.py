"""What a reading of a statement is: a query, its weight by words, and what its result must be for it to hold."""

from __future__ import annotations

from dataclasses import dataclass

from factcheck.queries.difference import Difference
from factcheck.queries.group_place import GroupPlace
from factcheck.queries.ratio import Ratio

StatementQuery = GroupPlace | Difference | Ratio


@dataclass(frozen=True, slots=True)
class StatementReading:
    """One way to read a statement; ``weight`` compares with those of the statement's other readings.

    Of a place, ``first`` and ``last`` are those that the owners may have, in the order of the owners where
    ``is_ordered``; of a difference the sign decides, of a share whether it is more than half.  ``unnamed`` is the share
    of the words of its measure that neither name nor function accounts for, from 0 to 1.
    """

    query: StatementQuery
    weight: float
    first: int = 1
    last: int = 1
    is_ordered: bool = False
    is_greatest: bool = True
    unnamed: float = 0.0
