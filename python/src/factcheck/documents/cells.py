"""Where the cells of tables stand: their rows and columns, also where a cell spans several of them."""

from __future__ import annotations

from dataclasses import dataclass, field

_WIDEST_SPAN = 100
"""Columns that one cell may span at most; browsers have such a limit, too."""

_COLUMNS_REACHED_INTO = 200
"""Columns in which cells of rows above are minded: where to go on behind them is looked for in each row."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table.

    ``table`` counts the tables of a document, ``row`` and ``column`` those of the table, all from 0; a cell that spans
    several ``rows`` or ``columns`` has the first of them.  ``is_heading`` tells whether the document says that the cell
    is a heading.
    """

    table: int
    row: int
    column: int
    rows: int = 1
    columns: int = 1
    is_heading: bool = False


@dataclass(slots=True)
class _OpenTable:
    """A table that is being read; ``taken`` has for a column the row up to which a cell from above reaches."""

    number: int
    row: int = -1
    column: int = 0
    taken: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class CellPlaces:
    """Counts tables, rows and cells while a document is read; tables may stand in cells of others."""

    _tables: int = 0
    _open: list[_OpenTable] = field(default_factory=list)

    def open_table(self) -> None:
        """Begin a table."""
        self._open.append(_OpenTable(self._tables))
        self._tables += 1

    def close_table(self) -> None:
        """End the innermost table."""
        if self._open:
            self._open.pop()

    def open_row(self) -> None:
        """Begin a row of the innermost table."""
        if self._open:
            self._open[-1].row += 1
            self._open[-1].column = 0

    def open_cell(self, rows: int = 1, columns: int = 1, *, is_heading: bool = False) -> Cell | None:
        """Return the next cell of the row, behind those that reach into it from above; None outside of tables."""
        if not self._open or self._open[-1].row < 0:
            return None
        table = self._open[-1]
        while table.taken.get(table.column, 0) > table.row:
            table.column += 1
        cell = Cell(table.number, table.row, table.column, max(1, rows), min(max(1, columns), _WIDEST_SPAN), is_heading)
        table.column += cell.columns
        if cell.rows > 1:
            reached = range(cell.column, min(table.column, _COLUMNS_REACHED_INTO))
            table.taken.update(dict.fromkeys(reached, cell.row + cell.rows))
        return cell
