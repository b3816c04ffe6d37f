"""Where the text of a Markdown block stands in the source.

The Markdown library hands over the text of a block without the marks of the blocks around it ("> ", indentation)
and tells only the lines it came from.  Each of its lines is the end of its source line, so it is aligned there; a
table cell is found by splitting its row again.  What does not agree with the source letter by letter has no place.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_LINE_END = re.compile(r"\r\n?|\n")
_SPACES = " \t"
_CELL_BOUNDARY_OR_ESCAPE = re.compile(r"\\?\|")


@dataclass(frozen=True, slots=True)
class SourceLines:
    """The lines of a source: line ``i`` is ``source[starts[i]:ends[i]]``, its end not included."""

    source: str
    starts: Sequence[int]
    ends: Sequence[int]

    @classmethod
    def of(cls, source: str) -> SourceLines:
        """Split at the line ends that Markdown knows."""
        starts, ends = array("Q", [0]), array("Q")
        for line_end in _LINE_END.finditer(source):
            ends.append(line_end.start())
            starts.append(line_end.end())
        ends.append(len(source))
        return cls(source, starts, ends)

    def line(self, number: int) -> str:
        """Return the text of a line."""
        return self.source[self.starts[number] : self.ends[number]]


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A text whose runs stand in the source.

    Characters ``starts[i]`` to ``ends[i]`` of ``text`` stand in the source from ``offsets[i]`` on; the runs are in
    order, here and there.
    """

    text: str
    starts: Sequence[int]
    ends: Sequence[int]
    offsets: Sequence[int]

    def runs(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the parts of the source from which ``text[start:end]`` was read."""
        index = max(0, bisect_right(self.starts, start) - 1)
        while index < len(self.starts) and self.starts[index] < end:
            first, last = max(start, self.starts[index]), min(end, self.ends[index])
            if first < last:
                shift = self.offsets[index] - self.starts[index]
                yield first + shift, last + shift
            index += 1


def place_lines(text: str, first_line: int, lines: SourceLines, is_heading: bool = False) -> PlacedText | None:
    """Align the lines of a block's text with source lines; None where one does not agree with its line.

    ``is_heading`` for a heading in one line, which may be closed by number signs.
    """
    starts, ends, offsets = array("Q"), array("Q"), array("Q")
    position = 0
    for number, line in enumerate(text.split("\n"), first_line):
        body = line.strip(_SPACES)
        if body:
            written = lines.line(number)
            at = _place_in_line(body, _without_closing(written) if is_heading else written)
            if at is None:
                return None
            start = position + line.index(body)
            starts.append(start)
            ends.append(start + len(body))
            offsets.append(lines.starts[number] + at)
        if position + len(line) < len(text):
            starts.append(position + len(line))
            ends.append(position + len(line) + 1)
            offsets.append(lines.ends[number])
        position += len(line) + 1
    return PlacedText(text, starts, ends, offsets)


def _place_in_line(body: str, written: str) -> int | None:
    at = written.rfind(body)
    return at if at >= 0 and not written[at + len(body) :].strip() else None


def _without_closing(heading: str) -> str:
    trimmed = heading.rstrip(_SPACES)
    opened = trimmed.rstrip("#")
    return opened if opened.endswith((" ", "\t")) else trimmed


def place_cells(row: str, row_start: int) -> list[PlacedText]:
    """Return the cells of a table row that stands in the source from ``row_start`` on."""
    row_start += len(row) - len(row.lstrip())
    row = row.strip()
    boundaries = [match.start() for match in _CELL_BOUNDARY_OR_ESCAPE.finditer(row) if match[0] == "|"]
    spans = list(zip([0, *(boundary + 1 for boundary in boundaries)], [*boundaries, len(row)], strict=True))
    if spans and spans[0][0] == spans[0][1]:
        del spans[0]
    if spans and spans[-1][0] == spans[-1][1]:
        del spans[-1]
    return [_place_cell(row[start:end], row_start + start) for start, end in spans]


def _place_cell(cell: str, start: int) -> PlacedText:
    """Return a cell, in which a vertical bar is written with a backslash before it."""
    start += len(cell) - len(cell.lstrip())
    first, *others = cell.strip().split(r"\|")
    parts = [first, *("|" + other for other in others)]
    starts, ends, offsets = array("Q"), array("Q"), array("Q")
    length = 0
    for index, part in enumerate(parts):
        starts.append(length)
        ends.append(length + len(part))
        offsets.append(start + length + index)  # one backslash more with each part
        length += len(part)
    return PlacedText("".join(parts), starts, ends, offsets)
