"""Queries that tell whether a measure rises, or falls, from each group to the next: "sales rose every year"."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from factcheck.queries.group_values import GroupValues
from factcheck.queries.groups import Grouping
from factcheck.queries.measures import Exact
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate

_MOST_SHOWN = 3


@dataclass(frozen=True, slots=True)
class SteadyChange(GroupValues):
    """How many groups, in their order, do not have more than the one before or, unless it ``is_rising``, not less.

    Where there is an ``event``, the value of a group is the percentage of its rows that fulfil it.  Groups whose value
    is NULL are passed over.
    """

    aggregate: Aggregate
    by: Grouping
    is_rising: bool
    event: tuple[Predicate, ...] = ()

    @property
    def is_of_times(self) -> bool:
        """Whether the groups are times, of which the first and the last may not be there as a whole."""
        return self.by.part is not None or "year" in self.by.column.name.lower()

    def steps_sql(self) -> str:
        """Select number, name, value and place of each group, whether it breaks the order, and the number of breaks.

        Those are selected that the change begins and ends with, and the first that break the order, with those before.
        """
        other_way = "<=" if self.is_rising else ">="
        steps = (
            f"SELECT owner, value, row_number() OVER groups_in_order AS number, count(*) OVER () AS groups,"
            f" coalesce(value {other_way} lag(value) OVER groups_in_order, false) AS is_break"
            f" FROM ({self.groups_sql()}) AS groups WHERE value IS NOT NULL WINDOW groups_in_order AS (ORDER BY owner)"
        )
        told = (
            "SELECT *, count(*) FILTER (WHERE is_break) OVER () AS breaks,"
            " lead(is_break) OVER (ORDER BY number) AS is_before_break"
            f" FROM ({steps}) AS steps"
        )
        return (
            "SELECT owner::text AS name, value::numeric AS value, number, groups, is_break, breaks"
            f" FROM ({told}) AS told WHERE number IN (1, groups) OR is_break OR is_before_break"
            f" ORDER BY number LIMIT {2 * _MOST_SHOWN}"
        )

    def sql(self) -> str:
        """Count the groups that break the order."""
        other_way = "<=" if self.is_rising else ">="
        steps = (
            "SELECT value, lag(value) OVER (ORDER BY owner) AS before"
            f" FROM ({self.groups_sql()}) AS groups WHERE value IS NOT NULL"
        )
        return f"SELECT count(*) FILTER (WHERE value {other_way} before) FROM ({steps}) AS steps"

    def words(self) -> str:
        """Say what is counted."""
        more = "more" if self.is_rising else "less"
        return (
            f"the number of {self.by.words(self.selection)} that do not have {more} than the one before,"
            f" by {self.value_words()}"
        )

    def shown(self, result: Exact) -> Decimal | None:
        """Return the number of groups."""
        return None if result is None else Decimal(int(result))
