"""Reads data dictionaries that are tables themselves, as CSV or TSV: a row describes a column."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from factcheck.dictionaries.entries import Entry, joined
from factcheck.dictionaries.headings import Headings, read_headings
from factcheck.errors.catalogue.dictionaries import dictionary_headings_not_known, dictionary_not_csv
from factcheck.runtime.checkpoints import checkpoint

_SEPARATORS = ",;\t|"
_ROWS_ABOVE = 20
_CHARACTERS_LOOKED_AT = 100_000
_ROWS_PER_CHECKPOINT = 1000


@dataclass(frozen=True, slots=True)
class _Layout:
    """The separator, and the row of the headings, counted from 0."""

    separator: str
    row: int
    headings: Headings


def read_csv(text: str) -> Iterator[Entry]:
    """Yield what each row describes; the separator and what the headings mean are found from the text.

    A row without the name of a table belongs to the table of the row above it; one without the name of a column
    describes the table.  Raises ``FactcheckError`` where no heading tells names or descriptions, and for a quote that
    is never closed.
    """
    layout = _find_layout(text)
    if layout is None:
        raise dictionary_headings_not_known(_ROWS_ABOVE)
    headings = layout.headings
    table = ""
    for number, row in enumerate(islice(_rows(text, layout.separator), layout.row + 1, None)):
        if number % _ROWS_PER_CHECKPOINT == 0:
            checkpoint()
        cells = _fitted(row, layout)
        named = "" if headings.table is None else cells[headings.table]
        column = "" if headings.column is None else cells[headings.column]
        table = named or table
        if named or column:
            yield Entry((table,) if table else (), column or None, joined(cells[i] for i in headings.descriptions))


def _fitted(row: list[str], layout: _Layout) -> list[str]:
    """Return the cells of a row, one a heading; where the last one describes, it takes what is too much.

    Descriptions often hold the separator, and not everybody quotes them.
    """
    width = layout.headings.width
    cells = [cell.strip() for cell in row]
    if len(cells) > width and width - 1 in layout.headings.descriptions:
        cells = [*cells[: width - 1], f"{layout.separator} ".join(cells[width - 1 :])]
    return cells[:width] + [""] * (width - len(cells))


def _find_layout(text: str) -> _Layout | None:
    """Return the layout with most headings over all separators."""
    beginning = text[:_CHARACTERS_LOOKED_AT]
    layouts = []
    for separator in _SEPARATORS:
        for number, row in enumerate(islice(_rows(beginning, separator, is_strict=False), _ROWS_ABOVE)):
            headings = read_headings(row)
            if headings is not None:
                layouts.append(_Layout(separator, number, headings))
                break
    return max(layouts, key=lambda layout: layout.headings.width, default=None)


def _rows(text: str, separator: str, *, is_strict: bool = True) -> Iterator[list[str]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=is_strict, skipinitialspace=True)
    try:
        yield from reader
    except csv.Error as error:
        if not is_strict:
            return  # another separator may do
        raise dictionary_not_csv(max(reader.line_num, 1), str(error)) from None
