"""The predicate that one of two sides, whoever has a value, wins, loses or is level: "the Foxes lost 56 matches"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.either_equals import EitherColumn
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import SortKey, value_words
from factcheck.words.identifiers import split_identifier

Outcome = Literal[">", "<", "="]
_WORDS = {">": "more of {} than of {}", "<": "less of {} than of {}", "=": "as much of {} as of {}"}


@dataclass(frozen=True, slots=True)
class EitherOutcome(EitherColumn):
    """The column has the value ``literal`` and its amount compares so with the other's, or ``other`` has, and so on.

    ``amount`` and ``other_amount`` are the numbers that the side of ``column`` and that of ``other`` have.
    """

    kind: ClassVar[str] = "either outcome"

    column: Column
    other: Column
    amount: Column
    other_amount: Column
    literal: str
    outcome: Outcome

    @property
    def columns(self) -> tuple[Column, ...]:
        """Both columns of sides, and those of their numbers."""
        return (self.column, self.other, self.amount, self.other_amount)

    def sql(self, name: str) -> str:
        """Compare the numbers of both sides; ``name`` tells how columns of their table are written."""
        table = name.removesuffix(self.column.sql_name)
        amounts = [f"{table}{each.sql_name}" for each in (self.amount, self.other_amount)]
        sides = (
            f"{Equals(column, self.literal).sql(f'{table}{column.sql_name}')} AND {f' {self.outcome} '.join(compared)}"
            for column, compared in ((self.column, amounts), (self.other, amounts[::-1]))
        )
        return f"({' OR '.join(f'({side})' for side in sides)})"

    def words(self, name: str) -> str:
        """Name the columns of both sides, and those of their numbers."""
        own, its, others = (" ".join(split_identifier(each.name)) or each.name for each in self.columns[1:])
        value = value_words(self.column, self.literal)
        amounts = _WORDS[self.outcome].format(its, others)
        return f"{name} is {value} with {amounts}, or {own} is {value} and the other way round"

    @property
    def sort_key(self) -> SortKey:
        """Order by the other columns, the value and the outcome."""
        numbers = (f"{each.column_id:010d}" for each in self.columns[1:])
        return (self.kind, *numbers, self.literal, self.outcome)
