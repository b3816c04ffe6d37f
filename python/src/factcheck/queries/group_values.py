"""Queries over groups of which the value is a measure, or the percentage of their rows that fulfil something."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from factcheck.queries.groups import GroupQuery
from factcheck.queries.measures import Exact
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate, Measure
from factcheck.queries.ratio import Ratio


class GroupValues(GroupQuery):
    """A query over groups; where there is an ``event``, their value is the percentage of rows that fulfil it."""

    __slots__ = ()

    event: tuple[Predicate, ...]

    @property
    def measure(self) -> Measure:
        """The measure of a group."""
        return self.aggregate.measure

    def group_value_sql(self) -> str:
        """Write the value of a group."""
        measure = GroupQuery.group_value_sql(self)
        if not self.event:
            return measure
        part = self.measure.sql(self.selection, f" FILTER (WHERE {self.selection.conjunction_sql(self.event)})")
        return f"100.0 * {part} / nullif({measure}, 0)"

    def value_words(self) -> str:
        """Say what the value of a group is."""
        if not self.event:
            return self.aggregate.words()
        return Ratio(self._part(), self.aggregate).words()

    def value_shown(self, value: Exact) -> Decimal | None:
        """Return the value of a group with the digits that count."""
        whole = self.aggregate
        return Ratio(self._part(), whole).shown(value) if self.event else whole.shown(value)

    def _part(self) -> Aggregate:
        return Aggregate(self.measure, replace(self.selection, predicates=(*self.selection.predicates, *self.event)))
