"""A file read as a table: which rows are the table, and what its columns are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice
from pathlib import Path

from factcheck.commands.spreadsheets.cells import Cell, Row, Source, StoredNumber, is_filled
from factcheck.commands.spreadsheets.columns import ColumnReader, Reading, conventions_of
from factcheck.commands.spreadsheets.csv_source import csv_source
from factcheck.commands.spreadsheets.extent import Footer, Head, find_head, is_total, line_of
from factcheck.commands.spreadsheets.names import column_names
from factcheck.commands.spreadsheets.numbers_in_cells import unit_in_words
from factcheck.commands.spreadsheets.workbook import is_workbook, sheet_source
from factcheck.errors.catalogue.command_line import file_empty, sheet_of_text_file
from factcheck.visible import visible

_LONGEST_LINE = 60
_AS_IT_IS = Reading("text")


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a file: the heading as published, a usable name, and how its values are read."""

    name: str
    heading: str
    position: int
    reading: Reading

    @property
    def sql_type(self) -> str:
        """The SQL type that holds all values."""
        return self.reading.sql_type

    @property
    def comment(self) -> str | None:
        """What the name alone does not tell: a heading that had to be changed, the unit of the values."""
        unit = unit_in_words(self.reading.unit) if self.reading.unit else ""
        heading = self.heading if self.heading != self.name else ""
        return ", ".join(part for part in (heading, unit) if part) or None


@dataclass(frozen=True, slots=True)
class TableFile:
    """How a file is to be read, decided from all of it.

    ``rows`` is the number of its data rows; ``ragged_rows`` have fewer or more fields than there are headings.
    ``notices`` tell what was left out, and how values were read.
    """

    source: Source
    columns: tuple[Column, ...]
    rows: int
    ragged_rows: int
    notices: tuple[str, ...]
    first_row: int
    last_row: int
    has_empty_rows: bool = False

    def records(self) -> Iterator[list[str | None]]:
        """Yield the data rows as texts that PostgreSQL reads in the columns' types."""
        readers = [(column.position, None if column.reading.is_plain else column.reading) for column in self.columns]
        for row in islice(self.source.rows(), self.first_row, self.last_row + 1):
            if row and (self.has_empty_rows or any(map(is_filled, row))):
                yield [_value(row[place], reading) if place < len(row) else None for place, reading in readers]


def _value(cell: Cell, reading: Reading | None) -> str | None:
    """Return a cell as PostgreSQL reads it; without a reading a text stays as it is."""
    if reading is None and isinstance(cell, str):
        return cell.strip() or None
    return (reading or _AS_IT_IS).value(cell)


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """What a user says of a file: the sheet of a workbook, and what columns leave open.

    ``as_written``: the first row has the headings, all rows below are data, and what PostgreSQL does not read as a
    number stays text.
    """

    sheet: str | None = None
    decimal: str | None = None
    date_order: str | None = None
    as_written: bool = False


def read_table_file(path: Path, options: ReadingOptions | None = None) -> TableFile:
    """Read a whole CSV file or sheet of a workbook and decide which rows are the table, its names and types.

    A column is integer, bigint, numeric, boolean, date or timestamp if all its values read as that, else text.
    Numbers with leading zeros (postal codes) are text.  What may be read in two ways is decided by other columns of the
    file, by ``options``, or stays text.
    Raises ``FactcheckError`` for a file that cannot be read or holds no table.
    """
    options = options or ReadingOptions()
    if is_workbook(path):
        source: Source = sheet_source(path, options.sheet)
    elif options.sheet is not None:
        raise sheet_of_text_file(str(path))
    else:
        source = csv_source(path)
    head = find_head(source, options.as_written)
    if head is None:
        raise file_empty(str(path))
    return _Scan(source, head, options).table_file()


