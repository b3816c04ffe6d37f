"""Words of a question that name something: columns, values, numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from factcheck.catalogue.schema import Column
from factcheck.numbers.mentions import Number
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate


@dataclass(frozen=True, slots=True)
class ColumnMention:
    """Words that name columns, the best first; ``is_exact`` where their own names say them, not a synonym.

    ``is_begun`` tells that the words begin as those of the best name do; ``is_whole``, that they say all of it.
    ``is_high`` tells which end an adjective means; None where no adjective names the column.  ``is_hyphenated`` tells
    that a hyphen joins the words.  ``share`` is the part of the best name that the words say.
    """

    start: int
    end: int
    columns: tuple[Column, ...]
    is_exact: bool = True
    is_high: bool | None = None
    is_begun: bool = False
    is_whole: bool = False
    is_hyphenated: bool = False
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class ValueMention:
    """Words that name a value: the predicate that the column has it."""

    start: int
    end: int
    predicate: Equals


@dataclass(frozen=True, slots=True)
class TimeMention:
    """Words that name a time: the predicates of one column; ``end`` is 0 where no words side by side name it."""

    start: int
    end: int
    predicates: tuple[Predicate, ...]

    @property
    def column(self) -> Column:
        """The column that the time is said of."""
        return self.predicates[0].column


@dataclass(frozen=True, slots=True)
class UnitMention:
    """Words that ask for groups by a length of time or a part of days that comes again, with what facts call it."""

    start: int
    end: int
    name: str


@dataclass(frozen=True, slots=True)
class NumberMention:
    """A number, and the indexes of its tokens."""

    start: int
    end: int
    number: Number


def compared_values(values: Sequence[ValueMention]) -> list[ValueMention]:
    """Return the values of the column of which there are at least two different ones."""
    for value in values:
        same = [each for each in values if each.predicate.column == value.predicate.column]
        if len({each.predicate.literal for each in same}) > 1:
            return same
    return []
