"""Which cells of a document's tables state a number about the data, and what their headings say of it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from types import MappingProxyType

from factcheck.documents.document import Document, Paragraph
from factcheck.numbers.mentions import Number, find_numbers
from factcheck.numbers.stated_units import StatedUnit
from factcheck.numbers.style import NumberStyle
from factcheck.runtime.checkpoints import checkpoint
from factcheck.units.told import told_unit

Headings = Mapping[int, tuple[str, ...]]
"""For each cell that states a number, given by its paragraph's index, the headings of its row, then of its column."""

NO_CELLS: Headings = MappingProxyType({})
"""No cell states anything."""

_PERCENT = re.compile(r"%|\bper\s?cent(?:age)?\b|\bpct\b", re.IGNORECASE)
_CURRENCY = re.compile(r"[$€£¥]|\b(?:usd|eur|gbp|chf|jpy|dollars?|euros?)\b", re.IGNORECASE)
_SCALES = {
    1_000: re.compile(r"\bin\sthousands\b|\(thousands?\)|\(0{3}s?\)|[$€£]\s?k\b", re.IGNORECASE),
    1_000_000: re.compile(r"\bin\smillions\b|\(millions?\)|\([$€£]?\s?m(?:n|ln|io)?\)|[$€£]\s?mn?\b", re.IGNORECASE),
    1_000_000_000: re.compile(r"\bin\sbillions\b|\(billions?\)|\([$€£]?\s?bn\)|[$€£]\s?bn\b", re.IGNORECASE),
}
_FIRST_YEAR, _LAST_YEAR = 1000, 2100
_WIDEST = 20
"""Fields that a cell of a table may take on average; what spans far more is no table that people read."""


def stating_cells(document: Document, most: int, style: NumberStyle) -> Headings:
    """Return the first ``most`` cells that state a number, with their headings.

    Such a cell holds one number and nothing else, stands in a column of numbers that is not the table's first, and has
    a heading with a letter.  Headings of a column are the cells above it in the first rows, as far as these hold no
    numbers or are marked as headings; those of a row are its cells in the first column and in columns of other texts.
    """
    if most <= 0:
        return NO_CELLS
    tables: dict[int, list[int]] = defaultdict(list)
    for index, paragraph in enumerate(document.paragraphs):
        if paragraph.cell is not None and paragraph.kind == "table_cell":
            tables[paragraph.cell.table].append(index)
    stating: dict[int, tuple[str, ...]] = {}
    for indices in tables.values():
        checkpoint()
        cells = [document.paragraphs[index].cell for index in indices]
        if sum(cell.rows * cell.columns for cell in cells if cell is not None) > _WIDEST * len(cells):
            continue
        stating.update(_Grid.of(document, indices, style).stating())
    return dict(sorted(stating.items())[:most])


def stated_number(number: Number, headings: tuple[str, ...]) -> Number:
    """Return the number of a cell as its headings say it is meant: a percentage, in kilograms, in thousands."""
    heading = " ".join(headings)
    if number.unit == "plain" and _PERCENT.search(heading):
        return replace(number, unit="percent")
    if number.unit == "plain" and _CURRENCY.search(heading):
        number = replace(number, unit="currency")
    if number.measured is None:
        number = replace(number, measured=_measured(headings, is_money=number.unit == "currency"))
    scale = next((factor for factor, pattern in _SCALES.items() if pattern.search(heading)), 1)
    if scale == 1 or number.scale != 1 or number.unit == "percent":
        return number
    high = None if number.high is None else number.high * scale
    return replace(number, value=number.value * Decimal(scale), high=high, scale=scale)


def _measured(headings: tuple[str, ...], *, is_money: bool) -> StatedUnit | None:
    """Return the unit that a heading tells."""
    told = (told_unit(heading, [heading]) for heading in headings)
    units = [each.unit for each in told if each is not None and each.unit is not None]
    unit = next((each for each in units if each.is_money == is_money), None)
    return None if unit is None else StatedUnit(unit.name, (unit,))


@dataclass(frozen=True, slots=True)
class _Grid:
    """The cells of one table by row and column, one that spans several by each; ``numbers`` hold nothing but one."""

    texts: dict[int, str]
    rows: dict[int, dict[int, int]]
    marked: frozenset[int]
    numbers: dict[int, Number]

    @classmethod
    def of(cls, document: Document, indices: list[int], style: NumberStyle) -> _Grid:
        """Put the paragraphs of a table into rows and columns; the first paragraph of a cell stands for it."""
        rows: dict[int, dict[int, int]] = defaultdict(dict)
        last_row = max(cell.row for index in indices if (cell := document.paragraphs[index].cell) is not None)
        numbers, marked = {}, set()
        for index in indices:
            paragraph = document.paragraphs[index]
            cell = paragraph.cell
            if cell is None:
                continue
            for row in range(cell.row, min(cell.row + cell.rows, last_row + 1)):
                for column in range(cell.column, cell.column + cell.columns):
                    rows[row].setdefault(column, index)
            if cell.is_heading:
                marked.add(index)
            if (number := _only_number(paragraph, style)) is not None:
                numbers[index] = number
        texts = {index: document.paragraphs[index].text for index in indices}
        return cls(texts, dict(sorted(rows.items())), frozenset(marked), numbers)

    def stating(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Yield the cells that state a number, with the headings of their rows and columns."""
        heading_rows = self._heading_rows()
        body = [row for row in self.rows if row not in heading_rows]
        first = min((column for cells in self.rows.values() for column in cells), default=0)
        columns = {column for row in body for column in self.rows[row]}
        of_numbers = {column for column in columns if column != first and self._is_of_numbers(column, body)}
        for row in body:
            cells = self.rows[row]
            beside = [cells[column] for column in sorted(cells) if column not in of_numbers]
            for column in sorted(of_numbers & cells.keys()):
                index = cells[column]
                if index not in self.numbers or index in self.marked:
                    continue
                above = [self.rows[heading][column] for heading in heading_rows if column in self.rows[heading]]
                headings = tuple(self.texts[each] for each in dict.fromkeys([*beside, *above]))
                if any(character.isalpha() for heading in headings for character in heading):
                    yield index, headings

    def _heading_rows(self) -> list[int]:
        """Return the first rows, as far as they are marked as headings or hold no number but years."""
        headings: list[int] = []
        for row, cells in self.rows.items():
            held = [index for index in dict.fromkeys(cells.values()) if index not in self.marked]
            if any(not (_is_year(self.numbers[index]) and not headings) for index in held if index in self.numbers):
                break
            headings.append(row)
        return headings if len(headings) < len(self.rows) else []

    def _is_of_numbers(self, column: int, body: list[int]) -> bool:
        """Tell whether at least half of the cells of a column hold a number."""
        cells = [self.rows[row][column] for row in body if column in self.rows[row]]
        return 2 * sum(index in self.numbers for index in cells) >= len(cells) > 0


def _is_year(number: Number) -> bool:
    is_bare = number.text.isdigit() and len(number.text) == 4
    return is_bare and _FIRST_YEAR <= number.value <= _LAST_YEAR


def _only_number(paragraph: Paragraph, style: NumberStyle) -> Number | None:
    """Return the number that a cell holds in figures where it holds no other letter or figure."""
    numbers = find_numbers(paragraph.text, style)
    if len(numbers) != 1 or numbers[0].reason is not None:
        return None
    [number] = numbers
    if not any(character.isdecimal() for character in number.text):
        return None
    rest = paragraph.text[: number.start] + paragraph.text[number.end :]
    return None if any(character.isalnum() for character in rest) else number
