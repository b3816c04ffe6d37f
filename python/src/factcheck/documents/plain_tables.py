"""Tables in plain text: neighbouring lines with the same number of fields between the same separators."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from factcheck.documents.text import without_marks

# White space before a separator is looked at from its first character only: from each it would take the square of time.
_TAB = re.compile(r"(?:(?<! ) ++)?\t[ \t]*+")
_PIPE = re.compile(r"(?:(?<!\s)\s++)?\|\s*+")
_SEMICOLON = re.compile(r"(?:(?<!\s)\s++)?;(?!\s)")
_COMMA = re.compile(r",(?!\s)")
_COLUMN_GAP = re.compile(r"(?<![.!?:])[ ]{2,}")
_SEPARATORS = (_TAB, _PIPE, _SEMICOLON, _COMMA, _COLUMN_GAP)
_RULE = re.compile(r"(?=[-=+|: ]*+\Z).*?[-=]{2}")
_THOUSANDS = re.compile(r"\d,\d{3}(?!\d)")
_FEWEST_FIELDS = {_COMMA: 3}
_FEWEST_CELLS = {_COLUMN_GAP: 6}
_FEWEST_ROWS = 2


@dataclass(frozen=True, slots=True)
class TableRow:
    """The fields of a line: (start, end) within the line, none of a rule such as ``---+---``.

    ``is_first`` tells the first line of a table, ``is_heading`` one that a rule sets off from the rows below it.
    """

    fields: tuple[tuple[int, int], ...]
    is_first: bool = False
    is_heading: bool = False


def table_rows(lines: Sequence[str]) -> list[TableRow | None]:
    """Return for each line the row it is in a table, or None; time linear in the length of the lines."""
    rows: list[TableRow | None] = [None] * len(lines)
    first = 0
    while first < len(lines):
        last, fields = _longest_table(lines, first)
        headings = next((index for index, fields_of_row in enumerate(fields) if not fields_of_row), 0)
        for index, fields_of_row in enumerate(fields):
            rows[first + index] = TableRow(fields_of_row, index == 0, index < headings)
        first = max(last, first + 1)
    return rows


_Fields = tuple[tuple[int, int], ...]


def _longest_table(lines: Sequence[str], first: int) -> tuple[int, list[_Fields]]:
    """Return the table that begins with a line: the index after its last line, and the fields of each line."""
    for separator in () if _RULE.match(lines[first].strip()) else _SEPARATORS:
        rows_of_fields = [_fields(lines[first], separator)]
        count = len(rows_of_fields[0])
        if count < _FEWEST_FIELDS.get(separator, 2):
            continue
        rules = 0
        for line in lines[first + 1 :]:
            fields = () if _RULE.match(line.strip()) else _fields(line, separator)
            if fields and len(fields) != count:
                break
            rules += not fields
            rows_of_fields.append(fields)
        rows = len(rows_of_fields) - rules
        if rows >= _FEWEST_ROWS and rows * count >= _FEWEST_CELLS.get(separator, 0):
            return first + len(rows_of_fields), rows_of_fields
    return first, []


def _fields(line: str, separator: re.Pattern[str]) -> _Fields:
    """Return the fields of a line; a line with thousands separators or sentences is not separated by commas."""
    start, end = len(line) - len(line.lstrip()), len(line.rstrip())
    if separator is _COMMA and (", " in line or _THOUSANDS.search(without_marks(line))):
        return ((start, end),)
    if separator is _PIPE:  # one may stand before and after the row
        start += line[start:end].startswith("|")
        end -= line[start:end].endswith("|")
    fields: list[tuple[int, int]] = []
    for match in separator.finditer(line, start, end):
        fields.append((start, match.start()))
        start = match.end()
    return (*fields, (start, max(start, end)))
