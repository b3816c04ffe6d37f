"""The predicate that a part of a date has a value: "in 2009", "on Sundays", "in May"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Literal

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.days import Day, day_of
from factcheck.queries.predicates.predicate import Predicate, SortKey

Part = Literal["year", "quarter", "month", "isodow"]

_OF: dict[Part, Callable[[Day], int]] = {
    "year": lambda day: day.year,
    "quarter": lambda day: day.quarter,
    "month": lambda day: day.month,
    "isodow": lambda day: day.weekday,
}
_WORDS: dict[Part, str] = {
    "year": "the year of",
    "quarter": "the quarter of",
    "month": "the month of",
    "isodow": "the weekday (Monday is 1) of",
}


@dataclass(frozen=True, slots=True)
class DatePart(Predicate):
    """A part of the column, which holds dates, has a value; weekdays count from 1, Monday, to 7."""

    kind: ClassVar[str] = "date part"

    column: Column
    part: Part
    value: int

    def sql(self, name: str) -> str:
        """Take the part out of the date."""
        return f"extract({self.part} FROM {name}) = {self.value}"

    def words(self, name: str) -> str:
        """Name the part."""
        return f"{_WORDS[self.part]} {name} is {self.value}"

    def includes(self, value: str | None) -> bool:
        """Read the date; infinity has no part that is asked for here."""
        day = None if value is None else day_of(value)
        return day is not None and _OF[self.part](day) == self.value

    @property
    def sort_key(self) -> SortKey:
        """Order by part and value."""
        return (self.kind, self.part, f"{self.value:05d}")

    def excludes(self, other: Predicate) -> bool:
        """Exclude other values of the same part."""
        return isinstance(other, DatePart) and other.part == self.part and other.value != self.value
