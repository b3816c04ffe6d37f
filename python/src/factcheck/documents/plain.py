"""Reading plain text: paragraphs at blank lines, list items at bullets, tables, headlines where they are sure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from factcheck.documents.cells import Cell, CellPlaces
from factcheck.documents.plain_tables import table_rows
from factcheck.documents.text import TextBlock, TextBuilder
from factcheck.runtime.checkpoints import checkpoint

_BULLET = re.compile(r"\s*+(?:[-*+]\s|[•‣▪◦●·])\s*(?=\S)")
_ENUMERATOR = re.compile(r"\s*+(?:[–—]|\(?(?:\d{1,2}|[a-zA-Z])[.)])\s+(?=\S)")
_NUMBERING = re.compile(r"(\d{1,2}(?:\.\d{1,2})*)[.)]?\s")
_NUMBERING_OR_YEAR = re.compile(r"\A\d{1,2}(?:\.\d{1,2})*+[.)]?(?=\s)|\b(?:1[5-9]|2[01])\d\d\b")
_QUOTE_MARKS = re.compile(r"[ \t]?>(?:[ \t]?>)*+[ \t]?")
_UNDERLINE = re.compile(r"\s*(?:={3,}|-{3,}|~{3,}|\*{3,}|\^{3,}|#{3,}|_{3,})\s*\Z")
_RULE = re.compile(r"\s*(?:(?:[-=*_~#]\s?){3,}|--)\s*\Z")
_MAIL_FIELD = re.compile(r"(?P<name>[A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)*):\s")
_END_OF_STATEMENT = tuple(".!?:;,…")
_LONGEST_HEADLINE = 100
_FEWEST_CAPITALS = 4
_PARTS_PER_CHECKPOINT = 100


@dataclass(frozen=True, slots=True)
class _Line:
    """A line without its end and without the marks of a quotation, of which there are ``depth``."""

    start: int
    text: str
    depth: int


@dataclass(frozen=True, slots=True)
class _Part:
    """Neighbouring lines that belong together; ``level`` is that of a sure headline, else 0."""

    lines: tuple[_Line, ...]
    is_item: bool = False
    stands_alone: bool = False
    level: int = 0

    def may_be_headline(self) -> bool:
        line = self.lines[0].text.strip()
        return bool(self.level) or (
            self.stands_alone
            and len(self.lines) == 1
            and len(line) <= _LONGEST_HEADLINE
            and not line.endswith(_END_OF_STATEMENT)
            and (line[0].isupper() or line[0].isdigit())
            and not any(map(str.isdigit, _NUMBERING_OR_YEAR.sub("", line)))
        )

    def numbering(self) -> str:
        """Return the number before a headline, such as "2.1", or nothing."""
        numbering = _NUMBERING.match(self.lines[0].text.strip())
        return numbering[1] if numbering else ""


def read_plain(source: str) -> list[TextBlock]:
    """Return the paragraphs of a plain text in reading order.

    A headline is a line that is underlined or in capitals, or a short line without a full stop and without figures
    (but a leading number or a year) that stands alone before a paragraph; one that opens the text is of level 1,
    others are of level 2, or deeper by their number.  The title of a mail is its subject.
    """
    parts = _split(_lines(source))
    cells = CellPlaces()
    blocks: list[TextBlock | None] = []
    for number, part in enumerate(parts):
        if number % _PARTS_PER_CHECKPOINT == 0:
            checkpoint()
        if number == 0 and (subject := _subject(part)):
            blocks.append(subject)
        elif level := _headline_level(parts, number):
            blocks.append(_block(part.lines, "headline", level))
        elif part.is_item:
            blocks.append(_block(part.lines, "list_item"))
        else:
            blocks += _paragraphs_and_cells(part, cells)
    return [block for block in blocks if block is not None]


def _block(lines: tuple[_Line, ...], kind: str, level: int = 0, cell: Cell | None = None) -> TextBlock | None:
    builder = TextBuilder()
    for number, line in enumerate(lines):
        bullet = _BULLET.match(line.text) if kind == "list_item" and number == 0 else None
        indent = bullet.end() if bullet else 0
        builder.add_text(line.text[indent:], line.start + indent)
        end = line.start + len(line.text)
        builder.add_space("\n", end, end + 1)
    return builder.take(kind, level, cell)


def _paragraphs_and_cells(part: _Part, cells: CellPlaces) -> Iterator[TextBlock | None]:
    begun: list[_Line] = []
    for line, row in zip(part.lines, table_rows([line.text for line in part.lines]), strict=True):
        if row is None:
            begun.append(line)
            continue
        yield _block(tuple(begun), "paragraph")
        begun.clear()
        if row.is_first:
            cells.close_table()
            cells.open_table()
        if row.fields:
            cells.open_row()
        for start, end in row.fields:
            cell = cells.open_cell(is_heading=row.is_heading)
            yield _block((_Line(line.start + start, line.text[start:end], line.depth),), "table_cell", cell=cell)
    yield _block(tuple(begun), "paragraph")


def _subject(part: _Part) -> TextBlock | None:
    """Return the subject of a mail whose head this is."""
    fields = {field["name"]: field for line in part.lines if (field := _MAIL_FIELD.match(line.text))}
    if len(fields) < len(part.lines) or not {"From", "Subject"} <= fields.keys():
        return None
    line = next(line for line in part.lines if line.text.startswith("Subject:"))
    start = fields["Subject"].end()
    return _block((_Line(line.start + start, line.text[start:], 0),), "title")


def _headline_level(parts: list[_Part], number: int) -> int:
    """Return the level of a headline, 0 for anything else: lines in a row or at the end of a text are statements."""
    part, following = parts[number], parts[number + 1 : number + 3]
    if part.level or not following or not part.may_be_headline():
        return part.level
    numbering, next_part = part.numbering(), following[0]
    level = 2 + numbering.count(".")
    if next_part.may_be_headline():
        if numbering and next_part.numbering().startswith(numbering + "."):
            return level
        opens_text = number == 0 and (
            next_part.level > 0 or (len(following) > 1 and not following[1].may_be_headline())
        )
        return 1 if opens_text else 0
    if part.is_item and (next_part.is_item or (number and parts[number - 1].is_item)):
        return 0
    return 1 if number == 0 else level


def _lines(source: str) -> list[_Line]:
    """Return the lines; leave out marks of quotations that two lines in a row have: one may mean "over"."""
    lines: list[_Line] = []
    offset = 0
    pieces = source.splitlines(keepends=True)
    quoted = [piece.lstrip(" \t").startswith(">") for piece in pieces]
    for index, piece in enumerate(pieces):
        indent, depth = 0, 0
        in_row = quoted[index] and (
            (index > 0 and quoted[index - 1]) or (index + 1 < len(pieces) and quoted[index + 1])
        )
        if in_row and (marks := _QUOTE_MARKS.match(piece)):
            indent, depth = marks.end(), marks[0].count(">")
        lines.append(_Line(offset + indent, piece[indent:].rstrip(), depth))
        offset += len(piece)
    return lines


class _Splitter:
    """Collects lines into parts."""

    def __init__(self) -> None:
        self.parts: list[_Part] = []
        self._lines: list[_Line] = []
        self._is_item = False
        self._after_blank = True
        self._opened_after_blank = True

    def blank(self) -> None:
        """Take a blank line, or one that only separates."""
        self.close(before_blank=True)
        self._after_blank = True

    def add(self, line: _Line) -> None:
        """Take a line of text, which may begin a new part."""
        previous = self._lines[-1] if self._lines else None
        begins_item = _begins_item(line.text, previous.text if previous else None, self._is_item)
        if previous is not None and self._is_headline_before(line.text):
            self.close_headline(2 if self.parts else 1)
        elif begins_item or (previous is not None and previous.depth != line.depth):
            self.close(before_blank=False)
        if not self._lines:
            self._is_item, self._opened_after_blank = begins_item, self._after_blank
        self._lines.append(line)
        self._after_blank = False

    def is_underlined_by(self, text: str) -> bool:
        """Tell whether a line underlines the only line so far."""
        if len(self._lines) != 1 or not self._opened_after_blank or self._is_item or not _UNDERLINE.match(text):
            return False
        return len(self._lines[0].text) <= min(_LONGEST_HEADLINE, 3 * len(text.strip()))

    def close_headline(self, level: int) -> None:
        """End the part begun, which is a headline."""
        self.parts.append(_Part(tuple(self._lines), level=level))
        self._lines.clear()
        self._after_blank = True

    def close(self, before_blank: bool) -> None:
        """End the part begun."""
        if self._lines:
            alone = self._opened_after_blank and before_blank
            self.parts.append(_Part(tuple(self._lines), self._is_item, alone))
            self._lines.clear()

    def _is_headline_before(self, following: str) -> bool:
        """Tell whether the only line so far is in capitals and the next one is not."""
        if len(self._lines) != 1 or not self._opened_after_blank or self._is_item:
            return False
        line = self._lines[0].text.strip()
        is_shouted = line.isupper() and not following.isupper() and sum(map(str.isalpha, line)) >= _FEWEST_CAPITALS
        return is_shouted and _Part(tuple(self._lines), stands_alone=True).may_be_headline()


def _split(lines: list[_Line]) -> list[_Part]:
    splitter = _Splitter()
    levels: dict[str, int] = {}
    for line in lines:
        text = line.text.strip()
        if not text.strip("\ufeff"):
            splitter.blank()
        elif splitter.is_underlined_by(text):
            splitter.close_headline(levels.setdefault(text[0], min(len(levels) + 1, 6)))
        elif _RULE.match(text):
            splitter.blank()
        else:
            splitter.add(line)
    splitter.close(before_blank=True)
    return splitter.parts


def _begins_item(line: str, previous: str | None, in_item: bool) -> bool:
    """Tell whether a line opens a list item; "12. " within a paragraph may as well be the end of a sentence."""
    if _BULLET.match(line):
        return True
    return bool(_ENUMERATOR.match(line)) and (previous is None or in_item or previous.endswith(":"))
