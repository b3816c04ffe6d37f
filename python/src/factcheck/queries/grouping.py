"""By what rows are grouped: the values of a column, or a part of its dates."""

from __future__ import annotations

from dataclasses import dataclass

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.date_part import DatePart, Part
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.selection import Selection

_PART_WORDS: dict[Part, str] = {"year": "year", "quarter": "quarter", "month": "month", "isodow": "weekday"}


@dataclass(frozen=True, slots=True)
class Grouping:
    """The values of a column, or a part of its dates; rows without any are in no group."""

    column: Column
    part: Part | None = None

    @classmethod
    def of(cls, predicate: Predicate) -> Grouping | None:
        """Return the groups of which a predicate selects one; None where it selects something else."""
        if isinstance(predicate, Equals):
            return cls(predicate.column)
        if isinstance(predicate, DatePart):
            return cls(predicate.column, predicate.part)
        return None

    def sql(self, selection: Selection) -> str:
        """Write the expression that rows are grouped by."""
        name = selection.column_sql(self.column)
        return name if self.part is None else f"extract({self.part} FROM {name})"

    def words(self, selection: Selection) -> str:
        """Say what the groups are."""
        name = selection.column_words(self.column)
        return name if self.part is None else f"{_PART_WORDS[self.part]} of {name}"


def member_sql(predicate: Predicate, name: str) -> str:
    """Write the condition that a group is the one that a predicate selects; ``name`` is the group's expression."""
    return f"{name} = {predicate.value}" if isinstance(predicate, DatePart) else predicate.sql(name)


def member_words(predicate: Predicate) -> str:
    """Name the group that a predicate selects, as a reader would."""
    if isinstance(predicate, Equals):
        return predicate.literal
    if isinstance(predicate, DatePart):
        return part_words(predicate.part, predicate.value)
    return predicate.words("")


_MONTHS = "January February March April May June July August September October November December".split()
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()


def part_words(part: Part | None, value: int | str) -> str:
    """Say a value of a part of dates: months and weekdays by their names."""
    names = {"month": _MONTHS, "isodow": _DAYS}.get(part or "", [])
    number = int(value) if str(value).isdigit() else 0
    return names[number - 1] if 1 <= number <= len(names) else str(value)