class _Scan:
    """Looks at all rows below the headings, and then says how they are read."""

    def __init__(self, source: Source, head: Head, options: ReadingOptions) -> None:
        self._source = source
        self._head = head
        self._options = options
        self._columns = [ColumnReader(options.as_written) for _ in head.headings]
        self._rows = self._ragged_rows = 0
        self._last_row = head.first_row - 1
        self._footer: list[str] = []

    def table_file(self) -> TableFile:
        footer = Footer(0 if self._options.as_written else len(self._head.headings))
        for index, row in enumerate(self._source.rows()):
            if row and index >= self._head.first_row:
                for passed, one in footer.passed(index, row):
                    self._see(passed, one)
        rows, below = footer.end()
        for index, row in rows:
            self._see(index, row)
        self._see_below(below)
        return self._file()

    def _see(self, index: int, row: Row) -> None:
        cells = list(row)
        if not self._options.as_written and not any(map(is_filled, cells)):
            return
        self._rows += 1
        self._last_row = index
        width = len(self._head.headings)
        while len(cells) > width and not is_filled(cells[-1]):
            cells.pop()
        self._ragged_rows += len(cells) != width
        self._columns += [ColumnReader(self._options.as_written) for _ in cells[len(self._columns) :]]
        for column, cell in zip(self._columns, cells, strict=False):
            if cell and not column.is_text:
                column.see(cell)

    def _see_below(self, rows: Sequence[tuple[int, Row]]) -> None:
        """Take the rows below the table that are part of it after all: totals that nothing adds up to."""
        for place, (_, row) in enumerate(rows):
            if is_total(row) and not self._adds_up(row):
                for index, one in rows[: place + 1]:
                    self._see(index, one)
                self._see_below(rows[place + 1 :])
                return
        self._footer = [line_of(row) for _, row in rows]

    def _adds_up(self, total: Row) -> bool:
        """Tell whether a number of a row is the sum of its column."""
        readings = self._readings()
        sums = [Decimal(0)] * len(readings)
        rows = islice(self._source.rows(), self._head.first_row, self._last_row + 1)
        for row in rows:
            for place, (reading, cell) in enumerate(zip(readings, row, strict=False)):
                sums[place] += _number(reading, cell) or 0
        for reading, cell, expected in zip(readings, total, sums, strict=False):
            number = _number(reading, cell)
            if number and abs(number - expected) <= Decimal(1).scaleb(min(0, int(number.as_tuple().exponent))):
                return True
        return False

    def _readings(self) -> list[Reading]:
        conventions = conventions_of(self._columns, self._options.decimal, self._options.date_order)
        return [column.reading(conventions) for column in self._columns]

    def _file(self) -> TableFile:
        headings = [*self._head.headings, *[""] * (len(self._columns) - len(self._head.headings))]
        kept = [
            index
            for index, column in enumerate(self._columns)
            if self._options.as_written or headings[index] or column.has_values
        ]
        names = column_names([headings[i] for i in kept])
        readings = self._readings()
        columns = tuple(Column(name, headings[i], i, readings[i]) for name, i in zip(names, kept, strict=True))
        notices = [*self._source.notices, *self._told_of_rows(), *_told_of_columns(columns)]
        return TableFile(
            self._source,
            columns,
            self._rows,
            self._ragged_rows,
            tuple(notices),
            self._head.first_row,
            self._last_row,
            self._options.as_written,
        )

    def _told_of_rows(self) -> Iterator[str]:
        if self._head.preamble:
            yield f"above the headings left out: {_lines(self._head.preamble)}"
        if self._head.first_row - self._head.first_heading > 1:
            yield "headings of several rows joined, as some stand above several columns"
        if self._footer:
            yield f"below the table left out: {_lines(self._footer)}"


def _told_of_columns(columns: Sequence[Column]) -> Iterator[str]:
    for column in columns:
        for notice in column.reading.notices:
            yield f"column {visible(column.name)}: {notice}"


def _lines(lines: Sequence[str]) -> str:
    shown = [visible(" ".join(line.split())) for line in lines]
    return ", ".join(f'"{line if len(line) <= _LONGEST_LINE else line[: _LONGEST_LINE - 3] + "..."}"' for line in shown)


def _number(reading: Reading, cell: Cell) -> Decimal | None:
    """Return the number in a cell of a column of numbers; None for none, and in other columns."""
    if reading.sql_type not in {"integer", "bigint", "numeric"} or not is_filled(cell):
        return None
    if isinstance(cell, StoredNumber):
        return Decimal(cell.digits)
    value = reading.value(cell)
    try:
        return None if value is None else Decimal(value)
    except ArithmeticError:
        return None
