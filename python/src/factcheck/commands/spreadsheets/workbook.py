"""Sheets of Excel workbooks as rows: values as they are stored, units from formats of cells, merged cells filled."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, time
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

from factcheck.commands.spreadsheets.cells import Cell, RowsOfSheet, StoredNumber
from factcheck.commands.spreadsheets.numbers_in_cells import CURRENCY
from factcheck.errors.catalogue.command_line import (
    file_not_readable,
    sheet_not_in_workbook,
    workbook_format_not_read,
    workbook_not_readable,
    workbook_without_rows,
)
from factcheck.visible import visible

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_READ = {".xlsx", ".xlsm", ".xltx", ".xltm"}
_NOT_READ = {".xls", ".xlsb", ".ods", ".numbers"}
_SIGNIFICANT_DIGITS = 15
"""Digits that Excel keeps of a number; the file may have two more, which no user has seen."""

_MOST_HEADINGS = 30
_LITERALS = re.compile(r'"([^"]*)"|\\(.)|\[\$([^\]-]*)(?:-[^\]]*)?\]|_.|\*.|\[[^\]]*\]')


def is_workbook(path: Path) -> bool:
    """Tell whether a file is to be read as a workbook, by its name.

    Raises ``FactcheckError`` for workbooks in formats that are not read.
    """
    if path.suffix.lower() in _NOT_READ:
        raise workbook_format_not_read(str(path))
    return path.suffix.lower() in _READ


def sheet_source(path: Path, sheet: str | None) -> RowsOfSheet:
    """Read a sheet of a workbook, given by its name or number; by default the first that holds anything.

    Raises ``FactcheckError`` for a workbook that cannot be read, and for a sheet that it does not have.
    """
    from openpyxl import load_workbook  # noqa: PLC0415 -- half a second, for workbooks only
    from openpyxl.utils.exceptions import InvalidFileException  # noqa: PLC0415

    try:
        workbook = load_workbook(path, data_only=True)
    except (BadZipFile, InvalidFileException, KeyError, ValueError, TypeError) as error:
        raise workbook_not_readable(str(path), str(error)) from None
    except OSError as error:
        raise file_not_readable(str(path), str(error.strerror or error)) from None
    chosen, notices = _chosen(path, workbook.worksheets, sheet)
    rows, filled_down = _rows(chosen)
    spread = _fill_across(chosen, rows)
    if filled_down:
        notices.append(f"{filled_down} merged {'cell' if filled_down == 1 else 'cells'} filled down")
    if missing := _formulas_without_result(path, chosen.title, rows):
        notices.append(
            f"{missing} {'formula has' if missing == 1 else 'formulas have'} no stored result and read as NULL;"
            " a spreadsheet program stores results when it saves the file"
        )
    return RowsOfSheet(f'sheet "{visible(chosen.title)}"', rows, spread, notices)


def _chosen(path: Path, sheets: Sequence[Worksheet], wanted: str | None) -> tuple[Worksheet, list[str]]:
    """Choose the sheet of a name or number; by default the first visible one that holds anything."""
    titles = ", ".join(f'"{visible(sheet.title)}"' for sheet in sheets)
    if wanted is not None:
        named = [sheet for sheet in sheets if sheet.title == wanted]
        if not named and wanted.isdecimal() and 1 <= int(wanted) <= len(sheets):
            named = [sheets[int(wanted) - 1]]
        if not named:
            raise sheet_not_in_workbook(str(path), wanted, titles)
        return named[0], []
    used = [sheet for sheet in sheets if sheet.sheet_state == "visible" and _has_values(sheet)]
    if not used:
        raise workbook_without_rows(str(path))
    others = ", ".join(f'"{visible(sheet.title)}"' for sheet in used[1:])
    return used[0], [f"other sheets not loaded: {others}; choose one with --sheet"] if others else []


def _has_values(sheet: Worksheet) -> bool:
    return any(value is not None for row in sheet.iter_rows(values_only=True) for value in row)


def _rows(sheet: Worksheet) -> tuple[list[list[Cell]], int]:
    """Return the rows of a sheet, with merged cells filled down, and how many were."""
    rows = [[_cell(cell.value, cell.number_format) for cell in row] for row in sheet.iter_rows()]
    tall = [merged for merged in sheet.merged_cells.ranges if merged.max_row > merged.min_row]
    for merged in tall:
        value = rows[merged.min_row - 1][merged.min_col - 1]
        for row in rows[merged.min_row : merged.max_row]:
            row[merged.min_col - 1] = value
    below = [merged for merged in tall if merged.max_row > _MOST_HEADINGS or not _is_heading(merged, sheet)]
    return rows, len(below)


def _is_heading(merged: Any, sheet: Worksheet) -> bool:
    """Tell whether a cell stands beside headings that span columns."""
    return any(other.max_col > other.min_col and other.min_row == merged.min_row for other in sheet.merged_cells.ranges)


def _fill_across(sheet: Worksheet, rows: list[list[Cell]]) -> frozenset[int]:
    """Write headings above all columns that they span; return the indexes of rows that have such headings.

    A cell alone in its row is a title, which spans the table.
    """
    spread = set()
    for merged in sheet.merged_cells.ranges:
        row = rows[merged.min_row - 1]
        others = [cell for index, cell in enumerate(row) if cell and not merged.min_col <= index + 1 <= merged.max_col]
        if merged.max_col > merged.min_col and merged.min_row <= _MOST_HEADINGS and others:
            row[merged.min_col - 1 : merged.max_col] = [row[merged.min_col - 1]] * (merged.max_col - merged.min_col + 1)
            spread.add(merged.min_row - 1)
    return frozenset(spread)


def _formulas_without_result(path: Path, title: str, rows: Sequence[Sequence[Cell]]) -> int:
    """Count the cells that are empty because no program has worked out their formula yet."""
    if all(cell != "" for row in rows for cell in row):
        return 0
    from openpyxl import load_workbook  # noqa: PLC0415

    workbook = load_workbook(path, read_only=True)
    try:
        return sum(
            cell.data_type == "f" and rows[cell.row - 1][cell.column - 1] == ""
            for row in workbook[title].iter_rows(max_row=len(rows))
            for cell in row
            if cell.value is not None
        )
    finally:
        workbook.close()


def _cell(value: object, number_format: str) -> Cell:
    """Return a cell's value as text, or as a number with the unit that its format shows."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return _number(value, number_format)
    if isinstance(value, datetime):
        is_day = value.time() == time() and "h" not in number_format.lower()
        return value.date().isoformat() if is_day else value.isoformat(" ")
    return value.isoformat() if isinstance(value, date | time) else str(value)


def _number(value: float, number_format: str) -> StoredNumber:
    unit = unit_of_format(number_format)
    number = Decimal(value) if isinstance(value, int) else Decimal(f"{value:.{_SIGNIFICANT_DIGITS}g}")
    if unit == "%":
        number = number * 100
    digits = f"{number:f}"
    return StoredNumber(digits.rstrip("0").rstrip(".") if "." in digits else digits, unit)


@cache
def unit_of_format(number_format: str) -> str:
    """Return the sign of percent or of a currency that a format shows beside a number; empty for none.

    >>> unit_of_format("0.0%"), unit_of_format("#,##0.00 [$€-407]"), unit_of_format('0.0 "kg"')
    ('%', '€', '')
    """
    literals = [token for found in _LITERALS.finditer(number_format) for token in found.groups() if token]
    rest = _LITERALS.sub(" ", number_format).partition(";")[0]
    if "%" in rest:
        return "%"
    words = [*(token.strip() for token in literals), *re.findall(r"[^\s#0?.,;/()@+-]+", rest)]
    return next((word for word in words if CURRENCY.fullmatch(word)), "")
