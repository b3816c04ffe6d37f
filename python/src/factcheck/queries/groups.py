"""Groups of rows, such as the days of orders, and the values that an aggregate has for them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from factcheck.catalogue.schema import Column
from factcheck.catalogue.written_days import quick_hour_sql
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.measures import MeasureKind
from factcheck.queries.predicates.dated import clock_sql, date_sql
from factcheck.queries.query import Aggregate, RunQuery
from factcheck.queries.selection import Selection

GroupPart = Literal["year", "quarter", "month", "isodow", "hour", "day", "week", "year_month", "year_quarter"]
"""Parts of dates and times; those that begin with a year and a ``week`` are of one year, a ``month`` is of any."""

_PART_WORDS: dict[GroupPart, str] = {
    "year": "years of",
    "quarter": "quarters of",
    "month": "months of",
    "isodow": "weekdays of",
    "hour": "hours of",
    "day": "days of",
    "week": "weeks of",
    "year_month": "months, each of one year, of",
    "year_quarter": "quarters, each of one year, of",
}

_TRUNCATED_TO: dict[GroupPart | None, str] = {"week": "week", "year_month": "month", "year_quarter": "quarter"}
"""Parts that are known by their first day, with the names of their lengths."""


@dataclass(frozen=True, slots=True)
class Grouping:
    """What groups rows: the values of a column or, where there is a ``part``, this part of its dates and times."""

    column: Column
    part: GroupPart | None = None

    def sql(self, selection: Selection) -> str:
        """Write what the rows of a group have in common; what has a time zone is taken as of UTC."""
        name = selection.column_sql(self.column)
        if self.part is None:
            return name
        if self.part == "hour":
            is_quick = selection.is_quick and self.column.is_text
            return selection.at_hand(quick_hour_sql(name)) if is_quick else clock_sql(self.column, name)
        if self.part in _TRUNCATED_TO:
            return f"date_trunc('{_TRUNCATED_TO[self.part]}', {date_sql(self.column, name, '')})::date"
        day = date_sql(self.column, name, "")
        return f"{day}::date" if self.part == "day" else f"extract({self.part} FROM {day})"

    def words(self, selection: Selection) -> str:
        """Say what the groups are."""
        what = "values of" if self.part is None else _PART_WORDS[self.part]
        return f"{what} {selection.column_words(self.column)}"


class GroupQuery(RunQuery):
    """A query over the values that an aggregate has for groups.

    Groups without a value of what groups them do not count.  The server works it out: there may be many groups.
    """

    __slots__ = ()

    aggregate: Aggregate
    by: Grouping

    @property
    def selection(self) -> Selection:
        """The rows that are grouped."""
        return self.aggregate.selection

    @property
    def aggregates(self) -> Mapping[str, Aggregate]:
        """The aggregates whose values the groups have, by what they are to the query."""
        return {"aggregate": self.aggregate}

    def groups_sql(self) -> str:
        """Select the value of each group, and what its rows have in common."""
        selection = self.selection
        group = self.by.sql(selection)
        known = f"{' AND' if selection.predicates else ' WHERE'} {selection.column_sql(self.by.column)} IS NOT NULL"
        value = self.group_value_sql()
        return f"SELECT {group} AS owner, {value} AS value{selection.source_sql()}{known} GROUP BY 1"

    def group_value_sql(self) -> str:
        """Write the value of a group."""
        return self.aggregate.measure.sql(self.selection)

    def batch(self) -> tuple[str, ...]:
        """Return the rows and what groups them: queries that have both in common are run in one pass."""
        return ("groups", self.selection.rows_sql(), self.by.sql(self.selection))


class SummarizedGroups(GroupQuery):
    """A query whose result an aggregate of the groups' values gives."""

    __slots__ = ()

    @abstractmethod
    def summary_sql(self, value: str) -> str:
        """Write the aggregate of the groups' values, which have this name; values that are NULL do not count."""

    def sql(self) -> str:
        """Select the aggregate from a grouped sub-query."""
        return f"SELECT {self.summary_sql('value')} FROM ({self.groups_sql()}) AS groups"

    def value_sql(self) -> str:
        """Write the value of a group of rows that are not selected as yet; NULL where none of them is."""
        selection, measure = self.selection, self.aggregate.measure
        condition = selection.conjunction_sql(selection.predicates, is_quick=True)
        if not condition:
            return measure.sql(selection)
        value = measure.sql(selection, f" FILTER (WHERE {condition})")
        if measure.function is COUNT:
            return f"nullif({value}, 0)"
        # what sums up values is NULL without any
        is_summary = measure.function.kind is MeasureKind.SUMMARY
        return value if is_summary else f"CASE WHEN bool_or({condition}) THEN {value} END"


def together_sql(queries: Sequence[SummarizedGroups]) -> str:
    """Write queries of one batch as one pass over its rows, with a column for each."""
    first = queries[0]
    rows, group = first.selection.rows_sql(), first.by.sql(first.selection)
    known = f"{first.selection.column_sql(first.by.column)} IS NOT NULL"
    values = list(dict.fromkeys(query.value_sql() for query in queries))
    names = {value: f"value_{number}" for number, value in enumerate(values)}
    selected = ", ".join(f"{value} AS {name}" for value, name in names.items())
    results = ", ".join(
        f"{query.summary_sql(names[query.value_sql()])} AS result_{number}" for number, query in enumerate(queries)
    )
    return f"SELECT {results} FROM (SELECT {selected} FROM {rows} WHERE {known} GROUP BY {group}) AS groups"


_ORDINALS = {2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh", 8: "eighth", 9: "ninth"}


def superlative(word: str, rank: int) -> str:
    """Say which of ordered things is meant: "largest", "third largest"."""
    return word if rank == 1 else f"{_ORDINALS.get(rank, f'{rank}th')} {word}"


def extreme_words(which: str, value: str) -> str:
    """Say what the first of ordered groups has: "the smallest total of sales", "the largest value of length".

    ``which`` is its superlative, ``value`` what each group has; an extreme of extremes is said once where both are of
    one end.
    """
    is_of_ends = value.startswith(("the largest value", "the smallest value"))
    is_same_end = is_of_ends and (which == "smallest") == value.startswith("the smallest")
    if is_same_end and which in {"smallest", "largest", "greatest"}:
        return value
    return f"the {which} value of {value}" if is_of_ends else f"the {which} {value.removeprefix('the ')}"
