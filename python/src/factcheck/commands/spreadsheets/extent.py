"""Which rows of a spreadsheet are the table: lines above its headings and below its last row are not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from factcheck.commands.spreadsheets.cells import Cell, Row, Source, StoredNumber, filled_cells, text_of

_MOST_PREAMBLE, _SAMPLE = 30, 100
_YEAR = re.compile(r"[12]\d{3}")
_FIGURES = re.compile(r"[-+(]?\W{0,3}\d[\d.,:/ '’\u00a0\u202f-]*\W{0,3}")
_NOTE = re.compile(
    r"(?:sources?|notes?|quelle|footnotes?|updated|last updated|as of|data as of|generated|exported|printed|copyright"
    r"|prepared by|created|downloaded)\b|[*†‡©¹²³]",
    re.IGNORECASE,
)
TOTAL = re.compile(r"(?:grand |sub)?totals?|sum|overall|all|summe|gesamt(?:summe)?|total général", re.IGNORECASE)
_LONG = 40
_SURE = 3
"""Filled cells at the start of a row that no note below a table has."""


@dataclass(frozen=True, slots=True)
class Head:
    """Where the headings stand and what stands above: indexes of rows from 0."""

    preamble: tuple[str, ...]
    first_heading: int
    first_row: int
    headings: tuple[str, ...]


def find_head(source: Source, is_first: bool = False) -> Head | None:
    """Find the headings of a table; None where no row holds anything.

    With ``is_first`` they are the first row that is there, as it is written.  Otherwise they are the first row that
    holds anything, unless what stands above a likelier row can be no part of a table: a text by itself in the first
    column, or a name and its value.
    """
    sample = [
        (index, row, filled)
        for index, row in enumerate(islice(source.rows(), _MOST_PREAMBLE + _SAMPLE))
        if (filled := filled_cells(row))
    ]
    if not sample:
        sample = [(i, row, filled) for i, row in enumerate(source.rows()) if (filled := filled_cells(row))][:1]
    if not sample:
        return None
    chosen = 0 if is_first else _heading_place(sample)
    index, row, _ = sample[chosen]
    if is_first:
        return Head((), index, index + 1, tuple(cell if isinstance(cell, str) else cell.digits for cell in row))
    preamble = tuple(_line(above) for _, above, _ in sample[:chosen])
    headings, first_row = [text_of(cell) for cell in row], index + 1
    while first_row - 1 in source.spread_headings and chosen + 1 < len(sample):
        chosen += 1
        first_row, headings = sample[chosen][0] + 1, _joined(headings, sample[chosen][1])
    return Head(preamble, index, first_row, tuple(headings))


def _joined(above: Sequence[str], below: Row) -> list[str]:
    """Join the headings of two rows, where a heading of the first stands above several of the second."""
    texts = [text_of(cell) for cell in below]
    width = max(len(above), len(texts))
    pairs = zip([*above, *[""] * (width - len(above))], [*texts, *[""] * (width - len(texts))], strict=True)
    return [" ".join(dict.fromkeys(text for text in pair if text)) for pair in pairs]


def _heading_place(sample: Sequence[tuple[int, Row, list[int]]]) -> int:
    """Return the place of the headings among the rows of the sample that hold anything."""
    widest = max(len(filled) for _, _, filled in sample)
    first_column = min(filled[0] for _, _, filled in sample)
    for place, (_, row, filled) in enumerate(sample):
        if not _is_preamble(row, filled, first_column, widest):
            return place if place == 0 or _is_likelier(sample, place, widest) else 0
    return 0


def _is_preamble(row: Row, filled: list[int], first_column: int, widest: int) -> bool:
    if filled[0] != first_column or isinstance(row[filled[0]], StoredNumber):
        return False
    is_pair = len(filled) == 2 and widest >= 4 and filled[1] == filled[0] + 1
    return widest >= 2 and (len(filled) == 1 or (is_pair and text_of(row[filled[0]]).endswith(":")))


def _is_likelier(sample: Sequence[tuple[int, Row, list[int]]], place: int, widest: int) -> bool:
    """Tell whether a row is headings rather than the first row: names above, and figures or a gap tell so."""
    index, row, filled = sample[place]
    if place > _MOST_PREAMBLE or 2 * len(filled) < widest or any(_is_figure(row[i]) for i in filled):
        return False
    above_index, above, _ = sample[place - 1]
    below = [other for _, other, _ in sample[place + 1 :]]
    has_figures_below = any(
        2 * sum(i < len(other) and _is_figure(other[i]) for other in below) > len(below) for i in filled if below
    )
    return has_figures_below or above_index < index - 1 or (len(above) < len(row) and widest > 2)


def _is_figure(cell: Cell) -> bool:
    """Tell whether a cell holds a number or a date, and no year, which may be a heading."""
    if isinstance(cell, StoredNumber):
        return _YEAR.fullmatch(cell.digits) is None
    text = cell.strip()
    return _FIGURES.fullmatch(text) is not None and _YEAR.fullmatch(text) is None


def _line(row: Row) -> str:
    return " ".join(text_of(row[index]) for index in filled_cells(row))


class Footer:
    """Holds back the rows that may be below the table until it is clear whether they are."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._held: list[tuple[int, Row]] = []
        self._has_gap = False

    def passed(self, index: int, row: Row) -> Iterator[tuple[int, Row]]:
        """Take the next row and yield those that are surely rows of the table."""
        if self._width < 2 or not self._may_be_below(row):
            yield from self._rows(self._held)
            self._held.clear()
            yield index, row
        else:
            self._held.append((index, row))

    def _may_be_below(self, row: Row) -> bool:
        filled = filled_cells(row[:_SURE])
        if not filled:
            return not filled_cells(row)
        first = row[filled[0]]
        if isinstance(first, StoredNumber):
            return False
        text = first.strip().rstrip(":")
        if len(filled) == _SURE:
            return TOTAL.fullmatch(text) is not None
        filled = filled_cells(row)
        is_pair = len(filled) == 2 and first.strip().endswith(":") and self._width > 2
        is_few = len(filled) == 1 or is_pair
        return (is_few and not _FIGURES.fullmatch(text)) or TOTAL.fullmatch(text) is not None

    @staticmethod
    def _rows(held: Sequence[tuple[int, Row]]) -> Iterator[tuple[int, Row]]:
        return ((index, row) for index, row in held if filled_cells(row))

    def end(self) -> tuple[list[tuple[int, Row]], list[tuple[int, Row]]]:
        """Return the rows held back at the end: those that are the table's, and those that may be below it.

        The second begin with a line that is set off by an empty row, or reads like a note or a total.
        """
        for place, (_, row) in enumerate(self._held):
            if filled_cells(row) and self._is_below(place, row):
                return list(self._rows(self._held[:place])), list(self._rows(self._held[place:]))
        return list(self._rows(self._held)), []

    def _is_below(self, place: int, row: Row) -> bool:
        text = _line(row)
        if place and not filled_cells(self._held[place - 1][1]):
            return True
        is_total = TOTAL.fullmatch(text_of(row[filled_cells(row)[0]]).rstrip(":")) is not None
        is_sentence = len(filled_cells(row)) == 1 and (len(text) >= _LONG or (" " in text and text.endswith(".")))
        return is_total or _NOTE.match(text) is not None or is_sentence


def is_total(row: Row) -> bool:
    """Tell whether a row is labelled as the total of those above."""
    filled = filled_cells(row)
    return len(filled) > 1 and TOTAL.fullmatch(text_of(row[filled[0]]).rstrip(":")) is not None


def line_of(row: Row) -> str:
    """Return what a row says, for a message."""
    return _line(row)
