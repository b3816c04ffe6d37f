"""Reading plain text: paragraphs at blank lines, list items at bullets, headlines where they are sure."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from factcheck.document_text import TextBlock, TextBuilder

_BULLET = re.compile(r"\s*+[-*+•‣▪◦●·]\s+(?=\S)")
_ENUMERATOR = re.compile(r"\s*+(?:[–—]|\(?(?:\d{1,2}|[a-zA-Z])[.)])\s+(?=\S)")
_NUMBERING_OR_YEAR = re.compile(r"\A\d{1,2}(?:\.\d{1,2})*+[.)]?(?=\s)|\b(?:1[5-9]|2[01])\d\d\b")
_END_OF_STATEMENT = tuple(".!?:;,…")
_LONGEST_HEADLINE = 100
_PARTS_PER_CHECKPOINT = 100


@dataclass(frozen=True, slots=True)
class _Part:
    """Neighbouring lines that belong together: (offset, line without its end) for each."""

    lines: tuple[tuple[int, str], ...]
    is_item: bool
    stands_alone: bool

    def may_be_headline(self) -> bool:
        line = self.lines[0][1].strip()
        return (
            self.stands_alone
            and len(self.lines) == 1
            and len(line) <= _LONGEST_HEADLINE
            and not line.endswith(_END_OF_STATEMENT)
            and (line[0].isupper() or line[0].isdigit())
            and not any(map(str.isdigit, _NUMBERING_OR_YEAR.sub("", line)))
        )


def read_plain(source: str, checkpoint: Callable[[], None] = lambda: None) -> list[TextBlock]:
    """The paragraphs of a plain text in reading order.

    A headline is a short line without a full stop and without figures (but a leading number or a year) that
    stands alone before a paragraph; one that opens the text is of level 1, all others are of level 2.
    """
    parts = _split(source)
    blocks: list[TextBlock] = []
    for number, part in enumerate(parts):
        if number % _PARTS_PER_CHECKPOINT == 0:
            checkpoint()
        builder = TextBuilder()
        for number_of_line, (start, line) in enumerate(part.lines):
            bullet = _BULLET.match(line) if part.is_item and number_of_line == 0 else None
            indent = bullet.end() if bullet else 0
            builder.add_text(line[indent:], start + indent)
            builder.add_space("\n", start + len(line), start + len(line) + 1)
        level = _headline_level(parts, number)
        kind = "headline" if level else "list_item" if part.is_item else "paragraph"
        if block := builder.take(kind, level):
            blocks.append(block)
    return blocks


def _headline_level(parts: list[_Part], number: int) -> int:
    """1 or 2 for a headline, 0 for anything else: lines in a row or at the end of a text are statements."""
    part, following = parts[number], parts[number + 1 : number + 3]
    if not part.may_be_headline() or not following:
        return 0
    if number and parts[number - 1].is_item and part.is_item:
        return 0
    if following[0].may_be_headline():
        opens_text = number == 0 and len(following) == 2 and not following[1].may_be_headline()
        return 1 if opens_text else 0
    if part.is_item and following[0].is_item:
        return 0
    return 1 if number == 0 else 2


def _split(source: str) -> list[_Part]:
    parts: list[_Part] = []
    lines: list[tuple[int, str]] = []
    is_item, after_blank, offset = False, True, 0

    def close(before_blank: bool) -> None:
        if lines:
            parts.append(_Part(tuple(lines), is_item, opened_after_blank and before_blank))
            lines.clear()

    opened_after_blank = True
    for raw_line in source.splitlines(keepends=True):
        line = raw_line.rstrip()
        if not line.strip("\ufeff"):
            close(before_blank=True)
            after_blank = True
        else:
            begins_item = _begins_item(line, lines[-1][1] if lines else None, is_item)
            if begins_item:
                close(before_blank=False)
            if not lines:
                is_item, opened_after_blank = begins_item, after_blank
            lines.append((offset, line))
            after_blank = False
        offset += len(raw_line)
    close(before_blank=True)
    return parts


def _begins_item(line: str, previous: str | None, in_item: bool) -> bool:
    """Whether a line opens a list item; "12. " within a paragraph may as well be the end of a sentence."""
    if _BULLET.match(line):
        return True
    return bool(_ENUMERATOR.match(line)) and (previous is None or in_item or previous.endswith(":"))
