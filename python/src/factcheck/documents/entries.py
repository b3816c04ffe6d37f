"""Lines of a paragraph that give a number for a name each, "Oslo: 12" above "Bergen: 7", are entries of a list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from factcheck.documents.text import TextBlock

_ENTRY = re.compile(r"[^\W\d_][^:.!?\n]{0,60}:\s[~≈<>$€£¥]{0,2}\s?[-−]?\d")
_FEWEST = 2
"""Such lines in a row, from which they are a list: one alone may be wrapped behind "as follows"."""


def with_entries(blocks: Iterable[TextBlock], source: str = "") -> Iterator[TextBlock]:
    """Yield the blocks, with each line of paragraphs that is an entry as a list item of its own.

    ``source`` is that of Markdown, in which a line ends though it is not shown so.
    """
    for block in blocks:
        is_list = block.kind == "paragraph" and block.text.count(": ") >= _FEWEST
        lines = _lines(block, source) if is_list else []
        if any(is_entry := _are_entries(block.text, lines)):
            yield from _split(block, lines, is_entry)
        else:
            yield block


def _are_entries(text: str, lines: list[tuple[int, int]]) -> list[bool]:
    """Tell which lines are entries; behind one that is none, a small letter goes on with what that line says."""
    marks: list[bool] = []
    for start, end in lines:
        may_begin = not start or (marks and marks[-1]) or not text[start : start + 1].islower()
        marks.append(may_begin and _ENTRY.match(text, start, end) is not None)
    return [mark and any(marks[max(0, at - 1) : at] + marks[at + 1 : at + 2]) for at, mark in enumerate(marks)]


def _lines(block: TextBlock, source: str) -> list[tuple[int, int]]:
    """Return where the lines of a block begin and end in its text."""
    ends = [
        at
        for at, sign in enumerate(block.text)
        if sign == "\n" or (sign == " " and "\n" in source[block.starts[at] : block.ends[at]])
    ]
    return list(zip([0, *(end + 1 for end in ends)], [*ends, len(block.text)], strict=True))


def _split(block: TextBlock, lines: list[tuple[int, int]], is_entry: list[bool]) -> Iterator[TextBlock]:
    begun: list[tuple[int, int]] = []
    for line, entry in zip(lines, is_entry, strict=True):
        if not entry:
            begun.append(line)
            continue
        if begun:
            yield _part(block, begun[0][0], begun[-1][1], "paragraph")
            begun.clear()
        yield _part(block, *line, "list_item")
    if begun:
        yield _part(block, begun[0][0], begun[-1][1], "paragraph")


def _part(block: TextBlock, start: int, end: int, kind: str) -> TextBlock:
    inside = ((max(first, start) - start, min(last, end) - start) for first, last in block.code)
    return replace(
        block,
        text=block.text[start:end],
        starts=block.starts[start:end],
        ends=block.ends[start:end],
        kind=kind,
        code=tuple((first, last) for first, last in inside if first < last),
    )
