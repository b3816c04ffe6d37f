"""What a reading of a statement is: a query, its weight by words, and what its result must be for it to hold."""

from __future__ import annotations

from dataclasses import dataclass

from factcheck.queries.column_place import ColumnPlace
from factcheck.queries.difference import Difference
from factcheck.queries.group_place import GroupPlace
from factcheck.queries.ratio import Ratio
from factcheck.queries.steady_change import SteadyChange

StatementQuery = GroupPlace | ColumnPlace | Difference | Ratio | SteadyChange


@dataclass(frozen=True, slots=True)
class StatementReading:
    """One way to read a statement; ``weight`` compares with those of the statement's other readings.

    Of a place, ``first`` and ``last`` are those that the owners may have, in the order of the owners where
    ``is_ordered``; of a difference the sign decides, of a share whether it is more than half, or the percentages
    ``unclear`` between which it is neither small nor large to every reader.  ``doubt`` is the weight, relative to its
    own, of what the statement may mean instead that nobody has listed: words speak for it that neither groups nor
    measure nor rows account for.  Its part ``doubt_of_rows`` is lifted by no number of the sentence, and
    ``doubt_of_owners`` by a number of theirs alone.  A reading that ``is_guess`` measures what no word names; where it
    ``is_instead``, it counts only if numbers of rows, which are asked first, tell nothing.
    Of a place that ``is_next``, those before it that have as much count as one.
    One that ``is_turned`` counts places from the other end, of two of which either may be meant.
    One that ``is_wide`` compares columns of other kinds, too, maybe: behind far larger ones none is refuted.  Nor is
    what ``may_be_turned``: the places may be those from the other end.
    What ``is_told`` is compared by numbers of the sentence, in the order that the words suggest.
    The greater side is at least ``times`` the other one; what ``is_change`` differs at all.
    """

    query: StatementQuery
    weight: float
    first: int = 1
    last: int = 1
    is_ordered: bool = False
    is_greatest: bool = True
    unclear: tuple[int, int] = (50, 50)
    doubt: float = 0.0
    doubt_of_rows: float = 0.0
    doubt_of_owners: float = 0.0
    is_guess: bool = False
    is_instead: bool = False
    is_change: bool = False
    is_turned: bool = False
    is_next: bool = False
    is_told: bool = False
    is_wide: bool = False
    may_be_turned: bool = False
    times: float = 1.0
