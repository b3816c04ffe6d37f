"""Cells of a spreadsheet, and rows of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class StoredNumber:
    """A number that a spreadsheet stores as one, so that nothing is to be decided: in digits, with a decimal point.

    ``unit`` is a sign of currency or percent from the cell's format, or empty.
    """

    digits: str
    unit: str = ""


Cell = str | StoredNumber
"""A text as it is written, or a number."""
Row = Sequence[Cell]


class Source(Protocol):
    """Where rows come from; they can be read again and again."""

    @property
    def description(self) -> str:
        """Say how the rows are read, as in "from utf-8"."""

    @property
    def spread_headings(self) -> frozenset[int]:
        """Indexes of rows in which a heading stands above several columns."""

    @property
    def notices(self) -> Sequence[str]:
        """Say what a user should know of how the rows were read."""

    def rows(self) -> Iterator[Row]:
        """Yield all rows, empty ones too, from the first."""


@dataclass(frozen=True, slots=True)
class RowsOfSheet:
    """Rows that are held in memory."""

    description: str
    held: Sequence[Row]
    spread_headings: frozenset[int] = frozenset()
    notices: Sequence[str] = field(default_factory=list)

    def rows(self) -> Iterator[Row]:
        """Yield all rows."""
        yield from self.held


def is_filled(cell: Cell) -> bool:
    """Tell whether there is anything in a cell."""
    return not isinstance(cell, str) or (bool(cell) and not cell.isspace())


def filled_cells(row: Row) -> list[int]:
    """Return the indexes of the cells that hold something."""
    return [index for index, cell in enumerate(row) if is_filled(cell)]


def text_of(cell: Cell) -> str:
    """Return what is written in a cell, without white space around."""
    return cell.strip() if isinstance(cell, str) else cell.digits
