"""Queries that find the place of a group among others, such as that of Kuwait among all countries by income."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from factcheck.queries.group_members import member_sql, member_words
from factcheck.queries.group_values import GroupValues
from factcheck.queries.groups import Grouping
from factcheck.queries.measures import Exact
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate


@dataclass(frozen=True, slots=True)
class GroupPlace(GroupValues):
    """The place of a group among all, the greatest or the smallest first; groups of equal value share a place.

    ``owners`` select the group; of several the last place counts.  Groups whose value is NULL have none.
    Where there is an ``event``, the value of a group is the percentage of its rows that fulfil it.
    """

    aggregate: Aggregate
    by: Grouping
    owners: tuple[Predicate, ...]
    is_greatest: bool = True
    event: tuple[Predicate, ...] = ()

    @property
    def order(self) -> str:
        """The direction in which places count, as SQL says it."""
        return "DESC" if self.is_greatest else "ASC"

    def sql(self) -> str:
        """Number the groups in order, and select the place."""
        places = (
            f"SELECT owner, rank() OVER (ORDER BY value {self.order}) AS place FROM ({self.groups_sql()}) AS groups"
        )
        among = " OR ".join(member_sql(owner, "owner") for owner in self.owners)
        return f"SELECT max(place) FROM ({places} WHERE value IS NOT NULL) AS places WHERE {among}"

    def words(self) -> str:
        """Say whose place it is, and in which order."""
        names = " and ".join(member_words(owner) for owner in self.owners)
        first = "greatest" if self.is_greatest else "smallest"
        among = self.by.words(self.selection)
        return f"the place of {names} among all {among}, the {first} first, by {self.value_words()}"

    def shown(self, result: Exact) -> Decimal | None:
        """Return the place."""
        return None if result is None else Decimal(int(result))
